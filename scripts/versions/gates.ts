// What each version of the API added: the difference between its contract and that of the version before.
import { contractOf } from "../../src/contract/dated.ts"
import { VERSIONS, type Version } from "../../src/versions.ts"
import { type Json, type Operation, operations, parameters, resolve } from "../spec/shared/document.ts"

type Kind =
  | "path"
  | "method"
  | "query parameter"
  | "query value"
  | "request member"
  | "request value"
  | "response member"
  | "response value"
  | "event type"

export type Gate = {
  since: Version
  kind: Kind
  /** A dotted path, with `[]` for an item of a list. In responses, it begins with the name of the schema. */
  name: string
  /** Absent for what several operations share: members and values of responses, and webhooks. The method is in upper case. */
  operation?: { id: string; method: string; path: string }
  /** What a new parameter or member of a request may be. */
  schema?: Json
  /** A value that a parameter or member gained. */
  value?: string
}

/** Returns everything that a version hides from clients of the versions before it. */
export function gatesOf(document: object): Gate[] {
  return VERSIONS.slice(1).flatMap(({ date }, index) => {
    const before = contractOf(document, VERSIONS[index]?.date ?? date) as Json
    const after = contractOf(document, date) as Json
    return [
      ...gatesOfOperations(before, after, date),
      ...gatesOfResources(before, after, date),
      ...gatesOfEvents(before, after, date),
    ]
  })
}

function gatesOfOperations(before: Json, after: Json, since: Version): Gate[] {
  const earlier = new Map(operations(before).map((operation) => [operation.value.operationId, operation]))
  return operations(after).flatMap((each): Gate[] => {
    const operation = { id: each.value.operationId, method: each.method.toUpperCase(), path: each.path }
    const old = earlier.get(operation.id)
    if (!old)
      return [{ since, kind: before.paths[each.path] ? "method" : "path", name: `${operation.method} ${each.path}`, operation }]
    const query = added(queryOf(before, old), queryOf(after, each))
    const body = added(bodyOf(before, old), bodyOf(after, each))
    return [
      ...query.map(
        (more): Gate => ({ since, kind: more.value === undefined ? "query parameter" : "query value", ...more, operation }),
      ),
      ...body.map(
        (more): Gate => ({ since, kind: more.value === undefined ? "request member" : "request value", ...more, operation }),
      ),
    ]
  })
}

/** The members of a place by their dotted paths, with the values that each may have. */
type Members = Map<string, { schema: Json; values: Set<string> }>

/** Returns new members, without those inside of other new ones, and new values of known members. */
function added(before: Members, after: Members): Pick<Gate, "name" | "schema" | "value">[] {
  const isNew = (name: string) => !before.has(name)
  const isInside = (name: string) =>
    [...after.keys()].some(
      (outer) => isNew(outer) && name !== outer && name.startsWith(outer) && /^[.[]/.test(name.slice(outer.length)),
    )
  return [...after].flatMap(([name, { schema, values }]): Pick<Gate, "name" | "schema" | "value">[] => {
    if (isNew(name)) return isInside(name) ? [] : [{ name, schema }]
    return [...values].filter((value) => !before.get(name)?.values.has(value)).map((value) => ({ name, value }))
  })
}

function queryOf(contract: Json, operation: Operation): Members {
  const found: Members = new Map()
  for (const { in: place, name, schema } of parameters(contract, operation))
    if (place === "query") collect(contract, schema, name, found)
  return found
}

function bodyOf(contract: Json, { value }: Operation): Members {
  const schema = resolve(contract, value.requestBody)?.content?.["application/json"]?.schema
  return collect(contract, schema, "", new Map())
}

/** Adds a schema and what is inside it, with `$ref`s followed if `isDeep`. */
function collect(contract: Json, node: Json, name: string, found: Members, isDeep = true, seen: Json[] = []): Members {
  const schema = isDeep ? resolve(contract, node) : node
  if (!schema || typeof schema !== "object" || seen.includes(schema)) return found
  const known = found.get(name)
  const values = [...(schema.enum ?? []), ...(schema["x-extensible-enum"] ?? [])].filter((value) => typeof value === "string")
  found.set(name, { schema: known?.schema ?? schema, values: new Set([...(known?.values ?? []), ...values]) })
  const inside: [Json, string][] = [
    ...Object.entries<Json>(schema.properties ?? {}).map(([member, inner]): [Json, string] => [
      inner,
      name ? `${name}.${member}` : member,
    ]),
    ...["oneOf", "anyOf", "allOf"].flatMap((kind) => (schema[kind] ?? []).map((inner: Json): [Json, string] => [inner, name])),
    ...(schema.items ? [[schema.items, `${name}[]`] as [Json, string]] : []),
  ]
  for (const [inner, at] of inside) collect(contract, inner, at, found, isDeep, [...seen, schema])
  return found
}

/** Returns the members that a later version added to the successful response of an operation, as dotted paths. */
export function addedToResponse(before: object, after: object, operationId: string): string[] {
  const membersIn = (contract: Json): Members => {
    const found: Members = new Map()
    const value = operations(contract).find((operation) => operation.value.operationId === operationId)?.value
    for (const [status, response] of Object.entries<Json>(value?.responses ?? {}))
      if (status.startsWith("2")) collect(contract, resolve(contract, response).content?.["application/json"]?.schema, "", found)
    return found
  }
  return added(membersIn(before), membersIn(after)).flatMap(({ name, value }) => (value === undefined ? [name] : []))
}

/** Members and values of the schemas that responses use, each where it is written. */
function gatesOfResources(before: Json, after: Json, since: Version): Gate[] {
  const shown = shownIn(after)
  return Object.entries<Json>(after.components?.schemas ?? {}).flatMap(([name, schema]): Gate[] => {
    const old = before.components?.schemas?.[name]
    if (!old || !shown.has(name)) return []
    const found = added(collect(before, old, name, new Map(), false), collect(after, schema, name, new Map(), false))
    return found.map((more) => ({ since, kind: more.value === undefined ? "response member" : "response value", ...more }))
  })
}

/** The names of the schemas in responses and webhooks. */
function shownIn(contract: Json): Set<string> {
  const found = new Set<string>()
  const look = (node: Json): void => {
    if (typeof node !== "object" || node === null) return
    const name = /^#\/components\/schemas\/(.+)$/.exec(node.$ref ?? "")?.[1]
    if (name && found.has(name)) return
    if (name) found.add(name)
    for (const each of node.$ref ? [resolve(contract, node)] : Object.values(node)) look(each)
  }
  for (const { value } of operations(contract)) look(value.responses)
  look(contract["x-webhooks"])
  return found
}

function gatesOfEvents(before: Json, after: Json, since: Version): Gate[] {
  const earlier = Object.keys(before["x-webhooks"] ?? {})
  return Object.keys(after["x-webhooks"] ?? {})
    .filter((name) => !earlier.includes(name))
    .map((name) => ({ since, kind: "event type", name }))
}

/** Returns what a gate is about, in words. */
export function nameOf({ name, value, operation, kind }: Gate): string {
  const what = value === undefined ? `\`${name}\`` : `\`${value}\` in \`${name}\``
  return operation && kind !== "path" && kind !== "method" ? `${what} of \`${operation.method} ${operation.path}\`` : what
}
