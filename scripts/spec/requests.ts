import { Ajv } from "ajv"
import {
  allSchemas,
  type Finding,
  type Json,
  operations,
  parametersAt,
  type Rule,
  requestSchemas,
  resolve,
  schemasWithin,
} from "./shared/document.ts"

/** Requests name all their members and limit their values, in the body and in the query. */
export const closedRequests: Rule = (contract) => {
  const seen = new Set<Json>()
  return operations(contract)
    .flatMap((operation) => [
      ...requestSchemas(contract, operation),
      ...parametersAt(contract, operation)
        .filter(([parameter]) => parameter.in === "query")
        .map(([{ schema }, at]) => ({ schema, at: [...at, "schema"] })),
    ])
    .flatMap(({ schema, at }) => schemasWithin(contract, schema, at, seen))
    .flatMap(({ schema, at }): Finding[] => unbounded(schema).map((message) => ({ at, message })))
}

const unbounded = (schema: Json): string[] => {
  const isMap = schema.additionalProperties instanceof Object
  if (!schema.type && !schema.oneOf && !schema.anyOf && !schema.allOf) return ["a value in a request needs a type"]
  if (isMap && !schema.maxProperties) return ["a map in a request needs maxProperties"]
  if (schema.type === "object" && !schema.oneOf && !isMap && schema.additionalProperties !== false)
    return ["a request object must be closed"]
  if (schema.type === "array" && !(schema.minItems >= 1)) return ["an array in a request needs minItems"]
  const isNumber = schema.type === "integer" || schema.type === "number"
  if (isNumber && (schema.minimum === undefined || schema.maximum === undefined))
    return ["a number in a request needs minimum and maximum"]
  const bounded = schema.enum || schema.pattern || (schema.minLength >= 1 && schema.maxLength)
  return schema.type === "string" && !bounded ? ["a string in a request needs minLength and maxLength, a pattern or an enum"] : []
}

/** The service reads only JSON. */
export const requestBodies: Rule = (contract) =>
  operations(contract).flatMap(({ at, value }) =>
    Object.keys(resolve(contract, value.requestBody)?.content ?? {})
      .filter((type) => type !== "application/json")
      .map((type) => ({
        at: [...at, "requestBody"],
        message: `the service refuses ${type}; a body must be application/json`,
      })),
  )

/** A default must be a valid value. */
export const defaults: Rule = (contract) => {
  const ajv = new Ajv({ strict: false, logger: false, validateFormats: false })
  ajv.addSchema({ $id: "openapi", components: contract.components })
  return allSchemas(contract).flatMap(({ schema, at }): Finding[] => {
    if (schema.default === undefined) return []
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/')))
    if (validate(schema.default)) return []
    const why = ajv.errorsText(validate.errors, { dataVar: "it" })
    return [{ at: [...at, "default"], message: `the default ${JSON.stringify(schema.default)} is refused: ${why}` }]
  })
}
