import { DateTime } from "luxon"
import { VERSIONS } from "../../src/versions.ts"
import { allSchemas, type Finding, type Json, operations, placeOf, type Rule, resolve } from "./shared/document.ts"

const SENTENCE = "needs a description: a sentence of two words or more"

// A name alone, or a word such as "Why.", adds nothing to the member's name.
const says = (text: unknown) => typeof text === "string" && text.trim().split(/\s+/).length >= 2 && /[.`]$/.test(text.trim())

const undescribed = (contract: Json, places: [string[], Json][]): Finding[] =>
  places
    .filter(([, node]) => !says(resolve(contract, node).description))
    .map(([at]) => ({ at, message: `${at.at(-1)} ${SENTENCE}` }))

/** Every component and every member of an object has a description. */
export const descriptions: Rule = (contract) => {
  const members = allSchemas(contract).flatMap(({ schema, at }) =>
    Object.entries<Json>(schema.properties ?? {}).map(([name, member]): [string[], Json] => [
      [...at, "properties", name],
      member,
    ]),
  )
  const components = ["schemas", "parameters", "headers", "responses", "securitySchemes"].flatMap((kind) =>
    Object.entries<Json>(contract.components[kind] ?? {}).map(([name, value]): [string[], Json] => [
      ["components", kind, name],
      value,
    ]),
  )
  return [...undescribed(contract, components), ...undescribed(contract, members)]
}

const differences = (listed: unknown[], described: object, at: string[], what: string): Finding[] => [
  ...listed
    .filter((value) => !says((described as Json)[String(value)]))
    .map((value) => ({ at, message: `the ${what} ${value} ${SENTENCE}` })),
  ...Object.keys(described)
    .filter((value) => !listed.map(String).includes(value))
    .map((value) => ({ at, message: `describes ${value}, which is no ${what} here` })),
]

/** Every value of an enum has a description. The member describes a single value. The codes of errors are in `x-errors`. */
export const enumDescriptions: Rule = (contract) =>
  allSchemas(contract).flatMap(({ schema, at }) => {
    const values = (schema.enum ?? schema["x-extensible-enum"] ?? []).filter((value: unknown) => value !== null)
    if (values.length < 2 && !schema["x-enumDescriptions"]) return []
    const errors = Object.entries<Json>(schema["x-errors"] ?? {}).map(([code, { description }]) => [code, description])
    return differences(values, schema["x-enumDescriptions"] ?? Object.fromEntries(errors), at, "value")
  })

/** Every scope that an operation needs has a description in `x-scopes`. */
export const scopeDescriptions: Rule = (contract) => {
  const used = new Set(operations(contract).flatMap(({ value }) => value["x-scope"] ?? []))
  const at = ["components", "securitySchemes"]
  const { BearerKey } = contract.components.securitySchemes
  if (!BearerKey) return [{ at, message: "there is no BearerKey, whose x-scopes describe the scopes" }]
  return differences([...used], BearerKey["x-scopes"] ?? {}, [...at, "BearerKey"], "scope")
}

const FIRST = VERSIONS[0].date

const isSince = (since: unknown): boolean =>
  typeof since === "string" &&
  DateTime.fromFormat(since, "yyyy-MM-dd").isValid &&
  since >= FIRST &&
  (since <= DateTime.utc().toISODate() || VERSIONS.some(({ date }) => date === since))

const sinces = (node: Json, at: string[]): Finding[] => {
  if (node === null || typeof node !== "object") return []
  const { "x-since": since, "x-values-since": ofValues, "x-nullable-since": ofNull } = node
  const dates = (text: unknown, ...keys: string[]): Finding[] =>
    text === undefined || isSince(text)
      ? []
      : [{ at: [...at, ...keys], message: `${keys[0]} ${text} must be a version, or a date, YYYY-MM-DD, from ${FIRST} to today` }]
  const listed: unknown[] = [...(node.enum ?? []), ...(node["x-extensible-enum"] ?? [])]
  return [
    ...dates(since, "x-since"),
    ...dates(ofNull, "x-nullable-since"),
    ...Object.entries<Json>(ofValues ?? {}).flatMap(([value, date]) => [
      ...dates(date, "x-values-since", value),
      ...(listed.includes(value) ? [] : [{ at: [...at, "x-values-since"], message: `dates ${value}, which is no value here` }]),
    ]),
    ...Object.entries<Json>(node).flatMap(([key, inner]) => sinces(inner, [...at, key])),
  ]
}

/** The API's changelog lists additions by date. */
export const sinceDates: Rule = (contract) => sinces(contract, [])

// Every path can have these errors, so no operation lists them.
const OF_ROUTES = ["route_not_found", "method_not_allowed"]

/** Every error response lists its codes in `x-error-codes`, and every code belongs to a response of its status. */
export const errorCodes: Rule = (contract) => {
  const errors = contract.components.schemas.ErrorCode?.["x-errors"]
  if (!errors) return [{ at: ["components", "schemas"], message: "there is no ErrorCode, whose x-errors say what the codes are" }]
  const used = new Set(OF_ROUTES)
  const ofResponses = operations(contract).flatMap(({ at, value }) =>
    Object.entries<Json>(value.responses ?? {}).flatMap(([status, node]): Finding[] => {
      if (Number(status) < 400) return []
      const response = resolve(contract, node)
      const codes: string[] = response["x-error-codes"] ?? []
      for (const code of codes) used.add(code)
      const shown = Object.values<Json>(response.content?.["application/json"]?.examples ?? {}).map(
        (example) => resolve(contract, example).value?.error?.code,
      )
      return [
        ...(codes.length > 0 ? [] : [`${status} needs x-error-codes`]),
        ...codes
          .filter((code) => errors[code]?.status !== Number(status))
          .map((code) => `${status} cannot have the code ${code}`),
        ...shown
          .filter((code) => !codes.includes(code))
          .map((code) => `${status} shows the code ${code}, which it does not list`),
      ].map((message) => ({ at: placeOf(node, [...at, "responses", status]), message }))
    }),
  )
  const unused = Object.keys(errors).filter((code) => !used.has(code))
  const at = ["components", "schemas", "ErrorCode"]
  return [...ofResponses, ...unused.map((code) => ({ at, message: `no response lists the code ${code}` }))]
}
