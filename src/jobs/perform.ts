import type { Scope } from "../accounts/scope.ts"
import { isUnreachable } from "../db/unreachable.ts"
import { putOffMs, recordFailure } from "./failing.ts"
import { Releases } from "./releases.ts"
import { type Claim, TriedLater, type Work, type WorkMode } from "./work.ts"

/** `again`: the item is still due as before, because something else was using it, such as a request. */
export type Result = "done" | "again" | "failed"

/** Performs a claimed item and ends the claim. An item that fails is put off, and delays no other. Throws only if the database throws. */
export async function performItem<Mode extends WorkMode>(
  scope: Scope<Mode>,
  work: Work<Mode>,
  claim: Claim,
  releases: Releases,
): Promise<Result> {
  const { database, log, livemode } = scope.mode
  const { kind, queue } = work
  try {
    await work.perform(scope, claim)
  } catch (error) {
    const hasNewTime = error instanceof TriedLater
    if (!hasNewTime) log.error({ err: error, kind, item: claim.id, account: claim.account, livemode }, "due work failed")
    // A COMMIT whose answer was lost may have been made: then the item has moved on, and has not failed.
    if (isUnreachable(error) && (await releases.end(claim)) === "done") return "done"
    await database.transaction(async (tx) => {
      const failures = await recordFailure(tx, kind, claim, error)
      await queue.putOff(tx, claim, hasNewTime ? 0 : putOffMs(failures))
    })
    return "failed"
  }
  return releases.end(claim)
}

/** Performs at most `limit` items of one account that are due at `scope.now`. Returns how many of them were done. */
export async function performDue<Mode extends WorkMode>(
  scope: Scope<Mode>,
  work: Work<Mode>,
  limit = work.bounds.account,
): Promise<number> {
  const { mode, account, now } = scope
  const { queue, leaseMs } = work
  const due = await queue.ofAccount(mode.database, account, now, limit)
  if (due.length === 0) return 0
  const claims = await queue.claim(mode.database, due, leaseMs)
  const releases = new Releases(mode.database, work, 0)
  const results = await Promise.all(claims.map((claim) => performItem(scope, work, claim, releases)))
  return results.filter((result) => result === "done").length
}
