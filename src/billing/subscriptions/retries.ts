import type { AttemptRow } from "../../payments/attempts/table.ts"

const DAY = 86_400

/**
 * A failed charge is retried this many days after its first failure. The last retry ends the grace period. `failed` in schedule.ts decides
 * whether there is another one.
 */
export const RETRY_DAYS = [1, 3, 5, 7] as const

/**
 * Returns the shortest time from a failure to the next retry, in seconds. After an outage several retries by card are overdue. They
 * come a day apart, so the payer has time to save another card. A PIX or a boleto has already given its payer that time.
 */
export function restAfterFailure(payment_type: AttemptRow["type"]): number {
  return payment_type === "card" ? DAY : 0
}

/**
 * Returns when retry number `retry` (from 1) is due if the first failure was at `firstFailure`. Both times are Unix seconds.
 * Returns undefined if the retries are exhausted.
 */
export function retryAt(firstFailure: number, retry: number): number | undefined {
  const days = RETRY_DAYS[retry - 1]
  return days === undefined ? undefined : firstFailure + days * DAY
}
