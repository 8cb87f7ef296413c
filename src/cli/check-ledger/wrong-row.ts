import type { TransactionType } from "../../ledger/parts/kinds.ts"

/**
 * What a payment, refund or dispute has in its balance transactions, and what it should have. `row` is the first row that is wrong, or null if
 * there is none at all. Amounts and fees are in cents, and `available_on` in Unix seconds. What is null was not compared.
 */
export type WrongRow = {
  type: TransactionType
  source: string
  row: string | null
  amount: number
  expected_amount: number
  fee: number | null
  expected_fee: number | null
  available_on: number | null
  expected_available_on: number | null
}

/** How many wrong rows are shown. The first says what went wrong. */
export const SHOWN = 20
