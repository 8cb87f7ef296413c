import { readMetadata } from "../../accounts/metadata.ts"
import type { Scope } from "../../accounts/scope.ts"
import { notFound } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { statement } from "../../db/statement.ts"
import { type IntentRow, sumUpRefunds } from "../intents/store.ts"

export type RefundStatus = "pending" | "succeeded" | "failed"
export type RefundReason = "duplicate" | "fraudulent" | "requested_by_customer" | "dispute"

export type RefundRow = {
  id: string
  account: string
  created: number
  payment_intent: string
  amount: number
  currency: string
  reason: RefundReason | null
  status: RefundStatus
  /** Metadata as JSON. */
  metadata: string
  /** Null for refunds that failed before this column existed. */
  failed_at: number | null
  /** Whether the acquirer has reported the refund. Such a refund comes in addition to the one that a payment may have. */
  reported: boolean
}

const insertRow = statement<
  RefundRow,
  "id" | "account" | "created" | "payment_intent" | "amount" | "currency" | "reason" | "status" | "metadata" | "reported"
>((k, p) =>
  k("refunds")
    .insert({
      id: p.id,
      account: p.account,
      created: p.created,
      payment_intent: p.payment_intent,
      amount: p.amount,
      currency: p.currency,
      reason: p.reason,
      status: p.status,
      metadata: p.metadata,
      reported: p.reported,
    })
    .returning("*"),
)
const findRow = statement<RefundRow, "account" | "id">((k, p) => k("refunds").where({ account: p.account, id: p.id }))
const findAnywhere = statement<RefundRow, "id">((k, p) => k("refunds").where({ id: p.id }))
const active = statement<RefundRow, "account" | "payment_intent">((k, p) =>
  k("refunds").where({ account: p.account, payment_intent: p.payment_intent }).whereNot({ status: "failed" }),
)
const complete = statement<RefundRow, "account" | "id" | "status" | "failed_at">((k, p) =>
  k("refunds")
    .where({ account: p.account, id: p.id, status: "pending" })
    .update({ status: p.status, failed_at: p.failed_at })
    .returning("*"),
)

export const pageOfRefunds = pages<RefundRow, "payment_intent">("refunds", ["payment_intent"], {
  dated: true,
  owner: "payment_intent",
})

/** Lists refunds by status and date, for the dashboard. */
export const pageOfRefundsByStatus = pages<RefundRow, "status">("refunds", ["status"], { dated: true })

/**
 * Stores a refund. The caller holds the intent (`holdIntent`) and has checked that it has no active refund. For a `reported` refund, the
 * caller has checked instead that the payment has that much left.
 */
export async function insertRefund(
  tx: Transaction,
  scope: Scope,
  intent: IntentRow,
  refund: Pick<RefundRow, "amount" | "reason" | "status" | "metadata"> & Partial<Pick<RefundRow, "reported">>,
): Promise<RefundRow> {
  const { account, now: created } = scope
  const row = await tx.one(insertRow, {
    id: newId("re"),
    account,
    created,
    payment_intent: intent.id,
    currency: intent.currency,
    reported: false,
    ...refund,
  })
  await tx.run(sumUpRefunds, { account, id: intent.id })
  return row!
}

/** A pending or succeeded refund of an intent. A pending refund is the only active one. */
export function activeRefund(db: Queries, intent: IntentRow): Promise<RefundRow | undefined> {
  return db.one(active, { account: intent.account, payment_intent: intent.id })
}

/** Whether the outcome of a refund of an intent is open. */
export async function hasPendingRefund(db: Queries, intent: IntentRow): Promise<boolean> {
  return (await activeRefund(db, intent))?.status === "pending"
}

/** Finds a refund of the account. Throws refund_not_found. */
export async function mustFindRefund(db: Queries, { account }: Pick<Scope, "account">, id: string): Promise<RefundRow> {
  const row = await db.one(findRow, { account, id })
  if (!row) throw notFound("refund", id)
  return row
}

/** Finds a refund of any account, for the operator's commands. */
export function findRefund(db: Queries, id: string): Promise<RefundRow | undefined> {
  return db.one(findAnywhere, { id })
}

/** Ends a pending refund. Returns undefined if the refund is not pending. */
export async function completeRefund(
  tx: Transaction,
  { account, now }: Pick<Scope, "account" | "now">,
  id: string,
  status: "succeeded" | "failed",
): Promise<RefundRow | undefined> {
  const refund = await tx.one(complete, { account, id, status, failed_at: status === "failed" ? now : null })
  if (refund && status === "failed") await tx.run(sumUpRefunds, { account, id: refund.payment_intent })
  return refund
}

/** The Refund of a response (openapi.yaml, Refund). */
export function presentRefund(row: RefundRow, livemode: boolean) {
  const { id, payment_intent, amount, currency, reason, status, created } = row
  const metadata = readMetadata(row.metadata)
  return { id, object: "refund" as const, livemode, payment_intent, amount, currency, reason, status, metadata, created }
}
