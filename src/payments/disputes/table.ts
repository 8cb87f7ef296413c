import { boolean, cents, id, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"

export const disputes = table(
  "disputes",
  {
    id: id(),
    account: id(),
    created: seconds(),
    payment_intent: id(),
    /** The refund that the dispute took from the payment. Null if the payment had nothing left. */
    refund: id().nullable(),
    /** The id of the charge in the API. */
    charge: text().nullable(),
    /** What the card network took, in cents. */
    amount: cents(),
    /** The part of it that the payment no longer had, in cents. */
    excess: cents(),
    /** Whether the merchant lost the excess. Null until an operator says so. */
    excess_taken: boolean().nullable(),
    currency: text(),
    reason: text().nullable(),
  },
  {
    of: "account",
    key: ["account", "id"],
    references: { payment_intent: "payment_intents", refund: "refunds" },
  },
)

export type DisputeRow = RowOf<typeof disputes>
