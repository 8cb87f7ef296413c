// What a look at an acquirer's lists changes: the case itself, its sale, and its dispute.
import type { CaseItem } from "../../acquirers/chargebacks.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { orderInquiry } from "../attempts/charges.ts"
import { mustFindAttempt } from "../attempts/store.ts"
import { followAcquirer } from "../disputes/follow.ts"
import { findDispute } from "../disputes/store.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { publicChargeOf } from "../intents/present.ts"
import { holdIntent } from "../intents/store.ts"
import type { IntentRow } from "../intents/table.ts"
import { disputeWithoutCase, linkCase, saidOf } from "./booking.ts"
import { type JoinedSale, joinedSale } from "./join.ts"
import { dueByOf, type Heard, type Judged, judge } from "./judge.ts"
import { findCaseByNumber, holdCaseByNumber } from "./store.ts"
import { type CaseRow, chargebackCases } from "./tables.ts"

const KEPT = [
  "step",
  "treated_step",
  "establishment",
  "process",
  "is_inquiry",
  "network",
  "reason",
  "is_fraud",
  "amount",
] as const
const MORE = [
  "received",
  "due_by",
  "status",
  "sale",
  "lifecycle",
  "payment_intent",
  "attempt",
  "charge",
  "needs_join",
  "closed_at",
] as const
const insertRow = chargebackCases.insert(
  ["id", "account", "created", "acquirer", "number", "dispute", "is_estimate", ...KEPT, ...MORE],
  (rows) => rows.onConflict(["account", "acquirer", "number"]).ignore(),
)
const updateRow = chargebackCases.update(["account", "id"], [...KEPT, ...MORE], (rows) => rows.returning("*"))

/** The members of a case that a look can change. */
type Changes = Pick<CaseRow, (typeof KEPT)[number] | (typeof MORE)[number]>

/** Stores what was heard of a case, joins it to its sale, and brings its dispute to where it stands. Repeating it changes nothing. */
export async function applyCase(tx: Transaction, scope: PaymentScope, acquirer: string, heard: Heard): Promise<void> {
  const item = heard.pending[0] ?? heard.done[0]
  if (!item) return
  const { account } = scope
  const of = { account, acquirer, number: item.number }
  const known = await findCaseByNumber(tx, of)
  const sale = await saleOf(tx, of, known, item)
  const intent = sale && (await tx.only(holdIntent, { account, id: sale.payment_intent }))
  if (!known) await insertCase(tx, scope, of, heard, sale)
  const before = await holdCaseByNumber(tx, of)
  const judged = judge(before, heard)
  if (!judged) return
  // Another process has joined it meanwhile. The next look goes on.
  if (before.payment_intent !== null && before.payment_intent !== intent?.id) return
  const changes = changesOf(scope.now, before, judged, heard, sale)
  const row = await tx.only(updateRow, { account, id: before.id, ...changes })
  if (intent) await follow(tx, scope, intent, before, row)
}

/** The sale of a case: the one that it was joined to, or the one that it names. A person has said of others that there is none. */
async function saleOf(
  tx: Transaction,
  of: { account: string; acquirer: string },
  known: CaseRow | undefined,
  { sale }: CaseItem,
): Promise<JoinedSale | undefined> {
  if (known && known.payment_intent !== null && known.attempt !== null && known.charge !== null)
    return { payment_intent: known.payment_intent, attempt: known.attempt, charge: known.charge }
  return known === undefined || known.needs_join ? joinedSale(tx, of, sale) : undefined
}

async function insertCase(
  tx: Transaction,
  { account, now }: PaymentScope,
  of: Pick<CaseRow, "acquirer" | "number">,
  heard: Heard,
  sale: JoinedSale | undefined,
): Promise<void> {
  const judged = judge(undefined, heard)
  if (!judged) return
  const isOver = judged.status === "won" || judged.status === "lost"
  const first = { ...FIRST, needs_join: !isOver, step: judged.item.step, status: judged.status }
  const changes = changesOf(now, first, judged, heard, sale)
  const row = { id: newId("cbk"), account, created: now, ...of, dispute: null, is_estimate: false, ...changes }
  await tx.run(insertRow, row)
}

const FIRST = { treated_step: null, due_by: null, lifecycle: [], closed_at: null }

type Before = Pick<CaseRow, "treated_step" | "due_by" | "lifecycle" | "closed_at" | "needs_join" | "step" | "status">

function changesOf(
  now: number,
  before: Before,
  { item, status, isTreated }: Judged,
  { lifecycle }: Heard,
  sale: JoinedSale | undefined,
): Changes {
  const { step, establishment, process, isInquiry, network, reason, isFraud, amount, received } = item
  const isOver = status === "won" || status === "lost"
  // What was won needs nobody.
  const needs_join = sale === undefined && status !== "won" && (before.needs_join || (before.closed_at !== null && !isOver))
  return {
    ...{ step, establishment, process, is_inquiry: isInquiry, network, reason, is_fraud: isFraud, amount, received, status },
    treated_step: isTreated ? step : before.treated_step,
    // What is done has no deadline any more. The last one is kept for people.
    due_by: dueByOf(item) ?? (step === before.step ? before.due_by : null),
    sale: item.sale,
    lifecycle: lifecycle && lifecycle.length > 0 ? [...lifecycle] : before.lifecycle,
    payment_intent: sale?.payment_intent ?? null,
    attempt: sale?.attempt ?? null,
    charge: sale?.charge ?? null,
    needs_join,
    closed_at: isOver ? (before.closed_at ?? now) : null,
  }
}

/**
 * Brings the dispute of a case to where the case stands. Where there is none, the acquirer is asked at once how much was taken, and the answer books
 * it (booking.ts). The caller holds the intent and the case.
 */
export async function follow(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  before: CaseRow,
  row: CaseRow,
): Promise<void> {
  const { account, attempt, charge } = row
  if (row.is_inquiry || attempt === null || charge === null) return
  const sale = await mustFindAttempt(tx, { account, id: attempt })
  const of = publicChargeOf({ id: attempt, charge })
  const own = row.dispute === null ? undefined : await findDispute(tx, account, row.dispute)
  const dispute = own ?? (await disputeWithoutCase(tx, intent, of, row))
  if (!dispute) {
    if (row.status !== "won") await orderInquiry(tx, scope, sale, { ...intent, charge }, 0)
    return
  }
  if (!own) await linkCase(tx, row, dispute.id)
  // The look-up may tell the right amount later than the case.
  if (row.is_estimate) await orderInquiry(tx, scope, sale, { ...intent, charge })
  if (own && !isChanged(before, row)) return
  const isNewStep = before.step !== row.step
  await followAcquirer(tx, scope, { intent, dispute }, saidOf(row), before.status === "won" || isNewStep)
}

/** Only what the acquirer says anew moves a dispute, because a person may have recorded something since. */
function isChanged(before: CaseRow, row: CaseRow): boolean {
  const members = ["status", "step", "due_by", "reason", "is_fraud"] as const
  return members.some((member) => before[member] !== row[member])
}
