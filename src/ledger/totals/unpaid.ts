// What the platform owes an account, read from the totals: the balance transactions of each day that no payout has taken.
import type { Scope } from "../../accounts/scope.ts"
import { dateOf, dayOf } from "../../base/day.ts"
import { text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { totals } from "./tables.ts"

/** Rows that are available on a date, and that no payout has taken. `amount` is their net, in cents. */
export type UnpaidDay = { currency: string; date: string; count: number; amount: number }

/**
 * An account has a total for each day that ever had money, so this reads as much as its balance does. Both kinds count the same rows, so a day
 * whose counts are equal has no unpaid rows.
 */
const unpaidDays = totals.statement(["account", { today: text() }], (_, p, k) => {
  const sums = `currency, code, CASE kind WHEN 'net' THEN count ELSE -count END AS count,
    CASE kind WHEN 'net' THEN amount ELSE -amount END AS amount`
  const where = "account = ? AND day = 0 AND kind IN ('net', 'paid_out') AND method = 'platform' AND code <= ?"
  return k.raw<UnpaidDay>(
    `SELECT currency, code AS date, sum(count) AS count, sum(amount) AS amount FROM (
       SELECT ${sums} FROM totals WHERE ${where}
       UNION ALL SELECT ${sums} FROM total_deltas WHERE ${where}
     ) AS parts GROUP BY currency, code HAVING sum(count) <> 0 ORDER BY currency, code`,
    [p.account, p.today, p.account, p.today],
  )
})

/** The days, up to today, of which a payout can take something. */
export function readUnpaid(db: Queries, { account, now }: Pick<Scope, "account" | "now">): Promise<UnpaidDay[]> {
  return db.all(unpaidDays, { account, today: dateOf(dayOf(now)) })
}
