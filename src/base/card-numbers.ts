// Card numbers that people put into a text that is not for them. Only the vault reads the numbers that are.

import { isValidCnpj } from "@brazilian-utils/brazilian-utils/is-valid-cnpj"
import { isValidCpf } from "@brazilian-utils/brazilian-utils/is-valid-cpf"
import { isValidNfeKey } from "@brazilian-utils/brazilian-utils/is-valid-nfe-key"
import creditCardType from "credit-card-type"
import { passesLuhn } from "./luhn.ts"
import { must } from "./must.ts"

/** What stands for a card number that was masked. */
export const MASK = "[card number]"

export const MIN_DIGITS = 13
export const MAX_DIGITS = 19
/** How the digits of a card are printed: 16 of them, or 15. */
export const ON_A_CARD = ["4-4-4-4", "4-6-5"]

/** Numbers that NFKC makes two digits of. */
const TWO_DIGITS = "⑩-⑳㉑-㉟㊱-㊿"
/** Digits of any script, and what NFKC makes digits of: superscripts, subscripts and circled numbers. */
const DIGIT = `[\\p{Nd}²³¹⁰⁴-⁹₀-₉①-⑨⓪${TWO_DIGITS}]`
/** A blank or hyphen of any kind, or a minus sign. */
const BETWEEN = "[\\p{Zs}\\p{Pd}−⁻₋]"
/** Logs mask more than requests are refused for: also digits with a dot or a tab between them, or a tab as JSON writes it. */
const BETWEEN_IN_LOGS = "(?:[\\p{Zs}\\p{Pd}−⁻₋.\\t]|\\\\t)"
/** The longest number of a log, in code units: a digit may have two of them, and what is between two digits as well. */
const MAX_LENGTH = 2 * MAX_DIGITS + 2 * (MAX_DIGITS - 1)

const GROUP = new RegExp(`${DIGIT}+`, "gu")
/** Groups of digits, with one character between two of them. */
const ROW = new RegExp(`${DIGIT}+(?:${BETWEEN}${DIGIT}+)*`, "gu")
const ROW_IN_LOGS = new RegExp(`${DIGIT}+(?:${BETWEEN_IN_LOGS}${DIGIT}+)*`, "gu")
/** A quick look at a text, and a quicker one at a text of ASCII, as nearly all are. */
const ENOUGH_DIGITS = new RegExp(`${DIGIT}(?:${BETWEEN_IN_LOGS}?${DIGIT}){${MIN_DIGITS - 1}}|[${TWO_DIGITS}]`, "u")
const ENOUGH_ASCII_DIGITS = new RegExp(`[0-9](?:(?:[- .\\t]|\\\\t)?[0-9]){${MIN_DIGITS - 1}}`)
const BEYOND_ASCII = /[^\0-\x7f]/
const URLS = /https?:\/\/\S+/gi

/** How many of its first digits tell the brand of a card number. */
const PREFIX = 8
type Range = { from: number; to: number }
/** The prefixes of all brands. The library does not know Aura, whose numbers begin with 50. */
const RANGES = joined(
  Object.values(creditCardType.types)
    .flatMap((type) => creditCardType.getTypeInfo(type).patterns)
    .concat(50)
    .map((pattern) => [pattern].flat())
    .map((ends) => ({ from: Number(`${ends[0]}`.padEnd(PREFIX, "0")), to: Number(`${ends.at(-1)}`.padEnd(PREFIX, "9")) })),
)

/** A group of a row: where it is, and its digits, from 0 to 9. */
type Group = { start: number; end: number; digits: string }
/** Groups that together are a card number. */
type Found = { start: number; end: number; isOnACard: boolean }

/**
 * Whether a text contains a card number: 13 to 19 digits, with single blanks and hyphens between them, in the range of a card brand, with the
 * right check digit, that are no valid CPF or CNPJ. A number begins and ends where a group of digits does.
 */
export function hasCardNumber(text: string): boolean {
  return rowsOf(text, ROW).some(([row]) => numbersIn(row).length > 0)
}

/**
 * Whether a text contains a card number that is grouped as on a card, 4-4-4-4 or 4-6-5. Every tenth order number has the right check digit,
 * so other texts than names may contain a number that is not grouped like this. No number counts in the URLs of a text, or in the access
 * key of an invoice, which is printed in 11 groups of four digits.
 */
export function hasGroupedCardNumber(text: string): boolean {
  return rowsOf(text.replace(URLS, " "), ROW).some(
    ([row]) => numbersIn(row).some(({ isOnACard }) => isOnACard) && !isValidNfeKey(row),
  )
}

/**
 * Returns the first `max` characters of a text for a log, with MASK for each card number. A number that the end would cut is masked, and
 * nothing after it is read.
 */
export function maskCardNumbers(text: string, max = text.length): string {
  const read = text.slice(0, max + MAX_LENGTH)
  let masked = ""
  let at = 0
  for (const row of rowsOf(read, ROW_IN_LOGS)) {
    for (const found of numbersIn(row[0])) {
      const start = row.index + found.start
      if (start >= max) break
      // Of two numbers that overlap, the mask of the first covers the second as well.
      if (start >= at) masked += read.slice(at, start) + MASK
      at = Math.max(at, row.index + found.end)
    }
  }
  return (masked + read.slice(at, max)).slice(0, max)
}

/** Returns whether a text has as many digits as a card number, as a look that is cheaper than a search. */
export function mayHaveCardNumber(text: string): boolean {
  return (BEYOND_ASCII.test(text) ? ENOUGH_DIGITS : ENOUGH_ASCII_DIGITS).test(text)
}

function rowsOf(text: string, row: RegExp): RegExpExecArray[] {
  return mayHaveCardNumber(text) ? [...text.matchAll(row)] : []
}

/** Returns the card numbers of a row, by their start. They may overlap. A group begins at most seven candidates, one of each length. */
function numbersIn(row: string): Found[] {
  const groups = Array.from(row.matchAll(GROUP), toGroup)
  const digits = groups.map((group) => group.digits).join("")
  const found: Found[] = []
  let from = 0
  for (const [first, { start, digits: own }] of groups.entries()) {
    let to = from
    for (let last = first, group = groups[first]; group; group = groups[++last]) {
      to += group.digits.length
      // A document beside other digits is no part of a card number.
      if (to - from > MAX_DIGITS || isDocument(group.digits)) break
      if (to - from < MIN_DIGITS || !isCardNumber(digits.slice(from, to))) continue
      found.push({ start, end: group.end, isOnACard: areOnACard(groups.slice(first, last + 1)) })
    }
    from += own.length
  }
  return found
}

function areOnACard(groups: Group[]): boolean {
  return groups.length <= 4 && ON_A_CARD.includes(groups.map(({ digits }) => digits.length).join("-"))
}

function toGroup({ 0: text, index }: RegExpExecArray): Group {
  const digits = /^[0-9]+$/.test(text) ? text : Array.from(text.normalize("NFKC"), digitOf).join("")
  return { start: index, end: index + text.length, digits }
}

/** The digits of each script follow each other, from 0 to 9. */
function digitOf(digit: string): number {
  const code = must(digit.codePointAt(0), "a digit")
  if (code <= 0x39) return code - 0x30
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return value % 10
}

/** The check digit comes first, because nine of ten candidates fail it. */
function isCardNumber(digits: string): boolean {
  return passesLuhn(digits) && isInRange(digits) && !isDocument(digits)
}

function isInRange(digits: string): boolean {
  const prefix = Number(digits.slice(0, PREFIX))
  return RANGES.some(({ from, to }) => from <= prefix && prefix <= to)
}

/** Joins the ranges that touch, which leaves ten of them. */
function joined(ranges: Range[]): Range[] {
  const all: Range[] = []
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const before = all.at(-1)
    if (before && range.from <= before.to + 1) before.to = Math.max(before.to, range.to)
    else all.push(range)
  }
  return all
}

function isDocument(digits: string): boolean {
  return (digits.length === 11 && isValidCpf(digits)) || (digits.length === 14 && isValidCnpj(digits))
}
