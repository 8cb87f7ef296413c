import { ApiError } from "../errors.ts"

const CODES = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()))

/** Throws parameter_invalid where the code is not an ISO 4217 currency. openapi.yaml checks its form. */
export function checkCurrency(currency: string): void {
  if (!CODES.has(currency))
    throw new ApiError(
      "parameter_invalid",
      `Unknown currency '${currency}'. Send an ISO 4217 code in lower case, such as 'brl'.`,
      "currency",
    )
}

/** Formats an amount in cents for people: `R$ 1.234,56`, `$1,234.56`. */
export function money(cents: number, currency: string, lang: string): string {
  return new Intl.NumberFormat(lang, { style: "currency", currency: currency.toUpperCase() }).format(cents / 100)
}

/**
 * Reads an amount as people type it, with a comma or a point before the cents: `49,90`, `49.90`, `1.234,56`, `1,234.56`, `50`.
 * Returns cents, or undefined for what is no amount.
 */
export function readCents(text: string): number | undefined {
  const match = /^(?:R\$\s*)?(\d{1,13}|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)(?:([.,])(\d{1,2}))?$/.exec(text.trim())
  if (!match) return undefined
  const [, whole, point, cents = ""] = match
  // `1.234.56` has the same sign before the thousands and before the cents.
  if (point && whole!.includes(point)) return undefined
  return Number(whole!.replace(/[.,]/g, "")) * 100 + Number(cents.padEnd(2, "0"))
}
