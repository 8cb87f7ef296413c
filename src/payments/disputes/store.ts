import { findAnywhere } from "../../db/anywhere.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { holdIntent } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"
import { compareTotal, type Shown, type Source, shownOf } from "./shown.ts"
import { type DisputeRow, disputes } from "./table.ts"

export const insertDispute = disputes.insert(
  [
    ...["id", "account", "created", "payment_intent", "refund", "charge", "amount", "excess", "currency", "reason"],
    ...["status", "due_by", "due_at", "shown", "network_reason"],
  ] as const,
  (rows) => rows.returning("*"),
)
const findRow = disputes.find(["account", "id"])
const disputeAnywhere = findAnywhere(disputes)
const findOf = disputes.find(["account", "payment_intent"], (rows) => rows.orderBy("id"))
const CHANGED = [
  ...(["status", "amount", "refund", "excess", "excess_taken"] as const),
  ...(["due_by", "due_at", "reason", "network_reason"] as const),
] as const
const changeRow = disputes.update(["account", "id"], CHANGED, (rows) => rows.returning("*"))
const setShown = disputes.update(["account", "id"], ["shown"])

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

/** A dispute and its payment, which the transaction holds. */
export type Held = { intent: IntentRow; dispute: DisputeRow }

/** Locks a dispute's payment until the transaction ends, so that its refunds and disputes change one after the other. */
export async function holdDispute(tx: Transaction, { account, id }: Pick<DisputeRow, "account" | "id">): Promise<Held> {
  const { payment_intent } = await tx.only(findRow, { account, id })
  const intent = await tx.only(holdIntent, { account, id: payment_intent })
  return { intent, dispute: await tx.only(findRow, { account, id }) }
}

export type DisputeChange = Partial<Pick<DisputeRow, (typeof CHANGED)[number]>>

/** Changes a dispute whose payment the caller holds. */
export function changeDispute(tx: Transaction, dispute: DisputeRow, change: DisputeChange): Promise<DisputeRow> {
  const { account, id, status, amount, refund, excess, excess_taken, ...facts } = { ...dispute, ...change }
  const { due_by, due_at, reason, network_reason } = facts
  return tx.only(changeRow, {
    ...{ account, id, status, amount, refund, excess, excess_taken },
    ...{ due_by, due_at, reason, network_reason },
  })
}

/**
 * How much of a source's total for a charge counts already, in cents: see `compareTotal`. `charge` is its id in the API. Notes what the source
 * shows now. The caller holds the intent.
 */
export async function countedOf(
  tx: Transaction,
  intent: IntentRow,
  { charge, source, total }: { charge: string | null; source: Source; total: number },
): Promise<number> {
  const ofCharge = (await disputesOf(tx, intent)).filter((dispute) => dispute.charge === charge)
  const { counted, shown } = compareTotal(total, ofCharge, source)
  for (const dispute of ofCharge) {
    const part = shown.get(dispute.id) ?? 0
    if (part !== shownOf(dispute, source)) await noteShown(tx, dispute, { ...dispute.shown, [source]: part })
  }
  return counted
}

/** Notes what sources show of a dispute. The caller holds the intent. */
export function noteShown(tx: Transaction, { account, id }: DisputeRow, shown: Shown): Promise<unknown> {
  return tx.run(setShown, { account, id, shown })
}

/** The Dispute of an event (openapi.yaml, Dispute). */
export function presentDispute(row: DisputeRow, livemode: boolean) {
  const { id, payment_intent, charge, amount, currency, reason, refund, created, status, due_by, network_reason } = row
  const before = { id, object: "dispute" as const, livemode, payment_intent, charge, amount, currency, reason, refund, created }
  return { ...before, status, due_by, network_reason }
}
