import type { ModeName } from "../base/mode-name.ts"
import type { Queries } from "../db/database.ts"
import type { ShownDifference } from "../statements/tables.ts"

/** What can wait for a person. docs/attention.md says what each kind means and what to do. */
export const ATTENTION_KINDS = [
  "account_claimed_twice",
  "refund_by_hand",
  "reversal_by_hand",
  "outcome_unknown",
  "amount_mismatch",
  "capture_failed",
  "chargeback_unconfirmed",
  "returned_chargeback_unconfirmed",
  "dispute_deadline",
  "dispute_exceeds_payment",
  "payout_unmatched",
  "balance_negative",
  "statement_difference",
  "statement_refused",
  "certificate_expiring",
  "mail_failed",
  "work_failing",
  "delivery_dead_letter",
] as const

export type AttentionKind = (typeof ATTENTION_KINDS)[number]

/** Something that cannot be finished without a person. Members that do not apply are null. */
export type AttentionItem = {
  /** The id of the thing that waits: a refund, an attempt, an item of due work, or an endpoint or integration with dead letters. */
  id: string
  kind: AttentionKind
  mode: ModeName
  /** Empty if nobody knows whose it is. */
  account: string
  /** Unix seconds. */
  since: number
  payment_intent: string | null
  refund: string | null
  /** In cents. */
  amount: number | null
  currency: string | null
  /** What the item is, and what to do. */
  message: string
  /** What a person can record the outcome of. For the dashboard. */
  operation?: "charge" | "refund" | "reversal"
  /** Whether the payment of a chargeback has succeeded, so that the chargeback can be recorded. For the dashboard. */
  isPaid?: boolean
  /** The dead letters of an endpoint or integration, for the dashboard. `more` says whether there are others beside those counted. */
  letters?: { count: number; more: boolean; oldest: string }
  /** What differs in a statement. For the dashboard. */
  difference?: ShownDifference
  /** The PIX key that the payer has given for a refund by hand, for those who may make it. For the dashboard; the message has it too. */
  pixKey?: string
  /** Why a statement can't be read. For the dashboard. */
  problem?: string
  /** In Unix seconds. For the dashboard. */
  certificateEndsAt?: number
}

export type Found = Omit<AttentionItem, "mode">

/** A part of the database in which something can wait for a person. `now` is real time in Unix seconds. */
export type Source = {
  /** The oldest items of one account, or of all accounts. */
  list(db: Queries, request: { account: string | null; now: number; limit: number }): Promise<Found[]>
  /** How many items there are of each kind, counted up to `limit`. */
  count(db: Queries, request: { now: number; limit: number }): Promise<{ kind: AttentionKind; size: number }[]>
}
