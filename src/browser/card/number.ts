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

/** Those of ISO/IEC 7812, for numbers of unknown brands. */
const LENGTHS = [12, 13, 14, 15, 16, 17, 18, 19]
export const MAX_DIGITS = 19
const GAPS = [4, 8, 12, 16]
const AMEX_GAPS = [4, 10]

/** The brand of a number, as far as its first digits tell: of those that they are enough for, the one that they tell most exactly. */
export function brandOf(digits: string): Brand {
  if (digits === "") return "unknown"
  const types = creditCardType(digits)
  // The library does not know Aura.
  if (/^50\d{14,17}$/.test(digits) && !types.some(({ type }) => type === "elo")) return "aura"
  const [best] = types.filter(strengthOf).sort((one, other) => strengthOf(other) - strengthOf(one))
  return BRANDS[best?.type ?? ""] ?? "unknown"
}

const strengthOf = ({ matchStrength }: { matchStrength?: number }): number => matchStrength ?? 0

/** The lengths that a number with these first digits may have. */
export function lengthsOf(digits: string): number[] {
  const lengths = digits === "" ? [] : creditCardType(digits).flatMap((type) => type.lengths)
  return lengths.length > 0 ? lengths : LENGTHS
}

export const cvcLength = (digits: string): number => (brandOf(digits) === "amex" ? 4 : 3)

/** Before which digits a space is shown. */
export function gapsOf(digits: string): number[] {
  return /^(3[47]|30[0-5]|36|38|39)/.test(digits) && digits.length <= 15 ? AMEX_GAPS : GAPS
}

export function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const doubled = index % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

export const isNumber = (digits: string): boolean => lengthsOf(digits).includes(digits.length) && passesLuhn(digits)
