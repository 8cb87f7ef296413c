import { ApiError, Refusal } from "../base/errors.ts"
import type { Database, Transaction } from "../db/database.ts"
import { type Action, type Actor, recordDone, recordRefused } from "./log.ts"

/** If the action `creates` something, the new id becomes the target after the action. */
type Doing = Action & { creates?: boolean }

/**
 * Runs an action in one transaction with its entry in the audit log. If the action is refused, the refusal has its own entry. An action
 * that fails for another reason has no effect and no entry.
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
      const { creates, ...action } = doing
      await recordDone(tx, by, { ...action, target: creates ? (done as { id: string }).id : action.target })
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
