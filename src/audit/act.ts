import { ApiError, Refusal } from "../base/errors.ts"
import type { Database, Transaction } from "../db/database.ts"
import type { Changes } from "./changes.ts"
import { type Action, type Actor, recordDone, recordRefused } from "./log.ts"

/** If the action `creates` something, the new id becomes the target after the action. */
type NewAction = Omit<Action, "changes"> & { creates?: boolean }

/** What the entry takes from the result of an action, if the result has it. */
type Told = { id?: string; changes?: Changes }

/**
 * Runs an action in one transaction with its entry in the audit log. If the action is refused, the refusal has its own entry. An action
 * that fails for another reason has no effect and no entry.
 */
export async function act<Result extends object>(
  database: Database,
  by: Actor,
  newAction: NewAction,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  try {
    return await database.transaction(async (tx) => {
      const result = await work(tx)
      const { creates, ...action } = newAction
      const { id, changes }: Told = result
      await recordDone(tx, by, { ...action, target: creates ? (id ?? null) : action.target, changes: changes ?? null })
      return result
    })
  } catch (error) {
    if (error instanceof ApiError || error instanceof Refusal) {
      const { action, account, target } = newAction
      await recordRefused(database, by, { action, account, target }, error.code)
    }
    throw error
  }
}
