import { boolean, cents, id, json, milliseconds, seconds, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { Shown } from "./shown.ts"
import type { DisputeStatus } from "./state.ts"

export const disputes = table(
  "disputes",
  {
    id: id(),
    account: id(),
    created: seconds(),
    payment_intent: id(),
    /** The refund that the dispute took from the payment: the latest one. It has failed if the dispute was won. Null if the payment had nothing left. */
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
    status: text<DisputeStatus>(),
    /** Until when the merchant may answer. */
    due_by: seconds().nullable(),
    /** The card network's own code or words for its reason. */
    network_reason: text().nullable(),
    /** How much of it each source of chargebacks shows. Null for disputes of the version before: all of it. */
    shown: json<Shown>().nullable(),
    /** When it is lost, unless it is answered before. */
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
  },
  {
    of: "account",
    key: ["account", "id"],
    references: { payment_intent: "payment_intents", refund: "refunds" },
  },
)

export type DisputeRow = RowOf<typeof disputes>
