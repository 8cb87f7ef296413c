// Finds a place of the contract by a client's view of it, so a place does not change when a component is renamed:
//   createRefund body reason enum              a keyword of a member of the request
//   retrieveRefund 200 status enum             the same of a response
//   listEvents query limit maximum             the same of a parameter; also: header
//   createToken x-publishable                  a keyword of the operation
//   webhook charge.dispute.created body …      the same of a webhook
//   error card_declined                        the type and status of an error code
import { isDeepStrictEqual } from "node:util"
import { refOf } from "./changes/rules.ts"
import { type Finding, type Json, operations, type Rule, resolve } from "./shared/document.ts"
import { SPECIFICATION } from "./specification.ts"

/** A value of the contract, with the keys from the root to it. */
type Spot = { value: Json; at: string[] }

const into = (contract: Json, { value, at }: Spot, ...keys: string[]): Spot => {
  const next = keys.reduce((parent, key) => parent?.[key], value)
  const target = next && refOf(next)
  if (!target) return { value: next, at: [...at, ...keys] }
  return { value: resolve(contract, { $ref: target }), at: target.replace("#/", "").split("/") }
}

/**
 * Returns a member of an object. `[]` stands for the items of a list, and `*` for all other members. Members may be in a branch of a union.
 */
const member = (contract: Json, spot: Spot, name: string): Spot => {
  const keys = { "[]": ["items"], "*": ["additionalProperties"] }[name] ?? ["properties", name]
  const branches: Spot[] = (spot.value?.oneOf ?? []).map((_: Json, index: number) => into(contract, spot, "oneOf", String(index)))
  const owner = [spot, ...branches].find(({ value }) => into(contract, { value, at: [] }, ...keys).value) ?? spot
  return into(contract, owner, ...keys)
}

const operation = (contract: Json, id: string): Spot => {
  const found = operations(contract).find(({ value }) => value.operationId === id)
  return { value: found?.value, at: found?.at ?? ["paths"] }
}

const parameter = (contract: Json, spot: Spot, where: string, name: string): Spot => {
  const all: Spot[] = (spot.value?.parameters ?? []).map((_: Json, index: number) =>
    into(contract, spot, "parameters", String(index)),
  )
  return all.find(({ value }) => value.in === where && value.name === name) ?? { value: undefined, at: spot.at }
}

/** Returns the part of an operation that `words` name, without the keyword. */
const part = (contract: Json, spot: Spot, [where, name]: string[]): Spot => {
  if (where === undefined) return spot
  if (where === "query" || where === "header") return parameter(contract, spot, where, name!)
  const keys = where === "body" ? ["requestBody"] : ["responses", where]
  const schema = into(contract, into(contract, spot, ...keys), "content", "application/json", "schema")
  const path = name ? name.replaceAll("[]", ".[]").split(".") : []
  return path.reduce((found, each) => member(contract, found, each), schema)
}

const spotOf = (contract: Json, place: string): Spot => {
  const [first, ...words] = place.split(" ") as [string, ...string[]]
  if (first === "error") {
    const codes = into(contract, { value: contract, at: [] }, "components", "schemas", "ErrorCode", "x-errors")
    return into(contract, codes, words[0]!)
  }
  const root =
    first === "webhook"
      ? into(contract, { value: contract, at: [] }, "x-webhooks", words.shift()!, "post")
      : operation(contract, first)
  const keyword = words.pop()!
  const spot = part(contract, root, words)
  // A parameter has its keywords in a schema. A list of values that may grow has another keyword.
  const schema = spot.value?.in && keyword !== "required" ? into(contract, spot, "schema") : spot
  const open = keyword === "enum" && schema.value?.["x-extensible-enum"]
  return into(contract, schema, Array.isArray(open) ? "x-extensible-enum" : keyword)
}

/** Lists are compared in any order. Null is left out, because `nullable` decides about it. */
const comparable = (value: Json): Json => (Array.isArray(value) ? value.filter((each) => each !== null).sort() : value)

const typeAndStatus = (value: Json): Json => value && { type: value.type, status: value.status }

/** Returns whether a pattern accepts a text. An invalid pattern accepts none. */
const takenBy = (pattern: string): ((text: string) => boolean) => {
  try {
    const expression = new RegExp(pattern, "u")
    return (text) => expression.test(text)
  } catch {
    return () => false
  }
}

/** Patterns can be equal but written differently, so the specification has texts that they must accept and refuse. */
const agree = (actual: Json, expected: Json): boolean => {
  if (!expected?.takes) return isDeepStrictEqual(comparable(actual), comparable(expected))
  const takes = takenBy(actual ?? "")
  return expected.takes.every(takes) && !expected.refuses.some(takes)
}

/** Returns a finding if the contract lacks the beginning of the place. */
const missingOf = (contract: Json, place: string): Finding | undefined => {
  const [first, name] = place.split(" ") as [string, string]
  const absent = (at: string[], what: string) => ({ at, message: `there is no ${what}, which the specification describes` })
  if (first === "error")
    return contract.components.schemas.ErrorCode?.["x-errors"] ? undefined : absent(["components", "schemas"], "ErrorCode")
  if (first === "webhook") return contract["x-webhooks"]?.[name] ? undefined : absent(["x-webhooks"], `webhook ${name}`)
  return operation(contract, first).value ? undefined : absent(["paths"], `operation ${first}`)
}

/** The contract agrees with the specification. */
export const specification: Rule = (contract) =>
  SPECIFICATION.flatMap(([rule, expected, ...places]) =>
    places.flatMap((place): Finding[] => {
      const missing = missingOf(contract, place)
      if (missing) return [missing]
      const { value, at } = spotOf(contract, place)
      const actual = place.startsWith("error ") ? typeAndStatus(value) : value
      if (agree(actual, expected)) return []
      const message = `${rule} (${place}: ${JSON.stringify(expected)} is specified, not ${JSON.stringify(actual)})`
      return [{ at: existing(contract, at), message }]
    }),
  )

/** Returns the keys up to the last one that exists. */
const existing = (contract: Json, at: string[]): string[] => {
  const missing = at.findIndex(
    (_, index) => at.slice(0, index + 1).reduce((parent, key) => parent?.[key], contract) === undefined,
  )
  return missing < 0 ? at : at.slice(0, missing)
}

/** Returns the specified value of a place. Throws if there is none. */
export const specified = (place: string): Json => {
  const row = SPECIFICATION.find(([, , ...places]) => places.includes(place))
  if (!row) throw new Error(`Nothing is specified for ${place}.`)
  return row[1]
}
