import type { PaymentType } from "../../acquirers/sale.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import type { PlanTerms } from "./tables.ts"

/** Returns the product's price. Returns the payment's price if the product has none, or if PIX or boleto requires brl. */
export function priceOf(terms: PlanTerms, intent: IntentRow, paymentType: PaymentType): Pick<IntentRow, "amount" | "currency"> {
  const { amount, currency } = terms
  if (amount !== null && currency !== null && (paymentType === "card" || currency === "brl")) return { amount, currency }
  return { amount: intent.amount, currency: intent.currency }
}
