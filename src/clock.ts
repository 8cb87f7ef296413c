/** The one source of time. Passed in, so that nothing else in the program asks the machine. */
export type Clock = {
  /** Real time in milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * The time that an account sees, in Unix seconds: real time plus what its test clock was advanced.
 * Signatures, the expiry of keys and rate limits stay on real time.
 */
export function accountTime(clock: Clock, account: { clock_offset: number }): number {
  return Math.floor(clock.now() / 1000) + account.clock_offset
}
