import creditCardType from "credit-card-type"
import { BRANDS, type Brand, knownLengths, passesLuhn } from "../../vault/number.ts"

export { type Brand, knownLengths, MAX_LENGTH as MAX_DIGITS } from "../../vault/number.ts"

const GAPS = [4, 8, 12, 16]
const AMEX_GAPS = [4, 10]

/** Returns the brand that the first digits identify. If several match, returns the most specific one. */
export function brandOf(digits: string): Brand {
  if (digits === "") return "unknown"
  const types = creditCardType(digits)
  // The library does not know Aura.
  if (/^50\d{14,17}$/.test(digits) && !types.some(({ type }) => type === "elo")) return "aura"
  const [best] = types.filter(strengthOf).sort((one, other) => strengthOf(other) - strengthOf(one))
  return BRANDS[best?.type ?? ""] ?? "unknown"
}

const strengthOf = ({ matchStrength }: { matchStrength?: number }): number => matchStrength ?? 0

export const cvcLength = (digits: string): number => (brandOf(digits) === "amex" ? 4 : 3)

/** Returns the positions of the digits that follow a space. */
export function gapsOf(digits: string): number[] {
  return /^(3[47]|30[0-5]|36|38|39)/.test(digits) && digits.length <= 15 ? AMEX_GAPS : GAPS
}

export const isNumber = (digits: string): boolean => knownLengths(digits).includes(digits.length) && passesLuhn(digits)
