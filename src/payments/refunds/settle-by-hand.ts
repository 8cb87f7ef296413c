import type { Scope } from "../../accounts/scope.ts"
import type { Transaction } from "../../db/database.ts"
import { saveResponse } from "../../idempotency/claims.ts"
import { closeRefundAttempts, runningRefundAttempts } from "../attempts/store.ts"
import { completeRefund, presentRefund, type RefundRow } from "./store.ts"

/** An operator has given the money back himself, or has not been able to. Throws where the refund is not pending. */
export async function settleByHand(
  tx: Transaction,
  { account, now }: Scope,
  refund: RefundRow,
  status: "succeeded" | "failed",
): Promise<RefundRow> {
  const settled = await completeRefund(tx, refund.id, status)
  if (!settled) throw new Error(`The refund ${refund.id} is ${refund.status}, not pending.`)
  // Whoever asks the acquirer at this moment finds the attempt closed, and keeps nothing for the request that waits for it.
  const body = JSON.stringify(presentRefund(settled, tx.livemode))
  for (const { idempotency_key: key } of await tx.all(runningRefundAttempts, { refund: refund.id })) {
    if (key) await saveResponse(tx, { account, key }, { status: 201, body, sealed: false }, now)
  }
  await tx.run(closeRefundAttempts, { refund: refund.id })
  return settled
}
