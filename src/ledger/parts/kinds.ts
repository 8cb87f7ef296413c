import type { Funds as FundsOfAcquirer } from "../../acquirers/table.ts"

/** What a balance transaction is. `refund_failed` and `dispute_reversed` undo a refund and a dispute, `payout_failed` a payout. */
export const TRANSACTION_TYPES = [
  "payment",
  "refund",
  "refund_failed",
  "dispute",
  "dispute_reversed",
  "fee",
  "payout",
  "payout_failed",
  "adjustment",
] as const

export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** Who pays the money out: the acquirer to the merchant's bank, or the platform. */
export type Funds = FundsOfAcquirer
