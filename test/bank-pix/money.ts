const MONEY = /^[0-9]{1,10}\.[0-9]{2}$/

/** Cents of an amount such as `37.00`. Undefined if it is none. */
export function centsOf(text: unknown): number | undefined {
  if (typeof text !== "string" || !MONEY.test(text)) return undefined
  return Number(text.replace(".", ""))
}

/** `37.00` for 3700 cents. */
export function reaisOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`
}
