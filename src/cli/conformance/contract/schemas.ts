// Ajv reads the schemas of openapi.yaml unchanged, like any client's validator. Ajv reads `nullable` as OpenAPI 3.0.3 defines it: it only
// adds null to the `type` beside it.
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv"
import { type Json, root } from "./document.ts"

export const FORMATS: Record<string, true | RegExp | ((value: string) => boolean)> = {
  int32: true,
  int64: true,
  password: true,
  binary: true,
  byte: /^[A-Za-z0-9+/]*={0,2}$/,
  "date-time": (value) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value) && !Number.isNaN(Date.parse(value)),
  date: /^\d{4}-\d\d-\d\d$/,
  email: /^[^\s@]+@[^\s@]+$/,
  uri: (value) => URL.canParse(value),
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
}

const ajv = new Ajv({ strict: false, allErrors: true, logger: false, formats: FORMATS })
ajv.addSchema({ $id: "openapi", components: root.components, at: root.at })

const validators = new Map<string, ValidateFunction>()

/** Returns why a value does not match a schema, in words. Unknown members and values are accepted if the contract allows them. */
export function schemaProblems(schema: Json, value: unknown): string[] {
  return schemaErrors(schema, value).map(({ instancePath, message }) => `${instancePath || "it"} ${message}`)
}

/** Returns Ajv's errors for a value. */
export function schemaErrors(schema: Json, value: unknown): ErrorObject[] {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validate)
  validate(value)
  return validate.errors ?? []
}
