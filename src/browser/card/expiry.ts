import type { CardFieldErrorCode } from "../../sdk/browser/types.ts"

/** The API accepts any year. A later year in the fields is a typing error. */
const MAX_YEARS = 30

export const monthOf = (digits: string): number => Number(digits.slice(0, 2))
export const yearOf = (digits: string): number => 2000 + Number(digits.slice(2))

/** Returns whether nothing may follow the digits. `1220` may become a year of four digits. */
export const isWhole = (digits: string): boolean => digits.length === 4 && !digits.endsWith("20")

/** Returns the error of an expiry date, MMYY, or undefined. A card is valid until its month ends in UTC. */
export function flawOfExpiry(digits: string, now = new Date()): CardFieldErrorCode | undefined {
  if (digits.length >= 2 && (monthOf(digits) < 1 || monthOf(digits) > 12)) return "expiry_invalid"
  if (digits.length !== 4) return "expiry_incomplete"
  const months = (yearOf(digits) - now.getUTCFullYear()) * 12 + monthOf(digits) - (now.getUTCMonth() + 1)
  if (months < 0) return "expiry_past"
  return months > MAX_YEARS * 12 ? "expiry_invalid" : undefined
}
