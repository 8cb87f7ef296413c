import type { Database } from "../../db/database.ts"
import { isUnreachable } from "../../db/unreachable.ts"
import { eventsAfter, type PlacedEvent } from "../../events/list/follow.ts"
import { sleep } from "../shared/stop.ts"

/** A poll costs two indexed reads. */
const LOOK_EVERY_MS = 300
const TRY_AGAIN_MS = 1000
const PAGE = 100

type Following = {
  signal: AbortSignal
  /** Called when the database becomes unreachable, and when it is reachable again. */
  onReach: (reachable: boolean) => void
}

/**
 * Yields the events of an account after a place in its list, each once and in order, until the signal aborts. While the database is
 * unreachable, events are delayed but not lost.
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
