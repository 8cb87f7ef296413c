// Card numbers that people put into a text that is not for them. Only the vault reads the numbers that are.
import { isValidCnpj } from "@brazilian-utils/brazilian-utils/is-valid-cnpj"
import { isValidCpf } from "@brazilian-utils/brazilian-utils/is-valid-cpf"
import creditCardType from "credit-card-type"
import { passesLuhn } from "./luhn.ts"

/** What stands for a card number that was masked. */
export const MASK = "[card number]"

export const MIN_DIGITS = 13
export const MAX_DIGITS = 19
/** How the digits of a card are printed: 16 of them, or 15. */
export const ON_A_CARD = ["4-4-4-4", "4-6-5"]
/** A card number, its month, its year and its security code. A longer row of digits is something else, such as the key of an invoice. */
const MAX_DIGITS_OF_A_CARD = 26

/** Groups of digits, full-width ones too, with one blank or hyphen of any kind between two of them. */
const ROW = /[\d０-９]+(?:[\p{Zs}\p{Pd}][\d０-９]+)*/gu
const GROUP = /[\d０-９]+/g
const URLS = /https?:\/\/\S+/gi
/** A quick look at a text. */
const ENOUGH_DIGITS = new RegExp(`[\\d０-９](?:[\\p{Zs}\\p{Pd}]?[\\d０-９]){${MIN_DIGITS - 1}}`, "u")

/** Groups of a row that together are a card number: from `start` up to `end`, in characters of the row. */
type Found = { start: number; end: number; isOnACard: boolean }

/**
 * Whether a text contains a card number: 13 to 19 digits, with single blanks and hyphens between them, in the range of a card brand, with the
 * right check digit, that are no valid CPF or CNPJ. A number begins and ends where a group of digits does.
 */
export function hasCardNumber(text: string): boolean {
  return rowsOf(text).some((row) => numbersIn(row).length > 0)
}

/**
 * Whether a text contains a card number that is grouped as on a card, 4-4-4-4 or 4-6-5. Every tenth order number has the right check digit,
 * so other texts than names may contain a number that is not grouped like this. In the URLs of a text, no number counts.
 */
export function hasGroupedCardNumber(text: string): boolean {
  return rowsOf(text.replace(URLS, " ")).some(
    (row) => countDigits(row) <= MAX_DIGITS_OF_A_CARD && numbersIn(row).some(({ isOnACard }) => isOnACard),
  )
}

/** Replaces each card number of a text with MASK, for logs. */
export function maskCardNumbers(text: string): string {
  return ENOUGH_DIGITS.test(text) ? text.replace(ROW, maskRow) : text
}

function rowsOf(text: string): string[] {
  return ENOUGH_DIGITS.test(text) ? (text.match(ROW) ?? []) : []
}

function maskRow(row: string): string {
  let masked = ""
  let at = 0
  for (const { start, end } of numbersIn(row)) {
    // Of two numbers that overlap, the mask of the first covers the second as well.
    if (start >= at) masked += row.slice(at, start) + MASK
    at = Math.max(at, end)
  }
  return masked + row.slice(at)
}

/** Returns the card numbers of a row, by their start. They may overlap. */
function numbersIn(row: string): Found[] {
  const groups = Array.from(row.matchAll(GROUP), (match) => ({ digits: match[0].normalize("NFKC"), start: match.index }))
  const found: Found[] = []
  for (let first = 0; first < groups.length; first++) {
    let digits = ""
    for (let last = first; last < groups.length && digits.length < MAX_DIGITS; last++) {
      const group = groups[last]!
      // A document beside other digits is no part of a card number.
      if (isDocument(group.digits)) break
      digits += group.digits
      if (!isCardNumber(digits)) continue
      const lengths = groups.slice(first, last + 1).map((each) => each.digits.length)
      const end = group.start + group.digits.length
      found.push({ start: groups[first]!.start, end, isOnACard: ON_A_CARD.includes(lengths.join("-")) })
    }
  }
  return found
}

function isCardNumber(digits: string): boolean {
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return false
  return passesLuhn(digits) && isInRange(digits) && !isDocument(digits)
}

/** The library does not know Aura, whose numbers begin with 50. */
function isInRange(digits: string): boolean {
  return digits.startsWith("50") || creditCardType(digits).length > 0
}

function isDocument(digits: string): boolean {
  return (digits.length === 11 && isValidCpf(digits)) || (digits.length === 14 && isValidCnpj(digits))
}

function countDigits(row: string): number {
  return row.match(GROUP)!.join("").length
}
