// The formats of the fields. Each format separates the digits from the characters that are only shown between them.
import { gapsOf, MAX_DIGITS } from "./number.ts"

export type Format = {
  /** Returns the digits in the text of the field. */
  digitsOf: (text: string) => string
  /** Returns the text for the digits. */
  show: (digits: string) => string
}

const OTHER_DIGITS = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g

/** Keyboards of some languages type other digits. */
const toAscii = (text: string): string => text.replace(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))

const onlyDigits = (text: string, max: number): string => toAscii(text).replace(/\D/g, "").slice(0, max)

export const numberFormat: Format = {
  digitsOf: (text) => onlyDigits(text, MAX_DIGITS),
  show: (digits) => {
    const gaps = gapsOf(digits)
    return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join("")
  },
}

export const expiryFormat: Format = {
  digitsOf: (text) => expiryDigits(toAscii(text).trim()),
  show: (digits) => (digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits),
}

/** Returns MMYY, or its beginning. Browsers that fill in a card write the date in several forms. */
function expiryDigits(text: string): string {
  const [, yearFirst, monthLast] = /^(20\d\d)\s*(?:[-/.]\s*)?(\d\d)$/.exec(text) ?? []
  if (yearFirst && monthLast) return monthLast + yearFirst.slice(2)
  const [, month, year] = /^(\d{1,2})(?: \s*|\s*[-/.]\s*)(\d*)$/.exec(text) ?? []
  if (month !== undefined && year !== undefined) return month.padStart(2, "0") + twoOf(year)
  const digits = text.replace(/\D/g, "")
  // No month begins with 2 to 9.
  const all = /^[2-9]/.test(digits) ? `0${digits}` : digits
  return all.slice(0, 2) + twoOf(all.slice(2))
}

/**
 * Returns the last two digits of `2034`, but keeps `20` and `203` while it is typed. All cards of 2020 have expired, so `20` begins a
 * four-digit year.
 */
function twoOf(year: string): string {
  if (/^20\d\d/.test(year)) return year.slice(2, 4)
  return year.slice(0, year.startsWith("20") ? 3 : 2)
}

/** The format of a code with up to `max()` digits. */
export const codeFormat = (max: () => number): Format => ({
  digitsOf: (text) => onlyDigits(text, max()),
  show: (digits) => digits,
})
