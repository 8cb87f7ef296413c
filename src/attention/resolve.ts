import { Refusal } from "../base/errors.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isHere } from "../db/here.ts"
import { CAPTURE_FAILED, failingWork } from "../jobs/table.ts"

export const MAX_REASON = 255

const findItem = failingWork.find(["item"], (rows, _, k) =>
  rows.where({ resolved: false }).whereRaw(isHere(k)).select<Item>("account", "item").limit(1),
)
/** Nothing tries these again by itself. A later one is another item, so the row of this one goes. */
const forgetEnded = failingWork.delete(["account", "item"], (rows) =>
  rows.whereIn("kind", ["charge_subscription", CAPTURE_FAILED]),
)
const resolveWork = failingWork.statement(["account", "item"], (rows, p) =>
  rows.where({ account: p.account, item: p.item, resolved: false }).update({ resolved: true }),
)

type Item = { account: string; item: string }

/** Finds failing work of any account that was not resolved, by the id of its item on the attention list. */
export function findFailing(db: Queries, item: string): Promise<Item | undefined> {
  return db.one(findItem, { item })
}

/** Throws Refusal without a reason. */
export function checkReason(reason: string): void {
  if (!reason.trim() || reason.length > MAX_REASON)
    throw new Refusal("parameter_invalid", `Give a reason, of at most ${MAX_REASON} characters.`)
}

/**
 * Takes failing work off the attention list, because a person has dealt with it. It is still tried again. It is listed again if it succeeds
 * and then fails. Throws Refusal without a reason.
 */
export async function resolveFailing(tx: Transaction, { account, item }: Item, reason: string): Promise<Item> {
  checkReason(reason)
  await tx.run(forgetEnded, { account, item })
  await tx.run(resolveWork, { account, item })
  return { account, item }
}
