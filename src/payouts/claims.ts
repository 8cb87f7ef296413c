// Which balance transactions a payout takes. Its own rows are those of the payout and of its fee; they are its own for ever.
import type { Scope } from "../accounts/scope.ts"
import { dayOf, dayOfDate, startOfDay } from "../base/day.ts"
import { must } from "../base/must.ts"
import { id, integer, seconds, text } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { byType, MOST_SUMMED, type Sum } from "../ledger/pages.ts"
import { TRANSACTION_TYPES } from "../ledger/parts/kinds.ts"
import { balanceTransactions, type TransactionRow } from "../ledger/table.ts"
import { COLUMNS_OF_IT } from "../ledger/taken.ts"
import { readUnpaid } from "../ledger/totals/unpaid.ts"
import { type PayoutRow, payoutTransactions, type Taken } from "./tables.ts"

type Account = Pick<Scope, "account" | "now">

/** No account has as many. */
const ALL = 2 ** 31 - 1

const DAY = { currency: text(), from: seconds(), to: seconds() }

/** All types but those of payouts. They are named, so that the index of the days fits. */
export const TAKEN_TYPES = TRANSACTION_TYPES.filter((type) => !type.startsWith("payout")).map((type) => `'${type}'`)

/**
 * The key refuses a row that another payout has. That is so whoever presses twice, and without any lock. Each row is looked up by the key: with NOT EXISTS,
 * Postgres reads all that the account was ever paid, for each day.
 */
const takeDay = payoutTransactions.statement(["account", { payout: id().nullable(), ...DAY }], (_, p, k) =>
  k.raw<void>(
    `INSERT INTO payout_transactions (account, balance_transaction, payout)
     SELECT it.account, it.id, CAST(? AS text) FROM balance_transactions AS it
     WHERE it.account = ? AND it.currency = ? AND it.funds = 'platform' AND it.type IN (${TAKEN_TYPES})
     AND it.available_on >= ? AND it.available_on < ?
     AND (SELECT taken.account FROM payout_transactions AS taken WHERE taken.account = it.account AND taken.balance_transaction = it.id) IS NULL
     ON CONFLICT (account, balance_transaction) DO NOTHING`,
    [p.payout, p.account, p.currency, p.from, p.to],
  ),
)
/** `parts`: which rows of the source. */
const takeOwnRows = (parts: string) =>
  payoutTransactions.statement(["account", { payout: id().nullable(), source: id() }], (_, p, k) =>
    k.raw<void>(
      `INSERT INTO payout_transactions (account, balance_transaction, payout)
       SELECT account, id, CAST(? AS text) FROM balance_transactions WHERE account = ? AND source = ? AND ${parts}
       ON CONFLICT (account, balance_transaction) DO NOTHING`,
      [p.payout, p.account, p.source],
    ),
  )
const takeAllOwn = takeOwnRows("true")
const takeFirst = takeOwnRows("part = 0")
/** Nothing but the key looks each row up: with the currency, an index fits that has all rows of the account, and Postgres may read them for each row. */
const sumOfOpening = payoutTransactions.statement(["account", { currency: text() }], (_, p, k) =>
  k.raw<{ net: number }>(
    `SELECT coalesce(sum((
       SELECT CASE it.currency WHEN ? THEN it.net ELSE 0 END FROM balance_transactions AS it
       WHERE it.account = taken.account AND it.id = taken.balance_transaction
     )), 0) AS net FROM payout_transactions AS taken WHERE taken.account = ? AND taken.payout IS NULL`,
    [p.currency, p.account],
  ),
)
const releaseOthers = payoutTransactions.statement(["account", "payout"], (_, p, k) =>
  k.raw<void>(
    `DELETE FROM payout_transactions WHERE account = ? AND payout = ?
     AND balance_transaction NOT IN (SELECT id FROM balance_transactions WHERE account = ? AND source = ?)`,
    [p.account, p.payout, p.account, p.payout],
  ),
)
/** The index of a payout has its rows in this order, so no page sorts them. */
const rowsOf = payoutTransactions.statement(["account", { payout: id(), limit: integer() }], (_, p, k) =>
  k.raw<TransactionRow>(
    `SELECT ${COLUMNS_OF_IT} FROM payout_transactions AS taken
     JOIN balance_transactions AS it ON it.account = taken.account AND it.id = taken.balance_transaction
     WHERE taken.account = ? AND taken.payout = ? ORDER BY taken.balance_transaction DESC LIMIT ?`,
    [p.account, p.payout, LIMIT],
  ),
)
const sumsOf = payoutTransactions.statement(["account", "payout", { most: integer() }], (_, p, k) =>
  k.raw<Sum>(
    `SELECT currency, type, count(*) AS count, sum(amount) AS amount, sum(fee) AS fee, sum(net) AS net FROM (
       SELECT it.currency, it.type, it.amount, it.fee, it.net FROM payout_transactions AS taken
       JOIN balance_transactions AS it ON it.account = taken.account AND it.id = taken.balance_transaction
       WHERE taken.account = ? AND taken.payout = ? AND it.source <> ? LIMIT ?
     ) AS found GROUP BY currency, type`,
    [p.account, p.payout, p.payout, p.most],
  ),
)
const ownRows = balanceTransactions.find(["account", "source"], (rows) => rows.orderBy("id"))

/**
 * Takes all rows of a currency that are available and in no payout, for a payout or (null) for the opening. Returns what they add up to, in cents, and
 * for a payout the sums by type. It looks at the days that have such rows alone, however long ago they were.
 */
export async function takeAvailable(
  tx: Transaction,
  scope: Account,
  currency: string,
  payout: string | null,
): Promise<Taken & { net: number }> {
  const { account, now } = scope
  const days: number[] = []
  for (const day of await readUnpaid(tx, scope)) {
    if (day.currency !== currency) continue
    const number = must(dayOfDate(day.date), "the day of a total")
    tx.send(takeDay, { account, payout, currency, from: startOfDay(number), to: startOfDay(number + 1) })
    days.push(number)
  }
  const span = { from: days[0] ?? dayOf(now), to: days.at(-1) ?? dayOf(now) }
  if (payout === null) return { ...span, sums: [], ...(await tx.only(sumOfOpening, { account, currency })) }
  const sums = (await sumsOfTaken(tx, { account, payout, most: ALL })).map(({ currency: _, ...sum }) => sum)
  return { ...span, sums, net: sums.reduce((all, { net }) => all + net, 0) }
}

/** Takes the rows whose source the payout is, so that no other payout does. */
export function takeOwn(tx: Transaction, account: string, payout: string): void {
  tx.send(takeAllOwn, { account, payout, source: payout })
}

/** Takes the first row of an opening, which brings what was available to 0. */
export function takeFirstOfOpening(tx: Transaction, account: string, opening: string): void {
  tx.send(takeFirst, { account, payout: null, source: opening })
}

/** Gives back what a payout took, for the next one. Its own rows stay with it. */
export function releaseTaken(tx: Transaction, account: string, payout: string): void {
  tx.send(releaseOthers, { account, payout })
}

/** The rows that a payout is made of, newest first: what it took, and its own. */
export function transactionsOfPayout(
  db: Queries,
  { account, payout, limit }: { account: string; payout: string; limit: number },
): Promise<TransactionRow[]> {
  return db.all(rowsOf, { account, payout, limit })
}

/** What a payout took, by type, without its own rows. Amounts are in cents. Nothing once it has given all back. Undefined if it took too many to sum up. */
export async function sumsOfPayout(db: Queries, payout: PayoutRow): Promise<Sum[] | undefined> {
  const { account, id, currency, status, taken } = payout
  if (status === "failed" || status === "canceled") return []
  if (taken) return taken.sums.map((sum) => ({ ...sum, currency }))
  const sums = await sumsOfTaken(db, { account, payout: id, most: MOST_SUMMED })
  return sums.reduce((all, { count }) => all + count, 0) < MOST_SUMMED ? sums : undefined
}

async function sumsOfTaken(db: Queries, of: { account: string; payout: string; most: number }): Promise<Sum[]> {
  return (await db.all(sumsOf, of)).sort(byType)
}

/** The rows whose source a payout is: of itself and of its fee. */
export function ownRowsOf(db: Queries, account: string, payout: string): Promise<TransactionRow[]> {
  return db.all(ownRows, { account, source: payout })
}
