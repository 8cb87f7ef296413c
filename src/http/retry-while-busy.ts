import { HeldError } from "../base/errors.ts"
import type { Waiters } from "../db/waiters.ts"

export const TIMEOUT_MS = 5000

/**
 * Retries for up to five seconds while another request holds the idempotency key or the payment intent. Then throws the last error. Throws
 * it at once if too many requests of the account are already waiting.
 */
export async function retryWhileBusy<T>(waiters: Waiters, account: string, attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + TIMEOUT_MS
  let waiter: ReturnType<Waiters["join"]>
  try {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        if (!(error instanceof HeldError) || performance.now() >= deadline) throw error
        if (waiter?.topic !== error.held) {
          waiter?.leave()
          waiter = waiters.join(account, error.held)
        }
        if (!waiter) throw error
        await waiter.wait(deadline)
      }
    }
  } finally {
    waiter?.leave()
  }
}
