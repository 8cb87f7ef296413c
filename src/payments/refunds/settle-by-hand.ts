import type { Scope } from "../../accounts/scope.ts"
import type { Transaction } from "../../db/database.ts"
import { saveResponse } from "../../idempotency/claims.ts"
import { closeRefundAttempts, runningRefundAttempts } from "../attempts/store.ts"
import { completeRefund, presentRefund, type RefundRow } from "./store.ts"

/** Ends a refund that an operator has paid back by hand, or could not pay back. Throws where the refund is not pending. */
export async function settleByHand(
  tx: Transaction,
  { account, now }: Scope,
  refund: RefundRow,
  status: "succeeded" | "failed",
): Promise<RefundRow> {
  const completed = await completeRefund(tx, refund.id, status)
  if (!completed) throw new Error(`The refund ${refund.id} is not pending: its status is ${refund.status}.`)
  // A process that is calling the acquirer now will find its attempt closed and save no response, so save it here.
  const body = JSON.stringify(presentRefund(completed, tx.livemode))
  for (const { idempotency_key: key } of await tx.all(runningRefundAttempts, { refund: refund.id })) {
    if (key) await saveResponse(tx, { account, key }, { status: 201, body, sealed: false }, now)
  }
  await tx.run(closeRefundAttempts, { refund: refund.id })
  return completed
}
