// Deletes requests that are older than RETAIN_REQUESTS_DAYS (docs/data-kept.md).
import type { Config } from "../config/config.ts"
import { integer } from "../db/columns.ts"
import type { Database } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { isUnreachable } from "../db/unreachable.ts"
import { keptSince } from "../jobs/retention.ts"
import { inBatches } from "../jobs/sweep.ts"
import { apiRequests } from "./table.ts"

const oldestRequests = apiRequests.statement([{ seq: "after", limit: integer() }], (rows, p) =>
  rows.select("seq", "at_ms").where("seq", ">", p.after).orderBy("seq").limit(LIMIT),
)
const deleteRequests = apiRequests.statement([{ seq: "last", at_ms: "since" }], (rows, p) =>
  rows.where("seq", "<=", p.last).where("at_ms", "<", p.since).delete(),
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
        after = rows.at(-1)?.seq ?? after
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
