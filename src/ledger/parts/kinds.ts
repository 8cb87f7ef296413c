/** What a balance transaction is. `refund_failed` and `dispute_reversed` undo a refund and a dispute, `payout_failed` a payout. */
export type TransactionType =
  | "payment"
  | "refund"
  | "refund_failed"
  | "dispute"
  | "dispute_reversed"
  | "fee"
  | "payout"
  | "payout_failed"
  | "adjustment"

/** Who pays the money out: the acquirer to the merchant's bank, or the platform. */
export type Funds = "acquirer" | "platform"
