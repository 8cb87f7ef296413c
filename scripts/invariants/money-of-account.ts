import type { TransactionRow } from "../../src/ledger/table.ts"
import type { DisputeRow } from "../../src/payments/disputes/table.ts"
import type { IntentRow } from "../../src/payments/intents/table.ts"
import type { RefundRow } from "../../src/payments/refunds/table.ts"

/** The money of one payment: its balance transactions, and what they should add up to. */
export type Money = {
  intent: IntentRow
  rows: TransactionRow[]
  refunds: RefundRow[]
  disputes: DisputeRow[]
  /** What was taken of the payer beyond the amount, or below 0 less than it, and has not gone back, in cents. Undefined: not known yet. */
  difference: number | undefined
}
