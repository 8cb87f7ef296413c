import type { MandatePeriod, MandateStatus } from "../../acquirers/mandates.ts"
import type { CardErrorCode } from "../../base/errors.ts"
import { boolean, cents, id, integer, json, milliseconds, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"

/** A payer's consent to later charges (PIX Automático). Its id is that of the payment method that it is (docs/decisions/0032-pix-automatico.md). */
export const mandates = table(
  "mandates",
  {
    id: id(),
    account: id(),
    created: seconds(),
    customer: id(),
    /** The payment intent with which it was made. */
    payment_intent: id(),
    /** The reference of the attempt that has made it, and Vintém's own key for it at the acquirer. */
    contract: text(),
    acquirer: text(),
    credentials: id().nullable(),
    /** The acquirer's own id. Null until an answer has named it. */
    mandate: text().nullable(),
    /** What merchants see. One that is `canceled` may still have to be ended at the acquirer: `due_at` says so. */
    status: text<MandateStatus>(),
    object: text(),
    period: text<MandatePeriod>(),
    /** The day (src/base/day.ts) from which on it may be charged. */
    first_day: integer(),
    /** What each charge takes, in cents. */
    amount: cents(),
    /** Whether it is a payment method of its customer: its code was shown, and it has not ended. */
    is_attached: boolean(),
    /** Since when the acquirer is asked about it as it is now: Unix seconds of the account's time. */
    polling_since: seconds().nullable(),
    /** When the acquirer is asked next, or told that it has ended. Null once nothing is left to ask or to tell. */
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
  },
  { of: "account", key: ["account", "id"], references: { payment_intent: "payment_intents" } },
)

export type MandateRow = RowOf<typeof mandates>

/** What an attempt charges by a mandate. */
export const mandateCharges = table(
  "mandate_charges",
  {
    account: id(),
    attempt: id(),
    mandate: id(),
    /** The day (src/base/day.ts) on which the payer's bank is to pay. */
    day: integer(),
    /** The day of the first try of the same charge. */
    first_day: integer(),
    /** The acquirer's own id of the charge that is tried once more. Null for a new charge. */
    retry_of: text().nullable(),
    /** The refusal that waits for the period that the charge is to pay. Null if there is none. */
    refusal: json<Refusal>().nullable(),
  },
  { of: "account", key: ["account", "attempt"], references: { attempt: "attempts" } },
)

/** Why a charge was not paid, and whether it may be tried on another day. */
export type Refusal = { code: CardErrorCode | "processing_error"; message: string; may_retry: boolean }

export type MandateChargeRow = RowOf<typeof mandateCharges>
