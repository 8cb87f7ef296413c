import creditCardType from "credit-card-type"

export type Brand = "visa" | "mastercard" | "amex" | "elo" | "hipercard" | "diners" | "discover" | "jcb" | "aura" | "unknown"

const BRANDS: Record<string, Brand> = {
  visa: "visa",
  mastercard: "mastercard",
  "american-express": "amex",
  elo: "elo",
  hipercard: "hipercard",
  "diners-club": "diners",
  discover: "discover",
  jcb: "jcb",
}

/** ISO/IEC 7812: what a number of a brand that we do not know may measure. */
const SHORTEST = 12
const MAX_LENGTH = 19

/** The digits of a card number as a payer types it, spaces and all; undefined for what no card has. */
export function readNumber(text: string): string | undefined {
  if (!/^[0-9 ]+$/.test(text)) return undefined
  const digits = text.replaceAll(" ", "")
  return knownLengths(digits).includes(digits.length) && passesLuhn(digits) ? digits : undefined
}

export function brandOf(number: string): Brand {
  // Aura is the one Brazilian brand that the library does not know; its numbers have 19 digits, older ones 16.
  if (/^50\d{14,17}$/.test(number) && !isBrand(number, "elo")) return "aura"
  const type = creditCardType(number)[0]?.type
  return (type && BRANDS[type]) || "unknown"
}

/** How many digits the security code has. */
export function cvcLength(number: string): number {
  return brandOf(number) === "amex" ? 4 : 3
}

function isBrand(number: string, type: string): boolean {
  return creditCardType(number).some((candidate) => candidate.type === type)
}

function knownLengths(number: string): number[] {
  const lengths = creditCardType(number).flatMap((candidate) => candidate.lengths)
  return lengths.length > 0 ? lengths : Array.from({ length: MAX_LENGTH - SHORTEST + 1 }, (_, index) => SHORTEST + index)
}

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
