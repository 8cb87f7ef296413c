// The balance transactions that the lines of a deposit have brought.
import { json } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { transactionsOf } from "../../ledger/book.ts"
import { balanceTransactions, type TransactionRow } from "../../ledger/table.ts"
import { findIntent } from "../../payments/intents/store.ts"
import { payoutTransactions } from "../../payouts/tables.ts"
import { nameOfMatter } from "../effects/entry.ts"
import type { Deposit } from "../matching/deposits.ts"
import { isSale, type Line } from "../matching/sales.ts"
import { transactionsOfMatter } from "./claims.ts"
import { asLine, entriesOfUnit, linesOfSubject, type Stored } from "./lines.ts"
import { findMatter, postingsOf } from "./matters.ts"
import { matterOfNegotiated } from "./negotiation.ts"

/** The rows of one line. A free one is in no payout and not in the opening. */
export type KnownRow = { rows: (Pick<TransactionRow, "id" | "net"> & { isFree: boolean })[] }

const rowsOfSource = balanceTransactions.find(["account", "source"], (rows) => rows.orderBy("id"))
const takenOf = payoutTransactions.statement(["account", { ids: json<readonly string[]>() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `SELECT balance_transaction AS id FROM payout_transactions WHERE account = ? AND ${isOneOf(k, "balance_transaction")}`,
    [p.account, p.ids],
  ),
)

/** For each line of a deposit that has any rows of ours: its rows. */
export async function knownRows(
  db: Queries,
  account: string,
  deposit: Pick<Deposit, "lines" | "payment_date">,
  stored: readonly Stored[],
): Promise<KnownRow[]> {
  const keys = new Set(deposit.lines)
  const lines = new Map(stored.filter(({ key }) => keys.has(key)).map((row) => [row.key, row]))
  const found: TransactionRow[][] = []
  for (const line of lines.values()) found.push(...(await rowsOfLine(db, account, line, deposit.payment_date)))
  // Money that the platform pays out is in no deposit of the merchant's.
  const ours = found.map((rows) => rows.filter(({ funds }) => funds === "acquirer")).filter((rows) => rows.length > 0)
  const ids = ours.flat().map(({ id }) => id)
  const taken = new Set((await db.all(takenOf, { account, ids })).map(({ id }) => id))
  const seen = new Set<string>()
  return ours.map((rows) => ({
    // A row of one line only, if two name it.
    rows: rows.flatMap(({ id, net }) => {
      if (seen.has(id)) return []
      seen.add(id)
      return [{ id, net, isFree: !taken.has(id) }]
    }),
  }))
}

async function rowsOfLine(db: Queries, account: string, line: Stored, day: number): Promise<TransactionRow[][]> {
  if (line.record === "C") return [await rowsOfNegotiation(db, account, line.subject)]
  if (line.record === "8") return [await rowsOfEntry(db, account, line)]
  if (line.unit === null) return []
  const entries = (await entriesOfUnit(db, account, line.unit)).filter(({ paid_on }) => paid_on === null || paid_on === day)
  return Promise.all(entries.map((entry) => rowsOfEntry(db, account, entry)))
}

async function rowsOfEntry(db: Queries, account: string, stored: Stored): Promise<TransactionRow[]> {
  const line = asLine(stored)
  if (!line) return []
  if (isSale(line)) return rowsOfSale(db, account, stored.subject, installmentOf(line))
  const matter = await findMatter(db, account, nameOfMatter(line))
  if (!matter) return []
  const intent =
    matter.payment_intent === null ? null : ((await db.one(findIntent, { account, id: matter.payment_intent })) ?? null)
  return transactionsOfMatter(db, matter, intent)
}

function installmentOf(line: Line): number {
  return (line.type === "E" && line.fields.installment) || 1
}

async function rowsOfSale(db: Queries, account: string, subject: string, installment: number): Promise<TransactionRow[]> {
  const matter = await findMatter(db, account, `sale:${subject}`)
  if (!matter || matter.payment_intent === null || matter.status === "only_there") return []
  const paid = (await transactionsOf(db, account, matter.payment_intent)).filter(
    (row) => row.type === "payment" && (row.installment ?? 1) === installment,
  )
  const parts = new Set(
    (await postingsOf(db, account, matter.id)).filter((each) => (each.installment ?? 1) === installment).map(({ part }) => part),
  )
  const posted = (await db.all(rowsOfSource, { account, source: matter.id })).filter(({ part }) => parts.has(part))
  return [...paid, ...posted]
}

/** What a negotiation brings on its day, less the discount. What it takes from later days stays with the sales of those. */
async function rowsOfNegotiation(db: Queries, account: string, subject: string): Promise<TransactionRow[]> {
  const units = (await linesOfSubject(db, account, subject)).filter(({ record }) => record === "B")
  const rows = await Promise.all(
    units.map(async (unit) => {
      const matter = await findMatter(db, account, matterOfNegotiated(unit))
      if (!matter) return []
      const postings = await postingsOf(db, account, matter.id)
      const brought = postings.filter(({ reason, amount }) => reason === "discount" || (reason === "negotiated" && amount > 0))
      const parts = new Set(brought.map(({ part }) => part))
      return (await db.all(rowsOfSource, { account, source: matter.id })).filter(({ part }) => parts.has(part))
    }),
  )
  return rows.flat()
}
