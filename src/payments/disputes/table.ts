import { cents, id, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"

export const disputes = table(
  "disputes",
  {
    id: id(),
    account: id(),
    created: seconds(),
    payment_intent: id(),
    refund: id(),
    /** The id of the charge in the API. */
    charge: text().nullable(),
    amount: cents(),
    currency: text(),
    reason: text().nullable(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "payment_intent"]],
    references: { payment_intent: "payment_intents", refund: "refunds" },
  },
)

export type DisputeRow = RowOf<typeof disputes>
