// Compares schemas. A `$ref` is followed, and the place then starts at its component. So a change to a shared schema reads the same in
// every operation that it affects.
import { isDeepStrictEqual } from "node:util"
import { type Json, resolve } from "../shared/document.ts"
import {
  type At,
  allowsNull,
  always,
  compareByKey,
  compareMembers,
  compareShared,
  type Found,
  found,
  isNew,
  lowerLimit,
  mapOf,
  names,
  narrowing,
  nothing,
  partsOf,
  pattern,
  type Rule,
  refOf,
  required,
  text,
  upperLimit,
  widening,
} from "./rules.ts"

/**
 * Normalizes a schema, because the same can be written in several ways: its `$ref` is followed, branches are in `oneOf`, values in `enum`,
 * and its parts are merged, which agree (vintem/agreeing-parts). A list of values that may grow has `x-extensible-enum: true` beside it.
 */
const merged = (contract: Json, node: Json): Json => {
  const { allOf: _, oneOf, anyOf, ...own } = resolve(contract, node)
  const parts = partsOf(resolve(contract, node))
  if (allowsNull(resolve(contract, node))) own.nullable = true
  if (parts.length === 0 && (oneOf ?? anyOf)) own.oneOf = oneOf ?? anyOf
  const values = own["x-extensible-enum"]
  if (Array.isArray(values)) Object.assign(own, { enum: values, "x-extensible-enum": true })
  const all: Json[] = [...parts.map((part) => merged(contract, part)), own]
  return Object.assign({}, ...all, {
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
    required: all.flatMap(({ required = [] }) => required),
  })
}

/** Without a type, any value is allowed, including null. */
const withNull = (schema: Json): Json => (schema.type || schema.enum || schema.oneOf ? schema : { ...schema, nullable: true })

export const compareSchemas: Rule = (before, after, at, name) => {
  if (before === undefined || after === undefined) return always("breaking")(before, after, at, name)
  const [old, now] = [withNull(merged(at.before, before)), withNull(merged(at.after, after))]
  // Null may be allowed in the component or beside the reference to it. It counts at the place where the schema is used.
  const compareTargets = (oldTarget: Json, nowTarget: Json, inside: At) =>
    compareMerged(
      { ...merged(at.before, oldTarget), nullable: false },
      { ...merged(at.after, nowTarget), nullable: false },
      inside,
    )
  const hasMembers = [before, after].some(({ properties, required }) => properties ?? required)
  const inComponent = hasMembers ? undefined : compareShared(before, after, at, "", compareTargets)
  if (!inComponent) return compareMerged(old, now, at)
  const beside = ["nullable", ...Object.keys(before), ...Object.keys(after)].filter(
    (key) => !["$ref", "allOf", "oneOf"].includes(key),
  )
  const pick = (schema: Json): Json => Object.fromEntries(beside.map((key) => [key, schema[key]]))
  return [...inComponent, ...compareMembers(KEYWORDS, pick(old), pick(now), at)]
}

const compareMerged = (before: Json, after: Json, at: At): Found[] => [
  ...compareMembers(KEYWORDS, before, after, at),
  ...compareProperties(before, after, at),
]

const compareProperties = (before: Json, after: Json, outside: At): Found[] => {
  const isRequired = (schema: Json, name: string): boolean => schema.required?.includes(name) ?? false
  const at = (name: string): At => ({ ...outside, place: `${outside.place}.${name}` })
  return compareByKey(mapOf(before.properties), mapOf(after.properties), {
    both: (old, now, name) => [
      ...compareSchemas(old, now, at(name), name),
      ...required(isRequired(before, name), isRequired(after, name), at(name), name),
    ],
    gone: (_, name) => found("breaking", at(name), "is gone"),
    added: (node, name) =>
      outside.side === "request" && isRequired(after, name)
        ? found("breaking", at(name), "is new and must be sent")
        : found("additive", at(name), isNew(outside.after, node)),
  })
}

const nullable: Rule = (before = false, after = false, at, name) =>
  before === after
    ? []
    : widening(before || undefined, after || undefined, at, name).map((each) => ({
        ...each,
        text: after ? "may be null" : "is never null",
      }))

const enumeration: Rule = (before, after, at, name) => {
  // `nullable` decides about null.
  const [old, now] = [before, after].map((values) => values?.filter((value: Json) => value !== null))
  if (old && now) return names("value")(old, now, at, name)
  return narrowing(old, now, at, "list of values")
}

const additionalProperties: Rule = (before = true, after = true, at, name) => {
  const [old, now] = [before, after].map((value) => (isDeepStrictEqual(value, {}) ? true : value))
  if (old === now) return []
  if (typeof old === "object" && typeof now === "object") return compareSchemas(old, now, { ...at, place: `${at.place}.*` }, name)
  if (old === true && now !== false) return found("breaking", at, "limits its further members")
  // Clients must accept unknown members, so a response may also open.
  if (old === false) return found("additive", at, "is open to further members")
  // The members of a map are values that clients read. They may now have any type, or be missing.
  if (now === true) return found(at.side === "request" ? "additive" : "breaking", at, "takes any further members")
  return found(at.side === "request" || old !== true ? "breaking" : "additive", at, "is closed to further members")
}

/** Whether the list of values may grow. */
const extensible: Rule = (before = false, after = false, at) => {
  if (Boolean(before) === Boolean(after)) return []
  return found(after ? "additive" : "breaking", at, after ? "may have further values" : "has no further values")
}

/** Returns the identity of a branch in a union: the values of the members that have only one. */
const branchName = (contract: Json, branch: Json, index: number): string => {
  const constants = Object.values<Json>(merged(contract, branch).properties ?? {}).flatMap((schema) => {
    const { enum: values } = merged(contract, schema)
    return values?.length === 1 ? values : []
  })
  return constants.join(" ") || refOf(branch)?.split("/").pop() || String(index)
}

const branches: Rule = (before = [], after = [], at, name) => {
  const byName = (contract: Json, list: Json[]) =>
    new Map<string, Json>(list.map((branch, index) => [branchName(contract, branch, index), branch]))
  return compareByKey(byName(at.before, before), byName(at.after, after), {
    both: (old, now, branch) => compareSchemas(old, now, { ...at, place: `${at.place} (${branch})` }, name),
    gone: (_, branch) => found("breaking", at, `no longer has the branch ${branch}`),
    added: (_, branch) => found("additive", at, `has the new branch ${branch}`),
  })
}

/** A value that now leads to another schema, unless that schema was only renamed. New and removed values show in the branches. */
const mapping: Rule = (before, after, at) =>
  compareByKey(mapOf(before), mapOf(after), {
    both: (old, now, value) =>
      old === now || resolve(at.after, { $ref: old }) === undefined
        ? []
        : found("breaking", at, `${value} leads to ${now}, not ${old}`),
    gone: () => [],
    added: () => [],
  })

const discriminator: Rule = (before, after, at, name) => [
  ...always("breaking")(before?.propertyName, after?.propertyName, at, name),
  ...mapping(before?.mapping, after?.mapping, at, name),
]

/** The type and status of each error code. */
const errors: Rule = (before, after, at) =>
  compareByKey(mapOf(before), mapOf(after), {
    both: (old, now, code) => compareMembers({ description: text }, old, now, { ...at, place: `${at.place}, code ${code}` }),
    gone: (_, code) => found("breaking", at, `no longer has the code ${code}`),
    added: (_, code) => found("additive", at, `has the new code ${code}`),
  })

const KEYWORDS: Record<string, Rule> = {
  properties: nothing, // with `required`, in compareProperties
  required: nothing,
  items: (before, after, at, name) => compareSchemas(before, after, { ...at, place: `${at.place}[]` }, name),
  additionalProperties,
  oneOf: branches,
  discriminator,
  enum: enumeration,
  nullable,
  pattern,
  maxLength: upperLimit,
  maximum: upperLimit,
  maxItems: upperLimit,
  maxProperties: upperLimit,
  minLength: lowerLimit,
  minimum: lowerLimit,
  minItems: lowerLimit,
  minProperties: lowerLimit,
  uniqueItems: narrowing,
  "x-errors": errors,
  "x-extensible-enum": extensible,
  "x-since": text,
  "x-values-since": text,
  "x-nullable-since": text,
  "x-enumDescriptions": text,
  "x-expected": text,
  title: text,
  description: text,
  externalDocs: text,
  deprecated: text,
  example: text,
  examples: text,
}
