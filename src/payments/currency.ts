import { ApiError } from "../errors.ts"
import { numberFormat } from "../formats.ts"

const CODES = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()))

/** A cache, because creating a number format takes longer than using it. */
const DECIMALS = new Map<string, number>()

/** Throws parameter_invalid if the code is not an ISO 4217 currency. openapi.yaml checks only the form of the code. */
export function checkCurrency(currency: string): void {
  if (!CODES.has(currency))
    throw new ApiError(
      "parameter_invalid",
      `Unknown currency '${currency}'. Send an ISO 4217 code in lower case, such as 'brl'.`,
      "currency",
    )
}

/** The number of decimals of a currency: 2 for brl, 0 for jpy, 3 for kwd. Returns 2 if the currency is unknown. */
export function decimalsOf(currency: string): number {
  if (!CODES.has(currency)) return 2
  const known = DECIMALS.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits } = numberFormat("en", { style: "currency", currency: currency.toUpperCase() }).resolvedOptions()
  DECIMALS.set(currency, maximumFractionDigits!)
  return maximumFractionDigits!
}

/** Returns an amount in units of its currency, such as 49.9 for 4990 brl. The result is not exact, so use it only for display. */
export function inUnits(amount: number, currency: string): number {
  return amount / 10 ** decimalsOf(currency)
}

/** Formats an amount, which is in the smallest unit of its currency, for people: `R$ 1.234,56`, `$1,234.56`, `¥500`. */
export function money(amount: number, currency: string, lang: string): string {
  return numberFormat(lang, { style: "currency", currency: currency.toUpperCase() }).format(inUnits(amount, currency))
}
