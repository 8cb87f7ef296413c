const seconds = 1000
const minutes = 60 * seconds
const hours = 60 * minutes

/** Milliseconds from the end of one attempt to the next: the first attempt comes at once. Specification, Delivery and signature. */
const waits = [0, 5 * seconds, 30 * seconds, 5 * minutes, 1 * hours, 6 * hours, 24 * hours] as const

/** Jitter may lengthen a wait by this much, and never shortens one. Short waits have none: there is nothing to spread. */
const jitter = 0.1
const shortest = 30 * seconds

/** After this many failed attempts a delivery is a dead letter. */
export const maxAttempts = waits.length

/**
 * Milliseconds to wait after `failed` attempts have failed, or undefined when there is no further attempt. A small random
 * part keeps the deliveries of an endpoint that comes back from arriving all at once. `random` gives a number in [0, 1).
 */
export function waitAfter(failed: number, random: () => number = Math.random): number | undefined {
  const wait = waits[failed]
  if (wait === undefined || wait < shortest) return wait
  return wait + Math.floor(wait * jitter * random())
}
