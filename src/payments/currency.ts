import { ApiError } from "../errors.ts"
import { numberFormat } from "../formats.ts"

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
  return numberFormat(lang, { style: "currency", currency: currency.toUpperCase() }).format(cents / 100)
}
