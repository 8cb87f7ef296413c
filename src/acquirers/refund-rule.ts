import type { Funding } from "../vault/tables.ts"

/** What an acquirer must know of a charge to say when it takes a refund of it. */
export type RefundableCharge = {
  /** Null if no card was charged. */
  funding: Funding | null
  /** When the charge was captured, in Unix seconds. If it is not known exactly, the latest time that is possible. */
  captured_at: number
}

export type RefundRule = {
  /** The acquirer takes no refund of the charge before this time, in Unix seconds. */
  from: number
  /** Whether the acquirer takes one refund only, in whole or in part. */
  once: boolean
}
