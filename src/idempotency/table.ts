import { boolean, id, integer, milliseconds, seconds, text } from "../db/columns.ts"
import { type RowOf, table } from "../db/table.ts"
import type { Version } from "../versions.ts"

/** The claims of requests on their idempotency keys, and the responses that are saved for replays. See openapi.yaml, Idempotency. */
export const idempotencyKeys = table(
  "idempotency_keys",
  {
    account: id(),
    key: text(),
    /** A digest of the request that the key belongs to. */
    fingerprint: text(),
    /** The version by which the response is shown. Null if a process of an older release claimed the key. */
    version: text<Version>().nullable(),
    /** The status of the saved response. Null while the operation has not ended. */
    status: integer().nullable(),
    /** The exact bytes of the saved response, sealed if `sealed`. */
    body: text().nullable(),
    sealed: boolean(),
    /** Until when the first request may run the operation alone, in milliseconds of the database's time. */
    lease_until_ms: milliseconds().nullable(),
    /** When the saved response expires. It means nothing until there is a response. */
    expires_at: seconds().nullable(),
  },
  { of: "account", key: ["account", "key"] },
)

export type IdempotencyKeyRow = RowOf<typeof idempotencyKeys>
