const DAY = 86_400

/** Days after a cycle's first failure on which it is charged again; the last one is the end of the grace period. */
export const RETRY_DAYS = [1, 3, 5, 7] as const

/**
 * When retry number `retry` (1 is the first) of a cycle that first failed at `firstFailure` falls due, in Unix seconds.
 * undefined when there is no such retry: they are exhausted.
 */
export function retryAt(firstFailure: number, retry: number): number | undefined {
  const days = RETRY_DAYS[retry - 1]
  return days === undefined ? undefined : firstFailure + days * DAY
}
