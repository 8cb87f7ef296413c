import { id, integer, seconds } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"

/** The pay pages that were opened. */
export const payPages = table(
  "pay_pages",
  {
    account: id(),
    /** The first intent of the page. Its link is made of this id (src/payments/links/pay-page.ts). */
    payment_intent: id(),
    created: seconds(),
    /** The intent that the page leads to: the first one, or the newest successor. */
    current: id(),
    /** The day of the newest successor (src/base/day.ts), and how many the page has made on it. */
    successors_day: integer(),
    successors: integer(),
  },
  {
    of: "account",
    key: ["account", "payment_intent"],
    uniqueOverAll: [["payment_intent"]],
    references: { payment_intent: "payment_intents", current: "payment_intents" },
  },
)

export type PayPageRow = RowOf<typeof payPages>
