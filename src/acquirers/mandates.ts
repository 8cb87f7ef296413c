// PIX Automático: a payer agrees once, in the bank's app, to charges that the merchant's system makes later (docs/decisions/0032-pix-automatico.md).
import type { PixSale, SaleOutcome, VoidOutcome } from "./sale.ts"

/** The periods that the arrangement has. */
export const MANDATE_PERIODS = ["weekly", "monthly", "quarterly", "semiannual", "annual"] as const

export type MandatePeriod = (typeof MANDATE_PERIODS)[number]

/** `pending`: the payer has not decided. The last three are final. */
export type MandateStatus = "pending" | "active" | "rejected" | "canceled" | "expired"

/** What the payer agrees to. */
export type MandateTerms = {
  /** Vintém's own key for the mandate, 20 letters and digits. It is stored before the call, so the mandate can be looked up afterwards. */
  contract: string
  /** What is paid for, as the payer's bank shows it. At most 35 characters. */
  object: string
  period: MandatePeriod
  /** The ISO date, in São Paulo, on which the first charge may fall due. */
  first_day: string
  /** What each charge takes, in cents. */
  amount: number
}

/** A mandate with its first payment, or alone if `amount` is 0. `known`: the acquirer's own id of the mandate, once an answer has named it. */
export type FoundingSale = PixSale & { mandate: MandateTerms & { known?: string } }

/** Which mandate, by the acquirer's own id. */
export type MandateId = { account: string; mandate: string }

/** A charge under a mandate. */
export type MandateCharge = {
  /** The key of the attempt, stored before the call. */
  reference: string
  account: string
  /** The acquirer's id of the mandate. */
  mandate: string
  /** In cents: the amount of the mandate. */
  amount: number
  /** The ISO date, in São Paulo, on which the payer's bank is to pay. A day on which banks are closed counts as the next banking day. */
  day: string
  /** A retry of this charge (the acquirer's own id), on `day`. Left out for a new charge. */
  retry_of?: string
}

/** What became of a mandate that was made for a contract. */
export type FoundMandate = { mandate: string; status: MandateStatus }

/**
 * The part of the port for PIX Automático. Every call gets a signal that is aborted at its deadline. A call that throws may have been carried out.
 */
export type Mandates = {
  /**
   * Makes a mandate, with its first payment in the same code unless `amount` is 0. The outcome is `action_required` with the code and `mandate`, `unavailable`,
   * `refused` or `unknown`.
   */
  found(sale: FoundingSale, signal: AbortSignal): Promise<SaleOutcome>
  /**
   * The current outcome of such a sale, or undefined if the acquirer has none with that reference. The payment decides it: what the payer says to the
   * mandate does not. If `amount` is 0, the mandate decides: `verified` once it is active, `refused` once it can no longer be. A mandate without
   * its payment is `unavailable`, with `mandate`.
   */
  lookUpFounding(sale: FoundingSale, signal: AbortSignal): Promise<SaleOutcome | undefined>
  /** What a mandate is now. Undefined if the acquirer has no such mandate. Throws if it gives no answer. */
  mandate(id: MandateId, signal: AbortSignal): Promise<MandateStatus | undefined>
  /** Ends a mandate. May be repeated. `refused`: it has ended already. What is charged on the same day may be paid all the same. */
  cancel(id: MandateId, signal: AbortSignal): Promise<VoidOutcome>
  /**
   * Orders a charge, or a retry of one. The outcome is `pending` until the day is over, then `approved` or `refused`. A refusal has `may_retry` if the
   * same charge may be tried on another day.
   */
  charge(order: MandateCharge, signal: AbortSignal): Promise<SaleOutcome>
  /** The current outcome of a charge or of a retry. Undefined if the acquirer has none. */
  lookUpCharge(order: MandateCharge, signal: AbortSignal): Promise<SaleOutcome | undefined>
  /** Withdraws a charge (the acquirer's own id) before its day. May be repeated. `refused`: it was paid, has ended, or it is too late. */
  withdraw(charge: { account: string; charge: string }, signal: AbortSignal): Promise<VoidOutcome>
}
