import { id, json, milliseconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { ActionName } from "./actions.ts"
import type { Changes } from "./changes.ts"

/** Each action that was done or refused. The database refuses to change an entry and to delete one. */
export const auditLog = table(
  "audit_log",
  {
    id: id(),
    /** In the database's time. */
    at_ms: milliseconds(),
    actor: text(),
    /** Where the actor acted: a host's name or a client's address. */
    source: text(),
    action: text<ActionName>(),
    /** The object that the action changes. */
    target: text().nullable(),
    /** Null if the action concerns no account, or an unknown one. */
    account: id().nullable(),
    /** A refusal has its code. */
    outcome: text<"done" | `refused: ${string}`>(),
    /** Why something was canceled, in the words of the caller. */
    reason: text().nullable(),
    changes: json<Changes>().nullable(),
  },
  { of: "platform", key: ["id"] },
)

export type EntryRow = RowOf<typeof auditLog>
