import { plainLetters } from "../base/letters.ts"

/**
 * A text in printable ASCII, at most `length` characters long. Letters lose their accents, and `gap` stands for all other characters.
 * `refused` are the characters that the reader does not take. Empty if nothing is left.
 */
export function asciiText(text: string, length: number, { refused = /[^\x20-\x7e]+/g, gap = " " } = {}): string {
  return plainLetters(text).replace(refused, gap).replace(/ +/g, " ").trim().slice(0, length).trim()
}
