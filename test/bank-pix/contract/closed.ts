// Schemas of OpenAPI 3.0 are open, and are put together from parts (allOf). Here they are made one, and closed.
import type { Json } from "./json.ts"

/** A schema without references that refuses members that it does not name. The parts of an `allOf` are one object. */
export function closed(schema: Json, document: Json): Json {
  const { properties, items, oneOf, anyOf, also = [], ...rest } = folded(schema, document)
  const inner = (one: Json) => closed(one, document)
  const branches = (list: Json[]) => list.map((branch) => open(branch, document))
  const isObject = properties || oneOf || anyOf || also.length > 0
  return {
    ...rest,
    ...(properties && { properties: mapped(properties, inner) }),
    ...(items && { items: inner(items) }),
    ...(oneOf && { oneOf: branches(oneOf) }),
    ...(anyOf && { anyOf: branches(anyOf) }),
    ...(also.length > 0 && { allOf: branches(also) }),
    ...(isObject && rest.type !== "string" && { unevaluatedProperties: false }),
  }
}

/** A branch of `oneOf`: what it does not name may be named beside it. */
function open(schema: Json, document: Json): Json {
  const { unevaluatedProperties: _, ...rest } = closed(schema, document)
  return rest
}

/** Resolves a reference, and puts the parts of `allOf` together. What cannot be put together is in `also`. */
function folded(schema: Json, document: Json): Json {
  const { allOf = [], ...own } = resolved(schema, document)
  const parts: Json[] = allOf.map((part: Json) => folded(part, document))
  return parts.reduce(together, own)
}

const UNITED = ["properties", "required", "also"]
const NOTES = ["title", "description", "example", "default", "type", "format", "readOnly"]

function together(a: Json, b: Json): Json {
  const clash = Object.keys(b).filter((name) => Object.hasOwn(a, name) && !UNITED.includes(name) && !NOTES.includes(name))
  const apart = Object.fromEntries(clash.map((name) => [name, b[name]]))
  const rest = Object.fromEntries(Object.entries(b).filter(([name]) => !clash.includes(name)))
  return {
    ...a,
    ...rest,
    ...((a.properties || b.properties) && { properties: united(a.properties ?? {}, b.properties ?? {}) }),
    ...((a.required || b.required) && { required: [...new Set([...(a.required ?? []), ...(b.required ?? [])])] }),
    also: [...(a.also ?? []), ...(b.also ?? []), ...(clash.length > 0 ? [apart] : [])],
  }
}

/** A member that both name has to fit both. */
function united(a: Json, b: Json): Json {
  const shared = Object.keys(b).filter((name) => Object.hasOwn(a, name))
  return { ...a, ...b, ...Object.fromEntries(shared.map((name) => [name, { allOf: [a[name], b[name]] }])) }
}

export function resolved(node: Json, document: Json): Json {
  if (typeof node?.$ref !== "string") return node
  const target = node.$ref
    .slice(2)
    .split("/")
    .reduce((part: Json, name: string) => part?.[name.replaceAll("~1", "/")], document)
  if (target === undefined) throw new Error(`the contract has no ${node.$ref}`)
  return resolved(target, document)
}

function mapped(members: Json, change: (one: Json) => Json): Json {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, change(one)]))
}
