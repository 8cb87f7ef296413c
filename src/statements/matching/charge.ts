// What matching has to know of a charge. Days count from 1970 in Brasília, amounts are in cents.

/**
 * A part of a charge's money: as it was expected at the sale, for what a page shows as different; with the adjustments of earlier lines, for what a line
 * posts. Installments count from 1. A charge whose money comes at once has one part with the installment 1.
 */
export type ExpectedPart = { installment: number; amount: number; fee: number; due_on: number }

export type Charge = {
  id: string
  /** Whether it has taken money, as far as we know. */
  succeeded: boolean
  method: "card" | "pix"
  /** What the acquirer was told of it and told of it; null if we don't know. */
  tid: string | null
  /** Each order that it was sent with, also one that the acquirer made of it. */
  orders: readonly string[]
  nsu: string | null
  authorization_code: string | null
  end_to_end_id: string | null
  txid: string | null
  /** The merchant's numbers at the acquirer. None: not known. */
  establishments: readonly string[]
  /** What was captured. */
  amount: number
  authorized_on: number
  /** The day of the sale. */
  captured_on: number
  parts: readonly ExpectedPart[]
}
