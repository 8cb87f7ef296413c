import { must } from "../../base/must.ts"
import { text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import type { Line } from "../../ledger/parts/line.ts"
import { paymentLines } from "../../ledger/parts/payment.ts"
import { balanceTransactions, type TransactionRow } from "../../ledger/table.ts"
import { type Paid, priceOf } from "../../ledger/terms/price.ts"
import { termsOf } from "../../ledger/terms/store.ts"
import type { Terms } from "../../ledger/terms/terms.ts"
import { latestAttemptOf } from "../../payments/attempts/store.ts"
import { paidBy } from "../../payments/intents/book-success.ts"
import { type IntentRow, paymentIntents } from "../../payments/intents/table.ts"
import { methodDetailsOf } from "../../payments/methods/details.ts"
import { compare, firstWrong, SHOWN, type WrongRow } from "./wrong-row.ts"

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
 * Compares the fee and the days of each payment with its terms. What payments were never changes, so this needs no snapshot.
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
    const paid = intent && (await paidOf(db, intent, first.acquirer ?? ""))
    const found = paid && firstWrong(rows.get(first.source) ?? [], linesOf(first, intent.amount, paid, terms))
    if (found) wrong.push(found)
  }
  return wrong
}

/** How a payment was made, or undefined if its card is no longer kept. */
async function paidOf(db: Queries, intent: IntentRow, acquirer: string): Promise<Paid | undefined> {
  const sale = intent.payment_method_details ? undefined : await latestAttemptOf(db, intent)
  const details = intent.payment_method_details ?? (sale && (await methodDetailsOf(db, sale)))
  if (sale?.type === "card" && !details?.card) return undefined
  return paidBy(intent, acquirer, details)
}

function linesOf({ source, created: now }: TransactionRow, amount: number, paid: Paid, terms: Terms): Line[] {
  const installments = paid.type === "card" ? paid.installments : 1
  return paymentLines({ source, amount, installments, price: priceOf(terms, paid), now })
}
