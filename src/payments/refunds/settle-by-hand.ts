import type { Scope } from "../../accounts/scope.ts"
import type { Transaction } from "../../db/database.ts"
import { isHeld, moveAttempt, openAttemptsOf } from "../attempts/store.ts"
import { completeRefund, type RefundRow } from "./store.ts"

/**
 * Ends a refund that an operator has paid back by hand, or could not pay back. Throws where the refund is not pending, and while the
 * acquirer may still be making it.
 */
export async function settleByHand(
  tx: Transaction,
  _scope: Scope,
  refund: RefundRow,
  status: "succeeded" | "failed",
): Promise<RefundRow> {
  const completed = await completeRefund(tx, refund.id, status)
  if (!completed) throw new Error(`The refund ${refund.id} is not pending: its status is ${refund.status}.`)
  for (const attempt of await tx.all(openAttemptsOf, { refund: refund.id })) {
    const { id, state: from, polling_since } = attempt
    // A request may also wait for the outcome. It would get another answer than the merchant sees later.
    if (from === "new" || from === "sent" || (await tx.one(isHeld, { id })))
      throw new Error(`The acquirer is making the refund ${refund.id} now. Try again in a minute.`)
    await tx.one(moveAttempt, { id, from, state: "done", outcome: "settled_by_hand", polling_since, due_at: null })
  }
  return completed
}
