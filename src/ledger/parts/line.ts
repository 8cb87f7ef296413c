import type { TransactionType } from "./kinds.ts"

/**
 * A row of the balance before it is stored: one part of a change of money. Amounts are in cents, and the account gets `amount - fee`. A fee
 * below 0 goes back to the account.
 */
export type Line = {
  type: TransactionType
  /** The payment, refund or dispute that the line is about. */
  source: string
  /** Counts the lines of one type of a source, from 0. */
  part: number
  amount: number
  fee: number
  /** The installment of the payment that this is, or is taken from. Null if it is not about one installment. */
  installment: number | null
  /** When the money is the account's, in Unix seconds. */
  available_on: number
}

/** What the account gets by a line, in cents. */
export function netOf({ amount, fee }: Pick<Line, "amount" | "fee">): number {
  return amount - fee
}

/** What a source has in one type of line, in cents. */
export function sumOfType(lines: readonly Line[], source: string, type: TransactionType): number {
  return lines.filter((line) => line.source === source && line.type === type).reduce((sum, { amount }) => sum + amount, 0)
}

/** The number of the next line of a type of a source. */
export function nextPart(lines: readonly Line[], source: string, type: TransactionType): number {
  return lines.filter((line) => line.source === source && line.type === type).length
}
