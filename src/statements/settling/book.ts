// Books what only a statement tells any more.
import type { Transaction } from "../../db/database.ts"
import { settleEstimates } from "../../payments/chargebacks/booking.ts"
import { bookDispute } from "../../payments/disputes/disputes.ts"
import { countedOf } from "../../payments/disputes/store.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { publicCharge } from "../../payments/intents/present.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { makeRoom } from "../../payments/refunds/left.ts"
import { insertRefund } from "../../payments/refunds/store.ts"
import type { Effect } from "../effects/effect.ts"

type Booking = Extract<Effect, { do: "book" }>

/**
 * The acquirer no longer answers for the charge, so the statement counts: a refund as one that was made elsewhere, a chargeback as a dispute. What is
 * undone is left to a person. `charged_back`: what the statement says of the charge in all. Returns whether it was booked. The caller holds the intent.
 */
export async function bookFromStatement(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow | null,
  { about, amount, charged_back }: Pick<Booking, "about" | "amount"> & { charged_back: number },
): Promise<boolean> {
  if (intent?.status !== "succeeded") return false
  const { log } = scope.mode
  if (about === "refund") {
    const left = await makeRoom(tx, scope, intent, amount)
    const booked = { amount: left, reason: null, status: "succeeded", metadata: {}, reported: true } as const
    if (left > 0) await insertRefund(tx, scope, intent, booked)
    log.warn(
      { payment_intent: intent.id, amount: left },
      "a statement shows a refund that its acquirer no longer answers for: it was booked",
    )
    return left > 0
  }
  if (about === "chargeback") {
    const [of, total] = [publicCharge(intent), charged_back]
    await settleEstimates(tx, scope, intent, { of, source: "statement", total })
    const counted = await countedOf(tx, intent, { charge: of, source: "statement", total })
    const taken = Math.min(amount, charged_back - counted)
    if (taken <= 0) return false
    const { id: dispute } = await bookDispute(tx, scope, intent, {
      ...{ amount: taken, reason: null },
      shown: { statement: taken },
    })
    log.warn(
      { payment_intent: intent.id, dispute },
      "a statement shows a chargeback that its acquirer no longer answers for: it was booked",
    )
    return true
  }
  return false
}
