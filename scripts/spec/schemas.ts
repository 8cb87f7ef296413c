import { type Finding, type Json, operations, type Rule, requestSchemas, resolve, schemasWithin } from "./document.ts"

const components = (contract: Json) => Object.entries<Json>(contract.components?.schemas ?? {})

/** Members are in snake_case, except those of tokens, which are in camelCase. */
export const memberNames: Rule = (contract) =>
  components(contract).flatMap(([name, schema]) => {
    const [wanted, pattern] = name.includes("Token")
      ? ["camelCase", /^[a-z][a-zA-Z0-9]*$/]
      : ["snake_case", /^[a-z0-9]+(_[a-z0-9]+)*$/]
    return Object.keys(schema.properties ?? {})
      .filter((member) => !(pattern as RegExp).test(member))
      .map(
        (member): Finding => ({
          at: ["components", "schemas", name, "properties", member],
          message: `${member} is not ${wanted}`,
        }),
      )
  })

/** Requests name all their members and limit their values. */
export const closedRequests: Rule = (contract) => {
  const seen = new Set<Json>()
  return operations(contract)
    .flatMap(requestSchemas)
    .flatMap(({ schema, at }) => schemasWithin(contract, schema, at, seen))
    .flatMap(({ schema, at }): Finding[] => unbounded(schema).map((message) => ({ at, message })))
}

const unbounded = (schema: Json): string[] => {
  const isMap = schema.additionalProperties instanceof Object
  if (isMap && !schema.maxProperties) return ["a map in a request needs maxProperties"]
  if (schema.type === "object" && !schema.oneOf && !isMap && schema.additionalProperties !== false)
    return ["a request object must be closed"]
  if (schema.type === "array" && !(schema.minItems >= 1)) return ["an array in a request needs minItems"]
  if (schema.type === "integer" && (schema.minimum === undefined || schema.maximum === undefined))
    return ["an integer in a request needs minimum and maximum"]
  const bounded = schema.enum || schema.pattern || (schema.minLength >= 1 && schema.maxLength)
  return schema.type === "string" && !bounded ? ["a string in a request needs minLength and maxLength, a pattern or an enum"] : []
}

/** Members of responses that are absent instead of null where they have no value. */
const MAY_BE_ABSENT = ["ErrorObject.param"]

/** Responses always have all their members, and no others. */
export const completeResponses: Rule = (contract) => {
  const requests = new Set(
    operations(contract).flatMap((operation) =>
      requestSchemas(operation).flatMap(({ schema, at }) => schemasWithin(contract, schema, at).map((within) => within.schema)),
    ),
  )
  return components(contract)
    .filter(
      ([name, schema]) => schema.type === "object" && schema.properties && !requests.has(schema) && name !== "OpenapiDocument",
    )
    .flatMap(([name, schema]): Finding[] => {
      const at = ["components", "schemas", name]
      const absent = Object.keys(schema.properties)
        .filter((member) => !schema.required?.includes(member) && !MAY_BE_ABSENT.includes(`${name}.${member}`))
        .map((member) => ({
          at: [...at, "properties", member],
          message: `${member} must be required; make it null where it has no value`,
        }))
      return schema.additionalProperties === false ? absent : [...absent, { at, message: "a response object must be closed" }]
    })
}

/** A nullable enum rejects null unless it lists it. `nullable` without a type has no effect. */
export const nullables: Rule = (contract) =>
  components(contract).flatMap(([name, root]) =>
    schemasWithin(contract, root, ["components", "schemas", name]).flatMap(({ schema, at }): Finding[] => {
      if (schema.nullable && !schema.type) return [{ at, message: "nullable needs a type beside it" }]
      if (schema.nullable && schema.enum && !schema.enum.includes(null))
        return [{ at, message: "a nullable enum must list null" }]
      return []
    }),
  )

/** One member tells the branches of a union apart, so that types narrow and errors name the right branch. */
export const discriminators: Rule = (contract) =>
  components(contract)
    .filter(([, schema]) => schema.oneOf)
    .flatMap(([name, schema]): Finding[] => {
      const at = ["components", "schemas", name]
      const tag = schema.discriminator?.propertyName
      if (!tag || schema.type !== "object") return [{ at, message: "oneOf needs type: object and a discriminator" }]
      return schema.oneOf.flatMap((branch: Json, i: number): Finding[] => {
        const { properties, required } = resolve(contract, branch)
        const values = properties?.[tag]?.enum ?? []
        const mapped = values.length === 1 && schema.discriminator.mapping?.[values[0]] === branch.$ref
        return mapped && required?.includes(tag)
          ? []
          : [
              {
                at: [...at, "oneOf", String(i)],
                message: `the branch needs a required ${tag} with one value that is in the mapping`,
              },
            ]
      })
    })
