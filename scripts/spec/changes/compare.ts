// Compares two versions of the contract. Lists every difference. A difference without a rule is breaking.
import { type Json, METHODS, type Operation, operations } from "../shared/document.ts"
import { compareOperations } from "./operations.ts"
import {
  type At,
  always,
  compareByKey,
  compareMembers,
  type Found,
  found,
  isNew,
  type Kind,
  mapOf,
  names,
  nothing,
  prose,
  type Rule,
  text,
} from "./rules.ts"

/** A difference, listed once, with the operations and webhooks that it affects. */
export type Change = Found & { reaches: string[] }

const KINDS: Kind[] = ["breaking", "additive", "docs"]

type Reached = Found & { reaches?: string }

/** Paths that differ only in the names of their parameters are the same. */
const nameless = (path: string) => path.replace(/\{\w+\}/g, "{}")

const byRoute = (contract: Json): Map<string, Operation> =>
  new Map(operations(contract).map((operation) => [`${operation.method} ${nameless(operation.path)}`, operation]))

/** The members of a path other than its operations and their parameters. */
const PATH: Record<string, Rule> = {
  ...Object.fromEntries(["parameters", ...METHODS].map((name) => [name, nothing])),
  summary: text,
  description: text,
}

const comparePathItems: Rule = (before, after, at) => {
  const byPath = (paths: Json) =>
    new Map(Object.entries<Json>(paths ?? {}).map(([path, item]) => [nameless(path), { path, item }]))
  return compareByKey(byPath(before), byPath(after), {
    both: (old, now) => compareMembers(PATH, old.item, now.item, { ...at, place: now.path }),
    gone: () => [],
    added: () => [],
  })
}

const routeOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`

const comparePaths = (at: At): Reached[] =>
  compareByKey(byRoute(at.before), byRoute(at.after), {
    both: (before, after) =>
      compareOperations(before, after, { ...at, place: routeOf(after) }).map((each) => ({
        ...each,
        reaches: after.value.operationId,
      })),
    gone: (operation) => found("breaking", { ...at, place: routeOf(operation) }, "is gone"),
    added: (operation) => found("additive", { ...at, place: routeOf(operation) }, isNew(at.after, operation.value)),
  })

/** For the merchant, the body of a webhook is like a response. */
const compareWebhooks = (at: At): Reached[] => {
  const webhooks = ({ "x-webhooks": list = {} }: Json): Map<string, Operation> => byRoute({ paths: list })
  return compareByKey(webhooks(at.before), webhooks(at.after), {
    both: (before, after) => {
      const place = `webhook ${after.path}`
      return compareOperations(before, after, { ...at, side: "response", place }).map((each) => ({ ...each, reaches: place }))
    },
    gone: ({ path }) => found("breaking", { ...at, place: `webhook ${path}` }, "is gone"),
    added: ({ path, value }) => found("additive", { ...at, place: `webhook ${path}` }, isNew(at.after, value)),
  })
}

/** The SDK exports each schema as a type with the same name. */
const schemaNames: Rule = (before, after, at) =>
  compareByKey(mapOf(before), mapOf(after), {
    both: () => [],
    gone: (_, name) =>
      found("breaking", { ...at, place: name }, "is gone; the SDK and generated clients had a type of this name"),
    added: (_, name) => found("additive", { ...at, place: name }, "is a new schema"),
  })

const scopes: Rule = (before, after, at, name) => [
  ...names("scope")(Object.keys(before ?? {}), Object.keys(after ?? {}), at, name),
  ...text(before, after, at, name),
]

const securitySchemes: Rule = (before, after, outside) =>
  compareByKey(mapOf(before), mapOf(after), {
    both: (old, now, name) =>
      compareMembers({ description: text, "x-scopes": scopes }, old, now, { ...outside, place: `security scheme ${name}` }),
    gone: (_, name) => found("breaking", { ...outside, place: `security scheme ${name}` }, "is gone"),
    added: (_, name) => found("additive", { ...outside, place: `security scheme ${name}` }, "is new"),
  })

const examples: Rule = (before, after, outside, name) =>
  compareByKey(mapOf(before), mapOf(after), {
    both: (old, now, example) => text(old, now, { ...outside, place: `example ${example}` }, name),
    gone: (_, example) => found("docs", { ...outside, place: `example ${example}` }, "is gone"),
    added: (_, example) => found("docs", { ...outside, place: `example ${example}` }, "is new"),
  })

/** Other components count at the places where they are used. */
const components: Rule = (before, after, at) => [
  ...schemaNames(before?.schemas, after?.schemas, at, "schemas"),
  ...securitySchemes(before?.securitySchemes, after?.securitySchemes, at, "securitySchemes"),
  ...examples(before?.examples, after?.examples, at, "content"),
]

const info: Rule = (before, after, at) => {
  const rules = { version: always("additive"), title: text, description: prose, contact: text, license: text, "x-logo": text }
  return compareMembers(rules, before, after, { ...at, place: "info" })
}

const ROOT: Record<string, Rule> = {
  paths: comparePathItems, // and comparePaths
  "x-webhooks": comparePathItems, // and compareWebhooks
  security: nothing, // with each operation
  components,
  info,
  tags: text,
  "x-tagGroups": text,
  externalDocs: text,
}

/** Returns all differences of two contracts, each once, the breaking ones first. */
export const compare = (before: Json, after: Json): Change[] => {
  const at: At = { before, after, place: "openapi.yaml", side: "request", kept: new Map() }
  const changes = new Map<string, Change>()
  for (const { kind, place, text, diff, reaches } of [
    ...compareMembers(ROOT, before, after, at),
    ...comparePaths(at),
    ...compareWebhooks(at),
  ] as Reached[]) {
    const known = changes.get(`${place}: ${text}`) ?? { kind, place, text, ...(diff && { diff }), reaches: [] }
    changes.set(`${place}: ${text}`, {
      ...known,
      // An additive change in a response may be breaking in a request.
      kind: KINDS.indexOf(kind) < KINDS.indexOf(known.kind) ? kind : known.kind,
      reaches: reaches && !known.reaches.includes(reaches) ? [...known.reaches, reaches] : known.reaches,
    })
  }
  return [...changes.values()].sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind))
}
