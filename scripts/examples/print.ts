// Prints JSON as YAML, in the style of openapi.yaml: a value that fits on a line is one line.
import { isDeepStrictEqual } from "node:util"
import { load } from "js-yaml"
import type { Json } from "../spec/shared/document.ts"

const LINE_WIDTH = 130
/** Plain in YAML 1.2, but not text in YAML 1.1, which some tools still read. */
const AMBIGUOUS = /^(y|n|yes|no|on|off|\d{4}-\d\d-\d\d.*|\d+(:\d\d)+)$/i

/** Prints `key: value` as lines that end in a line break. */
export function print(key: string, value: Json, indent: number): string {
  return lines(`${" ".repeat(indent)}${key}:`, value, indent)
}

function lines(start: string, value: Json, indent: number): string {
  const line = `${start} ${flow(value)}`
  if (typeof value === "string" && value.includes("\n")) return block(start, value, indent + 2)
  if (!(value instanceof Object)) return `${start} ${scalar(value, (text) => `k: ${text}`)}\n`
  if (line.length <= LINE_WIDTH || Object.keys(value).length === 0) return `${line}\n`
  if (Array.isArray(value)) return `${start}\n${value.map((item) => listItem(item, indent + 2)).join("")}`
  const members = Object.entries<Json>(value)
  return `${start}\n${members.map(([key, member]) => print(scalarKey(key), member, indent + 2)).join("")}`
}

/** The members of a map are two columns to the right of the hyphen. */
function listItem(item: Json, indent: number): string {
  const hyphen = `${" ".repeat(indent)}-`
  const line = `${hyphen} ${flow(item)}\n`
  if (!(item instanceof Object) || line.length <= LINE_WIDTH) return line
  const members = Object.entries<Json>(item).map(([key, member]) => print(scalarKey(key), member, indent + 2))
  return members.join("").replace(/^ +/, `${hyphen} `)
}

function block(start: string, text: string, indent: number): string {
  const chomping = text.endsWith("\n") ? "|" : "|-"
  const indented = text.trimEnd().replace(/^(?=.)/gm, " ".repeat(indent))
  return `${start} ${chomping}\n${indented}\n`
}

function flow(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(flow).join(", ")}]`
  if (!(value instanceof Object)) return scalar(value, (text) => `[${text}]`)
  const members = Object.entries<Json>(value).map(([key, member]) => `${scalarKey(key)}: ${flow(member)}`)
  return members.length > 0 ? `{ ${members.join(", ")} }` : "{}"
}

/** Text is plain if YAML reads it back as the same text at that place. */
function scalar(value: Json, at: (text: string) => string): string {
  if (typeof value !== "string") return String(value)
  return !AMBIGUOUS.test(value) && readsAs(at(value), value) ? value : JSON.stringify(value)
}

const scalarKey = (key: string) => scalar(key, (text) => `k: ${text}`)

function readsAs(yaml: string, text: string): boolean {
  try {
    const read = load(yaml) as Json
    return isDeepStrictEqual(Object.values(read), [text])
  } catch {
    return false
  }
}
