import type { PaymentsMode } from "../mode.ts"
import { type AttemptRow, LEASE_MS, renewAttempt } from "./store.ts"

/**
 * Calls the acquirer for an attempt, outside of any transaction, and renews the attempt's lease until the call returns. If the
 * call throws, the operation may still have been done, so the outcome is `unknown`.
 */
export async function callAcquirer<Outcome>(
  mode: PaymentsMode,
  attempt: AttemptRow,
  call: () => Promise<Outcome>,
): Promise<Outcome | { result: "unknown" }> {
  const renewing = setInterval(() => {
    const lease_until_ms = mode.clock.now() + LEASE_MS
    mode.database
      .transaction((tx) => tx.run(renewAttempt, { id: attempt.id, lease_until_ms }))
      .catch((error: unknown) => mode.log.warn({ err: error, attempt: attempt.id }, "could not renew the lease of an attempt"))
  }, LEASE_MS / 3)
  try {
    return await call()
  } catch (error) {
    mode.log.error({ err: error, attempt: attempt.id }, "the outcome of a call to the acquirer is unknown")
    return { result: "unknown" }
  } finally {
    clearInterval(renewing)
  }
}
