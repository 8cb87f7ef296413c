// The members of Adyen's answers and notifications. Members that are not known are ignored.

type Json = { readonly [name: string]: unknown }

/** The members of an object. Any other value has none. */
export function membersOf(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

/** A text, or the empty one. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : ""
}

/** An amount in the smallest unit of its currency, which is in lower case. Undefined if it cannot be read. */
export function amountOf(given: unknown): { value: number; currency: string } | undefined {
  const { value, currency } = membersOf(given)
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) return undefined
  return /^[A-Z]{3}$/.test(textOf(currency)) ? { value, currency: textOf(currency).toLowerCase() } : undefined
}

/** Adyen's id of a payment or of a request. */
export function isPspReference(text: string): boolean {
  return /^[0-9A-Za-z]{1,64}$/.test(text)
}

/** A reference as statements have it. Other texts must not be stored and shown, because they may repeat parts of the request. */
export function referenceOf(value: unknown): string | null {
  const text = textOf(value).trim()
  return /^[0-9A-Za-z/.-]{1,40}$/.test(text) ? text : null
}
