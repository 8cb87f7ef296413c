import { isHealthCheck } from "../../src/contract/routes.ts"
import {
  type Finding,
  type Json,
  type Operation,
  operations,
  parameters,
  parametersAt,
  placeOf,
  type Rule,
  resolve,
} from "./shared/document.ts"

const RESOURCES =
  "tokens payment_intents payment_methods refunds customers products payment_links customer_subscriptions balance events webhook_endpoints merchant_origins".split(
    " ",
  )
const changes = ({ method }: Operation) => method === "post" || method === "delete"
/** Makes a rule for each operation. A string stands for a finding at the operation. */
const each =
  (rule: (operation: Operation, contract: Json) => (string | Finding)[]): Rule =>
  (contract) =>
    operations(contract).flatMap((operation) =>
      rule(operation, contract).map((found) => (typeof found === "string" ? { at: operation.at, message: found } : found)),
    )

/** Every operation has a unique name in camelCase. */
export const operationNames: Rule = (contract) => {
  const seen = new Set<string>()
  return operations(contract).flatMap(({ at, value }): Finding[] => {
    const id = value.operationId
    if (!/^[a-z]+([A-Z][a-z]+)+$/.test(id ?? "")) return [{ at, message: `operationId ${id} is not camelCase` }]
    if (seen.has(id)) return [{ at, message: `operationId ${id} is used by another operation` }]
    seen.add(id)
    return []
  })
}

/** Every operation has a summary, a description and one tag. */
export const operationDocs: Rule = each(({ value }) => [
  ...(value.summary ? [] : ["has no summary"]),
  ...(value.description ? [] : ["has no description"]),
  ...(value.tags?.length === 1 ? [] : ["must have exactly one tag"]),
])

/** An operation that needs a key has `x-scope`, or `x-test-only` if restricted keys cannot call it. */
export const operationScopes: Rule = each(({ method, needsKey, value }) => {
  const scope = value["x-scope"]
  const testOnly = value["x-test-only"] === true
  if (!needsKey) return scope || testOnly ? ["needs no key, so it must not have x-scope or x-test-only"] : []
  if (testOnly) return scope ? ["is x-test-only, so it must not have x-scope: restricted keys cannot call it"] : []
  const [resource, access] = String(scope).split(":")
  if (!RESOURCES.includes(resource!)) return [`x-scope ${scope} names no known resource`]
  const needed = method === "get" ? "read" : "write"
  return access === needed ? [] : [`x-scope ${scope} should be ${resource}:${needed}`]
})

/** Members of every JavaScript object, and `then`, which would make it a promise. */
const OF_OBJECTS = [...Object.getOwnPropertyNames(Object.prototype), "then"]
/** Members of the SDK's client. */
const OF_CLIENT = ["request", "list", "withOptions", "webhooks"]

/** Every operation that needs a key has its own method in the SDK. */
export const operationSdk: Rule = (contract) => {
  const taken = new Set<string>()
  return operations(contract).flatMap((operation): Finding[] => {
    const { "x-sdk-resource": resource, "x-sdk-method": method, "x-sdk-paging": paging } = operation.value
    const finding = (message: string): Finding[] => [{ at: operation.at, message }]
    if (!operation.needsKey) return resource || method ? finding("needs no key, so it must not be in the SDK") : []
    if (!/^[a-z]+[a-zA-Z]*(\.[a-z]+[a-zA-Z]*)?$/.test(resource ?? "") || !/^[a-z]+[a-zA-Z]*$/.test(method ?? ""))
      return finding("needs x-sdk-resource and x-sdk-method in camelCase")
    if (resource.split(".").some((name: string) => [...OF_OBJECTS, ...OF_CLIENT].includes(name)))
      return finding(`the SDK has another member ${resource}; give x-sdk-resource another name`)
    if (OF_OBJECTS.includes(method)) return finding(`the SDK has another member ${method}; give x-sdk-method another name`)
    if (taken.has(`${resource}.${method}`)) return finding(`${resource}.${method} is used by another operation`)
    taken.add(`${resource}.${method}`)
    const names = parameters(contract, operation).map(({ name }) => name)
    const cursors = ["limit", "starting_after", "ending_before"].filter((name) => names.includes(name))
    if (paging && cursors.length < 3) return finding("has x-sdk-paging but not limit, starting_after and ending_before")
    if (!paging && cursors.length > 0) return finding("takes cursors but does not have x-sdk-paging")
    return []
  })
}

/** Operations that need a key take Service-Version. Those that change something also take Idempotency-Key. */
export const requestHeaders: Rule = each((operation, contract) => {
  const names = parameters(contract, operation).map(({ name }) => name)
  const expected = (name: string, wanted: boolean) =>
    names.includes(name) === wanted ? [] : [`${wanted ? "lacks" : "should not have"} the header parameter ${name}`]
  return [
    ...expected("Service-Version", operation.needsKey),
    ...expected("Idempotency-Key", operation.needsKey && changes(operation)),
  ]
})

/**
 * A malformed id is reported as not found, so a path parameter is any string. Query parameters are in snake_case. They are texts or whole
 * numbers, because the service reads no other types.
 */
export const parameterShapes: Rule = each((operation, contract) =>
  parametersAt(contract, operation).flatMap(([{ in: place, name, schema }, at]) => {
    if (place === "path" && JSON.stringify(schema) !== '{"type":"string"}')
      return [{ at, message: `path parameter ${name} must be a plain string` }]
    if (place === "query" && !/^[a-z]+(_[a-z]+)*$/.test(name))
      return [{ at, message: `query parameter ${name} is not snake_case` }]
    if (place === "query" && !["string", "integer"].includes(resolve(contract, schema)?.type))
      return [{ at, message: `query parameter ${name} must be a string or an integer; the service reads no other` }]
    return []
  }),
)

/** An operation documents exactly its possible statuses. */
export const responseStatuses: Rule = each((operation, contract) => {
  const { needsKey, method, path, value } = operation
  const found = Object.keys(value.responses ?? {})
  const expected = new Set(["400", "500"])
  if (needsKey) for (const status of ["401", "403", "503"]) expected.add(status)
  // The client's address can be limited in every operation except the health checks.
  if (!isHealthCheck(path)) expected.add("429")
  if (needsKey && changes(operation)) for (const status of ["409", "422"]) expected.add(status)
  if (method === "post") for (const status of ["413", "415"]) expected.add(status)
  if (path.includes("{")) expected.add("404")
  if (parameters(contract, operation).some(({ name }) => name === "If-None-Match")) expected.add("304")
  const allowed = new Set([...expected, "402", "404", "503"])
  return [
    ...(found.some((status) => status.startsWith("2")) ? [] : ["documents no success"]),
    ...[...expected].filter((status) => !found.includes(status)).map((status) => `does not document ${status}`),
    ...found.filter((status) => !status.startsWith("2") && !allowed.has(status)).map((status) => `should not document ${status}`),
  ]
})

const TYPES: Record<string, string[]> = {
  "400": ["invalid_request_error"],
  "401": ["authentication_error"],
  "402": ["card_error"],
  "403": ["permission_error"],
  "404": ["not_found_error"],
  "409": ["invalid_request_error", "idempotency_error"],
  "413": ["invalid_request_error"],
  "415": ["invalid_request_error"],
  "422": ["idempotency_error"],
  "429": ["rate_limit_error"],
  "500": ["api_error"],
  "503": ["api_error"],
}

/** Every response documents its headers. An error is an ErrorResponse with examples whose type matches the status. */
export const responseContents: Rule = each((operation, contract) =>
  Object.entries<Json>(operation.value.responses ?? {}).flatMap(([status, node]) => {
    const at = placeOf(node, [...operation.at, "responses", status])
    const findings = (messages: string[]): Finding[] => messages.map((message) => ({ at, message }))
    const { headers = {}, content = {} } = resolve(contract, node)
    const success = status.startsWith("2") || status === "304"
    const counted = operation.needsKey && status !== "401"
    const needed = [
      "Request-Id",
      ...(success ? [] : ["Service-Should-Retry"]),
      ...(counted ? ["Service-Version", "Ratelimit-Remaining", "Ratelimit-Reset"] : []),
      ...(operation.needsKey && changes(operation) && (success || ["400", "402", "404"].includes(status))
        ? ["Idempotent-Replayed"]
        : []),
      ...(status === "401" ? ["WWW-Authenticate"] : []),
      ...(status === "429" ? ["Retry-After"] : []),
    ]
    const missing = needed.filter((name) => !headers[name]).map((name) => `${status} lacks the header ${name}`)
    if (success) return findings(missing)
    const media = content["application/json"]
    const shape = media?.schema?.$ref === "#/components/schemas/ErrorResponse" ? [] : [`${status} is not an ErrorResponse`]
    const examples = Object.entries<Json>(media?.examples ?? {}).flatMap(([name, example]) => {
      const type = resolve(contract, example)?.value?.error?.type
      return TYPES[status]?.includes(type) ? [] : [`${status} has the example ${name} of type ${type}`]
    })
    return findings([...missing, ...shape, ...examples])
  }),
)

/** Every request and every response has an example. Redocly checks that the examples are valid. */
export const examplesEverywhere: Rule = each((operation, contract) => {
  const { requestBody, responses } = operation.value
  const places: [what: string, node: Json, at: string[]][] = [
    ["the request", requestBody, [...operation.at, "requestBody"]],
    ...Object.entries<Json>(responses ?? {}).map(([status, node]): [string, Json, string[]] => [
      status,
      node,
      [...operation.at, "responses", status],
    ]),
  ]
  return places.flatMap(([what, node, at]): Finding[] =>
    Object.values<Json>(resolve(contract, node)?.content ?? {}).every(
      ({ example, examples }) => example !== undefined || Object.keys(examples ?? {}).length > 0,
    )
      ? []
      : [{ at: placeOf(node, at), message: `${what} has no example` }],
  )
})
