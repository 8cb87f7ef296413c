import { foldedText } from "./letters.ts"

/** In code points. Letters without marks can be longer than with them, and an index has no room for more. */
const MAX_LENGTH = 255

/** Sorts after every other character. With it, a range includes every name that begins with a text. */
const LAST = "\u{10ffff}"

/** Sorts before every character of a name. */
const END = "\u0001"

/**
 * A name as it is stored to be searched and sorted, the same on every database: without case and marks, and after that the name itself. So
 * names that differ in case or marks alone stand together, in an order of their own. Another name always has another folding.
 */
export function foldedName(name: string): string
export function foldedName(name: string | null): string | null
export function foldedName(name: string | null): string | null {
  return name === null ? null : `${folded(name)}${END}${name}`
}

/** The range of the folded names that begin with a text, without its end. */
export function namesFrom(text: string): { from: string; to: string } {
  const from = folded(text)
  return { from, to: from + LAST }
}

function folded(text: string): string {
  return [...foldedText(text)].slice(0, MAX_LENGTH).join("")
}
