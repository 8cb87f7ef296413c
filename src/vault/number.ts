import creditCardType from "credit-card-type"
import { passesLuhn } from "../base/luhn.ts"

export { passesLuhn }

export type Brand = "visa" | "mastercard" | "amex" | "elo" | "hipercard" | "diners" | "discover" | "jcb" | "aura" | "unknown"

/** Our name for each brand of the library. */
export const BRANDS: Record<string, Brand> = {
  visa: "visa",
  mastercard: "mastercard",
  "american-express": "amex",
  elo: "elo",
  hipercard: "hipercard",
  "diners-club": "diners",
  discover: "discover",
  jcb: "jcb",
}

/** The range of lengths of ISO/IEC 7812, for numbers of unknown brands. */
const MIN_LENGTH = 12
export const MAX_LENGTH = 19

/** Returns the digits of a card number without its spaces, or undefined if the length or the check digit is wrong. */
export function readNumber(text: string): string | undefined {
  if (!/^[0-9 ]+$/.test(text)) return undefined
  const digits = text.replaceAll(" ", "")
  return knownLengths(digits).includes(digits.length) && passesLuhn(digits) ? digits : undefined
}

export function brandOf(number: string): Brand {
  // The library does not know Aura. Aura numbers have 19 digits, and older ones have 16.
  if (/^50\d{14,17}$/.test(number) && !isBrand(number, "elo")) return "aura"
  const type = creditCardType(number)[0]?.type
  return (type && BRANDS[type]) || "unknown"
}

/** Returns the number of digits of the card's security code. */
export function cvcLength(number: string): number {
  return brandOf(number) === "amex" ? 4 : 3
}

function isBrand(number: string, type: string): boolean {
  return creditCardType(number).some((candidate) => candidate.type === type)
}

/** The lengths that numbers with these first digits can have. Returns all lengths for an unknown brand. */
export function knownLengths(number: string): number[] {
  const lengths = creditCardType(number).flatMap((candidate) => candidate.lengths)
  return lengths.length > 0 ? lengths : Array.from({ length: MAX_LENGTH - MIN_LENGTH + 1 }, (_, index) => MIN_LENGTH + index)
}
