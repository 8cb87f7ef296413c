// How a change of one value is judged. A change is breaking where a client that was right before could now fail or not compile.
import { isDeepStrictEqual } from "node:util"
import { type Json, resolve } from "../document.ts"

export type Kind = "breaking" | "additive" | "docs"

/** Who has to accept a value: the service (a request) or the client (a response or a webhook). */
export type Side = "request" | "response"

export type Found = { kind: Kind; place: string; text: string }

/** Where the two contracts are compared. `kept` has what was found in each component. */
export type At = { before: Json; after: Json; place: string; side: Side; kept: Map<string, Found[]> }

/** Compares the two values of one member. A value that is absent is undefined. */
export type Rule = (before: Json, after: Json, at: At, name: string) => Found[]

export const found = (kind: Kind, at: At, text: string): Found[] => [{ kind, place: at.place, text }]

/** Compares all members of two objects, each by its rule. A member that no rule knows must not change. */
export const compareMembers = (rules: Record<string, Rule>, before: Json, after: Json, at: At): Found[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    (rules[name] ?? always("breaking"))(before[name], after[name], at, name),
  )

/** Pairs what has the same key, and calls `both`, `gone` or `added` for each. */
export const compareByKey = (
  before: Map<string, Json>,
  after: Map<string, Json>,
  {
    both,
    gone,
    added,
  }: Record<"gone" | "added", (value: Json, key: string) => Found[]> & {
    both: (before: Json, after: Json, key: string) => Found[]
  },
): Found[] => [
  ...[...before].flatMap(([key, value]) => (after.has(key) ? both(value, after.get(key), key) : gone(value, key))),
  ...[...after].flatMap(([key, value]) => (before.has(key) ? [] : added(value, key))),
]

/** An addition without `x-since` does not get into the changelog of the API. */
export const isNew = (contract: Json, node: Json): string => {
  const since = resolve(contract, node)["x-since"]
  return since ? `is new since ${since}` : "is new (no x-since)"
}

export const mapOf = (value: Json): Map<string, Json> => new Map(Object.entries(value ?? {}))

/** In full: an approval must not stand for another value that begins alike. */
const shown = (value: Json): string => (typeof value === "string" ? value : JSON.stringify(value))

/** "maxLength was 22, is 30" */
export const changed = (name: string, before: Json, after: Json): string => {
  if (before === undefined) return `has the new ${name} ${shown(after)}`
  if (after === undefined) return `no longer has the ${name} ${shown(before)}`
  return `${name} was ${shown(before)}, is ${shown(after)}`
}

const whenChanged =
  (kind: (before: Json, after: Json, at: At) => Kind): Rule =>
  (before, after, at, name) =>
    isDeepStrictEqual(before, after) ? [] : found(kind(before, after, at), at, changed(name, before, after))

/** Every change of the member is of this kind. */
export const always = (kind: Kind): Rule => whenChanged(() => kind)

/** Text for people. What changed is in the diff, so the line only says that it did. */
export const text: Rule = (before, after, at, name) =>
  isDeepStrictEqual(before, after) ? [] : found("docs", at, `${name} changed`)

export const nothing: Rule = () => []

type Width = "wider" | "narrower" | "other"

/** A request may only take more than before. A response may only hold less, as clients size their storage by its limits. */
export const byWidth = (width: (before: Json, after: Json) => Width): Rule =>
  whenChanged((before, after, { side }) =>
    width(before, after) === (side === "request" ? "wider" : "narrower") ? "additive" : "breaking",
  )

export const upperLimit = byWidth((before = Infinity, after = Infinity) => (after > before ? "wider" : "narrower"))
export const lowerLimit = byWidth((before = -Infinity, after = -Infinity) => (after < before ? "wider" : "narrower"))
export const widening = byWidth((_, after) => (after ? "wider" : "narrower"))
export const narrowing = byWidth((_, after) => (after ? "narrower" : "wider"))
/** Whether one pattern takes more than another cannot be told. */
export const pattern = byWidth((before, after) => {
  if (before === undefined) return "narrower"
  return after === undefined ? "wider" : "other"
})

/** The member must be sent. In a request that may not become true, in a response not false. */
export const required: Rule = (before = false, after = false, at) => {
  if (before === after) return []
  const kind = after === (at.side === "request") ? "breaking" : "additive"
  return found(kind, at, after ? "is now required" : "is no longer required")
}

/** A set of names. Clients must bear names that they do not know, but rely on those that they do. */
export const names =
  (what: string): Rule =>
  (before = [], after = [], at) => [
    ...before
      .filter((name: Json) => !after.includes(name))
      .flatMap((name: Json) => found("breaking", at, `no longer has the ${what} ${name}`)),
    ...after
      .filter((name: Json) => !before.includes(name))
      .flatMap((name: Json) => found("additive", at, `has the new ${what} ${name}`)),
  ]

/** OpenAPI 3.0 says that an object may be null by a branch that is only null. */
const isNull = (branch: Json): boolean => isDeepStrictEqual(branch.enum, [null])

/** The parts that a node is made of: those of an `allOf`, or the one branch beside null. */
export const partsOf = (node: Json): Json[] => {
  const rest = node.oneOf?.filter((branch: Json) => !isNull(branch)) ?? []
  return node.allOf ?? (rest.length === 1 && node.oneOf.length === 2 ? rest : [])
}

/** The component that a node names, by itself or as its only part. */
export const refOf = (node: Json): string | undefined => {
  const parts = partsOf(node)
  return node.$ref ?? (parts.length === 1 ? parts[0].$ref : undefined)
}

/**
 * Compares what may be `$ref`s to components. Where both name the same one, or one that was renamed, the place is the component, and
 * the result is kept, as it is the same from everywhere. Otherwise returns undefined: the place has another component now.
 */
export const compareShared = (
  before: Json,
  after: Json,
  at: At,
  prefix: string,
  compare: (before: Json, after: Json, at: At) => Found[],
): Found[] | undefined => {
  const [old, now] = [refOf(before), refOf(after)]
  const renamed = old !== undefined && resolve(at.after, { $ref: old }) === undefined
  if (!now || !(old === now || renamed)) return undefined
  const key = `${at.side} ${old} ${now}`
  const known = at.kept.get(key)
  if (known) return known
  at.kept.set(key, []) // ends a cycle
  const place = `${prefix}${now.split("/").pop()}`
  const result = compare(resolve(at.before, { $ref: old }), resolve(at.after, { $ref: now }), { ...at, place })
  at.kept.set(key, result)
  return result
}
