import type { Clock } from "../../base/clock.ts"
import { integer, milliseconds } from "../../db/columns.ts"
import type { Database } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import { LIMIT } from "../../db/statement.ts"
import type { Chore } from "../../jobs/chore.ts"
import { inBatches } from "../../jobs/sweep.ts"
import { webhookEndpoints } from "./tables.ts"

const findExpired = webhookEndpoints.statement([{ now_ms: milliseconds(), limit: integer() }], (rows, p, k) =>
  rows.where("old_secret_until_ms", "<=", p.now_ms).whereRaw(isHere(k)).limit(LIMIT).select("account", "id"),
)
const eraseExpired = webhookEndpoints.find(["account", "id", { now_ms: milliseconds() }], (rows, p) =>
  rows.where("old_secret_until_ms", "<=", p.now_ms).update({ sealed_old_secret: null, old_secret_until_ms: null }),
)

/** Erases the signing secrets that were rotated away and no longer sign. */
export const eraseOldSecrets: Chore<{ readonly database: Database; readonly clock: Clock }> = {
  kind: "erase_old_secrets",
  run: async ({ database, clock }) => {
    const now_ms = clock.now()
    // Such a secret is rare, and a read is cheaper than a transaction at each tick.
    if (!(await database.one(findExpired, { now_ms, limit: 1 }))) return
    await inBatches(database, async (tx, limit) => {
      const expired = await tx.all(findExpired, { now_ms, limit })
      for (const { account, id } of expired) await tx.run(eraseExpired, { account, id, now_ms })
      return expired.length
    })
  },
}
