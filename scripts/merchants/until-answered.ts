import { setTimeout as pause } from "node:timers/promises"
import type { Response } from "../../test/support/app/client.ts"

/** How long to wait for the next life before another try. */
const AGAIN_MS = 50
/** After this many conflicts, a request counts as never answered. Each takes five seconds, however slow the machine is. */
const MAX_CONFLICTS = 100
/**
 * A disk or a database that failed is back within this time, and processes that are killed again and again at the steps of one request have come
 * further each time. On a busy machine, each start takes several seconds.
 */
const MAX_MS = 600_000

/**
 * Sends a request until it gets a response, or until nobody waits for it any more. `tryOnce` returns undefined if there was no response.
 * 409: the first try with the key has not ended. 503: the acquirer or the database failed.
 */
export async function untilAnswered(
  name: string,
  tryOnce: () => Promise<Response | undefined>,
  isClosed: () => boolean,
): Promise<Response> {
  const endsAt = Date.now() + MAX_MS
  let response: Response | undefined
  for (let conflicts = 0; conflicts < MAX_CONFLICTS && Date.now() < endsAt && !isClosed(); await pause(AGAIN_MS)) {
    response = await tryOnce()
    if (response?.status === 409) conflicts++
    else if (response && response.status !== 503) return response
  }
  throw new Error(`${name} was never answered. The last response: ${JSON.stringify(response?.body) ?? "none"}`)
}

/** Returns undefined for an error that only means that the process has died. Throws any other error. */
export function orDied(error: unknown): undefined {
  if (/ returned \d+/.test((error as Error).message)) throw error
}
