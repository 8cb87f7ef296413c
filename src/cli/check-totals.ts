import { DAY_OFFSET } from "../base/day.ts"
import type { Queries } from "../db/database.ts"
import { isPostgres } from "../db/dialect.ts"
import { type Total, totals } from "../ledger/totals/tables.ts"

/** A total that differs from the sum of the payments, refunds, disputes and subscriptions. */
export type Difference = Total & { expected_count: number; expected_amount: number }

const LINE = "day, currency, kind, method, brand, code"
const dayOf = (time: string) => `(${time} + ${DAY_OFFSET}) / 86400`

/**
 * Adds everything up again, without the expressions and the deltas from which the totals are made. One statement reads one snapshot, so
 * the check can run at any time.
 */
const differences = totals.statement(["account"], (_, p, k) => {
  const json = isPostgres(k)
    ? {
        type: "payment_method_details::json ->> 'type'",
        brand: "payment_method_details::json -> 'card' ->> 'brand'",
        shifted: "payment_method_details::json #>> '{card,three_d_secure,liability_shifted}' = 'true'",
      }
    : {
        type: "payment_method_details ->> '$.type'",
        brand: "payment_method_details ->> '$.card.brand'",
        shifted: "payment_method_details ->> '$.card.three_d_secure.liability_shifted'",
      }
  const first = isPostgres(k) ? "payment_method_types::json ->> 0" : "payment_method_types ->> '$[0]'"
  const available = isPostgres(k)
    ? "to_char(to_timestamp(available_on) AT TIME ZONE interval '-3 hours', 'YYYY-MM-DD')"
    : "strftime('%Y-%m-%d', available_on, 'unixepoch', '-3 hours')"
  const code = isPostgres(k) ? "last_payment_error::json ->> 'code'" : "last_payment_error ->> '$.code'"
  const method = `coalesce(${json.type}, ${first}, ''), coalesce(${json.brand}, '')`
  const ended = dayOf("coalesce(ended_at, created)")
  const sources = [
    `SELECT ${ended} AS day, currency, 'succeeded' AS kind, ${method}, '', 1, amount FROM payment_intents
     WHERE account = ? AND status = 'succeeded'`,
    `SELECT ${ended}, currency, 'failed', ${method}, coalesce(${code}, ''), 1, amount FROM payment_intents
     WHERE account = ? AND status = 'canceled' AND last_payment_error IS NOT NULL`,
    `SELECT ${ended}, currency, 'authenticated', 'card', '', '', 1, amount FROM payment_intents
     WHERE account = ? AND status = 'succeeded' AND ${json.shifted}`,
    `SELECT 0, currency, 'pending', '', '', '', 1, amount FROM payment_intents
     WHERE account = ? AND status = 'processing' AND NOT (capture_method = 'manual' AND authorized_amount IS NULL)`,
    `SELECT ${dayOf("created")}, currency, 'refund', '', '', '', 1, amount FROM refunds
     WHERE account = ? AND coalesce(reason, '') <> 'dispute'`,
    // Each dispute has one refund that has not failed, unless it was won or found nothing left. The earlier ones have failed.
    `SELECT ${dayOf("refunds.created")}, disputes.currency, 'dispute', '', '', '', 1, disputes.amount - disputes.excess
     FROM disputes JOIN refunds ON refunds.account = disputes.account AND refunds.id = disputes.refund
     WHERE disputes.account = ? AND disputes.status <> 'won'`,
    `SELECT ${dayOf("created")}, currency, 'dispute', '', '', '', 1, amount FROM refunds
     WHERE account = ? AND reason = 'dispute' AND status = 'failed'`,
    `SELECT ${dayOf("coalesce(failed_at, created)")}, currency, 'refund_failed', '', '',
       CASE WHEN reason = 'dispute' THEN 'dispute' ELSE '' END, 1, amount FROM refunds
     WHERE account = ? AND status = 'failed'`,
    `SELECT 0, currency, 'available', '', '', '', 0, amount FROM payment_intents WHERE account = ? AND status = 'succeeded'`,
    `SELECT 0, currency, 'available', '', '', '', 0, -amount FROM refunds WHERE account = ? AND status <> 'failed'`,
    `SELECT 0, currency, 'net', funds, '', ${available}, 1, net FROM balance_transactions WHERE account = ?`,
    `SELECT 0, currency, 'paid_out', funds, '', ${available}, 1, net FROM payout_transactions AS taken
     JOIN balance_transactions AS it ON it.account = taken.account AND it.id = taken.balance_transaction WHERE taken.account = ?`,
    `SELECT 0, currency, 'subscription', '', '', status, 1, 0 FROM subscriptions WHERE account = ?`,
    `SELECT ${dayOf("created")}, currency, 'subscription_started', '', '', '', 1, 0 FROM subscriptions WHERE account = ?`,
    `SELECT ${dayOf("coalesce(canceled_at, created)")}, currency, 'subscription_canceled', '', '', '', 1, 0 FROM subscriptions
     WHERE account = ? AND status = 'CANCELED'`,
  ]
  const delta = `SELECT ${LINE}, count, amount FROM total_deltas WHERE account = ?`
  const ofDeltas = `SELECT 0, currency, 'available', '', '', '', 0,
    CASE WHEN kind IN ('succeeded', 'refund_failed') THEN amount ELSE -amount END
    FROM total_deltas WHERE account = ? AND kind IN ('succeeded', 'refund', 'dispute', 'refund_failed')`
  const kept = [`SELECT ${LINE}, count, amount FROM totals WHERE account = ?`, delta, ofDeltas]
  return k.raw<Difference>(
    `WITH expected (${LINE}, count, amount) AS (${sources.join(" UNION ALL ")}),
     kept (${LINE}, count, amount) AS (${kept.join(" UNION ALL ")})
     SELECT ${LINE}, sum(count) AS count, sum(amount) AS amount, sum(expected_count) AS expected_count, sum(expected_amount) AS expected_amount
     FROM (
       SELECT ${LINE}, 0 AS count, 0 AS amount, count AS expected_count, amount AS expected_amount FROM expected
       UNION ALL SELECT ${LINE}, count, amount, 0, 0 FROM kept
     ) AS lines GROUP BY ${LINE}
     HAVING sum(count) <> sum(expected_count) OR sum(amount) <> sum(expected_amount)
     ORDER BY ${LINE}`,
    [...sources, ...kept].map(() => p.account),
  )
})

/** Compares the totals of an account with their sources. Returns nothing if they agree. Reads every payment of the account. */
export function checkTotals(db: Queries, account: string): Promise<Difference[]> {
  return db.all(differences, { account })
}
