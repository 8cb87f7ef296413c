import type { Holdings } from "../../acquirers/acquirer.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { bookDispute, disputedOf } from "../disputes/disputes.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { publicCharge } from "../intents/public-charge.ts"
import type { IntentRow } from "../intents/table.ts"
import { makeRoom, refundsBySending, sumOf } from "../refunds/left.ts"
import { insertRefund } from "../refunds/store.ts"
import { differencesOf } from "./differences.ts"

/**
 * Books what the acquirer shows of the charge that a payment keeps, beyond what is booked: a chargeback as a dispute, and what was sent back
 * elsewhere as a refund. Returns whether there was anything. The caller holds the intent.
 */
export async function bookKept(
  tx: Transaction,
  scope: PaymentScope,
  { id: attempt, charge }: AttemptRow,
  intent: IntentRow,
  held: Holdings,
): Promise<boolean> {
  const { log } = scope.mode
  const about = { attempt, payment_intent: intent.id, charge }
  const { sent } = await refundsBySending(tx, intent)
  const refunded = sumOf(sent.filter(({ reason }) => reason !== "dispute"))
  const disputed = await disputedOf(tx, intent, publicCharge(intent))
  const found = differencesOf(held, { amount: intent.amount, refunded, disputed })
  if (found.disputed > 0) {
    const { id: dispute } = await bookDispute(tx, scope, intent, { amount: found.disputed, reason: null })
    log.warn({ ...about, dispute, amount: found.disputed }, "the card network took money of a payment back: a dispute was booked")
  }
  if (found.refunded > 0) {
    const amount = await makeRoom(tx, scope, intent, found.refunded)
    if (amount < found.refunded) log.error({ ...about, amount: found.refunded - amount }, "more has gone back than a payment had")
    const booked = { amount, reason: null, status: "succeeded", metadata: {}, reported: true } as const
    if (amount > 0) await insertRefund(tx, scope, intent, booked)
    log.warn({ ...about, amount }, "money of a payment was sent back at the acquirer: its refund was booked")
  }
  return found.disputed > 0 || found.refunded > 0
}

/** Whether the outcome of a refund is open that the acquirer may show already. */
export async function hasOpenRefund(db: Queries, intent: IntentRow): Promise<boolean> {
  return (await refundsBySending(db, intent)).sent.some(({ status }) => status === "pending")
}
