import { ApiError } from "./errors.ts"
import { numberFormat } from "./formats.ts"
import { DECIMALS } from "./iso-4217.ts"

/** Throws parameter_invalid if the code is not an ISO 4217 currency. openapi.yaml checks only the form of the code. */
export function checkCurrency(currency: string): void {
  if (!DECIMALS.has(currency))
    throw new ApiError(
      "parameter_invalid",
      `Unknown currency '${currency}'. Send an ISO 4217 code in lower case, such as 'brl'.`,
      "currency",
    )
}

/** The number of decimals of a currency: 2 for brl, 0 for jpy, 3 for kwd. Returns 2 if the currency is unknown. */
export function decimalsOf(currency: string): number {
  return DECIMALS.get(currency) ?? 2
}

/** Returns an amount in units of its currency, such as 49.9 for 4990 brl. The result is not exact, so use it only for display. */
export function inUnits(amount: number, currency: string): number {
  return amount / 10 ** decimalsOf(currency)
}

/** Formats an amount, which is in the smallest unit of its currency, for people: `R$ 1.234,56`, `$1,234.56`, `¥500`. */
export function money(amount: number, currency: string, lang: string): string {
  return format(amount, currency, lang, {
    minimumFractionDigits: decimalsOf(currency),
    maximumFractionDigits: decimalsOf(currency),
  })
}

/** The same for terminals and logs, without the no-break spaces that pages have. */
export function plainMoney(amount: number, currency: string): string {
  return money(amount, currency, "pt-BR").replace(/\s/g, " ")
}

/** Formats an amount in few characters, for the axis of a chart: `R$ 12 mil`. */
export function compactMoney(amount: number, currency: string, lang: string): string {
  return format(amount, currency, lang, { notation: "compact", minimumFractionDigits: 0, maximumFractionDigits: 1 })
}

/** ICU's own decimals are not those of ISO 4217, and differ between runtimes. So the caller always says how many. */
function format(
  amount: number,
  currency: string,
  lang: string,
  digits: Intl.NumberFormatOptions & { maximumFractionDigits: number },
): string {
  return numberFormat(lang, { style: "currency", currency: currency.toUpperCase(), ...digits }).format(inUnits(amount, currency))
}
