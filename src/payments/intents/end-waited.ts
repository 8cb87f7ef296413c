// Sales that end while their payer is authenticated, because they are not to be made any more.
import type { Transaction } from "../../db/database.ts"
import { closeAttempt, moveAttempt } from "../attempts/move.ts"
import { mustFindAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { forgetProof } from "../authentication/store.ts"
import { lockPaymentMethod } from "../methods/store.ts"
import { useToken } from "../tokens/tokens.ts"
import { isAtIssuer } from "./authenticate.ts"
import type { PaymentScope } from "./mode.ts"
import { holdIntentOf } from "./store.ts"
import type { IntentRow, PaymentError } from "./table.ts"
import { transitionIntent } from "./transition.ts"

const DETACHED: PaymentError = {
  code: "payment_method_not_found",
  message: "The saved card was detached before it was charged, so nothing was charged. Ask the payer for another card.",
}

/**
 * Ends a sale whose payer is authenticated, and cancels its payment. The acquirer was not sent the sale, certainly did not make it, or waits for
 * the payer too. Returns undefined if another process has sent or ended it.
 */
export async function endWaited(
  tx: Transaction,
  scope: PaymentScope,
  { account, id, payment_intent }: AttemptRow,
  last_payment_error: PaymentError,
): Promise<IntentRow | undefined> {
  // The intent is locked before its attempt, as in all code that ends a sale.
  const intent = await holdIntentOf(tx, { account, id, payment_intent })
  const sale = await mustFindAttempt(tx, { account, id })
  const isWaited = intent.status === "requires_action" && intent.latest_attempt === id
  if (!isWaited || (sale.state !== "waiting" && sale.state !== "new")) return undefined
  // An acquirer that holds the sale may still charge it. So it is monitored.
  const isHeldThere = intent.charge !== null || isAtIssuer(sale)
  const ended = isHeldThere
    ? await moveAttempt(tx, scope, { ...sale, polling_since: null }, sale.state === "new" ? "give_up" : "ended", "refused")
    : await closeAttempt(tx, sale, "refused")
  if (!ended) return undefined
  await useToken(tx, sale)
  await forgetProof(tx, sale)
  return transitionIntent(tx, scope, intent, "failed", { last_payment_error })
}

/**
 * Ends the sale of a saved card that was detached while its payer was authenticated. A confirm with a detached card is refused too. The lock
 * keeps the card from being detached before the transaction ends. Returns whether the sale has ended by that.
 */
export async function endIfDetached(tx: Transaction, scope: PaymentScope, sale: AttemptRow): Promise<boolean> {
  const { account, payment_method } = sale
  if (payment_method === null) return false
  const method = await lockPaymentMethod(tx, account, payment_method)
  return method?.customer === null && (await endWaited(tx, scope, sale, DETACHED)) !== undefined
}
