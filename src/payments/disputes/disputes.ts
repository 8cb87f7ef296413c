import { recordRefund } from "../../acquirers/mock/ledger.ts"
import { ApiError, Refusal } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { findAnywhere } from "../../db/anywhere.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { recordEvent } from "../../events/record.ts"
import { closeChargebackInquiry } from "../attempts/charges.ts"
import { latestAttemptOf } from "../attempts/store.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { publicCharge } from "../intents/present.ts"
import type { IntentRow } from "../intents/table.ts"
import { holdPaid } from "../refunds/create.ts"
import { leftToRefund, makeRoom, refundableOf } from "../refunds/left.ts"
import { insertRefund } from "../refunds/store.ts"
import { type DisputeRow, disputes } from "./table.ts"

const insertDispute = disputes.insert(
  ["id", "account", "created", "payment_intent", "refund", "charge", "amount", "excess", "currency", "reason"],
  (rows) => rows.returning("*"),
)
const findRow = disputes.find(["account", "id"])
const disputeAnywhere = findAnywhere(disputes)
const findOf = disputes.find(["account", "payment_intent"], (rows) => rows.orderBy("id"))
const decideExcess = disputes.update(["account", "id"], ["excess_taken"], (rows) =>
  rows.where("excess", ">", 0).whereNull("excess_taken").returning("*"),
)

export const pageOfDisputes = pages(disputes)

export function findDispute(db: Queries, account: string, id: string): Promise<DisputeRow | undefined> {
  return db.one(findRow, { account, id })
}

/** Finds a dispute of any account, for the operator's commands. */
export function findDisputeAnywhere(db: Queries, id: string): Promise<DisputeRow | undefined> {
  return db.one(disputeAnywhere, { id })
}

/** The disputes of a payment intent, oldest first. */
export function disputesOf(db: Queries, { account, id }: Pick<IntentRow, "account" | "id">): Promise<DisputeRow[]> {
  return db.all(findOf, { account, payment_intent: id })
}

/** What the disputes of a charge took in all, in cents. `charge` is its id in the API. */
export async function disputedOf(db: Queries, intent: IntentRow, charge: string | null): Promise<number> {
  const ofCharge = (await disputesOf(db, intent)).filter((dispute) => dispute.charge === charge)
  return ofCharge.reduce((sum, { amount }) => sum + amount, 0)
}

/**
 * Opens a dispute for a chargeback that the caller reports: refunds that much of the intent, and writes the event charge.dispute.created.
 * The intent stays succeeded. `amount` is in cents. Its default is what is left of the payment, or all of it if nothing is left. `reason`
 * is null if no reason was given. Ends an inquiry that looks for the chargeback.
 * Throws payment_intent_not_found, payment_intent_unexpected_state and, for an amount above that of the payment, parameter_invalid.
 */
export async function openDispute(
  tx: Transaction,
  scope: PaymentScope,
  paymentIntent: string,
  { reason, amount }: { reason: string | null; amount?: number | undefined },
): Promise<DisputeRow> {
  const intent = await holdPaid(tx, scope, paymentIntent)
  const whole = await refundableOf(tx, intent)
  const left = await leftToRefund(tx, intent)
  const taken = amount ?? (left > 0 ? left : whole)
  if (taken > whole) throw new ApiError("parameter_invalid", `The chargeback exceeds what was paid (${whole}).`, "amount")
  const dispute = await bookDispute(tx, scope, intent, { amount: taken, reason })
  const sale = await latestAttemptOf(tx, intent)
  if (sale && intent.charge) await closeChargebackInquiry(tx, sale, intent.charge)
  return dispute
}

/**
 * Books what the card network has taken, in cents. The dispute's refund takes what is left of the payment. If the payment does not keep the
 * charge, whose id in the API is `of`, nothing is left of it. The caller holds the intent. The card network has the money already, so no
 * acquirer is called.
 */
export async function bookDispute(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  { amount, reason, of = publicCharge(intent) }: Pick<DisputeRow, "amount" | "reason"> & { of?: string | null },
): Promise<DisputeRow> {
  const { account, now } = scope
  const { currency, charge } = intent
  const id = newId("dp")
  const isKept = intent.status === "succeeded" && of === publicCharge(intent)
  const had = isKept ? await makeRoom(tx, scope, intent, amount) : 0
  const booked = { amount: had, reason: "dispute", status: "succeeded", metadata: {}, reported: true } as const
  const refund = had > 0 ? await insertRefund(tx, scope, intent, booked) : undefined
  // In test mode, the mock's ledger records it too.
  if (!tx.livemode && charge && had > 0)
    await recordRefund(tx, { account, reference: id, charge, amount: had, kind: "chargeback", now })
  const dispute = await tx.only(insertDispute, {
    id,
    account,
    created: now,
    payment_intent: intent.id,
    refund: refund?.id ?? null,
    charge: of,
    amount,
    excess: amount - had,
    currency,
    reason,
  })
  // A dispute without a refund has no form at the dates of the API so far.
  if (refund) recordEvent(tx, scope, "charge.dispute.created", presentDispute(dispute, tx.livemode))
  return dispute
}

/**
 * Records whether the merchant lost what a dispute took beyond its payment, such as a chargeback after a refund. Throws Refusal if the
 * dispute has no such excess, or if an operator has decided before.
 */
export async function settleExcess(tx: Transaction, { account, id }: DisputeRow, taken: boolean): Promise<DisputeRow> {
  const decided = await tx.one(decideExcess, { account, id, excess_taken: taken })
  if (!decided) throw new Refusal("dispute_without_excess", `The dispute ${id} has no excess that waits for a decision.`)
  return decided
}

/** The Dispute of an event (openapi.yaml, Dispute). */
export function presentDispute(row: DisputeRow, livemode: boolean) {
  const { id, payment_intent, charge, amount, currency, reason, refund, created } = row
  return { id, object: "dispute" as const, livemode, payment_intent, charge, amount, currency, reason, refund, created }
}
