// Deletes requests that are older than RETAIN_REQUESTS_DAYS (docs/data-kept.md).
import type { Config } from "../config/config.ts"
import type { Database } from "../db/database.ts"
import { LIMIT, statement } from "../db/statement.ts"
import { isUnreachable } from "../db/unreachable.ts"
import { keptSince } from "../jobs/retention.ts"
import { inBatches } from "../jobs/sweep.ts"

const oldestRequests = statement<{ seq: number; at_ms: number }, "after" | "limit">((k, p) =>
  k("api_requests").select("seq", "at_ms").where("seq", ">", p.after).orderBy("seq").limit(LIMIT),
)
const deleteRequests = statement<void, "last" | "since">((k, p) =>
  k("api_requests").where("seq", "<=", p.last).where("at_ms", "<", p.since).delete(),
)

/** Deletes old requests in the order of their writing. Stops at a part of the log without old requests. */
export async function deleteOldRequests(
  { database, config }: { readonly database: Database; readonly config: Pick<Config, "retainRequestsDays"> },
  deadline: number,
): Promise<boolean> {
  const since = await keptSince(database, config.retainRequestsDays)
  if (since === undefined) return true
  let after = 0
  try {
    return await inBatches(
      database.requests(),
      async (tx, limit) => {
        const rows = await tx.all(oldestRequests, { after, limit })
        if (!rows.some(({ at_ms }) => at_ms < since)) return 0
        after = rows.at(-1)!.seq
        await tx.run(deleteRequests, { last: after, since })
        return rows.length
      },
      deadline,
    )
  } catch (error) {
    // On SQLite another process was writing at that moment.
    if (isUnreachable(error)) return false
    throw error
  }
}
