import { setTimeout as pause } from "node:timers/promises"
import { ApiError, type ErrorCode } from "../errors.ts"

const PATIENCE_MS = 5000
const PAUSE_MS = 20

/** What passes by itself: another request, on the same intent or under the same key, is under way. */
const PASSING: ErrorCode[] = ["payment_intent_locked", "idempotency_request_in_progress"]

/** Tries again while another request is in the way, for five seconds at most; then its caller is told to come back. */
export async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const passes = error instanceof ApiError && PASSING.includes(error.code)
      if (!passes || performance.now() > deadline) throw error
      await pause(PAUSE_MS)
    }
  }
}
