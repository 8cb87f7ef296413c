import { setTimeout as pause } from "node:timers/promises"
import type { Response } from "../../test/support/client.ts"

/** What waits for the next life is tried again after this time. */
const AGAIN_MS = 50
/** A request that meets so many conflicts counts as never answered. Each takes five seconds, however slow the machine is. */
const MAX_CONFLICTS = 100

/**
 * Sends a request until it is answered, or nobody waits for it any more. `tryOnce` returns undefined where no answer came. 409: the first try
 * with the key has not ended. 503: the acquirer or the database could not do it.
 */
export async function untilAnswered(
  name: string,
  tryOnce: () => Promise<Response | undefined>,
  isClosed: () => boolean,
): Promise<Response> {
  for (let conflicts = 0; conflicts < MAX_CONFLICTS && !isClosed(); await pause(AGAIN_MS)) {
    const response = await tryOnce()
    if (response?.status === 409) conflicts++
    else if (response && response.status !== 503) return response
  }
  throw new Error(`${name} was never answered`)
}

/** Makes nothing of an error that only says that the process has died. Throws any other one. */
export function orDied(error: unknown): undefined {
  if (/ returned \d+/.test((error as Error).message)) throw error
}
