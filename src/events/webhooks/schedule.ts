const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds from the end of one attempt to the next. The first attempt is immediate. See openapi.yaml, Webhooks. */
export const WAITS_MS = [0, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 1 * HOUR, 6 * HOUR, 24 * HOUR] as const

/** Jitter lengthens a wait by up to this fraction and never shortens it. Waits below MIN_JITTERED_WAIT have none. */
const MAX_JITTER = 0.1
const MIN_JITTERED_WAIT = 30 * SECOND

/** A delivery becomes a dead letter after this many failed attempts. */
export const MAX_ATTEMPTS = WAITS_MS.length

/**
 * Returns the milliseconds to wait after `failed` failed attempts, or undefined if no further attempt is made. Jitter keeps
 * the deliveries to a recovered endpoint from arriving all at once. `random` returns a number in [0, 1).
 */
export function waitAfter(failed: number, random: () => number = Math.random): number | undefined {
  const wait = WAITS_MS[failed]
  if (wait === undefined || wait < MIN_JITTERED_WAIT) return wait
  return wait + Math.floor(wait * MAX_JITTER * random())
}
