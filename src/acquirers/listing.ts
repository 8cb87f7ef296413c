// What an acquirer lists of the money that arrived, beyond what is asked of it sale by sale.
import type { Taken } from "./sale.ts"

/** Unix seconds, both ends in it. `gone_back`: only payments of which some has gone back, whenever that was. */
export type ListPeriod = { from: number; to: number; gone_back?: true }

/** A payment in a list, and the sale that it names. */
export type ListedPayment = Taken & {
  /** The reference of its sale. */
  reference: string
  /** The id that its charge has until a payment of it is known. */
  unpaid: string
  /** Whether retries share the charge: only its look-up says which of them was paid. */
  is_shared?: true
}

/** `strangers`: how many payments of the list name no sale of ours, such as transfers to the account. */
export type PaymentList = { payments: ListedPayment[]; strangers: number }
