// Judges every answer that a test receives by openapi.yaml. It shares nothing with the server: its own reading of the file, its own
// Ajv, and stricter, as a response may have no member that the contract does not name.
import { readFileSync } from "node:fs"
import { Ajv2019, type ValidateFunction } from "ajv/dist/2019.js"
import { parse } from "yaml"

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

const contract: Json = parse(readFileSync(new URL("../../openapi.yaml", import.meta.url), "utf8"))
const METHODS = ["get", "post", "put", "patch", "delete"]

/** Every operation of the contract, with the statuses that it documents. */
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

/** The operation that answers this method and path, if any: a path without parameters goes before one with. */
export function operationOf(method: string, path: string): Operation | undefined {
  const matches = operations.filter((operation) => operation.method === method && operation.pattern.test(path))
  return matches.find((operation) => operation.path === path) ?? matches[0]
}

/** What in this answer the contract does not allow, in words; an empty list where it is right. */
export function violations(method: string, path: string, answer: Answer): string[] {
  const operation = operationOf(method, path)
  if (method === "OPTIONS" && answer.status === 204) return [] // a preflight, which is between browsers and us
  if (!operation) return belongsToTheContract(path) ? checkAnswer("unrouted", sharedErrorResponse(), answer) : []
  const response = operation.responses[answer.status]
  if (!response) return [`${operation.id} does not document the status ${answer.status}`]
  return checkAnswer(`${operation.id} ${answer.status}`, resolve(response), answer)
}

/** A text of a request whose form is left open, so that it may name something. In a body its name is dotted. */
export type OpenText = { in: "path" | "query" | "body"; name: string; description: string }

/** Every open text that a request of this operation can carry outside of its headers. */
export function openTexts(operationId: string): OpenText[] {
  const { parameters, requestBody } = operations.find(({ id }) => id === operationId)!
  const inTarget = parameters.filter(({ in: place, schema }) => place !== "header" && isOpenText(resolve(schema)))
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

/** Every query parameter of which the contract lists the values, with each of them. */
export function listedValues(operationId: string): { name: string; value: string }[] {
  const { parameters } = operations.find(({ id }) => id === operationId)!
  const inQuery = parameters.filter(({ in: place }) => place === "query")
  return inQuery.flatMap(({ name, schema }) => (resolve(schema).enum ?? []).map((value: string) => ({ name, value })))
}

/** What the items of a list are described as, or undefined where the operation answers no list. */
export function listedItem(operationId: string): Json | undefined {
  const { responses } = operations.find(({ id }) => id === operationId)!
  const schema = resolve(resolve(responses["200"])?.content?.["application/json"]?.schema)
  return resolve(schema?.properties?.data?.items)
}

function isOpenText({ type, enum: values, pattern, format }: Json): boolean {
  return type === "string" && !values && !pattern && !format
}

function openTextsOf(node: Json, name = ""): { name: string; description: string }[] {
  const schema = resolve(node)
  const members = Object.entries<Json>(schema.properties ?? {}).map(([key, value]) => [name ? `${name}.${key}` : key, value])
  const parts = PARTS.flatMap((part) => schema[part] ?? []).map((part) => [name, part])
  const items = schema.items ? [[`${name}.0`, schema.items]] : []
  const inner = [...members, ...parts, ...items].flatMap(([at, value]) => openTextsOf(value, at))
  return isOpenText(schema) ? [{ name, description: schema.description ?? "" }, ...inner] : inner
}

/** The names of all webhooks that the contract describes (x-webhooks). */
export const webhookNames: string[] = Object.keys(contract["x-webhooks"])

/** What in a webhook that was sent the contract does not allow, in words; an empty list where it is right. */
export function webhookViolations(name: string, request: { headers: Record<string, unknown>; body: Buffer }): string[] {
  const described = contract["x-webhooks"][name]?.post
  if (!described) return [`the contract describes no webhook ${name}`]
  const found: string[] = []
  for (const parameter of described.parameters.map(resolve)) {
    const value = request.headers[parameter.name.toLowerCase()]
    const validate = validator(`${name} header ${parameter.name}`, parameter.schema)
    if (value === undefined ? parameter.required : !validate(value)) found.push(`${name}: header ${parameter.name}: ${value}`)
  }
  const text = request.body.toString()
  const answer = { status: 0, headers: request.headers as Record<string, string>, body: parsed(text), text }
  return [...found, ...checkBody(`webhook ${name}`, described.requestBody, answer)]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function belongsToTheContract(path: string): boolean {
  return path.startsWith("/v1/") || path.startsWith("/merchant-origins")
}

/** What is no operation (404, 405) answers in the shape that the errors of all operations share, at no cost of quota. */
function sharedErrorResponse(): Json {
  const { RequestId, ServiceVersion, ServiceShouldRetry } = contract.components.headers
  return {
    headers: { "Request-Id": RequestId, "Service-Version": ServiceVersion, "Service-Should-Retry": ServiceShouldRetry },
    content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorResponse" } } },
  }
}

function checkAnswer(name: string, response: Json, answer: Answer): string[] {
  return [...checkHeaders(name, response, answer), ...checkBody(name, response, answer)]
}

// What HTTP itself and browsers need; the contract is about the rest.
const TRANSPORT =
  /^(connection|keep-alive|date|content-(type|length|encoding|security-policy)|transfer-encoding|vary|cache-control|allow|etag|last-modified|access-control-.*|x-content-type-options|x-frame-options|referrer-policy|strict-transport-security|permissions-policy|cross-origin-.*)$/

function checkHeaders(name: string, response: Json, answer: Answer): string[] {
  const documented = new Map(
    Object.entries<Json>(response.headers ?? {}).map(([header, value]) => [header.toLowerCase(), resolve(value)]),
  )
  const found: string[] = []
  for (const [header, spec] of documented) {
    const value = answer.headers[header]
    if (value === undefined) {
      if (spec.required) found.push(`${name}: the header ${header} is missing`)
      continue
    }
    const validate = validator(`${name} header ${header}`, spec.schema)
    if (!validate(headerValue(value, resolve(spec.schema).type)))
      found.push(`${name}: header ${header}: ${value}: ${problems(validate)}`)
  }
  for (const header of Object.keys(answer.headers)) {
    if (!documented.has(header) && !TRANSPORT.test(header)) found.push(`${name}: the header ${header} is not documented`)
  }
  return found
}

function headerValue(value: string, type: string | undefined): unknown {
  if (type === "integer" || type === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : value
  return value
}

function checkBody(name: string, response: Json, answer: Answer): string[] {
  const types = Object.keys(response.content ?? {})
  if (types.length === 0) return answer.text === "" ? [] : [`${name}: the contract documents no body`]
  const type = answer.headers["content-type"]?.split(";")[0]?.trim() ?? "none"
  const media = response.content[type]
  if (!media) return [`${name}: the content type is ${type}, documented: ${types.join(", ")}`]
  if (type !== "application/json" || !media.schema) return []
  if (answer.body === undefined) return [`${name}: the body is not JSON`]
  const validate = validator(`${name} body`, media.schema)
  return validate(answer.body) ? [] : [`${name}: ${problems(validate)}`]
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

function validator(name: string, schema: Json): ValidateFunction {
  let found = validators.get(name)
  if (!found) {
    found = ajv.compile(toJsonSchema(schema))
    validators.set(name, found)
  }
  return found
}

// Keywords that say nothing about whether a value is valid.
const ANNOTATIONS = new Set(["example", "examples", "description", "title", "deprecated", "externalDocs", "xml", "discriminator"])
const PARTS = ["allOf", "oneOf", "anyOf"]

/** Inlines references, turns `nullable` into a type, and closes objects: what the contract does not name may not be there. */
function toJsonSchema(node: Json, closed = true, seen: string[] = []): Json {
  if (node.$ref) {
    if (seen.includes(node.$ref))
      throw new Error(`${node.$ref} contains itself, which this reading of the contract cannot follow`)
    return toJsonSchema(lookUp(node.$ref), closed, [...seen, node.$ref])
  }
  const composed = PARTS.some((part) => node[part])
  const out: Json = {}
  for (const [keyword, value] of Object.entries<Json>(node)) {
    if (ANNOTATIONS.has(keyword) || keyword.startsWith("x-") || keyword === "nullable") continue
    if (keyword === "readOnly" || keyword === "writeOnly" || keyword === "default") continue
    if (PARTS.includes(keyword)) out[keyword] = value.map((part: Json) => toJsonSchema(part, false, seen))
    else if (keyword === "not") out.not = toJsonSchema(value, false, seen)
    else if (keyword === "items") out.items = toJsonSchema(value, true, seen)
    else if (keyword === "properties") {
      out.properties = Object.fromEntries(Object.entries<Json>(value).map(([name, sub]) => [name, toJsonSchema(sub, true, seen)]))
    } else if (keyword === "additionalProperties" && typeof value === "object") out[keyword] = toJsonSchema(value, true, seen)
    else if (keyword === "exclusiveMinimum" && value === true) out.exclusiveMinimum = node.minimum
    else if (keyword === "exclusiveMaximum" && value === true) out.exclusiveMaximum = node.maximum
    else out[keyword] = value
  }
  if (closed && (composed || node.properties) && out.additionalProperties === undefined) out.unevaluatedProperties = false
  return node.nullable ? orNull(out) : out
}

function orNull(schema: Json): Json {
  return { anyOf: [{ type: "null" }, schema] }
}

function resolve(node: Json): Json {
  return node?.$ref ? resolve(lookUp(node.$ref)) : node
}

function lookUp(ref: string): Json {
  const found = ref
    .replace(/^#\//, "")
    .split("/")
    .reduce((node, part) => node?.[part.replaceAll("~1", "/").replaceAll("~0", "~")], contract)
  if (!found) throw new Error(`${ref} leads nowhere in openapi.yaml`)
  return found
}
