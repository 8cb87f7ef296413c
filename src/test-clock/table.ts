import { boolean, id, milliseconds, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"

/** Each advance of an account's clock that is queued or running. */
export const clockTurns = table(
  "clock_turns",
  {
    account: id(),
    /** The idempotency key of the request. */
    key: text(),
    id: id(),
    begun: boolean(),
    /** The target time in Unix seconds. For an advance by seconds it is null until the turn comes. */
    target: seconds().nullable(),
    /** The turn ends at this time, in milliseconds of the database's time, if its process does not renew it. */
    lease_until_ms: milliseconds(),
    /** The account's time when the turn began, in Unix seconds. */
    began_at: seconds().nullable(),
  },
  { of: "account", key: ["account", "key"], references: { account: "accounts" } },
)

export type TurnRow = RowOf<typeof clockTurns>
