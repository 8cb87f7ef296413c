// The days and the returned fees of what was taken from payments, and given back.
import { must } from "../../base/must.ts"
import { text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import type { TransactionType } from "../../ledger/parts/kinds.ts"
import type { Line } from "../../ledger/parts/line.ts"
import { linesOf, type Movement } from "../../ledger/parts/movement.ts"
import { balanceTransactions, type TransactionRow } from "../../ledger/table.ts"
import { termsOf } from "../../ledger/terms/store.ts"
import { compare, firstWrong, SHOWN, type WrongRow } from "./wrong-row.ts"

const AT_ONCE = 1000

/** Of a payment without terms, what is at once and without a fee is right. */
const takenPayments = balanceTransactions.statement(["account", { after: text() }], (_, p, k) =>
  k.raw<{ payment_intent: string }>(
    `SELECT DISTINCT it.payment_intent FROM balance_transactions AS it
     JOIN balance_transactions AS paid
       ON paid.account = it.account AND paid.source = it.payment_intent AND paid.type = 'payment' AND paid.part = 0
     WHERE it.account = ? AND it.payment_intent > ?
       AND it.type IN ('refund', 'dispute', 'refund_failed', 'dispute_reversed')
       AND (paid.terms IS NOT NULL OR it.fee <> 0 OR it.available_on <> it.created)
     ORDER BY it.payment_intent LIMIT ${AT_ONCE}`,
    [p.account, p.after],
  ),
)
const rowsOfPayments = balanceTransactions.find(["account", { from: text(), to: text() }], (rows, p) =>
  rows.whereBetween("payment_intent", [p.from, p.to]).orderBy("payment_intent").orderBy("id"),
)
const notAtOnce = balanceTransactions.find(["account"], (rows) =>
  rows
    .whereRaw("(type = 'fee' OR type = 'adjustment' AND substr(source, 1, 3) IN ('pi_', 'dp_'))")
    .whereNotNull("payment_intent")
    .whereRaw("(fee <> 0 OR available_on <> created)")
    .orderBy("id")
    .limit(SHOWN),
)

/** Plays what happened to each payment again by its terms, and compares. Fees of refunds and disputes, and adjustments, are due at once. */
export async function checkTaken(db: Queries, account: string): Promise<WrongRow[]> {
  const wrong = (await db.all(notAtOnce, { account })).map((row) => compare(row, { ...row, fee: 0, available_on: row.created }))
  let after = ""
  while (wrong.length < SHOWN) {
    const page = (await db.all(takenPayments, { account, after })).map(({ payment_intent }) => payment_intent)
    const last = page.at(-1)
    if (last === undefined) break
    const between = { account, from: must(page[0], "a payment"), to: last }
    const rows = Map.groupBy(await db.all(rowsOfPayments, between), ({ payment_intent }) => payment_intent)
    for (const id of page) {
      const found = await checkPayment(db, account, rows.get(id) ?? [])
      if (found) wrong.push(found)
    }
    after = last
  }
  return wrong
}

/** Ids say the order in which things happened, but for hosts whose clocks differ. So what does not fit yet may have come later. */
async function checkPayment(db: Queries, account: string, rows: readonly TransactionRow[]): Promise<WrongRow | undefined> {
  const lines: Line[] = rows.filter(({ type }) => type === "payment")
  const { terms = null, currency = "" } = rows.find(({ type }) => type === "payment") ?? {}
  const { returns_fee_on_refund } = await termsOf(db, account, currency, terms)
  const groups = Map.groupBy(
    rows.filter(({ type }) => movementOf[type]),
    ({ source, type }) => `${source} ${type}`,
  )
  let left = [...groups.values()].map((group) => group.sort((a, b) => a.part - b.part))
  while (left.length > 0) {
    const fitting = left.find((group) => !wrongOf(group, lines, returns_fee_on_refund))
    if (!fitting) return wrongOf(must(left[0], "rows"), lines, returns_fee_on_refund)
    lines.push(...fitting)
    left = left.filter((group) => group !== fitting)
  }
  return undefined
}

type Moved = Pick<TransactionRow, "source" | "amount">

const movementOf: Partial<Record<TransactionType, (moved: Moved) => Movement>> = {
  refund: ({ source: refund, amount }) => ({ moved: "refund", refund, amount: -amount, is_dispute: false }),
  dispute: ({ source: refund, amount }) => ({ moved: "refund", refund, amount: -amount, is_dispute: true }),
  refund_failed: ({ source: refund }) => ({ moved: "refund_undone", refund }),
  dispute_reversed: ({ source: refund }) => ({ moved: "refund_undone", refund }),
}

function wrongOf(group: readonly TransactionRow[], lines: readonly Line[], returns_fee_on_refund: boolean): WrongRow | undefined {
  const { type, source, created } = must(group[0], "a row")
  const amount = group.reduce((sum, row) => sum + row.amount, 0)
  const movement = must(movementOf[type], "a movement")({ source, amount })
  // Their own fees are rows of another type.
  const fees = { refund_fee: 0, dispute_fee: 0, returns_fee_on_refund }
  return firstWrong(group, linesOf(movement, lines, fees, created))
}
