import { must } from "../../base/must.ts"
import { text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { paymentLines } from "../../ledger/parts/payment.ts"
import { balanceTransactions, type TransactionRow } from "../../ledger/table.ts"
import { priceOf } from "../../ledger/terms/price.ts"
import { termsOf } from "../../ledger/terms/store.ts"
import type { Terms } from "../../ledger/terms/terms.ts"
import { paidBy } from "../../payments/intents/book-success.ts"
import { type IntentRow, paymentIntents } from "../../payments/intents/table.ts"
import { SHOWN, type WrongRow } from "./wrong-row.ts"

const AT_ONCE = 1000

/** Without terms, a payment has one row, at once and without a fee. */
const wrongDefaults = balanceTransactions.find(["account"], (rows) =>
  rows
    .where({ type: "payment" })
    .whereNull("terms")
    .whereRaw("(part > 0 OR fee <> 0 OR available_on <> created)")
    .orderBy("id")
    .limit(SHOWN),
)
const pricedRows = balanceTransactions.find(["account", { after: text() }], (rows, p) =>
  rows.where({ type: "payment", part: 0 }).whereNotNull("terms").where("source", ">", p.after).orderBy("source").limit(AT_ONCE),
)
const BETWEEN = { from: text(), to: text() }
const rowsOfPayments = balanceTransactions.find(["account", BETWEEN], (rows, p) =>
  rows.where({ type: "payment" }).whereBetween("source", [p.from, p.to]).orderBy("source").orderBy("part"),
)
const paidIntents = paymentIntents.find(["account", BETWEEN], (rows, p) =>
  rows.where({ status: "succeeded" }).whereBetween("id", [p.from, p.to]),
)

/**
 * Compares the fee and the days of each payment with its terms. What payments were never changes, so this needs no snapshot. Of a card payment
 * that a test helper has made succeed, no column says the price.
 */
export async function checkPrices(db: Queries, account: string): Promise<WrongRow[]> {
  const wrong = (await db.all(wrongDefaults, { account })).map((row) =>
    compare(row, { ...row, fee: 0, available_on: row.created }),
  )
  const known = new Map<string, Terms>()
  let after = ""
  while (wrong.length < SHOWN) {
    const page = await db.all(pricedRows, { account, after })
    const last = page.at(-1)
    if (!last) break
    wrong.push(...(await checkPage(db, page, { account, from: must(page[0], "a row").source, to: last.source }, known)))
    after = last.source
  }
  return wrong
}

async function checkPage(
  db: Queries,
  page: readonly TransactionRow[],
  between: { account: string; from: string; to: string },
  known: Map<string, Terms>,
): Promise<WrongRow[]> {
  const rows = Map.groupBy(await db.all(rowsOfPayments, between), ({ source }) => source)
  const intents = new Map((await db.all(paidIntents, between)).map((intent) => [intent.id, intent]))
  const wrong: WrongRow[] = []
  for (const first of page) {
    const key = `${first.currency} ${first.terms}`
    const terms = known.get(key) ?? (await termsOf(db, first.account, first.currency, first.terms))
    known.set(key, terms)
    const intent = intents.get(first.source)
    const found = intent && checkPayment(intent, rows.get(first.source) ?? [], first, terms)
    if (found) wrong.push(found)
  }
  return wrong
}

function checkPayment(
  intent: IntentRow,
  rows: readonly TransactionRow[],
  first: TransactionRow,
  terms: Terms,
): WrongRow | undefined {
  const { payment_method_details: details, amount } = intent
  if (!details) return
  const paid = paidBy(intent, first.acquirer ?? "", details)
  const installments = paid.type === "card" ? paid.installments : 1
  const price = priceOf(terms, paid)
  const expected = paymentLines({ source: first.source, amount, installments, price, now: first.created })
  for (const [part, line] of expected.entries()) {
    const row = rows[part]
    if (!row) return compare({ ...first, amount: 0, fee: 0 }, line)
    if (row.amount !== line.amount || row.fee !== line.fee || row.available_on !== line.available_on) return compare(row, line)
  }
  const more = rows[expected.length]
  return more && compare(more, { amount: 0, fee: 0, available_on: more.available_on })
}

type Compared = Pick<TransactionRow, "amount" | "fee" | "available_on">

function compare({ id, type, source, ...is }: TransactionRow, expected: Compared): WrongRow {
  const { amount, fee, available_on } = is
  return {
    ...{ type, source, row: id, amount, expected_amount: expected.amount, fee, expected_fee: expected.fee },
    ...{ available_on, expected_available_on: expected.available_on },
  }
}
