import type { Metadata } from "../../accounts/metadata.ts"
import { boolean, cents, id, json, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"

export type RefundStatus = "pending" | "succeeded" | "failed"
export type RefundReason = "duplicate" | "fraudulent" | "requested_by_customer" | "dispute"

export const refunds = table(
  "refunds",
  {
    id: id(),
    account: id(),
    created: seconds(),
    payment_intent: id(),
    amount: cents(),
    currency: text(),
    reason: text<RefundReason>().nullable(),
    status: text<RefundStatus>(),
    metadata: json<Metadata>(),
    /** Null for refunds that failed before this column existed. */
    failed_at: seconds().nullable(),
    /** Whether the money went back without an order of the merchant. Such a refund comes in addition to the one that a payment may have. */
    reported: boolean(),
  },
  { of: "account", key: ["account", "id"], references: { payment_intent: "payment_intents" } },
)

export type RefundRow = RowOf<typeof refunds>
