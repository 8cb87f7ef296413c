import type { Database, Transaction } from "../db/database.ts"
import { ApiError, Refusal } from "../errors.ts"
import { type Action, type Actor, recordDone, recordRefused } from "./log.ts"

/** Where the action `creates` something, the id of that is the target once it is done. */
type Doing = Action & { creates?: boolean }

/**
 * Does something in one transaction with its entry in the audit log. Where it is refused, the refusal has an entry of its own. What
 * fails for another reason did nothing and has no entry.
 */
export async function act<Done extends object>(
  database: Database,
  by: Actor,
  doing: Doing,
  work: (tx: Transaction) => Promise<Done>,
): Promise<Done> {
  try {
    return await database.transaction(async (tx) => {
      const done = await work(tx)
      const { action, account, target, creates } = doing
      await recordDone(tx, by, { action, account, target: creates ? (done as { id: string }).id : target })
      return done
    })
  } catch (error) {
    if (error instanceof ApiError || error instanceof Refusal) {
      const { action, account, target } = doing
      await recordRefused(database, by, { action, account, target }, error.code)
    }
    throw error
  }
}
