import { id, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"

/**
 * What is gone through after the customer itself is erased, in this order: which cards were its own before they were detached, its events tell,
 * and whether a response has the holder of such a card, the card tells.
 */
export const STEPS = ["payments", "mails", "events", "responses"] as const
export type Step = (typeof STEPS)[number]

/** The customers whose personal data is erased. */
export const erasures = table(
  "erasures",
  {
    account: id(),
    customer: id(),
    created: seconds(),
    /** What is being gone through. Null once all is erased. */
    step: text<Step>().nullable(),
    /** The key of the last row that was gone through. */
    position: text(),
  },
  { of: "account", key: ["account", "customer"], references: { customer: "customers" } },
)

export type ErasureRow = RowOf<typeof erasures>
