import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import type { Ajv, ErrorObject, ValidateFunction } from "ajv"
import { load } from "js-yaml"
import { type Document, OpenAPIBackend, type Operation as RoutedOperation } from "openapi-backend"
import { CARD_NUMBER_RULES, type CardNumberRule } from "../base/errors.ts"
import { NO_ID } from "../base/ids.ts"

export const CONTRACT_FILE = new URL("../../openapi.yaml", import.meta.url)
/** Written by `make generate`. */
const PARSED_FILE = new URL("../../generated/openapi.json", import.meta.url)

/** One operation of the contract, with Vintém's extensions. */
export type Operation = RoutedOperation & {
  operationId: string
  /** Upper case. */
  httpMethod: string
  "x-scope"?: string
  "x-publishable"?: boolean
  "x-test-only"?: boolean
  "x-sdk-resource"?: string
  "x-sdk-method"?: string
  "x-sdk-paging"?: boolean
}

export type Route =
  | { found: "operation"; operation: Operation; params: Record<string, string> }
  | { found: "path"; allow: string[] }
  | { found: "nothing" }

export type Contract = {
  /** The document that the API serves. */
  document: Document
  operations: Operation[]
  securitySchemes: string[]
  match(method: string, path: string): Route
  /** Returns the first error of a request, or undefined. */
  check(operation: Operation, request: CheckedRequest): ErrorObject | undefined
}

export type CheckedRequest = {
  path: Record<string, string>
  query: Record<string, unknown>
  header: Record<string, string | string[] | undefined>
  requestBody?: unknown
}

let loaded: Promise<Contract> | undefined

/** Returns the contract of this process. Reads openapi.yaml and compiles it at the first call. */
export function loadContract(): Promise<Contract> {
  loaded ??= compileContract(readFileSync(CONTRACT_FILE, "utf8"))
  return loaded
}

/** Builds the router and the validators from the text of openapi.yaml, with openapi-backend. */
export async function compileContract(text: string): Promise<Contract> {
  const { document } = generatedFrom(text) ?? parsedContract(text)
  const backend = new OpenAPIBackend({
    definition: withoutMappings(document) as Document,
    quick: true,
    ignoreTrailingSlashes: false,
    // Formats are for readers and generators. Only the patterns and limits beside them are checked.
    ajvOpts: {
      strict: false,
      strictNumbers: true,
      discriminator: true,
      allErrors: false,
      unicodeRegExp: true,
      validateFormats: false,
      // Errors carry their schema, whose description explains a pattern.
      verbose: true,
    },
    customizeAjv: shareByOptions(),
  })
  await backend.init()
  const operations = backend.router.getOperations().map((operation) => ({
    ...operation,
    httpMethod: operation.method.toUpperCase(),
  })) as Operation[]
  const routes = Map.groupBy(
    operations.map((operation) => ({ operation, template: operation.path.split("/").map(partOf) })),
    ({ template }) => template.length,
  )
  const securitySchemes = Object.keys(document.components?.securitySchemes ?? {})

  function match(method: string, path: string): Route {
    const segments = path.split("/")
    const matching = (routes.get(segments.length) ?? []).filter(({ template }) => fits(template, segments))
    const route = matching.find(({ operation }) => operation.httpMethod === method)
    if (route) return { found: "operation", operation: route.operation, params: parameters(route.template, segments) }
    if (matching.length === 0) return { found: "nothing" }
    const allow = matching.map(({ operation }) => operation.httpMethod)
    return { found: "path", allow: isHealthCheck(path) ? [...allow, "HEAD"] : allow }
  }

  const validators = new Map<string, ValidateFunction[]>()
  function check(operation: Operation, request: CheckedRequest): ErrorObject | undefined {
    let ofOperation = validators.get(operation.operationId)
    if (!ofOperation) {
      ofOperation = backend.validator.getRequestValidatorsForOperation(operation.operationId) ?? []
      validators.set(operation.operationId, ofOperation)
    }
    for (const validate of ofOperation) {
      if (!validate(request)) return validate.errors?.[0]
    }
    return undefined
  }

  return { document, operations, securitySchemes, match, check }
}

type ParsedContract = { sha256: string; document: Document }

/** Parses the text of openapi.yaml. */
export function parsedContract(text: string): ParsedContract {
  return { sha256: digest(text), document: load(text) as Document }
}

/**
 * Returns the parsed contract that `make generate` made from this text. Reading JSON takes a twentieth of the time of YAML, and every start
 * waits for it. Returns undefined for any other text, so an edit of openapi.yaml is never overlooked.
 */
function generatedFrom(text: string): ParsedContract | undefined {
  if (!existsSync(PARSED_FILE)) return undefined
  const parsed: ParsedContract = JSON.parse(readFileSync(PARSED_FILE, "utf8"))
  return parsed.sha256 === digest(text) ? parsed : undefined
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/** Load balancers may send HEAD to these paths. No other path accepts it. */
export function isHealthCheck(path: string): boolean {
  return path === "/healthz" || path === "/readyz"
}

/** A part of a path template: the name of a parameter, or a fixed text. */
type Part = { parameter?: string; text: string }

function partOf(text: string): Part {
  return { text, parameter: /^\{(.*)\}$/.exec(text)?.[1] }
}

/** Both have the same number of segments. */
function fits(template: Part[], segments: string[]): boolean {
  return template.every(({ parameter, text }, i) => (parameter ? segments[i] !== "" : text === segments[i]))
}

/** The path parameters. A value that cannot be an id becomes NO_ID, which is never found. */
function parameters(template: Part[], segments: string[]): Record<string, string> {
  const values: Record<string, string> = {}
  for (const [i, segment] of segments.entries()) {
    const parameter = template[i]?.parameter
    if (parameter) values[parameter] = /^\w{1,64}$/.test(segment) ? segment : NO_ID
  }
  return values
}

/**
 * The contract as this version of the service knows it, without room for additions: `x-extensible-enum` becomes `enum`, and objects have
 * only the named members.
 */
export function asKnown(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(asKnown)
  if (node === null || typeof node !== "object") return node
  const { "x-extensible-enum": values, additionalProperties, ...rest } = node as Record<string, unknown>
  const known = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, asKnown(value)]))
  if (Array.isArray(values)) known.enum = rest.nullable ? [...values, null] : values
  const open = additionalProperties === true && "properties" in rest
  return additionalProperties === undefined || open ? known : { ...known, additionalProperties: asKnown(additionalProperties) }
}

/** Rules about several values. The domain checks them, because its errors say which value to leave out. */
const CHECKED_BY_HANDLERS = ["not", "minProperties"]

/** openapi-backend makes an Ajv for each operation and place. Sharing one Ajv for equal options makes the start five times as fast. */
function shareByOptions() {
  const shared = new Map<string, Ajv>()
  return (ajv: Ajv, options: unknown, place: unknown): Ajv => {
    const key = JSON.stringify([options, place])
    const known = shared.get(key)
    if (known) return known
    for (const keyword of CHECKED_BY_HANDLERS) ajv.removeKeyword(keyword)
    ajv.addKeyword({
      keyword: "x-card-number",
      type: "string",
      validate: (rule: CardNumberRule, text: string) => !CARD_NUMBER_RULES[rule](text),
    })
    shared.set(key, ajv)
    return ajv
  }
}

/** Ajv rejects the `mapping` of a discriminator, which generators need. Ajv reads the values in the branches instead. */
function withoutMappings(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutMappings)
  if (node === null || typeof node !== "object") return node
  return Object.fromEntries(
    Object.entries(node).map(([name, value]) => [
      name,
      name === "discriminator" && value?.propertyName ? { propertyName: value.propertyName } : withoutMappings(value),
    ]),
  )
}
