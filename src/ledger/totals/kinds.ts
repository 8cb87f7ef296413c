/**
 * What the totals count. `succeeded` and `failed` are payments that ended. `authenticated` are those that succeeded after their payer was. `refund_failed` gives back what `refund` has taken. The totals
 * of day 0 are current values: `available` and `pending` money, each `subscription` by its status, the `net` of balance transactions by funds
 * and the date on which it is available, and in the same way what payouts have taken of it, `paid_out`.
 */
export type TotalKind =
  | "succeeded"
  | "failed"
  | "authenticated"
  | "refund"
  | "dispute"
  | "refund_failed"
  | "subscription_started"
  | "subscription_canceled"
  | "available"
  | "pending"
  | "net"
  | "paid_out"
  | "subscription"

/** How many subscriptions have each status. */
export type SubscriptionCounts = Record<string, number>

/** The codes of payments that were not paid, or not captured, in time. */
export const EXPIRED: readonly string[] = ["payment_intent_expired", "capture_expired"]

/** The code of failed refunds that were those of disputes: the disputes were won. */
export const OF_DISPUTE = "dispute"

/** The kinds that change the available balance, as SQL. */
export const MONEY_KINDS = "'succeeded', 'refund', 'dispute', 'refund_failed'"

/** The signed change of the available balance, as SQL. */
export const SIGNED_AMOUNT = "CASE kind WHEN 'succeeded' THEN amount WHEN 'refund_failed' THEN amount ELSE -amount END"
