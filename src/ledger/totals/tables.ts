import { cents, id, integer, text } from "../../db/columns.ts"
import { type RowOf, table } from "../../db/table.ts"
import type { TotalKind } from "./kinds.ts"

/** What a sum is about. Texts are empty if they do not apply. */
const KEY = {
  account: id(),
  /** The day in which something happened (src/base/day.ts). */
  day: integer(),
  currency: text(),
  kind: text<TotalKind>(),
  method: text(),
  brand: text(),
  /** Why payments failed. */
  code: text(),
}

/** How often something happened, and for how much. */
const SUM = { count: integer(), amount: cents() }

export const totals = table(
  "totals",
  { ...KEY, ...SUM },
  { of: "account", key: ["account", "day", "currency", "kind", "method", "brand", "code"] },
)

/** Changes that are not yet added to the totals. Triggers write them. `source` is the id of the row that changed. */
export const totalDeltas = table(
  "total_deltas",
  { id: integer(), source: id(), ...KEY, ...SUM },
  { of: "account", key: ["account", "id"] },
)

/** What happened on a day: how often, and for how many cents. */
export type Total = Omit<RowOf<typeof totals>, "account">
