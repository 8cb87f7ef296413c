import { newId, randomBase62 } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { Rows } from "../../db/rows.ts"
import type { Holdings } from "../sale.ts"
import { type ChargeCode, type ChargeRow, type Decision, isChargeback, mockCharges, mockRefunds, type Notice } from "./tables.ts"

export type NewCharge = Pick<ChargeRow, "account" | "reference" | "kind" | "amount" | "currency" | "status"> & {
  now: number
  installments?: number
  code?: ChargeCode
  action?: ChargeRow["details"]
  /** When the notice is sent, if not at once. */
  notice_at?: number
  notice?: Notice
  three_d_secure?: ChargeRow["three_d_secure"]
  /** Whether the amount is only authorized at first. */
  capture_later?: boolean
}

const insertCharge = mockCharges.insert(
  [
    "id",
    "account",
    { created: "now" },
    "reference",
    "kind",
    "amount",
    "currency",
    "installments",
    "captured",
    "status",
    "code",
    "details",
    "notice",
    "notice_at",
    "three_d_secure",
  ],
  (rows) => rows.returning("*"),
)
const findByReference = mockCharges.find(["account", "reference"])
const decide = mockCharges.update(["account", "reference"], ["status", "code", "notice", "notice_at"], (rows) =>
  rows.whereIn("status", ["action_required", "pending"]).returning("*"),
)
const answer = mockCharges.update(["account", "reference"], ["status", "code", "notice", "notice_at", "three_d_secure"], (rows) =>
  rows.where({ status: "action_required" }).returning("*"),
)
const decideById = mockCharges.statement(["account", "id", "status", "code"], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id })
    .update({ status: p.status, code: p.code, captured: null, notice: null, notice_at: null })
    .returning("*"),
)
/** Charges that are authorized, and neither captured nor released. */
const held = (rows: Rows<ChargeRow>) => rows.where({ status: "approved", captured: 0 })
const captureHeld = mockCharges.statement(["account", { id: "charge" }, "amount", { created: "now" }], (rows, p, k) =>
  held(rows.where({ account: p.account, id: p.charge }))
    .whereNull("code")
    .whereRaw("? <= amount", [p.amount])
    .update({ captured: p.amount, notice_at: k.raw("CASE WHEN notice IS NULL THEN NULL ELSE CAST(? AS bigint) END", [p.now]) })
    .returning("*"),
)
const releaseHeld = mockCharges.find(["account", { id: "charge" }], (rows) =>
  held(rows).update({ status: "refused", code: "processing_error", notice: null, notice_at: null }).returning("*"),
)
const voidOpen = mockCharges.find(["account", { id: "charge" }], (rows) =>
  rows
    .where({ kind: "pix", status: "action_required" })
    .update({ status: "refused", code: "processing_error", notice: null, notice_at: null })
    .returning("*"),
)
const addRefunded = mockCharges.statement(["account", { id: "charge" }, "amount"], (rows, p, k) =>
  rows
    .where({ account: p.account, id: p.charge, status: "approved" })
    .whereRaw("refunded + ? <= coalesce(captured, amount)", [p.amount])
    .update({ refunded: k.raw("refunded + ?", [p.amount]) })
    .returning("*"),
)
const insertRefund = mockRefunds.insert(["id", "account", { created: "now" }, "reference", "charge", "kind", "amount"])
const findChargeback = mockRefunds.find(["account", "reference"], (rows) => rows.where({ kind: "chargeback" }).select("amount"))
const deleteChargeback = mockRefunds.delete(["account", "reference"], (rows) => rows.where({ kind: "chargeback" }))
const findRefund = mockRefunds.find(["account", "reference"], (rows) => rows.select("id"))
const sumOfChargebacks = mockRefunds.find(["account", "charge"], (rows, _, k) =>
  rows.where({ kind: "chargeback" }).select<{ charged_back: number }>(k.raw("coalesce(sum(amount), 0) AS charged_back")),
)
const findById = mockCharges.find(["account", "id"])
const moveNotice = mockCharges.update(["account", "id", { notice_at: "from" }], ["notice", { notice_at: "to" }])

/** Records a charge. Throws if a charge already has the reference, because a sale may be sent only once. */
export async function recordCharge(tx: Transaction, charge: NewCharge): Promise<ChargeRow> {
  const { installments = 1, code = null, action: details = null, notice = null, now, capture_later, ...rest } = charge
  const captured = capture_later ? 0 : null
  const notice_at = rest.notice_at ?? noticeAt({ captured }, notice, now)
  const { three_d_secure = null, ...sale } = rest
  const row = { ...sale, id: newId("ch"), now, installments, captured, code, details, notice, notice_at, three_d_secure }
  return tx.only(insertCharge, row)
}

/** Nobody disputes what was not captured yet. */
function noticeAt({ captured }: Pick<ChargeRow, "captured">, notice: Notice | null, now: number): number | null {
  return notice && !(captured === 0 && isChargeback(notice)) ? now : null
}

export function findChargeByReference(db: Queries, account: string, reference: string): Promise<ChargeRow | undefined> {
  return db.one(findByReference, { account, reference })
}

export function findCharge(db: Queries, account: string, id: string): Promise<ChargeRow | undefined> {
  return db.one(findById, { account, id })
}

/** Decides a charge that is waiting for its payer or for settlement. A charge that is already decided is returned unchanged. */
export async function decideCharge(
  tx: Transaction,
  account: string,
  reference: string,
  decision: { status: "approved" | "refused"; code?: ChargeCode; notice?: Notice; notice_at?: number },
): Promise<ChargeRow> {
  const { status, code = null, notice = null, notice_at = null } = decision
  const row = await tx.one(decide, { account, reference, status, code, notice, notice_at })
  return row ?? tx.only(findByReference, { account, reference })
}

/** Decides a charge by its payer's challenge, once. A charge that is already decided is returned unchanged. */
export async function answerChallenge(
  tx: Transaction,
  { account, reference, passed, now }: { account: string; reference: string; passed: boolean; now: number },
): Promise<ChargeRow> {
  const row = await tx.only(findByReference, { account, reference })
  if (row.status !== "action_required" || row.details?.type !== "challenge") return row
  const decision = (passed ? row.details.passed : row.details.failed) ?? withoutDecision(passed)
  const { status, code = null, notice = null, three_d_secure = null } = decision
  const notice_at = noticeAt(row, notice, now)
  const decided = await tx.one(answer, { account, reference, status, code, notice, notice_at, three_d_secure })
  return decided ?? tx.only(findByReference, { account, reference })
}

function withoutDecision(passed: boolean): Decision {
  return passed ? { status: "approved" } : { status: "refused", code: "authentication_failed" }
}

/** Applies a test helper at the mock: decides the existing charge, or records a new one. Returns the charge's id. */
export async function forceCharge(
  tx: Transaction,
  forced: Omit<NewCharge, "reference" | "status"> & { charge: string | null },
): Promise<string> {
  const { charge, account, code = null } = forced
  const status = code ? "refused" : "approved"
  if (charge && (await tx.one(decideById, { account, id: charge, status, code }))) return charge
  return (await recordCharge(tx, { ...forced, reference: randomBase62(20), status })).id
}

/** Voids an open PIX. Returns false if the PIX was paid or has ended. */
export async function voidCharge(tx: Transaction, account: string, charge: string): Promise<boolean> {
  return (await tx.one(voidOpen, { account, charge })) !== undefined
}

/** Captures a charge that is authorized. Returns undefined if it is not, or if its card is declined at the capture. */
export function captureCharge(
  tx: Transaction,
  order: { account: string; charge: string; amount: number; now: number },
): Promise<ChargeRow | undefined> {
  return tx.one(captureHeld, order)
}

/** Releases what a charge holds. Returns false if it holds nothing, or was captured. */
export async function releaseCharge(tx: Transaction, account: string, charge: string): Promise<boolean> {
  return (await tx.one(releaseHeld, { account, charge })) !== undefined
}

export type RefundDecision = "refunded" | "refused"

/** Refunds a charge, and never more than the charge's amount. Throws if a refund already has the reference. */
export async function recordRefund(
  tx: Transaction,
  order: { reference: string; account: string; charge: string; amount: number; kind: "refund" | "chargeback"; now: number },
): Promise<RefundDecision> {
  const { account, charge, amount } = order
  if (!(await tx.one(addRefunded, { account, charge, amount }))) return "refused"
  await tx.run(insertRefund, { ...order, id: newId("mre") })
  return "refunded"
}

/** Gives the money of a chargeback back to a charge. The caller sees to it that nobody else does. */
export async function returnChargeback(
  tx: Transaction,
  { account, reference, charge }: { account: string; reference: string; charge: string },
): Promise<void> {
  const taken = await tx.one(findChargeback, { account, reference })
  if (!taken) return
  await tx.run(deleteChargeback, { account, reference })
  await tx.run(addRefunded, { account, charge, amount: -taken.amount })
}

export async function isRefunded(db: Queries, account: string, reference: string): Promise<boolean> {
  return (await db.one(findRefund, { account, reference })) !== undefined
}

/** What the mock holds of a charge. Undefined if it has no such charge. */
export async function holdingsOf(db: Queries, account: string, charge: string): Promise<Holdings | undefined> {
  const row = await findCharge(db, account, charge)
  if (!row) return undefined
  const captured = row.status === "approved" ? (row.captured ?? row.amount) : 0
  const { charged_back } = await db.only(sumOfChargebacks, { account, charge })
  const isHeld = row.status === "approved" && row.captured === 0
  return { captured, gone_back: row.refunded - charged_back, charged_back, ...(isHeld && { authorized: row.amount }) }
}

/** Postpones a notification, or marks it as sent (`to` is null). Returns false if another process has already taken it. */
export async function moveNoticeTo(
  tx: Transaction,
  { account, id, notice, notice_at }: ChargeRow,
  to: number | null,
): Promise<boolean> {
  return (await tx.run(moveNotice, { account, id, from: notice_at, notice: to === null ? null : notice, to })) === 1
}
