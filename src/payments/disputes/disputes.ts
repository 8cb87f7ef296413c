import { recordRefund } from "../../acquirers/mock/ledger.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { recordEvent } from "../../events/record.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { publicCharge } from "../intents/public-charge.ts"
import type { IntentRow } from "../intents/table.ts"
import { holdRefundable } from "../refunds/create.ts"
import { insertRefund } from "../refunds/store.ts"
import { type DisputeRow, disputes } from "./table.ts"

const insertDispute = disputes.insert(
  ["id", "account", "created", "payment_intent", "refund", "charge", "amount", "currency", "reason"],
  (rows) => rows.returning("*"),
)
const findRow = disputes.find(["account", "id"])
const findOf = disputes.find(["account", "payment_intent"])

export const pageOfDisputes = pages(disputes)

export function findDispute(db: Queries, account: string, id: string): Promise<DisputeRow | undefined> {
  return db.one(findRow, { account, id })
}

/** The dispute of a payment intent. There is at most one. */
export function disputeOf(db: Queries, { account, id }: { account: string; id: string }): Promise<DisputeRow | undefined> {
  return db.one(findOf, { account, payment_intent: id })
}

/**
 * Opens a dispute for a chargeback that the caller reports: refunds the intent in full, and writes the event charge.dispute.created. The
 * intent stays succeeded. `reason` is null if no reason was given.
 * Throws payment_intent_not_found, payment_intent_unexpected_state, payment_intent_already_refunded.
 */
export async function openDispute(
  tx: Transaction,
  scope: PaymentScope,
  paymentIntent: string,
  reason: string | null,
): Promise<DisputeRow> {
  return book(tx, scope, await holdRefundable(tx, scope, paymentIntent), reason, false)
}

/** Books a chargeback that the acquirer reports, of all that is left of a paid intent. The caller holds the intent. */
export async function bookChargeback(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<void> {
  await book(tx, scope, intent, null, true)
}

async function book(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  reason: string | null,
  reported: boolean,
): Promise<DisputeRow> {
  const { account, now } = scope
  const { currency, charge } = intent
  const amount = intent.amount - intent.amount_refunded
  const id = newId("dp")
  // The card network has already taken the money, so no acquirer is called. In test mode, the mock's ledger records it too.
  const refund = await insertRefund(tx, scope, intent, {
    amount,
    reason: "dispute",
    status: "succeeded",
    metadata: {},
    reported,
  })
  if (!tx.livemode && charge) await recordRefund(tx, { account, reference: id, charge, amount, kind: "chargeback", now })
  const dispute = await tx.only(insertDispute, {
    id,
    account,
    created: now,
    payment_intent: intent.id,
    refund: refund.id,
    charge: publicCharge(intent),
    amount,
    currency,
    reason,
  })
  await recordEvent(tx, scope, "charge.dispute.created", presentDispute(dispute, tx.livemode))
  return dispute
}

/** The Dispute of an event (openapi.yaml, Dispute). */
export function presentDispute(row: DisputeRow, livemode: boolean) {
  const { id, payment_intent, charge, amount, currency, reason, refund, created } = row
  return { id, object: "dispute" as const, livemode, payment_intent, charge, amount, currency, reason, refund, created }
}
