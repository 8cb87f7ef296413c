import type { Database } from "../../db/database.ts"
import { isUnreachable } from "../../db/unreachable.ts"
import { eventsAfter, type PlacedEvent } from "../../events/follow.ts"
import { sleep } from "../stop.ts"

/** A look costs two reads by an index. */
const LOOK_EVERY_MS = 300
const TRY_AGAIN_MS = 1000
const PAGE = 100

type Following = {
  signal: AbortSignal
  /** Called when the database cannot be reached, and when it can again. */
  onReach: (reachable: boolean) => void
}

/**
 * Every event of an account after a place in its list, each once and in the list's order, until the signal aborts. A database that
 * cannot be reached for a while costs time, but no event.
 */
export async function* follow(
  database: Database,
  account: string,
  after: number,
  { signal, onReach }: Following,
): AsyncGenerator<PlacedEvent> {
  let reachable = true
  for (let place = after; !signal.aborted; ) {
    const events = await eventsAfter(database, account, place, PAGE).catch(unlessUnreachable)
    if (reachable !== (events !== undefined)) {
      reachable = !reachable
      onReach(reachable)
    }
    for (const event of events ?? []) {
      yield event
      place = event.seq
    }
    if (events?.length !== PAGE) await sleep(reachable ? LOOK_EVERY_MS : TRY_AGAIN_MS, signal)
  }
}

function unlessUnreachable(error: unknown): undefined {
  if (!isUnreachable(error)) throw error
}
