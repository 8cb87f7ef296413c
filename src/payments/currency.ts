import { ApiError } from "../errors.ts"
import { numberFormat } from "../formats.ts"

const CODES = new Set(Intl.supportedValuesOf("currency").map((code) => code.toLowerCase()))

/** Of the currencies that were asked for. To ask a format takes longer than to use it. */
const DECIMALS = new Map<string, number>()

/** Throws parameter_invalid where the code is not an ISO 4217 currency. openapi.yaml checks its form. */
export function checkCurrency(currency: string): void {
  if (!CODES.has(currency))
    throw new ApiError(
      "parameter_invalid",
      `Unknown currency '${currency}'. Send an ISO 4217 code in lower case, such as 'brl'.`,
      "currency",
    )
}

/** How many decimals the smallest unit of a currency has: 2 for brl, 0 for jpy, 3 for kwd. 2 where the currency is unknown. */
export function decimalsOf(currency: string): number {
  if (!CODES.has(currency)) return 2
  const known = DECIMALS.get(currency)
  if (known !== undefined) return known
  const { maximumFractionDigits } = numberFormat("en", { style: "currency", currency: currency.toUpperCase() }).resolvedOptions()
  DECIMALS.set(currency, maximumFractionDigits!)
  return maximumFractionDigits!
}

/** Returns an amount in units of its currency, such as 49.9 for 4990 brl. Only for people: it is not exact. */
export function inUnits(amount: number, currency: string): number {
  return amount / 10 ** decimalsOf(currency)
}

/** Formats an amount in the smallest unit of its currency for people: `R$ 1.234,56`, `$1,234.56`, `¥500`. */
export function money(amount: number, currency: string, lang: string): string {
  return numberFormat(lang, { style: "currency", currency: currency.toUpperCase() }).format(inUnits(amount, currency))
}
