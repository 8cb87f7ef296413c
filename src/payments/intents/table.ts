import type { components } from "../../../generated/types.ts"
import type { Metadata } from "../../accounts/metadata.ts"
import type { ThreeDSecureRequest } from "../../acquirers/authentication.ts"
import type { MethodType } from "../../acquirers/sale.ts"
import { boolean, cents, id, json, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { MethodDetails } from "../methods/details.ts"
import type { IntentStatus } from "./state.ts"

/** The JSON columns are members of the response (openapi.yaml, PaymentIntent). */
type Shown = components["schemas"]["PaymentIntent"]
export type PaymentError = NonNullable<Shown["last_payment_error"]>

/** Null means that the default counts. */
export type PaymentMethodOptions = {
  card?: { request_three_d_secure: ThreeDSecureRequest | null; max_installments: number | null }
  pix?: { expires_after_seconds: number | null }
  boleto?: { expires_after_days: number | null }
}

export const paymentIntents = table(
  "payment_intents",
  {
    id: id(),
    account: id(),
    created: seconds(),
    customer: id(),
    product: id().nullable(),
    subscription: id().nullable(),
    /** What counts as money: of a payment that is captured later, what a capture was asked for or has taken, once there is one. */
    amount: cents(),
    currency: text(),
    status: text<IntentStatus>(),
    description: text().nullable(),
    statement_descriptor: text().nullable(),
    payment_method_types: json<[MethodType, ...MethodType[]]>(),
    /** All nine keys. Null if no key has a value. */
    utm: json<NonNullable<Shown["utm"]>>().nullable(),
    last_payment_error: json<PaymentError>().nullable(),
    /** The acquirer's own id. The API shows `publicCharge`. */
    charge: text().nullable(),
    next_action: json<NonNullable<Shown["next_action"]>>().nullable(),
    cancellation_reason: text().nullable(),
    /** Whether a time limit ended the intent. A later confirm then gets payment_intent_expired. */
    expired: boolean(),
    /** The attempt that is being made. Null between attempts. */
    running_attempt: id().nullable(),
    /** When the payer's time ends, or the time to capture. */
    due_at: seconds().nullable(),
    /** Whether the intent has been processing or succeeded. */
    counted: boolean(),
    metadata: json<Metadata>(),
    /** Null until an acquirer has answered. */
    payment_method_details: json<MethodDetails>().nullable(),
    /** The sum of the refunds that have not failed. */
    amount_refunded: cents(),
    /** The latest attempt to charge the intent. The ids of attempts cannot tell which is latest, because the clocks of hosts differ. */
    latest_attempt: id().nullable(),
    /** When the intent succeeded or was canceled. Null before that, and for payments that are older than this column. */
    ended_at: seconds().nullable(),
    /** Whether the card network has taken the money back. Triggers set it from the refunds of disputes. */
    disputed: boolean(),
    /** False until a payment that an older process has written has its terms. Null for payments that are older than this column. */
    has_terms: boolean().nullable(),
    capture_method: text<"automatic" | "manual">(),
    /** What the card was authorized for. Null unless it was authorized for a later capture. */
    authorized_amount: cents().nullable(),
    /** What the merchant chose, by payment method. Null if nothing. */
    payment_method_options: json<PaymentMethodOptions>().nullable(),
    /** Where the payer returns to, unless the confirm says otherwise. */
    return_url: text().nullable(),
    /** The canceled intent that this one was made for, on the pay page. */
    replaces: id().nullable(),
    /** The intent that the pay page has made for this one. */
    replaced_by: id().nullable(),
    /** The first intent of the pay page, whose link leads to all that replace it. Null for the first one. */
    page_of: id().nullable(),
    /** Whether the pay page may replace the intent. Null for intents that an older process has written: it may not. */
    replaceable: boolean().nullable(),
    /** The payment link whose page has made it. */
    payment_link: id().nullable(),
  },
  { of: "account", key: ["account", "id"], references: { customer: "customers", product: "products" } },
)

export type IntentRow = RowOf<typeof paymentIntents>
