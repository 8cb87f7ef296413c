import { must } from "../../../base/must.ts"
import { NEWEST_VERSION, VERSIONS, type Version } from "../../../versions.ts"
import { contract, contractAt, type Json, resolve } from "./document.ts"

export type Operation = {
  id: string
  /** Upper case. */
  method: string
  path: string
  pattern: RegExp
  /** Whether it needs an API key. */
  keyed: boolean
  /** Whether it needs a secret test key. */
  testOnly: boolean
  /** The scope that a restricted key needs. */
  scope: string | undefined
  parameters: Json[]
  requestBody: Json
  /** The example bodies in the contract. An operation without a request body has one example with an undefined body. */
  examples: { name: string; body: Json }[]
  responses: Record<string, Json>
}

const METHODS = ["get", "post", "put", "patch", "delete"]

/** Every operation of the contract. */
export const operations: Operation[] = operationsOf(contract)

const ofVersions = new Map(
  VERSIONS.map(({ date }) => [date, date === NEWEST_VERSION ? operations : operationsOf(contractAt(date))]),
)

/** Every operation of a version of the contract. */
export function operationsAt(version: Version): Operation[] {
  return must(ofVersions.get(version), version)
}

function operationsOf({ paths }: Json): Operation[] {
  return Object.entries<Json>(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => operationFrom(method, path, item[method])),
  )
}

/** The operations of a version that need an API key. */
export function keyedOperationsAt(version: Version): Operation[] {
  return operationsAt(version).filter(({ keyed }) => keyed)
}

function operationFrom(method: string, path: string, value: Json): Operation {
  const examples = Object.entries<Json>(value.requestBody?.content["application/json"].examples ?? { plain: {} })
  return {
    id: value.operationId,
    method: method.toUpperCase(),
    path,
    pattern: new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{[^{}]+\}/g, "[^/]+")}$`),
    keyed: (value.security ?? contract.security).length > 0,
    testOnly: value["x-test-only"] === true,
    scope: value["x-scope"],
    parameters: (value.parameters ?? []).map(resolve),
    requestBody: value.requestBody,
    examples: examples.map(([name, example]) => ({ name, body: resolve(example).value })),
    responses: value.responses,
  }
}

/** Returns the operation of a method and path in a version, if any. A path without parameters takes precedence. */
export function operationOf(method: string, path: string, version = NEWEST_VERSION): Operation | undefined {
  const matches = operationsAt(version).filter((operation) => operation.method === method && operation.pattern.test(path))
  return matches.find((operation) => operation.path === path) ?? matches[0]
}

/** Returns the schema of the request body, or undefined. */
export function bodySchema({ requestBody }: Operation): Json {
  return requestBody?.content["application/json"].schema
}

/** Returns the schema of a body: the branch that its discriminator names, or the schema itself. */
export function schemaFor(node: Json, body: Json): Json {
  const { discriminator, ...schema } = resolve(node) ?? {}
  return discriminator ? schemaFor({ $ref: discriminator.mapping[body[discriminator.propertyName]] }, body) : schema
}

/** Returns the dotted paths of the members that a body must have. */
export function requiredIn(node: Json, body: Json): string[] {
  const schema = schemaFor(node, body)
  const inside = Object.entries<Json>(schema.properties ?? {}).flatMap(([name, member]) =>
    body[name] instanceof Object ? requiredIn(member, body[name]).map((path) => `${name}.${path}`) : [],
  )
  return [...(schema.required ?? []), ...inside]
}
