// What can be found of a text. What is stored to be found and what a search compares must agree, so both are made here.

import { MASK, maskCardNumbers } from "./card-numbers.ts"
import { foldedText } from "./letters.ts"

/** The shortest and the longest text that can be searched for, in code points. */
export const MIN_SEARCH = 2
export const MAX_SEARCH = 100

/** In code points. A longer word is found by its beginning. */
const MAX_TERM = 40

/** Sorts after every other character. With it, a range includes every term that begins with a text. */
const LAST = "\u{10ffff}"

/** The words of a text, each once, without case and marks. What looks like a card number is left out. */
export function wordsIn(text: string): string[] {
  const words = foldedText(maskCardNumbers(text).replaceAll(MASK, " ")).split(/[^\p{L}\p{N}]+/u)
  return [...new Set(words)].filter((word) => word !== "")
}

/**
 * A text as a whole, without case, marks and the blanks around it. Undefined if it cannot be searched for, because it is too short, too long,
 * or has what looks like a card number.
 */
export function wholeText(text: string): string | undefined {
  const folded = foldedText(text).trim()
  const length = [...folded].length
  if (length < MIN_SEARCH || length > MAX_SEARCH || maskCardNumbers(text) !== text) return undefined
  return folded
}

/** Whether each of the words begins one of `others`. */
export function beginWords(words: readonly string[], others: readonly string[]): boolean {
  return words.every((word) => others.some((other) => other.startsWith(word)))
}

/** What a term comes from. */
type Kind = "name" | "description" | "metadata"

/** The terms of words, as they are stored. A word of one character is none: nearly every text would have it. */
export function termsOf(kind: Kind, words: readonly string[]): string[] {
  const long = words.filter((word) => [...word].length >= MIN_SEARCH)
  return [...new Set(long.map((word) => termOf(kind, word)))]
}

/** The range of the terms of the words that begin with a text, without its end. */
export function termsFrom(kind: Kind, text: string): { from: string; to: string } {
  const from = termOf(kind, text)
  return { from, to: from + LAST }
}

/** The term of a whole text. */
export function termOfWhole(text: string): string {
  return `metadata ${text}`
}

function termOf(kind: Kind, word: string): string {
  return `${kind} ${[...word].slice(0, MAX_TERM).join("")}`
}
