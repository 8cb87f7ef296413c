import type { Queries } from "../../db/database.ts"
import { isPostgres } from "../../db/dialect.ts"
import { statement } from "../../db/statement.ts"
import type { SubscriptionCounts, TotalKind } from "./kinds.ts"
import { EXPIRED, MONEY_KINDS, SIGNED_AMOUNT } from "./kinds.ts"

/** What happened on a day: how often, and how many cents it was about. Texts are empty where they do not apply. */
export type Total = {
  day: number
  currency: string
  kind: TotalKind
  method: string
  brand: string
  /** Why payments failed. */
  code: string
  count: number
  amount: number
}

/** The totals of some days. Each payment that ended is in both: once in its day, and once in how it was paid. */
export type Totals = {
  /** By day, without the method and the brand. The code tells only what expired. */
  days: Total[]
  /** Payments that ended, by method, brand and code, as totals of the first day. */
  ways: Total[]
}

const BETWEEN = "WHERE account = ? AND day >= ? AND day <= ?"
const ONLY_EXPIRED = `CASE WHEN code = '${EXPIRED}' THEN code ELSE '' END`

/**
 * What is added up, and what is not yet: one statement reads both from one snapshot, so nothing is missed or counted twice. The database
 * adds up, as 90 days of a busy account have ten thousand lines.
 */
const totalsBetween = statement<Total & { part: keyof Totals }, "account" | "from" | "to">((k, p) => {
  const part = (table: string) => `SELECT day, currency, kind, method, brand, code, count, amount FROM ${table} ${BETWEEN}`
  const sums = "sum(count) AS count, sum(amount) AS amount FROM parts"
  return k.raw(
    `WITH parts AS (${part("totals")} UNION ALL ${part("total_deltas")})
     SELECT 'days' AS part, day, currency, kind, '' AS method, '' AS brand, ${ONLY_EXPIRED} AS code, ${sums}
     GROUP BY day, currency, kind, ${ONLY_EXPIRED}
     UNION ALL SELECT 'ways', CAST(? AS integer), currency, kind, method, brand, code, ${sums}
     WHERE kind IN ('succeeded', 'failed') GROUP BY currency, kind, method, brand, code`,
    [p.account, p.from, p.to, p.account, p.from, p.to, p.from],
  )
})

/** As one sum for the whole time. What expired is told apart from what was refused. */
const sumBetween = statement<Total, "account" | "from" | "to">((k, p) => {
  const part = (table: string) => `SELECT currency, kind, ${ONLY_EXPIRED} AS code, count, amount FROM ${table} ${BETWEEN}`
  return k.raw(
    `SELECT CAST(? AS integer) AS day, currency, kind, '' AS method, '' AS brand, code, sum(count) AS count, sum(amount) AS amount
     FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts GROUP BY currency, kind, code`,
    [p.from, p.account, p.from, p.to, p.account, p.from, p.to],
  )
})

/** By how much some days have changed the available balance. The days are a JSON list. */
const changesOfDays = statement<DayChange, "account" | "days">((k, p) => {
  const days = isPostgres(k)
    ? "= ANY(ARRAY(SELECT json_array_elements_text(?::json)::integer))"
    : "IN (SELECT value FROM json_each(?))"
  const part = (table: string) =>
    `SELECT day, currency, ${SIGNED_AMOUNT} AS amount FROM ${table} WHERE account = ? AND day ${days} AND kind IN (${MONEY_KINDS})`
  return k.raw(
    `SELECT day, currency, sum(amount) AS amount FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts
     GROUP BY day, currency ORDER BY day, currency`,
    [p.account, p.days, p.account, p.days],
  )
})

const balances = statement<{ currency: string; available: number; pending: number }, "account">((k, p) =>
  k.raw(
    `SELECT currency, sum(available) AS available, sum(pending) AS pending FROM (
       SELECT currency, CASE kind WHEN 'available' THEN amount ELSE 0 END AS available,
         CASE kind WHEN 'pending' THEN amount ELSE 0 END AS pending
       FROM totals WHERE account = ? AND day = 0 AND kind IN ('available', 'pending')
       UNION ALL
       SELECT currency, CASE kind WHEN 'pending' THEN 0 ELSE ${SIGNED_AMOUNT} END, CASE kind WHEN 'pending' THEN amount ELSE 0 END
       FROM total_deltas WHERE account = ? AND kind IN ('pending', ${MONEY_KINDS})
     ) AS parts GROUP BY currency`,
    [p.account, p.account],
  ),
)

const subscriptionCounts = statement<{ status: string; count: number }, "account">((k, p) => {
  const part = (table: string) => `SELECT code, count FROM ${table} WHERE account = ? AND day = 0 AND kind = 'subscription'`
  return k.raw(
    `SELECT code AS status, sum(count) AS count FROM (${part("totals")} UNION ALL ${part("total_deltas")}) AS parts GROUP BY code`,
    [p.account, p.account],
  )
})

/** Days, both included (src/day.ts). */
type Days = { from: number; to: number }

/** Reads the totals of an account for some days, in any order. Exact at each moment. */
export async function readTotals(db: Queries, account: string, { from, to }: Days): Promise<Totals> {
  const totals: Totals = { days: [], ways: [] }
  for (const { part, ...total } of await db.all(totalsBetween, { account, from, to })) totals[part].push(total)
  return totals
}

/** Reads the sums of some days by currency and kind, as totals of their first day without a method and a brand. */
export function readSums(db: Queries, account: string, { from, to }: Days): Promise<Total[]> {
  return db.all(sumBetween, { account, from, to })
}

/** By how many cents a day has changed what an account has. */
export type DayChange = { day: number; currency: string; amount: number }

/** Reads how much each of some days has changed the available balance of an account, by day and currency. */
export function readChanges(db: Queries, account: string, days: readonly number[]): Promise<DayChange[]> {
  return db.all(changesOfDays, { account, days: JSON.stringify(days) })
}

/** What an account has in each currency that it ever had a payment in, in cents, by currency. */
export async function readBalances(db: Queries, account: string) {
  return (await db.all(balances, { account })).sort((a, b) => (a.currency < b.currency ? -1 : 1))
}

/** Counts the subscriptions of an account in each status. */
export async function countSubscriptions(db: Queries, account: string): Promise<SubscriptionCounts> {
  const rows = await db.all(subscriptionCounts, { account })
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
