import type { Scope } from "../../accounts/scope.ts"
import { notFound } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { mustHave } from "../../base/must.ts"
import { findAnywhere, findOfPage } from "../../db/anywhere.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { pages } from "../../db/page.ts"
import { pendingMark } from "../../db/pending-mark.ts"
import { recordEvent, recordUpdate } from "../../events/record.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import { saveResponse } from "../../idempotency/claims.ts"
import { book } from "../../ledger/book.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type IntentRow, paymentIntents } from "../intents/table.ts"
import { type RefundRow, refunds } from "./table.ts"

const insertRow = refunds.insert(
  ["id", "account", "created", "payment_intent", "amount", "currency", "reason", "status", "metadata", "reported"],
  (rows) => rows.returning("*"),
)
const findRow = refunds.find(["account", "id"])
const refundAnywhere = findAnywhere(refunds)
const refundOfPage = findOfPage(refunds)
const active = refunds.find(["account", "payment_intent"], (rows) => rows.whereNot({ status: "failed" }).orderBy("id"))
const complete = refunds.update(["account", "id"], ["status", "failed_at"], (rows) =>
  rows.where({ status: "pending" }).returning("*"),
)

const failMade = refunds.update(["account", "id"], ["status", "failed_at"], (rows) =>
  rows.where({ status: "succeeded" }).whereRaw("coalesce(reason, '') <> 'dispute'").returning("*"),
)

const failDisputed = refunds.update(["account", "id"], ["status", "failed_at"], (rows) =>
  rows.where({ status: "succeeded", reason: "dispute" }).returning("*"),
)

/** Sets the refunded amount of an intent to the sum of its refunds. Summing anew each time keeps no earlier error. */
const sumUpRefunds = paymentIntents.find(["account", "id"], (rows, p, k) =>
  rows.update({
    amount_refunded: refunds
      .rows(k)
      .where({ account: p.account, payment_intent: p.id })
      .whereRaw("status <> 'failed'")
      .select(k.raw("coalesce(sum(amount), 0)")),
  }),
)

export const pageOfRefunds = pages(refunds, { filters: ["payment_intent"], owner: "payment_intent", dated: true })

/** Lists refunds by status and date, for the dashboard. */
export const pageOfRefundsByStatus = pages(refunds, { filters: ["status"], dated: "always" })

/** Stores a refund. The caller holds the intent (`holdIntent`), and has checked that the payment has that much left. */
export async function insertRefund(
  tx: Transaction,
  scope: EventScope,
  intent: IntentRow,
  refund: Pick<RefundRow, "amount" | "reason" | "status" | "metadata"> & Partial<Pick<RefundRow, "reported">>,
): Promise<RefundRow> {
  const { account, now: created } = scope
  const row = await tx.only(insertRow, {
    id: newId("re"),
    account,
    created,
    payment_intent: intent.id,
    currency: intent.currency,
    reported: false,
    ...refund,
  })
  await tx.run(sumUpRefunds, { account, id: intent.id })
  const { id, amount, reason } = row
  await book(tx, scope, intent, { moved: "refund", refund: id, amount, is_dispute: reason === "dispute" })
  recordEvent(tx, scope, "refund.created", presentRefund(row, tx.livemode))
  return row
}

/** The pending and succeeded refunds of an intent, oldest first. */
export function activeRefundsOf(db: Queries, { account, id }: Pick<IntentRow, "account" | "id">): Promise<RefundRow[]> {
  return db.all(active, { account, payment_intent: id })
}

/** Finds a refund of the account. Throws refund_not_found. */
export async function mustFindRefund(db: Queries, { account }: Pick<Scope, "account">, id: string): Promise<RefundRow> {
  const row = await findRefund(db, account, id)
  if (!row) throw notFound("refund", id)
  return row
}

export function findRefund(db: Queries, account: string, id: string): Promise<RefundRow | undefined> {
  return db.one(findRow, { account, id })
}

/** Finds a refund of any account, for the operator's commands. */
export function findRefundAnywhere(db: Queries, id: string): Promise<RefundRow | undefined> {
  return db.one(refundAnywhere, { id })
}

/** The same for a link that names no account. */
export function findRefundOfPage(db: Queries, id: string): Promise<RefundRow | undefined> {
  return db.one(refundOfPage, { id })
}

/** Ends a pending refund, with its event. Returns undefined if the refund is not pending. The caller holds the intent. */
export async function completeRefund(
  tx: Transaction,
  scope: EventScope,
  id: string,
  status: "succeeded" | "failed",
): Promise<RefundRow | undefined> {
  const { account, now } = scope
  const refund = await tx.one(complete, { account, id, status, failed_at: status === "failed" ? now : null })
  if (!refund) return undefined
  const after = presentRefund(refund, tx.livemode)
  if (status === "succeeded")
    recordUpdate(tx, scope, "refund.updated", { before: presentRefund({ ...refund, status: "pending" }, tx.livemode), after })
  else {
    await undo(tx, scope, refund)
    recordEvent(tx, scope, "refund.failed", after)
  }
  return refund
}

/** Ends the refund of a dispute whose money came back, with its event. The caller holds the intent. */
export async function undoDisputed(tx: Transaction, scope: EventScope, id: string): Promise<void> {
  await failBy(tx, scope, id, failDisputed)
}

/** Ends a refund that was made and has failed since, with its event. Returns whether it had been made. The caller holds the intent. */
export function undoMade(tx: Transaction, scope: EventScope, id: string): Promise<boolean> {
  return failBy(tx, scope, id, failMade)
}

async function failBy(tx: Transaction, scope: EventScope, id: string, fail: typeof failMade): Promise<boolean> {
  const { account, now } = scope
  const refund = await tx.one(fail, { account, id, status: "failed", failed_at: now })
  if (!refund) return false
  await undo(tx, scope, refund)
  recordEvent(tx, scope, "refund.failed", presentRefund(refund, tx.livemode))
  return true
}

/** The payment has the money of a refund again. */
async function undo(tx: Transaction, scope: EventScope, { account, id, payment_intent, currency }: RefundRow): Promise<void> {
  await tx.run(sumUpRefunds, { account, id: payment_intent })
  await book(tx, { ...scope, account }, { id: payment_intent, currency }, { moved: "refund_undone", refund: id })
}

/** The Refund of a response (openapi.yaml, Refund). */
export function presentRefund(row: RefundRow, livemode: boolean) {
  const { id, payment_intent, amount, currency, reason, status, metadata, created } = row
  return { id, object: "refund" as const, livemode, payment_intent, amount, currency, reason, status, metadata, created }
}

/** A request waits only for the first outcome. Later outcomes find its response already saved. */
export async function saveRefundResponse(tx: Transaction, attempt: AttemptRow, now: number): Promise<void> {
  const { account, idempotency_key: key, state } = attempt
  if (!key || (state !== "new" && state !== "sent")) return
  const refund = await mustFindRefund(tx, attempt, mustHave(attempt, "refund").refund)
  const body = JSON.stringify(presentRefund(refund, tx.livemode))
  saveResponse(tx, { account, key }, { status: 201, body, sealed: false }, now)
}

/** A text that changes when a refund is made, and when a pending one ends. */
export const refundMark = pendingMark(refunds)
