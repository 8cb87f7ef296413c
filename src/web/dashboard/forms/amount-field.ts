import { decimalsOf, inUnits } from "../../../base/currency.ts"
import { numberFormat } from "../../../base/formats.ts"
import { readAmount } from "../../../base/read-amount.ts"
import type { Html } from "../../shared/html.ts"
import { LOCALES } from "../../shared/language.ts"
import type { DashboardRequest } from "../request/dashboard-request.ts"
import { textField } from "./fields.ts"
import { fieldText } from "./form-values.ts"

type Amount = { label: string; hint: string; cents: number; currency: string }

/** The field `amount`, which begins with an amount as the viewer's language writes it. */
export function amountField(request: DashboardRequest, { label, hint, cents, currency }: Amount): Html {
  const value = amountText(request, cents, currency)
  return textField(request, { name: "amount", label, value, hint, required: true, maxlength: 30 })
}

/** An amount as the viewer's language writes it in a field, without its currency. */
export function amountText(request: DashboardRequest, cents: number, currency: string): string {
  const decimals = { minimumFractionDigits: decimalsOf(currency), useGrouping: false }
  return numberFormat(LOCALES[request.language], decimals).format(inUnits(cents, currency))
}

/** The amount in the field `amount`, in cents. Undefined if it is none. */
export function readAmountField(request: DashboardRequest, currency: string): number | undefined {
  return readAmount(fieldText(request, "amount"), currency) || undefined
}
