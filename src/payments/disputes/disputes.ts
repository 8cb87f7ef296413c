import { ApiError, Refusal } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { recordEvent } from "../../events/record.ts"
import { book } from "../../ledger/book.ts"
import { closeChargebackInquiry } from "../attempts/charges.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { publicCharge } from "../intents/present.ts"
import type { IntentRow } from "../intents/table.ts"
import { holdPaid } from "../refunds/create.ts"
import { leftToRefund, refundableOf } from "../refunds/left.ts"
import { lostAt, takeAgain } from "./close.ts"
import type { Shown } from "./shown.ts"
import type { DisputeStatus } from "./state.ts"
import { findDispute, insertDispute, presentDispute } from "./store.ts"
import type { DisputeRow } from "./table.ts"
import { takeOf } from "./taking.ts"

/** A chargeback that a person reports. */
export type Reported = {
  /** Null if no reason was given. */
  reason: string | null
  /** In cents. The default is what is left of the payment, or all of it if nothing is left. */
  amount?: number | undefined
  /** Until when it can be answered. A dispute that nobody can answer is lost from its beginning. */
  due_by?: number | null | undefined
  /**
   * A dispute that was won, and whose case the card network has taken again. A source that numbers its cases recognizes one by its number. Here
   * a person says it.
   */
  again?: string | undefined
}

/**
 * Opens a dispute for a chargeback that the caller reports: refunds that much of the intent, and writes the event charge.dispute.created.
 * The intent stays succeeded. Ends an inquiry that looks for the chargeback.
 * Throws payment_intent_not_found, payment_intent_unexpected_state, parameter_invalid for an amount above that of the payment and for a
 * `due_by` that has passed, and Refusal for a case that cannot be taken again.
 */
export async function openDispute(
  tx: Transaction,
  scope: PaymentScope,
  paymentIntent: string,
  reported: Reported,
): Promise<DisputeRow> {
  const { reason, amount, due_by = null, again } = reported
  const intent = await holdPaid(tx, scope, paymentIntent)
  if (due_by !== null && due_by <= scope.now)
    throw new ApiError("parameter_invalid", "The time to answer has passed. Leave it out: the dispute is lost.", "due_by")
  if (again !== undefined) return openAgain(tx, scope, intent, { ...reported, again })
  const whole = await refundableOf(tx, intent)
  if (whole === 0)
    throw new ApiError(
      "payment_intent_unexpected_state",
      `The payment intent ${intent.id} took no money, so there is nothing to dispute.`,
    )
  const left = await leftToRefund(tx, intent)
  const taken = amount ?? (left > 0 ? left : whole)
  if (taken > whole) throw new ApiError("parameter_invalid", `The chargeback exceeds what was paid (${whole}).`, "amount")
  const dispute = await bookDispute(tx, scope, intent, { amount: taken, reason, due_by })
  await closeInquiry(tx, intent)
  return dispute
}

/** The amount of a case that is taken again is that of its dispute. */
async function openAgain(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  { again, amount, due_by = null }: Reported & { again: string },
): Promise<DisputeRow> {
  const dispute = await findDispute(tx, scope.account, again)
  if (dispute?.payment_intent !== intent.id)
    throw new Refusal("dispute_not_found", `The payment intent ${intent.id} has no dispute '${again}'.`)
  if (amount !== undefined && amount !== dispute.amount)
    throw new Refusal("dispute_amount", `The dispute ${again} is about ${dispute.amount}. Another amount is another case.`)
  const taken = await takeAgain(tx, scope, { intent, dispute }, due_by)
  await closeInquiry(tx, intent)
  return taken
}

async function closeInquiry(tx: Transaction, intent: IntentRow): Promise<void> {
  const sale = await latestAttemptOf(tx, intent)
  if (sale && intent.charge) await closeChargebackInquiry(tx, sale, intent.charge)
}

/** What the card network has taken, in cents, and until when that can be answered. `of` is the id of the charge in the API. */
type Booked = Pick<DisputeRow, "amount" | "reason"> & {
  due_by?: number | null
  of?: string | null
  shown?: Shown
  network_reason?: string | null
  /** Where the acquirer itself takes the answer, and says what becomes of the dispute: where it stands. */
  status?: DisputeStatus | undefined
}

/**
 * Books what the card network has taken. The dispute's refund takes what is left of the payment. If the payment does not keep the charge
 * `of`, nothing is left of it. The caller holds the intent.
 */
export async function bookDispute(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  { amount, reason, due_by = null, of = publicCharge(intent), shown = {}, network_reason = null, status }: Booked,
): Promise<DisputeRow> {
  const { account, now } = scope
  const id = newId("dp")
  const dispute = await tx.only(insertDispute, {
    id,
    account,
    created: now,
    payment_intent: intent.id,
    charge: of,
    amount,
    currency: intent.currency,
    reason,
    status: status ?? (due_by === null ? "lost" : "needs_response"),
    due_by,
    due_at: status === undefined ? lostAt(due_by) : null,
    shown,
    network_reason,
    ...(await takeOf(tx, scope, intent, { id, amount, charge: of })),
  })
  await book(tx, scope, intent, { moved: "dispute", dispute: id })
  // The versions before have no form for a dispute without a refund.
  const since = dispute.refund === null ? "2026-12-01" : null
  recordEvent(tx, scope, "charge.dispute.created", presentDispute(dispute, tx.livemode), { since })
  return dispute
}
