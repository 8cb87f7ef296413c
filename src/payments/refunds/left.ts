import type { Queries, Transaction } from "../../db/database.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import { closeAttempt } from "../attempts/move.ts"
import { latestAttemptOf, openAttemptsOf } from "../attempts/store.ts"
import { type AttemptRow, attempts } from "../attempts/table.ts"
import type { IntentRow } from "../intents/table.ts"
import { activeRefundsOf, completeRefund, saveRefundResponse } from "./store.ts"
import type { RefundRow } from "./table.ts"

/** The most that all refunds and disputes of a payment can give back, in cents: an operator may have accepted less than its amount. */
export async function refundableOf(db: Queries, intent: IntentRow): Promise<number> {
  const { amount = null, currency = null } = (await latestAttemptOf(db, intent)) ?? {}
  return amount !== null && currency === intent.currency ? Math.min(amount, intent.amount) : intent.amount
}

export function sumOf(refunds: readonly Pick<RefundRow, "amount">[]): number {
  return refunds.reduce((sum, { amount }) => sum + amount, 0)
}

/** What is left of a payment beside its pending and succeeded refunds and its disputes, in cents. */
export async function leftToRefund(db: Queries, intent: IntentRow): Promise<number> {
  return (await refundableOf(db, intent)) - sumOf(await activeRefundsOf(db, intent))
}

/**
 * Makes room for money that has certainly gone back: refunds that were not sent yet fail, the newest first, while the payment has less left
 * than `amount` in cents. Returns how much of `amount` the payment has. The caller holds the intent.
 */
export async function makeRoom(tx: Transaction, scope: EventScope, intent: IntentRow, amount: number): Promise<number> {
  const { unsent } = await refundsBySending(tx, intent)
  let left = await leftToRefund(tx, intent)
  for (const refund of unsent.reverse()) {
    if (left >= amount) break
    await failUnsent(tx, scope, refund)
    left += refund.amount
  }
  return Math.max(0, Math.min(left, amount))
}

/**
 * The active refunds of an intent, oldest first: those that are stored and not sent yet, and those that its acquirer may show. What the card
 * network took was never sent, and is among the latter.
 */
export async function refundsBySending(db: Queries, intent: IntentRow): Promise<{ unsent: RefundRow[]; sent: RefundRow[] }> {
  const { account, id: payment_intent } = intent
  const ids = new Set((await db.all(unsentOf, { account, payment_intent })).map(({ refund }) => refund))
  const isUnsent = ({ id, status }: RefundRow) => status === "pending" && ids.has(id)
  const active = await activeRefundsOf(db, intent)
  return { unsent: active.filter(isUnsent), sent: active.filter((refund) => !isUnsent(refund)) }
}

const unsentOf = attempts.find(["account", "payment_intent"], (rows) =>
  rows.where({ kind: "refund", state: "new" }).select<Pick<AttemptRow, "refund">>("refund"),
)

async function failUnsent(tx: Transaction, scope: EventScope, { account, id }: RefundRow): Promise<void> {
  for (const attempt of await tx.all(openAttemptsOf, { account, refund: id })) {
    await closeAttempt(tx, attempt, "not_sent")
    await completeRefund(tx, scope, id, "failed")
    await saveRefundResponse(tx, attempt, scope.now)
  }
}
