// Checks every response in a test against openapi.yaml. It shares no code with the server: it reads the file itself and has its
// own Ajv. It is stricter than the contract, which lets responses gain members, values and error codes: here, what the contract does
// not name fails. `strict-openapi.ts` then reads the same body as any other OpenAPI 3.0 validator would.
import { Ajv2019, type ValidateFunction } from "ajv/dist/2019.js"
import { contract, lookUp, resolve } from "./openapi.ts"
import { strictProblems } from "./strict-openapi.ts"

type Json = any

export type Answer = { status: number; headers: Record<string, string>; body: unknown; text: string }
export type Operation = {
  id: string
  method: string
  path: string
  pattern: RegExp
  parameters: Json[]
  requestBody: Json
  responses: Record<string, Json>
}

const METHODS = ["get", "post", "put", "patch", "delete"]

/** Every operation of the contract. */
export const operations: Operation[] = Object.entries<Json>(contract.paths).flatMap(([path, item]) =>
  METHODS.filter((method) => item[method]).map((method) => ({
    id: item[method].operationId,
    method: method.toUpperCase(),
    path,
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^}]+\}/g, "[^/]+")}$`),
    parameters: (item[method].parameters ?? []).map(resolve),
    requestBody: item[method].requestBody,
    responses: item[method].responses,
  })),
)

/** The operation of this method and path, if any. A path without parameters takes precedence. */
export function operationOf(method: string, path: string): Operation | undefined {
  const matches = operations.filter((operation) => operation.method === method && operation.pattern.test(path))
  return matches.find((operation) => operation.path === path) ?? matches[0]
}

/** Returns what violates the contract in this response, in words. */
export function violations(method: string, path: string, response: Answer): string[] {
  const operation = operationOf(method, path)
  if (method === "OPTIONS" && response.status === 204) return [] // CORS preflights are not in the contract
  if (!operation) return isInContract(path) ? checkResponse("unrouted", sharedErrorResponse(response), response) : []
  const documented = operation.responses[response.status]
  if (!documented) return [`${operation.id} does not document the status ${response.status}`]
  return checkResponse(`${operation.id} ${response.status}`, resolve(documented), response)
}

/** The error codes that a documented response can have. */
export function codesOf(response: Json): string[] {
  return resolve(response)["x-error-codes"] ?? []
}

/** Returns what violates a schema component of the contract in this value, in words. */
export function schemaViolations(component: string, value: unknown): string[] {
  return valueViolations(component, { $ref: `#/components/schemas/${component}` }, value)
}

/** Returns what violates this schema of the contract in a value, in words. */
export function valueViolations(name: string, schema: Json, value: unknown): string[] {
  const validate = validator(schema)
  return [
    ...(validate(value) ? [] : [`${name}: ${problems(validate)}`]),
    ...strictProblems(schema, value).map((problem) => `${name}, by OpenAPI 3.0: ${problem}`),
  ]
}

/** A string in a request without enum, pattern or format, so that it may be an id; or an origin. In a body its name is a dotted path. */
export type OpenText = { in: "path" | "query" | "body"; name: string; description: string }

/** Every open text in path, query and body of this operation. */
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

/** Every value of each query parameter with an enum. */
export function listedValues(operationId: string): { name: string; value: string }[] {
  const { parameters } = operations.find(({ id }) => id === operationId)!
  const inQuery = parameters.filter(({ in: place }) => place === "query")
  return inQuery.flatMap(({ name, schema }) => (resolve(schema).enum ?? []).map((value: string) => ({ name, value })))
}

/** The schema of the items of a list, or undefined if the operation does not return a list. */
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

/** Returns what violates the contract in a webhook that was sent, in words. */
export function webhookViolations(name: string, request: { headers: Record<string, unknown>; body: Buffer }): string[] {
  const described = contract["x-webhooks"][name]?.post
  if (!described) return [`the contract does not describe the webhook ${name}`]
  const found: string[] = []
  for (const parameter of described.parameters.map(resolve)) {
    const value = request.headers[parameter.name.toLowerCase()]
    const validate = validator(parameter.schema)
    if (value === undefined ? parameter.required : !validate(value)) found.push(`${name}: header ${parameter.name}: ${value}`)
  }
  const text = request.body.toString()
  const response = { status: 0, headers: request.headers as Record<string, string>, body: parsed(text), text }
  return [...found, ...checkBody(`webhook ${name}`, described.requestBody, response)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isInContract(path: string): boolean {
  return path.startsWith("/v1/") || path.startsWith("/merchant-origins")
}

/** The response to an unknown path or method: 404 and 405 in the common shape without rate limit headers, or 429. */
function sharedErrorResponse({ status }: Answer): Json {
  if (status === 429) return contract.components.responses.RateLimited
  const { RequestId, ServiceVersion, ServiceShouldRetry } = contract.components.headers
  return {
    "x-error-codes": ["route_not_found", "method_not_allowed"],
    headers: { "Request-Id": RequestId, "Service-Version": ServiceVersion, "Service-Should-Retry": ServiceShouldRetry },
    content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorResponse" } } },
  }
}

function checkResponse(name: string, documented: Json, response: Answer): string[] {
  const found = [...checkHeaders(name, documented, response), ...checkBody(name, documented, response)]
  const code = (response.body as Json)?.error?.code
  const codes: string[] | undefined = documented["x-error-codes"]
  return !codes || codes.includes(code) ? found : [...found, `${name} does not document the error code ${code}`]
}

// Headers of HTTP itself and for browsers, which the contract does not describe.
const TRANSPORT =
  /^(connection|keep-alive|date|content-(type|length|encoding|security-policy)|transfer-encoding|vary|cache-control|allow|etag|last-modified|access-control-.*|x-content-type-options|x-frame-options|referrer-policy|strict-transport-security|permissions-policy|cross-origin-.*)$/

function checkHeaders(name: string, documented: Json, response: Answer): string[] {
  const documentedHeaders = new Map(
    Object.entries<Json>(documented.headers ?? {}).map(([header, value]) => [header.toLowerCase(), resolve(value)]),
  )
  const found: string[] = []
  for (const [header, spec] of documentedHeaders) {
    const value = response.headers[header]
    if (value === undefined) {
      if (spec.required) found.push(`${name}: the header ${header} is missing`)
      continue
    }
    const validate = validator(spec.schema)
    if (!validate(headerValue(value, resolve(spec.schema).type)))
      found.push(`${name}: header ${header}: ${value}: ${problems(validate)}`)
  }
  for (const header of Object.keys(response.headers)) {
    if (!documentedHeaders.has(header) && !TRANSPORT.test(header)) found.push(`${name}: the header ${header} is not documented`)
  }
  return found
}

function headerValue(value: string, type: string | undefined): unknown {
  if (type === "integer" || type === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : value
  return value
}

function checkBody(name: string, documented: Json, response: Answer): string[] {
  const types = Object.keys(documented.content ?? {})
  if (types.length === 0) return response.text === "" ? [] : [`${name}: the contract does not document a body`]
  const type = response.headers["content-type"]?.split(";")[0]?.trim() ?? "none"
  const media = documented.content[type]
  if (!media) return [`${name}: the content type is ${type}, documented: ${types.join(", ")}`]
  if (type !== "application/json" || !media.schema) return []
  if (response.body === undefined) return [`${name}: the body is not JSON`]
  return valueViolations(`${name} body`, media.schema, response.body)
}

function problems(validate: ValidateFunction): string {
  return (validate.errors ?? [])
    .map(({ instancePath, message, params }) => `${instancePath || "body"} ${message} ${JSON.stringify(params)}`)
    .join("; ")
}

// ---- JSON Schema from OpenAPI 3.0 ----

const FORMATS: Record<string, true | RegExp | ((value: string) => boolean)> = {
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

/** Inlines references, turns `nullable` into a type, and closes objects and enums against what the contract does not name. */
function toJsonSchema(node: Json, closed = true, seen: string[] = []): Json {
  if (node.$ref) {
    if (seen.includes(node.$ref)) throw new Error(`${node.$ref} is recursive, which test/support/contract.ts does not support`)
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
      // An object that is open to additions is closed here, by unevaluatedProperties.
      else if (value === false || !node.properties) out[keyword] = value
    } else if (keyword === "exclusiveMinimum" && value === true) out.exclusiveMinimum = node.minimum
    else if (keyword === "exclusiveMaximum" && value === true) out.exclusiveMaximum = node.maximum
    else out[keyword] = value
  }
  if (closed && (composed || node.properties) && out.additionalProperties === undefined) out.unevaluatedProperties = false
  return out
}
