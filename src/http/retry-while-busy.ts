import { setTimeout as pause } from "node:timers/promises"
import { ApiError, type ErrorCode } from "../errors.ts"

const TIMEOUT_MS = 5000
const PAUSE_MS = 20

/** Another request on the same payment intent, or with the same idempotency key, is running. */
const BUSY: ErrorCode[] = ["payment_intent_locked", "idempotency_request_in_progress"]

/** Retries for up to five seconds while another request is running, then throws the last error. */
export async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const busy = error instanceof ApiError && BUSY.includes(error.code)
      if (!busy || performance.now() > deadline) throw error
      await pause(PAUSE_MS)
    }
  }
}
