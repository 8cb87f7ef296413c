// Rules for the change of one value. A change is breaking if a previously correct client could now fail or not compile.
import { isDeepStrictEqual } from "node:util"
import { diffLines } from "diff"
import { type Json, resolve } from "../shared/document.ts"

export type Kind = "breaking" | "additive" | "docs"

/** The side that must accept a value: the service (a request) or the client (a response or a webhook). */
export type Side = "request" | "response"

/** `diff` has the lines that are gone and new, each after its `-` or `+`. */
export type Found = { kind: Kind; place: string; text: string; diff?: string[] }

/** The place of a comparison. `kept` has the results for each component. */
export type At = { before: Json; after: Json; place: string; side: Side; kept: Map<string, Found[]> }

/** Compares the two values of one member. An absent value is undefined. */
export type Rule = (before: Json, after: Json, at: At, name: string) => Found[]

export const found = (kind: Kind, at: At, text: string): Found[] => [{ kind, place: at.place, text }]

/** Compares all members of two objects, each by its rule. A member without a rule must not change. */
export const compareMembers = (rules: Record<string, Rule>, before: Json, after: Json, at: At): Found[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) =>
    (rules[name] ?? always("breaking"))(before[name], after[name], at, name),
  )

/** Pairs values with the same key, and calls `both`, `gone` or `added` for each. */
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

/** An addition without `x-since` would be missing from the API's changelog. */
export const isNew = (contract: Json, node: Json): string => {
  const since = resolve(contract, node)["x-since"]
  return since ? `is new since ${since}` : "is new (no x-since)"
}

export const mapOf = (value: Json): Map<string, Json> => new Map(Object.entries(value ?? {}))

/** The whole value, because an approval must not match another value with the same beginning. */
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

/** Text for people. The diff shows the change, so the line only mentions it. */
export const text: Rule = (before, after, at, name) =>
  isDeepStrictEqual(before, after) ? [] : found("docs", at, `${name} changed`)

const changedLines = (before: string, after: string): string[] =>
  diffLines(before, after)
    .filter(({ added, removed }) => added || removed)
    .flatMap(({ value, added }) =>
      value
        .replace(/\n$/, "")
        .split("\n")
        .map((line) => `${added ? "+" : "-"} ${line}`.trimEnd()),
    )

/** Text of many lines. The report shows those that changed. */
export const prose: Rule = (before = "", after = "", at, name) =>
  text(before, after, at, name).map((each) => ({ ...each, diff: changedLines(before, after) }))

export const nothing: Rule = () => []

type Width = "wider" | "narrower" | "other"

/** A request may only become wider. A response may only become narrower, because clients size their storage by its limits. */
export const byWidth = (width: (before: Json, after: Json) => Width): Rule =>
  whenChanged((before, after, { side }) =>
    width(before, after) === (side === "request" ? "wider" : "narrower") ? "additive" : "breaking",
  )

export const upperLimit = byWidth((before = Infinity, after = Infinity) => (after > before ? "wider" : "narrower"))
export const lowerLimit = byWidth((before = -Infinity, after = -Infinity) => (after < before ? "wider" : "narrower"))
export const widening = byWidth((_, after) => (after ? "wider" : "narrower"))
export const narrowing = byWidth((_, after) => (after ? "narrower" : "wider"))
/** It cannot be decided which of two patterns is wider. */
export const pattern = byWidth((before, after) => {
  if (before === undefined) return "narrower"
  return after === undefined ? "wider" : "other"
})

/** Whether the member must be sent. In a request this may not become true, in a response not false. */
export const required: Rule = (before = false, after = false, at) => {
  if (before === after) return []
  const kind = after === (at.side === "request") ? "breaking" : "additive"
  return found(kind, at, after ? "is now required" : "is no longer required")
}

/** A set of names. Clients must accept unknown names, but rely on known ones. */
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

/** OpenAPI 3.0 has no type null, so a union that may be null has a branch with this one value. */
export const isNull = (branch: Json): boolean => isDeepStrictEqual(branch.enum, [null])

/** Returns the one branch beside null, or undefined if the node is no such union. */
const besideNull = ({ oneOf = [] }: Json): Json => {
  const rest = oneOf.filter((branch: Json) => !(isNull(branch) && branch.nullable))
  return rest.length === 1 && oneOf.length === 2 ? rest[0] : undefined
}

/** Returns whether null is allowed, by `nullable` or by a branch. */
export const allowsNull = (node: Json): boolean => node.nullable === true || besideNull(node) !== undefined

/** Returns the parts of a node: those of an `allOf`, or the one branch beside null. */
export const partsOf = (node: Json): Json[] => node.allOf ?? (besideNull(node) ? [besideNull(node)] : [])

/** Returns the component that a node names, by itself or as its only part. */
export const refOf = (node: Json): string | undefined => {
  const parts = partsOf(node)
  return node.$ref ?? (parts.length === 1 ? parts[0].$ref : undefined)
}

/**
 * Compares nodes that may be `$ref`s to components. If both name the same component, or a renamed one, the place is the component. Its
 * result is kept, because it is the same from everywhere. Otherwise the place has another component now, and the result is undefined.
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
