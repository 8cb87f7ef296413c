import { isDeepStrictEqual } from "node:util"
import { isNull } from "./changes/rules.ts"
import {
  allSchemas,
  type Finding,
  type Json,
  operations,
  parameters,
  type Rule,
  requestSchemas,
  resolve,
  schemasWithin,
} from "./shared/document.ts"

const components = (contract: Json) => Object.entries<Json>(contract.components?.schemas ?? {})

/** Members are in snake_case, except those of tokens, which are in camelCase. */
export const memberNames: Rule = (contract) =>
  allSchemas(contract).flatMap(({ schema, at }) => {
    const [wanted, pattern] =
      at[1] === "schemas" && at[2]!.includes("Token")
        ? (["camelCase", /^[a-z][a-zA-Z0-9]*$/] as const)
        : (["snake_case", /^[a-z0-9]+(_[a-z0-9]+)*$/] as const)
    return Object.keys(schema.properties ?? {})
      .filter((member) => !pattern.test(member))
      .map((member): Finding => ({ at: [...at, "properties", member], message: `${member} is not ${wanted}` }))
  })

/** Members of responses that are absent, and not null, if they have no value. */
const MAY_BE_ABSENT = [
  "ErrorObject.param",
  ...["", "Customer", "PaymentMethod", "CustomerSubscription", "Refund", "Dispute"].map(
    (kind) => `${kind}EventData.previous_attributes`,
  ),
]

/** Returns the schemas that requests send, in bodies and in parameters. */
const sentSchemas = (contract: Json): Set<Json> => {
  const roots = operations(contract).flatMap((operation) => [
    ...requestSchemas(contract, operation),
    ...parameters(contract, operation).map(({ schema }) => ({ schema, at: operation.at })),
  ])
  return new Set(roots.flatMap(({ schema, at }) => schemasWithin(contract, schema, at).map((within) => within.schema)))
}

/** Responses always have all their members, and may gain others. If the schema says so, strict generators accept them too. */
export const completeResponses: Rule = (contract) => {
  const requests = sentSchemas(contract)
  return components(contract)
    .filter(([, schema]) => schema.type === "object" && schema.properties && !requests.has(schema))
    .flatMap(([name, schema]): Finding[] => {
      const at = ["components", "schemas", name]
      const absent = Object.keys(schema.properties)
        .filter((member) => !schema.required?.includes(member) && !MAY_BE_ABSENT.includes(`${name}.${member}`))
        .map((member) => ({
          at: [...at, "properties", member],
          message: `${member} must be required; make it null where it has no value`,
        }))
      const open = schema.additionalProperties === true || typeof schema.additionalProperties === "object"
      return open ? absent : [...absent, { at, message: "a response object must have additionalProperties: true" }]
    })
}

/** Returns whether an enum can have no other value: the name of a resource, the tag of a union, a boolean, or null. */
const isConstant = (contract: Json, { at, schema }: { at: string[]; schema: Json }): boolean => {
  if (schema.enum.length !== 1) return false
  const [component, member] = [at[2], at.at(-1)]
  const tags = components(contract).flatMap(([, { oneOf = [], discriminator }]) =>
    oneOf.map(({ $ref }: Json) => `${$ref} ${discriminator?.propertyName}`),
  )
  return typeof schema.enum[0] !== "string" || member === "object" || tags.includes(`#/components/schemas/${component} ${member}`)
}

/** Responses may gain values, so their enums are `x-extensible-enum`, which generators read as plain strings. Requests have `enum`. */
export const extensibleEnums: Rule = (contract) => {
  const requests = sentSchemas(contract)
  return components(contract)
    .flatMap(([name, root]) => schemasWithin(contract, root, ["components", "schemas", name]))
    .flatMap(({ schema, at }): Finding[] => {
      if (requests.has(schema))
        return schema["x-extensible-enum"] ? [{ at, message: "a request needs enum instead of x-extensible-enum" }] : []
      if (!schema.enum || isConstant(contract, { at, schema })) return []
      return [{ at, message: "a response needs x-extensible-enum instead of enum" }]
    })
}

const NULL = { type: "string", nullable: true, enum: [null] }

/**
 * `nullable` adds null to the type beside it, and to nothing else (OpenAPI 3.0.3). So it needs a type, and an enum beside it must list null.
 * A union with null is a reference and the branch NULL, with nothing beside them that refuses null. Its type is a string, because
 * ogen cannot tell two objects apart, and orval's zod fails on an enum of an object.
 */
export const nullables: Rule = (contract) =>
  allSchemas(contract).flatMap(({ schema, at }): Finding[] => {
    const branches: Json[] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? []
    const form = `{ oneOf: [{ $ref: … }, ${JSON.stringify(NULL)}] }, without a type beside oneOf: some generators read no other form`
    if (branches.some(isNull)) {
      const others = schema.oneOf?.filter((branch: Json) => !isDeepStrictEqual(branch, NULL)) ?? []
      return others.length === 1 && others[0].$ref && !schema.type ? [] : [{ at, message: `write a union with null as ${form}` }]
    }
    if (schema.nullable && branches.length > 0)
      return [{ at, message: `nullable does not reach into oneOf, anyOf and allOf; write ${form}` }]
    if (schema.nullable && !schema.type) return [{ at, message: "nullable needs a type beside it" }]
    return schema.nullable && schema.enum && !schema.enum.includes(null)
      ? [{ at, message: "a nullable enum must list null" }]
      : []
  })

/** A name as generators write it in a type: `payment_intent.canceled` is PaymentIntentCanceled. */
const inPascalCase = (name: string) => name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, first) => first.toUpperCase())

/**
 * Generators name the values of an enum after its component. A component of that name would be another type of the same name. The codes of
 * a list that may grow are plain strings to them.
 */
export const derivedNames: Rule = (contract) => {
  const places = ["schemas", "headers", "parameters", "responses"].flatMap((kind) =>
    Object.entries<Json>(contract.components[kind] ?? {}).map(([name, node]) => ({
      kind,
      name,
      values: (node.schema ?? node).enum,
    })),
  )
  return places.flatMap(({ name, values = [] }) =>
    values.flatMap((value: unknown): Finding[] => {
      const derived = name + inPascalCase(String(value))
      return places
        .filter((place) => place.name === derived)
        .map((place) => ({
          at: ["components", place.kind, derived],
          message: `generators give the value ${value} of ${name} this name; give the component another one`,
        }))
    }),
  )
}

/** One member distinguishes the branches of a union, so types narrow and errors name the right branch. */
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
