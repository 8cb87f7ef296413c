import type { Queries, Transaction } from "../../db/database.ts"
import { Refusal } from "../../errors.ts"
import { type AttemptRow, findAttempt, isHeld, moveAttempt, openAttemptsOf } from "../attempts/store.ts"
import { findIntentAnywhere } from "../intents/store.ts"
import { completeRefund, type RefundRow } from "./store.ts"

/**
 * Ends a refund that an operator has paid back by hand, or could not pay back. Throws where the refund is not pending, and while the
 * acquirer may still be making it.
 */
export async function settleByHand(tx: Transaction, refund: RefundRow, status: "succeeded" | "failed"): Promise<RefundRow> {
  if (refund.status !== "pending")
    throw new Refusal("refund_not_pending", `The refund ${refund.id} is not pending: its status is ${refund.status}.`)
  for (const attempt of await tx.all(openAttemptsOf, { refund: refund.id })) {
    if (attempt.state === "pending")
      throw new Refusal(
        "refund_accepted",
        `The acquirer has accepted the refund ${refund.id} and will make it. Do not pay it back by hand.`,
      )
    if ((await mayBeMade(tx, attempt)) || !(await closeByHand(tx, attempt)))
      throw new Refusal("refund_in_progress", `The acquirer is making the refund ${refund.id} now. Try again in a minute.`)
  }
  const completed = await completeRefund(tx, refund.id, status)
  if (!completed) throw new Refusal("refund_not_pending", `The refund ${refund.id} is no longer pending.`)
  return completed
}

/** Whether a call is under way, or a request still waits for the outcome. What no process has in hand yet is sent by nobody once it is closed. */
async function mayBeMade(tx: Transaction, { id, state, owner }: AttemptRow): Promise<boolean> {
  if (state === "new") return owner !== null
  return state === "sent" || (await tx.one(isHeld, { id })) !== undefined
}

/** Finds a reversal of any account: money that arrived after its payment intent had ended. */
export async function findReversal(db: Queries, id: string): Promise<AttemptRow | undefined> {
  const attempt = await findAttempt(db, id)
  return attempt?.kind === "reversal" ? attempt : undefined
}

/** Ends a reversal that an operator has made by hand. Throws unless the acquirer has left it to a person. */
export async function settleReversal(tx: Transaction, reversal: AttemptRow): Promise<AttemptRow> {
  const settled = reversal.state === "by_hand" ? await closeByHand(tx, reversal) : undefined
  if (settled) return settled
  if (reversal.state === "done" || reversal.state === "by_hand")
    throw new Refusal("reversal_already_settled", `The reversal ${reversal.id} is already settled.`)
  throw new Refusal(
    "reversal_in_progress",
    `The acquirer may still make the reversal ${reversal.id}. Do not pay it back by hand.`,
  )
}

/** A settled reversal, as the operator sees it. */
export async function presentReversal(db: Queries, { id, payment_intent, amount, currency }: AttemptRow) {
  const intent = await db.one(findIntentAnywhere, { id: payment_intent! })
  return { id, payment_intent, amount, currency: currency ?? intent!.currency, status: "succeeded" as const }
}

/** Returns undefined where the attempt has moved meanwhile. */
function closeByHand(tx: Transaction, { id, state: from, polling_since }: AttemptRow): Promise<AttemptRow | undefined> {
  return tx.one(moveAttempt, { id, from, state: "done", outcome: "settled_by_hand", polling_since, due_at: null })
}
