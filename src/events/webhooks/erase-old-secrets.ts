import type { Clock } from "../../clock.ts"
import type { Database } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"

const findExpired = statement<{ id: string }, "now_ms">((k, p) =>
  k("webhook_endpoints").where("old_secret_until_ms", "<=", p.now_ms).select("id").limit(1),
)
const eraseExpired = statement<void, "now_ms">((k, p) =>
  k("webhook_endpoints")
    .where("old_secret_until_ms", "<=", p.now_ms)
    .update({ sealed_old_secret: null, old_secret_until_ms: null }),
)

/** Erases the signing secrets that were rotated away and no longer sign. */
export async function eraseOldSecrets({
  database,
  clock,
}: {
  readonly database: Database
  readonly clock: Clock
}): Promise<void> {
  const now_ms = clock.now()
  // There is rarely one, and a read is cheaper than a transaction at each tick.
  if (!(await database.one(findExpired, { now_ms }))) return
  await database.transaction((tx) => tx.run(eraseExpired, { now_ms }))
}
