import { Ajv, type ErrorObject, type SchemaObject } from "ajv"

/** A JSON Schema. `description` ends the sentence "Payment.SoftDescriptor must be …". */
export type Schema = SchemaObject

/** Returns what is wrong with a body, one sentence each. Values are left out of them: they may be card numbers. */
export type Check = (body: unknown) => string[]

const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, allowUnionTypes: true })

export function checkOf(schema: Schema): Check {
  const validate = ajv.compile(schema)
  return (body) => (validate(body) ? [] : (validate.errors ?? []).map(sentence))
}

/** An object that has these members and no others. Those that end with `?` may be left out. */
export function members(properties: Record<string, Schema>): Schema {
  const names = Object.keys(properties)
  return {
    type: "object",
    properties: Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name.replace("?", ""), schema])),
    required: names.filter((name) => !name.endsWith("?")),
    additionalProperties: false,
  }
}

export function matching(pattern: string, description: string): Schema {
  return { type: "string", pattern, description }
}

/** Some text that is not blank. */
export function text(maxLength: number): Schema {
  return { type: "string", pattern: "\\S", maxLength, description: `1 to ${maxLength} characters` }
}

export function oneOf(...values: (string | number | boolean)[]): Schema {
  return { enum: values, description: values.join(" or ") }
}

export function integer(minimum: number, maximum: number): Schema {
  return { type: "integer", minimum, maximum, description: `an integer from ${minimum} to ${maximum}` }
}

export const BOOLEAN: Schema = { type: "boolean", description: "true or false" }

function sentence({ instancePath, keyword, params, parentSchema, message }: ErrorObject): string {
  const path = instancePath.slice(1).replaceAll("/", ".")
  const member = (name: string) => (path ? `${path}.${name}` : name)
  if (keyword === "required") return `${member(params.missingProperty)} is required`
  if (keyword === "additionalProperties") return `${member(params.additionalProperty)} is not a member that the document has`
  return `${path || "the body"} must be ${parentSchema?.description ?? message}`
}
