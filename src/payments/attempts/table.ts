import type { FallbackReason } from "../../acquirers/choose.ts"
import type { PaymentType } from "../../acquirers/sale.ts"
import { boolean, cents, id, integer, milliseconds, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { AttemptState } from "./state.ts"

/**
 * `charge`: a sale. `verify`: the verification of a card. `reversal`: sends back money that arrived too late or twice. `void`: withdraws
 * an open PIX, or releases an authorized amount. `capture`: takes an authorized amount. `inquiry`: asks what the acquirer holds of a charge.
 */
export type AttemptKind = "charge" | "capture" | "verify" | "refund" | "reversal" | "void" | "inquiry"

/** One operation at an acquirer. The row is stored before the call. See docs/engine.md. */
export const attempts = table(
  "attempts",
  {
    id: id(),
    account: id(),
    created: seconds(),
    kind: text<AttemptKind>(),
    reference: text(),
    payment_intent: id().nullable(),
    customer: id().nullable(),
    token: id().nullable(),
    payment_method: id().nullable(),
    card: id().nullable(),
    type: text<PaymentType>(),
    off_session: boolean(),
    return_url: text().nullable(),
    idempotency_key: text().nullable(),
    state: text<AttemptState>(),
    /** The last answer, for people. The state alone decides what happens next. */
    outcome: text().nullable(),
    refund: id().nullable(),
    /**
     * The acquirer's own id of the charge. A sale has it once it is known. Every other kind has the charge that it concerns, but for a capture:
     * its charge is that of its intent.
     */
    charge: text().nullable(),
    /** In cents: the amount of every kind but a sale. For a sale, what the acquirer captured if that is another amount. */
    amount: cents().nullable(),
    /** The result of the payer's 3DS challenge. */
    challenge: text<"passed" | "failed">().nullable(),
    /** When polling began or a person was needed: Unix seconds of the account's time. */
    polling_since: seconds().nullable(),
    /** When work on the attempt is next due: Unix seconds of the account's time. */
    due_at: seconds().nullable(),
    installments: integer(),
    /** No other process works on the attempt before this time, in milliseconds of the database's time. */
    held_until_ms: milliseconds(),
    /** The acquirer of the attempt. It never changes. */
    acquirer: text(),
    /** The credentials that the attempt is sent with. They never change. */
    credentials: id().nullable(),
    /** Why the sale went to the fallback of its method's acquirer. Null if it did not. */
    fallback_reason: text<FallbackReason>().nullable(),
    /** When the latest call began, in milliseconds of the database's time. It is stored before the call. */
    sent_at_ms: milliseconds().nullable(),
    owner: text().nullable(),
    /** Until when a charge is retried that the acquirer could not process. Null if a request waits for the response. */
    retry_until: seconds().nullable(),
    /** The currency of `amount`. Null means the currency of the payment intent. */
    currency: text().nullable(),
    /** Since when (Unix seconds of the account's time) look-ups have not found the sale. Null if the last one found it or failed. */
    missing_since: seconds().nullable(),
    /**
     * How many cents of the charge had gone back before the refund or the reversal was sent. If the acquirer could not say: before the reversal
     * was ordered, or null for a refund.
     */
    gone_back_before: cents().nullable(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "reference"]],
    references: { payment_intent: "payment_intents" },
  },
)

export type AttemptRow = RowOf<typeof attempts>
