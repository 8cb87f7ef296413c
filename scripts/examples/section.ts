// `components.examples`, the last section of openapi.yaml, as text. Names, summaries, order and blank lines are written by hand.
// The values are recorded.
import type { Json } from "../spec/shared/document.ts"
import { print } from "./print.ts"

const HEADING = "\n  examples:\n"
const ENTRY = /^ {4}(\w+):\n((?: {6}(?!value:).*\n)*)(?: {6}value:.*\n(?: {8}.*\n)*)?/gm

/** The text before the section, with its heading, and the section. */
export function splitContract(text: string): [string, string] {
  const end = text.lastIndexOf(HEADING) + HEADING.length
  return [text.slice(0, end), text.slice(end)]
}

/** Returns the section with these values. Throws if it has an example without a value. */
export function withValues(section: string, values: Map<string, Json>): string {
  return section.replace(ENTRY, (_, name: string, rest: string) => {
    if (!values.has(name)) throw new Error(`No operation shows the example ${name}.`)
    return `    ${name}:\n${rest}${print("value", values.get(name), 6)}`
  })
}
