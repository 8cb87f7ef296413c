// Checks every response in a test against openapi.yaml. It shares no code with the server: like `vintem conformance`, it reads the file
// itself and has its own Ajv. It is stricter than the contract, which allows responses to gain members, values and error codes: here,
// anything that the contract does not name fails. The same body is then also read as any other OpenAPI 3.0 validator would read it.
import { Ajv2019, type ValidateFunction } from "ajv/dist/2019.js"
import { operations } from "../../../src/cli/conformance/contract/operations.ts"
import * as responses from "../../../src/cli/conformance/contract/responses.ts"
import { FORMATS, schemaProblems } from "../../../src/cli/conformance/contract/schemas.ts"
import type { Json } from "./json.ts"
import { contract, lookUp, resolve } from "./openapi.ts"

export { type Operation, operationOf, operations } from "../../../src/cli/conformance/contract/operations.ts"
export type { Answer } from "../../../src/cli/conformance/contract/responses.ts"

/** Returns the violations of the contract by a response, in words. */
export function violations(method: string, path: string, response: responses.Answer): string[] {
  return responses.violations(method, path, response, reading)
}

/** Returns the possible error codes of a documented response. */
export function codesOf(response: Json): string[] {
  return resolve(response)["x-error-codes"] ?? []
}

/** Returns the violations of a schema component of the contract by a value, in words. */
export function schemaViolations(component: string, value: unknown): string[] {
  return valueViolations(component, { $ref: `#/components/schemas/${component}` }, value)
}

/** Returns the violations of a schema of the contract by a value, in words. */
export function valueViolations(name: string, schema: Json, value: unknown): string[] {
  const validate = validator(schema)
  return [
    ...(validate(value) ? [] : [`${name}: ${problems(validate)}`]),
    ...schemaProblems(schema, value).map((problem) => `${name}, by OpenAPI 3.0: ${problem}`),
  ]
}

const reading: responses.Reading = { problems: valueViolations, closed: true }

/**
 * A string in a request that may be an id, because it has no enum, pattern or format. Or an origin. In a body, its name is a dotted path.
 */
export type OpenText = { in: "path" | "query" | "body"; name: string; description: string }

/** Returns every open text in the path, query and body of an operation. */
export function openTexts(operationId: string): OpenText[] {
  const { parameters, requestBody } = operations.find(({ id }) => id === operationId)!
  const inTarget = parameters.filter(({ in: place, name, schema }) => place !== "header" && isOpenText(name, resolve(schema)))
  const body = requestBody ? openTextsOf(requestBody.content["application/json"].schema) : []
  return [
    ...inTarget.map(({ in: place, name, description, example }) => ({
      in: place,
      name,
      description: `${description} ${example}`,
    })),
    ...body.map((text): OpenText => ({ in: "body", ...text })),
  ]
}

/** Returns every value of each query parameter with an enum. */
export function listedValues(operationId: string): { name: string; value: string }[] {
  const { parameters } = operations.find(({ id }) => id === operationId)!
  const inQuery = parameters.filter(({ in: place }) => place === "query")
  return inQuery.flatMap(({ name, schema }) => (resolve(schema).enum ?? []).map((value: string) => ({ name, value })))
}

/** Returns the schema of a list's items, or undefined if the operation does not return a list. */
export function listedItem(operationId: string): Json | undefined {
  const { responses } = operations.find(({ id }) => id === operationId)!
  const schema = resolve(resolve(responses["200"])?.content?.["application/json"]?.schema)
  return resolve(schema?.properties?.data?.items)
}

function isOpenText(name: string, { type, enum: values, pattern, format }: Json): boolean {
  return name === "origin" || (type === "string" && !values && !pattern && !format)
}

function openTextsOf(node: Json, name = ""): { name: string; description: string }[] {
  const schema = resolve(node)
  const members = Object.entries<Json>(schema.properties ?? {}).map(([key, value]) => [name ? `${name}.${key}` : key, value])
  const parts = PARTS.flatMap((part) => schema[part] ?? []).map((part) => [name, part])
  const items = schema.items ? [[`${name}.0`, schema.items]] : []
  const inner = [...members, ...parts, ...items].flatMap(([at, value]) => openTextsOf(value, at))
  return isOpenText(name, schema) ? [{ name, description: schema.description ?? "" }, ...inner] : inner
}

/** The names of all webhooks in the contract (x-webhooks). */
export const webhookNames: string[] = Object.keys(contract["x-webhooks"])

/** Returns the violations of the contract by a webhook, in words. */
export function webhookViolations(name: string, request: { headers: Record<string, unknown>; body: Buffer }): string[] {
  return responses.webhookViolations(name, request, reading)
}

function problems(validate: ValidateFunction): string {
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath || "body"} ${message} ${JSON.stringify(params)}`)
    .join("; ")
}

// ---- JSON Schema from OpenAPI 3.0 ----

const ajv = new Ajv2019({ strict: true, strictTypes: false, strictRequired: false, allErrors: true, formats: FORMATS })
const validators = new Map<string, ValidateFunction>()

function validator(schema: Json): ValidateFunction {
  const text = JSON.stringify(schema)
  let found = validators.get(text)
  if (!found) {
    found = ajv.compile(toJsonSchema(schema))
    validators.set(text, found)
  }
  return found
}

// Keywords that do not affect validation.
const ANNOTATIONS = new Set(["example", "examples", "description", "title", "deprecated", "externalDocs", "xml", "discriminator"])
const PARTS = ["allOf", "oneOf", "anyOf"]

/** An endpoint keeps the event types that a request of a newer version gave it, and every version shows them as they are. */
const SHOWN_AS_THEY_ARE = /\/schemas\/WebhookEventSelector$/

/** Inlines references, turns `nullable` into a type, and closes objects and enums to anything that the contract does not name. */
function toJsonSchema(node: Json, closed = true, seen: string[] = []): Json {
  if (SHOWN_AS_THEY_ARE.test(node.$ref ?? "")) return { type: "string" }
  if (node.$ref) {
    if (seen.includes(node.$ref))
      throw new Error(`${node.$ref} is recursive, which test/support/contract/contract.ts does not support`)
    return toJsonSchema(lookUp(node.$ref), closed, [...seen, node.$ref])
  }
  const composed = PARTS.some((part) => node[part])
  const out: Json = {}
  for (const [keyword, value] of Object.entries<Json>(node)) {
    if (keyword === "x-extensible-enum") out.enum = node.nullable ? [...value, null] : value
    if (keyword === "type" && node.nullable) out.type = [value, "null"]
    if (ANNOTATIONS.has(keyword) || keyword.startsWith("x-") || keyword === "nullable" || out[keyword]) continue
    if (keyword === "readOnly" || keyword === "writeOnly" || keyword === "default") continue
    if (PARTS.includes(keyword)) out[keyword] = value.map((part: Json) => toJsonSchema(part, false, seen))
    else if (keyword === "not") out.not = toJsonSchema(value, false, seen)
    else if (keyword === "items") out.items = toJsonSchema(value, true, seen)
    else if (keyword === "properties") {
      out.properties = Object.fromEntries(Object.entries<Json>(value).map(([name, sub]) => [name, toJsonSchema(sub, true, seen)]))
    } else if (keyword === "additionalProperties") {
      if (typeof value === "object") out[keyword] = toJsonSchema(value, true, seen)
      // unevaluatedProperties closes an object that is open to additions.
      else if (value === false || !node.properties) out[keyword] = value
    } else if (keyword === "exclusiveMinimum" && value === true) out.exclusiveMinimum = node.minimum
    else if (keyword === "exclusiveMaximum" && value === true) out.exclusiveMaximum = node.maximum
    else out[keyword] = value
  }
  if (closed && (composed || node.properties) && out.additionalProperties === undefined) out.unevaluatedProperties = false
  return out
}
