import { closeRefundAttempts } from "../attempts/store.ts"
import type { Transaction } from "../db/database.ts"
import { type RefundRow, settleRefund } from "./store.ts"

/** An operator has given the money back himself, or has not been able to. Throws where the refund is not pending. */
export async function settleByHand(tx: Transaction, refund: RefundRow, status: "succeeded" | "failed"): Promise<RefundRow> {
  const settled = await settleRefund(tx, refund.id, status)
  if (!settled) throw new Error(`The refund ${refund.id} is ${refund.status}, not pending.`)
  await tx.run(closeRefundAttempts, { refund: refund.id })
  return settled
}
