// Compares operations and webhooks: their callers, their inputs and their responses.
import { isDeepStrictEqual } from "node:util"
import { type Json, type Operation, resolve } from "../shared/document.ts"
import {
  type At,
  always,
  compareByKey,
  compareMembers,
  compareShared,
  type Found,
  found,
  isNew,
  mapOf,
  names,
  nothing,
  type Rule,
  required,
  text,
} from "./rules.ts"
import { compareSchemas } from "./schemas.ts"

const compareNodes =
  (what: string, rules: Record<string, Rule>): Rule =>
  (before, after, at) =>
    compareShared(before, after, at, `${what} `, (old, now, inside) => compareMembers(rules, old, now, inside)) ??
    compareMembers(rules, resolve(at.before, before), resolve(at.after, after), at)

const mediaTypes: Rule = (before, after, at) =>
  compareByKey(mapOf(before), mapOf(after), {
    both: (old, now) => compareMembers({ schema: compareSchemas, example: text, examples: text }, old, now, at),
    gone: (_, type) => found("breaking", at, `is no longer ${type}`),
    added: (_, type) => found("additive", at, `may be ${type}`),
  })

/** The members of a parameter or a header. */
const VALUE: Record<string, Rule> = {
  in: nothing,
  name: always("breaking"),
  required,
  schema: compareSchemas,
  content: mediaTypes,
  description: text,
  deprecated: text,
  example: text,
  examples: text,
  "x-since": text,
}

const headers: Rule = (before, after, at) =>
  compareByKey(mapOf(before), mapOf(after), {
    both: (old, now, name) => compareNodes("header", VALUE)(old, now, { ...at, place: `${at.place}, header ${name}` }, name),
    gone: (_, name) => found("breaking", at, `no longer has the header ${name}`),
    added: (_, name) => found("additive", at, `has the new header ${name}`),
  })

const RESPONSE: Record<string, Rule> = {
  description: text,
  headers,
  content: mediaTypes,
  "x-error-codes": names("error code"),
}

/** Clients must accept unknown errors. A new success is different: they would not find the data that they requested. */
const responses: Rule = (before, after, outside) => {
  const at: At = { ...outside, side: outside.side === "request" ? "response" : "request" }
  return compareByKey(mapOf(before), mapOf(after), {
    both: (old, now, status) => compareNodes("response", RESPONSE)(old, now, { ...at, place: `${at.place}, ${status}` }, status),
    gone: (_, status) => found("breaking", at, `no longer answers ${status}`),
    added: (_, status) => found(status.startsWith("2") ? "breaking" : "additive", at, `may answer ${status}`),
  })
}

const requestBody: Rule = (before, after, outside, name) => {
  const at = { ...outside, place: `${outside.place}, body` }
  if (before && after) return compareNodes("body", { required, content: mediaTypes, description: text })(before, after, at, name)
  if (before) return found("breaking", at, "is gone")
  return after ? found(after.required ? "breaking" : "additive", at, "is new") : []
}

/**
 * Returns an operation's parameters by location and name. A path parameter is identified by its position, because a path stays the same
 * with other names.
 */
const parametersOf = (contract: Json, { path, value }: Operation): Map<string, Json> => {
  const inPath = path.split("{").map((part) => part.split("}")[0])
  const all = [...(contract.paths[path]?.parameters ?? []), ...(value.parameters ?? [])]
  return new Map(
    all.map((node) => {
      const { in: where, name } = resolve(contract, node)
      return [`${where} parameter ${inPath.includes(name) ? inPath.indexOf(name) : name}`, node]
    }),
  )
}

const compareParameters = (before: Operation, after: Operation, outside: At): Found[] =>
  compareByKey(parametersOf(outside.before, before), parametersOf(outside.after, after), {
    both: (old, now, key) => compareNodes("parameter", VALUE)(old, now, { ...outside, place: `${outside.place}, ${key}` }, key),
    gone: (_, key) => found("breaking", outside, `no longer has the ${key}`),
    added: (node, key) => {
      const at = { ...outside, place: `${outside.place}, ${key}` }
      return outside.side === "request" && resolve(outside.after, node).required
        ? found("breaking", at, "is new and must be sent")
        : found("additive", at, isNew(outside.after, node))
    },
  })

/** The callers of an operation. Allowing more callers is not additive: it must be approved. */
const access = always("breaking")

const OPERATION: Record<string, Rule> = {
  parameters: nothing, // in compareParameters, with those of the path
  requestBody,
  responses,
  security: nothing, // in compareSecurity, with that of all operations
  "x-scope": access,
  "x-publishable": access,
  "x-test-only": access,
  operationId: always("breaking"),
  tags: always("breaking"), // generated clients group their methods by tag
  "x-since": text,
  "x-codeSamples": text,
  summary: text,
  description: text,
  externalDocs: text,
  deprecated: text,
}

const compareSecurity = (before: Operation, after: Operation, at: At): Found[] => {
  const [own, inherited] = [before.value.security ?? after.value.security, "operations without security of their own"]
  const [old, now] = [before.value.security ?? at.before.security, after.value.security ?? at.after.security]
  // Any of the schemes suffices, so their order does not matter.
  const [oldSet, newSet] = [old, now].map((schemes = []) => new Set(schemes.map((each: Json) => JSON.stringify(each))))
  if (isDeepStrictEqual(oldSet, newSet)) return []
  return access(old, now, own ? at : { ...at, place: inherited }, "security")
}

export const compareOperations = (before: Operation, after: Operation, at: At): Found[] => [
  ...compareMembers(OPERATION, before.value, after.value, at),
  ...compareSecurity(before, after, at),
  ...compareParameters(before, after, at),
]
