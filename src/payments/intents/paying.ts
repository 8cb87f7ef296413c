// Who pays a sale, and with which card.
import type { Payer } from "../../acquirers/authentication.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import { mustHave } from "../../base/must.ts"
import { type OpenCard, openCard, openSealed } from "../../vault/cards.ts"
import type { SealedCard } from "../../vault/tables.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { findPaymentMethod } from "../methods/store.ts"
import type { PaymentMethodRow } from "../methods/table.ts"
import type { PaymentsMode } from "./mode.ts"
import { payerOfIntent } from "./payer.ts"
import type { IntentRow } from "./table.ts"

const REFUSED_FOR_GOOD = "The card's issuer has refused this saved card for good. Ask the payer for another card."

/** Who pays, and the card in clear or the refusal of a card that must not be sent again. PIX and boleto have no card. */
type Paying = { payer: Payer; card: OpenCard | SaleOutcome | undefined }

/** A function, so that no log and no error can show the card that it returns. */
export type ReadPaying = () => Promise<Paying>

/** A saved card that was read, or the refusal of a card that must not be sent again. */
export async function savedCardOf(
  mode: PaymentsMode,
  method: PaymentMethodRow,
  sealed: SealedCard,
): Promise<OpenCard | SaleOutcome> {
  return refusalForGood(method) ?? openSealed(mode.database, mode, sealed)
}

export async function readPaying(mode: PaymentsMode, attempt: AttemptRow, intent: IntentRow): Promise<Paying> {
  const [payer, card] = await Promise.all([
    payerOfIntent(mode.database, intent),
    attempt.type === "card" ? cardOfSale(mode, attempt) : undefined,
  ])
  return { payer, card }
}

/** The card of a sale, or the refusal of a card that must not be sent again. */
export async function cardOfSale(mode: PaymentsMode, attempt: AttemptRow): Promise<OpenCard | SaleOutcome> {
  const { database } = mode
  const { account, payment_method, card } = mustHave(attempt, "card")
  const method = payment_method === null ? undefined : await findPaymentMethod(database, account, payment_method)
  return (method && refusalForGood(method)) ?? openCard(database, mode, account, card)
}

/**
 * The refusal of a saved card that its issuer has refused for good: card networks charge a fee for trying it again. A payer may still enter
 * the card anew. It may be a new card by then, and Vintém keeps nothing that could tell the two apart.
 */
function refusalForGood({ refused_for_good: code }: PaymentMethodRow): SaleOutcome | undefined {
  return code ? { result: "refused", charge: null, code, message: REFUSED_FOR_GOOD } : undefined
}
