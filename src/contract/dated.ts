import { bodyBefore, type Changes, type MembersSince } from "../versions/before.ts"
import { isLater, VERSIONS, type Version } from "../versions.ts"

/** A part of the contract: JSON of any shape. */
export type Node = null | string | number | boolean | Node[] | { [name: string]: Node }
type Members = { [name: string]: Node }

/**
 * Returns the contract as it is for clients of a version: openapi.yaml without what `x-since` dates after it. That is an operation, a
 * parameter, a header, a schema or a member. Values of an `enum` or `x-extensible-enum` have their dates in `x-values-since` beside it, and
 * the types of events have those of their webhooks. A `minimum` that became lower has the one before it in `x-minimum-before`, and a
 * `nullable` that came later has its date in `x-nullable-since`. What refers to something that is gone is gone too. In a description, a
 * paragraph that begins with `From 2026-12-01:` is for that version and later ones. Examples show what clients of the version see.
 */
export function contractOf(document: object, version: Version): object {
  const { openapi, info, ...rest } = document as Members
  const gone = goneFrom(document as Members, version)
  const changes: Changes = { versions: VERSIONS, members: membersSince(document) }
  const dated = older(rest as Members, { version, gone, changes })
  const kept = withoutUnused(withoutEmptyPaths(dated), document as Members)
  return { openapi, info: { ...(older(info ?? {}, { version, gone, changes }) as Members), version }, ...kept }
}

type Step = { version: Version; gone: Gone; changes: Changes }

/** The references of the components that a version does not have, and the types of its missing webhooks. */
type Gone = { refs: Set<string>; events: Set<string> }

function goneFrom(document: Members, version: Version): Gone {
  const later = (group: Node | undefined) =>
    Object.entries(membersOf(group)).flatMap(([name, node]) => (isLater(sinceOf(node), version) ? [name] : []))
  const components = Object.entries(membersOf(document.components))
  return {
    refs: new Set(components.flatMap(([kind, group]) => later(group).map((name) => `#/components/${kind}/${name}`))),
    events: new Set(later(document["x-webhooks"])),
  }
}

function older(node: Node, step: Step): Node {
  if (Array.isArray(node)) return node.filter((each) => !isGone(each, step)).map((each) => older(each, step))
  if (!isMembers(node)) return node
  const values = membersOf(node["x-values-since"])
  const minima = node["x-minimum-before"]
  const isLaterNull = isLater(textOf(node["x-nullable-since"]), step.version)
  const isLaterValue = (value: Node) =>
    typeof value === "string" && (isLater(textOf(values[value]), step.version) || step.gone.events.has(value))
  const withoutLater = (byValue: Members) => Object.fromEntries(Object.entries(byValue).filter(([value]) => !isLaterValue(value)))
  const entries = Object.entries(node).flatMap(([name, member]): [string, Node][] => {
    if (isGone(member, step)) return []
    if (name === "description" && typeof member === "string") return [[name, textBefore(member, step.version)]]
    if (name === "value" || name === "example") return [[name, bodyBefore(step.version, member, step.changes)]]
    if (name === "minimum" && isMembers(minima)) return [[name, minimumAt(minima, member, step.version)]]
    if (name === "x-minimum-before" && isMembers(member)) return withDates(name, member, step.version)
    if ((name === "nullable" || name === "x-nullable-since") && isLaterNull) return []
    if (VALUES.has(name) && Array.isArray(member)) return [[name, member.filter((value) => !isLaterValue(value))]]
    if ((name === "x-enumDescriptions" || name === "x-errors") && isMembers(member)) return [[name, withoutLater(member)]]
    if (name === "x-values-since") return Object.keys(withoutLater(values)).length > 0 ? [[name, withoutLater(values)]] : []
    if (name === "required" && Array.isArray(member)) return [[name, member.filter((each) => !lacks(node, each, step))]]
    return [[name, older(member, step)]]
  })
  return Object.fromEntries(entries)
}

/** The minimum of a number in a version, given the minima that it had before some dates. */
function minimumAt(before: Members, newest: Node, version: Version): Node {
  const [next] = Object.keys(before)
    .filter((date) => isLater(date, version))
    .sort()
  return next === undefined ? newest : (before[next] ?? newest)
}

/** A member whose own members are dates, without those that come after a version. Nothing if there are no others. */
function withDates(name: string, byDate: Members, version: Version): [string, Node][] {
  const kept = Object.entries(byDate).filter(([date]) => !isLater(date, version))
  return kept.length > 0 ? [[name, Object.fromEntries(kept)]] : []
}

const VALUES = new Set(["enum", "x-extensible-enum"])

function isGone(node: Node, { version, gone }: Step): boolean {
  if (typeof node === "string") return gone.refs.has(node)
  return isMembers(node) && (isLater(sinceOf(node), version) || gone.refs.has(textOf(node.$ref) ?? ""))
}

/** Returns whether a schema names a required member that the version lacks. */
function lacks(schema: Members, name: Node, step: Step): boolean {
  const member = membersOf(schema.properties)[String(name)]
  return member !== undefined && isGone(member, step)
}

function textBefore(text: string, version: Version): string {
  const paragraphs = text.split("\n\n")
  const kept = paragraphs.filter((each) => !isLater(/^From (\d{4}-\d\d-\d\d): /.exec(each)?.[1], version))
  return kept.length === paragraphs.length ? text : kept.join("\n\n")
}

function withoutEmptyPaths(document: Node): Members {
  const { paths, ...rest } = membersOf(document)
  const kept = Object.entries(membersOf(paths)).filter(([, item]) =>
    Object.keys(membersOf(item)).some((key) => key !== "parameters"),
  )
  return { paths: Object.fromEntries(kept), ...rest }
}

/** Removes the components that only something newer refers to. */
function withoutUnused(dated: Members, document: Members): Members {
  const components = membersOf(dated.components)
  const before = refsIn(document)
  const now = refsIn(dated)
  const entries = Object.entries(components).map(([kind, group]): [string, Node] => {
    const isUnused = (name: string) => before.has(`#/components/${kind}/${name}`) && !now.has(`#/components/${kind}/${name}`)
    return [kind, Object.fromEntries(Object.entries(membersOf(group)).filter(([name]) => !isUnused(name)))]
  })
  const kept = { ...dated, components: Object.fromEntries(entries) }
  return refsIn(kept).size === now.size ? kept : withoutUnused(kept, document)
}

function refsIn(node: Node, found = new Set<string>()): Set<string> {
  if (typeof node === "string" && node.startsWith("#/components/")) found.add(node)
  else if (typeof node === "object" && node !== null) for (const each of Object.values(node)) refsIn(each, found)
  return found
}

/** Returns all types of events: the values of EventType. */
export function eventTypes(document: object): Node[] {
  const type = membersOf(membersOf(membersOf((document as Members).components).schemas).EventType)
  const types = type["x-extensible-enum"]
  return Array.isArray(types) ? types : []
}

/** Returns the dates of the event types that versions added: those of their webhooks. */
export function eventTypesSince(document: object): Record<string, string> {
  const webhooks = Object.entries(membersOf((document as Members)["x-webhooks"]))
  return Object.fromEntries(
    webhooks.flatMap(([type, webhook]) => {
      const since = sinceOf(webhook)
      return since !== undefined && isGate(since) ? [[type, since]] : []
    }),
  )
}

/** Returns the members that versions added to resources, by the kind of the resource: what its member `object` says. */
export function membersSince(document: object): Changes["members"] {
  const found: { [kind: string]: MembersSince } = {}
  const schemas = membersOf(membersOf((document as Members).components).schemas)
  for (const schema of Object.values(schemas)) {
    const kind = kindOf(schema)
    const members = kind === undefined || WRAPPERS.has(kind) ? {} : sinceWithin(schema, document as Members, [])
    if (kind !== undefined && Object.keys(members).length > 0) found[kind] = { ...found[kind], ...members }
  }
  return found
}

/** What they contain is shown as the resource that it is (src/versions/before.ts). */
const WRAPPERS = new Set(["list", "event"])

/** Returns the kind of resource that a schema describes, or undefined if it is another object. */
function kindOf(schema: Node): string | undefined {
  const kinds = membersOf(membersOf(membersOf(schema).properties).object).enum
  return Array.isArray(kinds) && kinds.length === 1 ? textOf(kinds[0]) : undefined
}

function sinceWithin(node: Node, document: Members, seen: Node[]): { [name: string]: string | MembersSince } {
  const schema = resolved(node, document)
  if (!isMembers(schema) || seen.includes(schema)) return {}
  const inner = [...seen, schema]
  const parts = ["oneOf", "anyOf", "allOf"].flatMap((kind) => (Array.isArray(schema[kind]) ? schema[kind] : []))
  const found = Object.assign({}, ...[schema.items ?? null, ...parts].map((part) => sinceWithin(part, document, inner)))
  for (const [name, member] of Object.entries(membersOf(schema.properties))) {
    const since = sinceOf(member) ?? sinceOf(resolved(member, document))
    if (since !== undefined && isGate(since)) found[name] = since
    else {
      const within = sinceWithin(member, document, inner)
      if (Object.keys(within).length > 0) found[name] = within
    }
  }
  return found
}

/** Returns whether a date hides what it dates from clients of older versions. */
function isGate(since: string): boolean {
  return isLater(since, VERSIONS[0].date)
}

/** Follows a reference. Returns any other node unchanged. */
export function resolved(node: Node, document: object): Node {
  const ref = isMembers(node) ? textOf(node.$ref) : undefined
  if (ref === undefined) return node
  const target = ref
    .slice(2)
    .split("/")
    .reduce<Node>((at, key) => membersOf(at)[key] ?? null, document as Members)
  return resolved(target, document)
}

const sinceOf = (node: Node): string | undefined => textOf(membersOf(node)["x-since"])
const textOf = (node: Node | undefined): string | undefined => (typeof node === "string" ? node : undefined)
const membersOf = (node: Node | undefined): Members => (isMembers(node) ? node : {})

function isMembers(node: Node | undefined): node is Members {
  return typeof node === "object" && node !== null && !Array.isArray(node)
}
