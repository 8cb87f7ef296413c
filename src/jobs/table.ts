import { boolean, id, integer, milliseconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"

/** The kind of a payment whose capture has failed after its success. A person asks the acquirer, and nothing is tried again. */
export const CAPTURE_FAILED = "capture_failed"

/** Each item of due work that has failed each time since `since_ms`. */
export const failingWork = table(
  "failing_work",
  {
    kind: text(),
    item: id(),
    account: id(),
    /** In the database's time. */
    since_ms: milliseconds(),
    failures: integer(),
    /** The message of the latest failure. */
    message: text(),
    /** Whether a person has taken it off the attention list. */
    resolved: boolean(),
  },
  { of: "account", key: ["account", "kind", "item"] },
)

export type FailingWorkRow = RowOf<typeof failingWork>
