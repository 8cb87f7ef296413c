// What a debit card cannot pay. Its bank takes the money at once, and in the payer's presence.
import type { Acquirer } from "../../acquirers/acquirer.ts"
import { ApiError } from "../../base/errors.ts"
import type { Funding } from "../../vault/tables.ts"
import { requestedThreeDSecure } from "./options.ts"
import type { IntentRow } from "./table.ts"

type Terms = { off_session?: boolean | null; installments?: number | null }

/** Throws parameter_invalid if no debit card can pay the intent, or not like this. A listener refuses those of products with a plan. */
export function checkDebit(intent: IntentRow, terms: Terms): void {
  const refusal = debitRefusal(intent, terms)
  if (refusal) throw refusal
}

/** Throws parameter_invalid if the acquirer takes no debit cards of a brand. Its payer would be authenticated in vain. */
export function checkDebitBrand(card: { brand: string; funding: Funding } | undefined, { debitBrands }: Acquirer): void {
  if (card?.funding !== "debit" || !debitBrands || debitBrands.includes(card.brand)) return
  throw refused(
    `This account's acquirer takes debit cards of ${debitBrands.join(", ")}, not of ${card.brand}. Create the token of a credit card, or ask the payer for another card.`,
  )
}

/** Why no debit card can pay the intent, or not like this. */
export function debitRefusal(intent: IntentRow, { off_session, installments }: Terms): ApiError | undefined {
  const { currency, amount, capture_method } = intent
  if (currency !== "brl")
    return refused(`A debit card pays in brl only, and this payment intent is in ${currency}. Create the token of a credit card.`)
  if (amount === 0)
    return refused(
      "A debit card is not saved, so it cannot begin a trial that charges nothing. Create the token of a credit card.",
    )
  if (capture_method === "manual")
    return refused(
      "A debit card is captured at once, and this payment intent has the capture_method manual. Create the token of a credit card, or a payment intent that is captured automatically.",
    )
  if ((installments ?? 1) > 1)
    return refused(
      "A debit card pays in one installment. Leave out installments, or create the token of a credit card.",
      "installments",
    )
  if (off_session)
    return refused(
      "A debit card needs its payer, who is authenticated by 3DS. Leave out off_session, or use a saved card.",
      "off_session",
    )
  if (requestedThreeDSecure(intent) === "never")
    return refused(
      "A debit card is always authenticated by 3DS, and this payment intent has request_three_d_secure never. Create the token of a credit card, or a payment intent without this option.",
      "payment_method_options.card.request_three_d_secure",
    )
  return undefined
}

function refused(message: string, param = "payment_method"): ApiError {
  return new ApiError("parameter_invalid", message, param)
}
