import { createHash } from "node:crypto"
import { existsSync, readFileSync } from "node:fs"
import { load } from "js-yaml"
import type { Document } from "openapi-backend"
import { must } from "../base/must.ts"
import { FIRST_GATE, NEWEST_VERSION, VERSIONS, type Version } from "../versions.ts"
import { contractOf, type Node, resolved } from "./dated.ts"
import type { Operation } from "./operation.ts"
import { type Route, routesOf } from "./routes.ts"
import { type Compiled, compile } from "./validators.ts"

export const CONTRACT_FILE = new URL("../../openapi.yaml", import.meta.url)
/** Written by `make generate`. */
const PARSED_FILE = new URL("../../generated/openapi.json", import.meta.url)

/** The contract as clients of one version see it. */
export type DatedContract = {
  /** The document that the API serves. */
  document: Document
  operations: Operation[]
  securitySchemes: string[]
  match(method: string, path: string): Route
  find(operationId: string): Operation | undefined
  /** Returns the first error of a request, or undefined. */
  check: Compiled["check"]
}

/** The newest contract, and those of older versions. */
export type Contract = DatedContract & { at(version: Version): DatedContract }

let loaded: Promise<Contract> | undefined

/** Returns the contract of this process. Reads openapi.yaml and compiles it at the first call. */
export function loadContract(): Promise<Contract> {
  loaded ??= compileContract(readFileSync(CONTRACT_FILE, "utf8"))
  return loaded
}

/** Builds the routes and the validators from the text of openapi.yaml, and those of each older version. */
export async function compileContract(text: string): Promise<Contract> {
  const { document } = generatedFrom(text) ?? parsedContract(text)
  let shape = { document, compiled: await compile(document) }
  const contracts = new Map<string, DatedContract>([[NEWEST_VERSION, datedContract(shape)]])
  let successor: string = NEWEST_VERSION
  for (const { date } of VERSIONS.slice(0, -1).reverse()) {
    if (successor >= FIRST_GATE) shape = await compileOlder(contractOf(document, date) as Document, shape)
    contracts.set(date, datedContract({ ...shape, document: withDate(shape.document, date) }))
    successor = date
  }
  const at = (version: Version) => must(contracts.get(version), version)
  return { ...at(NEWEST_VERSION), at }
}

/** A document and what was compiled of it. Versions without a gate between them share it. */
type Shape = { document: Document; compiled: Compiled }

function withDate(document: Document, version: Version): Document {
  return { ...document, info: { ...document.info, version } } as Document
}

function datedContract({ document, compiled: { operations, check } }: Shape): DatedContract {
  const securitySchemes = Object.keys(document.components?.securitySchemes ?? {})
  const byId = new Map(operations.map((operation) => [operation.operationId, operation]))
  return { document, operations, securitySchemes, match: routesOf(operations), find: (id) => byId.get(id), check }
}

/** Compiles only the operations whose requests differ from those of the version after it. The others are shared with it. */
async function compileOlder(older: Document, newer: Shape): Promise<Shape> {
  const isUnchanged = (operation: Operation) => requestOf(older, operation) === requestOf(newer.document, operation)
  const shared = newer.compiled.operations.filter(isUnchanged)
  const own = await compile(without(older, shared))
  const sharedIds = new Set(shared.map(({ operationId }) => operationId))
  const compiled: Compiled = {
    operations: [...shared, ...own.operations],
    check: (operation, request) => (sharedIds.has(operation.operationId) ? newer.compiled : own).check(operation, request),
  }
  return { document: older, compiled }
}

type Paths = Record<string, Record<string, { parameters?: Node; requestBody?: Node }>>

/** Returns what an operation takes, as text in which references are followed. Undefined if the document does not have it. */
function requestOf(document: Document, { path, method }: Operation): string | undefined {
  const operation = (document.paths as Paths)[path]?.[method]
  return operation && JSON.stringify([operation.parameters, operation.requestBody], (_, node: Node) => resolved(node, document))
}

function without(document: Document, operations: Operation[]): Document {
  const paths = structuredClone(document.paths) as Paths
  for (const { path, method } of operations) delete paths[path]?.[method]
  return { ...document, paths } as Document
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
