import { scopeOf } from "../../../src/accounts/scope.ts"
import type { Transaction } from "../../../src/db/database.ts"
import type { Scope } from "../../../src/modes/wiring.ts"
import type { Running } from "../app/vintem.ts"
import { until } from "../merchants/merchant.ts"
import { waitingForLocks } from "./waiting-for-locks.ts"

/**
 * Makes a change and commits it once `other` waits for one of its rows, on Postgres. Returns the results of both. Fails if `other` waits for
 * none.
 */
export async function runDuring<Change, Other>(
  vintem: Running,
  change: (tx: Transaction, scope: Scope) => Promise<Change>,
  other: () => Promise<Other>,
): Promise<{ changed: Change; met: Promise<Other> }> {
  const mode = vintem.server.modes.test
  let met: Promise<Other> | undefined
  const changed = await mode.database.transaction(async (tx) => {
    const result = await change(tx, await scopeOf(tx, mode, vintem.account))
    met = other()
    await until(async () => (await mode.database.all(waitingForLocks, {})).length > 0)
    return result
  })
  return { changed, met: met! }
}
