import type { IntentRow } from "../../../../payments/intents/table.ts"
import { type MethodDetails, namedType } from "../../../../payments/methods/details.ts"
import { cardName } from "../../components/card-name.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"
import { WORDS } from "./words.ts"

/** Returns the payment method, once an acquirer has responded. */
export function methodOf({ payment_method_details }: Pick<IntentRow, "payment_method_details">): MethodDetails | undefined {
  return payment_method_details ?? undefined
}

/** Returns `Visa •••• 4242`, `Visa debit •••• 4242`, `PIX`, `PIX Automático` or `Boleto`. Undefined if no method was used yet. */
export function methodText(request: DashboardRequest, row: Pick<IntentRow, "payment_method_details">): string | undefined {
  const method = methodOf(row)
  if (!method) return undefined
  const words = request.words(WORDS)
  if (!method.card) return words.methods[namedType(method)]
  return cardName(method.card, method.card.funding === "debit" ? words.debit : undefined)
}
