// Books what only a statement tells any more.
import type { Transaction } from "../../db/database.ts"
import { bookDispute } from "../../payments/disputes/disputes.ts"
import { countedOf } from "../../payments/disputes/store.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import type { IntentRow } from "../../payments/intents/table.ts"
import { makeRoom, sumOf } from "../../payments/refunds/left.ts"
import { activeRefundsOf, insertRefund } from "../../payments/refunds/store.ts"
import type { Effect } from "../effects/effect.ts"
import type { Subject } from "./claims.ts"

type Booking = Pick<Extract<Effect, { do: "book" }>, "about" | "amount">

/**
 * The acquirer no longer answers for the charge, so the statement counts: a refund as one that was made elsewhere, a chargeback as a dispute. At
 * most what the statement says of the charge in all beyond what is booked. What is undone is left to a person. Returns whether it was booked. The caller
 * holds the intent.
 */
export async function bookFromStatement(
  tx: Transaction,
  scope: PaymentScope,
  of: Subject,
  { about, amount }: Booking,
): Promise<boolean> {
  const { intent } = of
  if (intent?.status !== "succeeded") return false
  if (about === "refund") return of.is_kept && bookRefund(tx, scope, intent, of, amount)
  return about === "chargeback" && bookChargeback(tx, scope, intent, of, amount)
}

async function bookRefund(tx: Transaction, scope: PaymentScope, intent: IntentRow, { gone_back }: Subject, most: number) {
  const booked = (await activeRefundsOf(tx, intent)).filter(({ reason }) => reason !== "dispute")
  const beyond = Math.min(most, gone_back - sumOf(booked))
  const amount = beyond > 0 ? await makeRoom(tx, scope, intent, beyond) : 0
  if (amount === 0) return false
  await insertRefund(tx, scope, intent, { amount, reason: null, status: "succeeded", metadata: {}, reported: true })
  scope.mode.log.warn(
    { payment_intent: intent.id, amount },
    "a statement shows a refund that its acquirer no longer answers for: it was booked",
  )
  return true
}

async function bookChargeback(tx: Transaction, scope: PaymentScope, intent: IntentRow, of: Subject, most: number) {
  const { public_charge: charge, charged_back: total } = of
  const amount = Math.min(most, total - (await countedOf(tx, intent, { charge, source: "statement", total })))
  if (amount <= 0) return false
  const { id: dispute } = await bookDispute(tx, scope, intent, {
    ...{ of: charge, amount, reason: null },
    shown: { statement: amount },
  })
  scope.mode.log.warn(
    { payment_intent: intent.id, dispute },
    "a statement shows a chargeback that its acquirer no longer answers for: it was booked",
  )
  return true
}
