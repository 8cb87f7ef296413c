const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Milliseconds from the end of one attempt to the next: the first attempt comes at once. Specification, Delivery and signature. */
const WAITS = [0, 5 * SECOND, 30 * SECOND, 5 * MINUTE, 1 * HOUR, 6 * HOUR, 24 * HOUR] as const

/** Jitter may lengthen a wait by this much, and never shortens one. Short waits have none: there is nothing to spread. */
const JITTER = 0.1
const SHORTEST_JITTERED = 30 * SECOND

/** After this many failed attempts a delivery is a dead letter. */
export const MAX_ATTEMPTS = WAITS.length

/**
 * Milliseconds to wait after `failed` attempts have failed, or undefined when there is no further attempt. A small random
 * part keeps the deliveries of an endpoint that comes back from arriving all at once. `random` gives a number in [0, 1).
 */
export function waitAfter(failed: number, random: () => number = Math.random): number | undefined {
  const wait = WAITS[failed]
  if (wait === undefined || wait < SHORTEST_JITTERED) return wait
  return wait + Math.floor(wait * JITTER * random())
}
