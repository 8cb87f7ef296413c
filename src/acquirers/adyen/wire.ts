// Values in Adyen's answers and notifications.
import { objectOf } from "../wire/json.ts"

/** A text, or the empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}

/** An amount in the smallest unit of its currency, which is in lower case. Undefined if it cannot be read. */
export function amountOf(given: unknown): { value: number; currency: string } | undefined {
  const { value, currency } = objectOf(given)
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) return undefined
  return /^[A-Z]{3}$/.test(textOf(currency)) ? { value, currency: textOf(currency).toLowerCase() } : undefined
}

/** Adyen's id of a payment or of a request. */
export function isPspReference(text: string): boolean {
  return /^[0-9A-Za-z]{1,64}$/.test(text)
}
