// Compares responses and webhooks with openapi.yaml.
import { isVersion, NEWEST_VERSION, type Version } from "../../../versions.ts"
import { contract, contractAt, type Json, resolve } from "./document.ts"
import { operationOf } from "./operations.ts"
import { schemaProblems } from "./schemas.ts"

export type Answer = { status: number; headers: Record<string, string>; body: unknown; text: string }

/** How strictly to read responses. */
export type Reading = {
  /** Returns the violations of a schema by a value, in words. `name` is the name of the value. */
  problems(name: string, schema: Json, value: unknown): string[]
  /** Whether headers and error codes that are not in the contract are violations. The contract allows responses to gain them. */
  closed: boolean
}

/** The reading of a client: members, values, headers and error codes may have been added. */
export const asClient: Reading = {
  problems: (name, schema, value) => schemaProblems(schema, value).map((problem) => `${name}: ${problem}`),
  closed: false,
}

/** Returns the violations of the contract by a response, in words. The contract is that of the version which the response names. */
export function violations(method: string, path: string, response: Answer, reading: Reading): string[] {
  const named = response.headers["service-version"]
  const operation = operationOf(method, path, isVersion(named) ? named : NEWEST_VERSION)
  if (method === "OPTIONS" && response.status === 204) return [] // CORS preflights are not in the contract
  if (!operation) return isInContract(path) ? checkResponse("unrouted", sharedErrorResponse(response), response, reading) : []
  const documented = operation.responses[response.status]
  if (!documented) return [`${operation.id} does not document the status ${response.status}`]
  return checkResponse(`${operation.id} ${response.status}`, resolve(documented), response, reading)
}

/** Returns the violations of a version of the contract by a webhook, in words. */
export function webhookViolations(
  name: string,
  request: { headers: Record<string, unknown>; body: Buffer },
  reading: Reading,
  version: Version = NEWEST_VERSION,
): string[] {
  const described = contractAt(version)["x-webhooks"][name]?.post
  if (!described) return [`the contract does not describe the webhook ${name}`]
  const found: string[] = []
  for (const { name: header, required, schema } of described.parameters.map(resolve)) {
    const value = request.headers[header.toLowerCase()]
    if (value !== undefined) found.push(...reading.problems(`${name}: header ${header}: ${value}`, schema, value))
    else if (required) found.push(`${name}: the header ${header} is missing`)
  }
  const text = request.body.toString()
  const response = { status: 0, headers: request.headers as Record<string, string>, body: parsed(text), text }
  return [...found, ...checkBody(`webhook ${name}`, described.requestBody, response, reading)]
}

/** Parses JSON. Returns undefined for any other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isInContract(path: string): boolean {
  return path.startsWith("/v1/") || path.startsWith("/merchant-origins")
}

/** The response to an unknown path or method: 404 or 405 in the common shape without rate limit headers, or 429. */
function sharedErrorResponse({ status }: Answer): Json {
  if (status === 429) return contract.components.responses.RateLimited
  const { RequestId, ServiceVersion, ServiceShouldRetry } = contract.components.headers
  return {
    "x-error-codes": ["route_not_found", "method_not_allowed"],
    headers: { "Request-Id": RequestId, "Service-Version": ServiceVersion, "Service-Should-Retry": ServiceShouldRetry },
    content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorResponse" } } },
  }
}

function checkResponse(name: string, documented: Json, response: Answer, reading: Reading): string[] {
  const found = [...checkHeaders(name, documented, response, reading), ...checkBody(name, documented, response, reading)]
  const code = (response.body as Json)?.error?.code
  const codes: string[] | undefined = documented["x-error-codes"]
  const unknown = reading.closed && codes && !codes.includes(code)
  return unknown ? [...found, `${name} does not document the error code ${code}`] : found
}

// Headers of HTTP itself and for browsers. The contract does not describe them.
const TRANSPORT =
  /^(connection|keep-alive|date|content-(type|length|encoding|security-policy)|transfer-encoding|vary|cache-control|allow|etag|last-modified|access-control-.*|x-content-type-options|x-frame-options|referrer-policy|strict-transport-security|permissions-policy|cross-origin-.*)$/

function checkHeaders(name: string, documented: Json, response: Answer, reading: Reading): string[] {
  const documentedHeaders = new Map(
    Object.entries<Json>(documented.headers ?? {}).map(([header, value]) => [header.toLowerCase(), resolve(value)]),
  )
  const found: string[] = []
  for (const [header, { schema, required }] of documentedHeaders) {
    const value = response.headers[header]
    if (value !== undefined)
      found.push(...reading.problems(`${name}: header ${header}: ${value}`, schema, headerValue(value, resolve(schema).type)))
    else if (required) found.push(`${name}: the header ${header} is missing`)
  }
  for (const header of reading.closed ? Object.keys(response.headers) : []) {
    if (!documentedHeaders.has(header) && !TRANSPORT.test(header)) found.push(`${name}: the header ${header} is not documented`)
  }
  return found
}

function headerValue(value: string, type: string | undefined): unknown {
  if (type === "integer" || type === "number") return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : value
  return value
}

function checkBody(name: string, documented: Json, response: Answer, reading: Reading): string[] {
  const types = Object.keys(documented.content ?? {})
  if (types.length === 0) return response.text === "" ? [] : [`${name}: the contract does not document a body`]
  const type = response.headers["content-type"]?.split(";")[0]?.trim() ?? "none"
  const media = documented.content[type]
  if (!media) return [`${name}: the content type is ${type}, documented: ${types.join(", ")}`]
  if (type !== "application/json" || !media.schema) return []
  if (response.body === undefined) return [`${name}: the body is not JSON`]
  return reading.problems(`${name} body`, media.schema, response.body)
}
