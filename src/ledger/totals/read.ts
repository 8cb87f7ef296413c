import type { Scope } from "../../accounts/scope.ts"
import { dateOf, dayOf } from "../../base/day.ts"
import { integer, text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { EXPIRED, MONEY_KINDS, OF_DISPUTE, type SubscriptionCounts } from "./kinds.ts"
import { type Total, totals } from "./tables.ts"

const LINE = "day, currency, kind, method, brand, code"
/** Both included. */
const DAYS = { from: integer(), to: integer() }
const BETWEEN = "WHERE account = ? AND day >= ? AND day <= ?"

/**
 * The totals and the deltas that are not yet added to them. One statement reads both from one snapshot, so nothing is missed or counted
 * twice. Callers sum the rows anyway, so this statement does not. A key has one row in `totals`, and any number of deltas.
 */
const totalsBetween = totals.statement(["account", DAYS], (_, p, k) =>
  k.raw<Total>(
    `SELECT ${LINE}, count, amount FROM totals ${BETWEEN}
     UNION ALL SELECT ${LINE}, sum(count), sum(amount) FROM total_deltas ${BETWEEN} GROUP BY ${LINE}`,
    [p.account, p.from, p.to, p.account, p.from, p.to],
  ),
)

/** Sums up the whole time. Expired payments are summed apart from refused ones, and disputes that were won from refunds that failed. */
const sumBetween = totals.statement(["account", DAYS], (_, p, k) => {
  const part = (table: string) =>
    `SELECT currency, kind, CASE WHEN code IN (${[...EXPIRED, OF_DISPUTE].map((code) => `'${code}'`)}) THEN code ELSE '' END AS code, count, amount FROM ${table} ${BETWEEN}`
  return k.raw<Total>(
    `SELECT CAST(? AS integer) AS day, currency, kind, '' AS method, '' AS brand, code, sum(count) AS count, sum(amount) AS amount
     FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts GROUP BY currency, kind, code`,
    [p.from, p.account, p.from, p.to, p.account, p.from, p.to],
  )
})

/**
 * `net` is of the day in its `code`. Each currency that ever had a payment has a line, even if the payment was not paid. An account has a
 * total for each day that ever had money, however many payments there are.
 */
const balances = totals.statement(["account", { today: text() }], (_, p, k) => {
  const sums = `currency, CASE WHEN kind = 'net' AND code <= ? THEN amount ELSE 0 END AS available,
    CASE WHEN kind = 'pending' OR kind = 'net' AND code > ? THEN amount ELSE 0 END AS pending`
  return k.raw<{ currency: string; available: number; pending: number }>(
    `SELECT currency, sum(available) AS available, sum(pending) AS pending FROM (
       SELECT ${sums} FROM totals WHERE account = ? AND day = 0 AND kind IN ('net', 'available', 'pending')
       UNION ALL SELECT ${sums} FROM total_deltas WHERE account = ? AND kind IN ('net', 'pending', ${MONEY_KINDS})
     ) AS parts GROUP BY currency`,
    [p.today, p.today, p.account, p.today, p.today, p.account],
  )
})

/** Days, both included (src/base/day.ts). */
type Days = { from: number; to: number }

/**
 * The totals of an account for some days. They are exact at each moment. A key may have several rows, in any order: its total, and
 * the deltas that are not yet added to it.
 */
export function readTotals(db: Queries, account: string, { from, to }: Days): Promise<Total[]> {
  return db.all(totalsBetween, { account, from, to })
}

/** The sums of some days by currency and kind. Each sum is a total of the first day, without a method and a brand. */
export function readSums(db: Queries, account: string, { from, to }: Days): Promise<Total[]> {
  return db.all(sumBetween, { account, from, to })
}

/**
 * An account's balances in cents at a time, in each currency in which it ever had a payment, ordered by currency. Money is available from
 * the beginning of its day.
 */
export async function readBalances(db: Queries, { account, now }: Pick<Scope, "account" | "now">) {
  return (await db.all(balances, { account, today: dateOf(dayOf(now)) })).sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** How many subscriptions an account has in each status. */
export async function countSubscriptions(db: Queries, account: string): Promise<SubscriptionCounts> {
  const counts: SubscriptionCounts = {}
  for (const { kind, code, count } of await readTotals(db, account, { from: 0, to: 0 }))
    if (kind === "subscription") counts[code] = (counts[code] ?? 0) + count
  return counts
}
