// Basic conditions for all other checks: the rules and the comparison follow the contract's references.
import { load } from "js-yaml"
import { lines } from "../../src/base/yaml-lines.ts"
import { type Finding, type Json, type Rule, target } from "./shared/document.ts"

/** Members whose keys are names, not keywords. */
const MAPS = ["properties", "schemas", "parameters", "headers", "responses", "examples", "x-enumDescriptions", "x-errors"]
/** Members with values from clients, which may be null. */
const VALUES = ["example", "default", "enum", "x-extensible-enum", "value"]

/** Returns the references or parts that make up a node. */
const isOneOf = (contract: Json, node: Json): Json[] =>
  node.$ref ? [target(contract, node.$ref)] : [node.allOf, node.oneOf, node.anyOf].flatMap((branches) => branches ?? [])

const isItself = (contract: Json, node: Json): boolean => {
  const seen = new Set<Json>()
  const reached = [node]
  for (const each of reached) {
    for (const next of isOneOf(contract, each)) {
      if (next === node) return true
      if (next && !seen.has(next)) reached.push(next)
      seen.add(next)
    }
  }
  return false
}

const wrongPattern = (pattern: string): string | undefined => {
  try {
    new RegExp(pattern, "u")
  } catch (error) {
    return (error as Error).message
  }
}

const problemsOf = (contract: Json, node: Json): [key: string, message: string][] => {
  if (typeof node.$ref === "string") {
    if (target(contract, node.$ref) === undefined) return [["$ref", `there is no ${node.$ref}; correct the $ref`]]
    return isItself(contract, node) ? [["$ref", `${node.$ref} leads back here; a schema cannot be itself`]] : []
  }
  const wrong = typeof node.pattern === "string" && wrongPattern(node.pattern)
  return wrong ? [["pattern", `the pattern cannot be read: ${wrong}`]] : []
}

const walk = (contract: Json, node: Json, at: string[], isMap: boolean): Finding[] => {
  if (node === null || node === undefined) return [{ at, message: `${at.at(-1)} is empty; give it a value or remove it` }]
  if (typeof node !== "object") return []
  const problems = isMap ? [] : problemsOf(contract, node)
  return [
    ...problems.map(([key, message]) => ({ at: [...at, key], message })),
    ...Object.entries<Json>(node)
      .filter(([key]) => isMap || !VALUES.includes(key))
      .flatMap(([key, inner]) => walk(contract, inner, [...at, key], !isMap && MAPS.includes(key))),
  ]
}

/** Every `$ref` has a target, no node is empty, no schema refers to itself, and every pattern is valid. */
export const sound: Rule = (contract) => walk(contract, contract, [], false)

const escaped = (key: string): string => key.replaceAll("~", "~0").replaceAll("/", "~1")

/** Returns the basic problems of openapi.yaml, each with its line. Empty if the file is not YAML, because Redocly reports that. */
export const unsound = (yaml: string): string[] => {
  let contract: Json
  try {
    contract = load(yaml)
  } catch {
    return []
  }
  const findings = sound(contract)
  const lineOf = lines(yaml)
  return findings.map(({ at, message }) => `openapi.yaml:${lineOf(at)} at #/${at.map(escaped).join("/")}\n\n${message}`)
}
