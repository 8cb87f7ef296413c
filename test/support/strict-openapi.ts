// A second opinion on examples and responses: Ajv reads the schemas of openapi.yaml as they are written. It knows `nullable` and
// takes it as OpenAPI 3.0.3 defines it: it adds null to the `type` beside it, and nothing else.
import { Ajv, type ValidateFunction } from "ajv"
import { contract } from "./openapi.ts"

// contract.ts checks the formats.
const ajv = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: false })
ajv.addSchema({ $id: "openapi", components: contract.components })

const validators = new Map<string, ValidateFunction>()

/** Returns why the value does not match the schema, in words. */
export function strictProblems(schema: object, value: unknown): string[] {
  const text = JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"openapi#/')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validate)
  return validate(value) ? [] : validate.errors!.map(({ instancePath, message }) => `${instancePath || "body"} ${message}`)
}
