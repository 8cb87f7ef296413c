/** The source of time. It is passed in, so tests can replace it. */
export type Clock = {
  /** Real time in milliseconds since 1970. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/**
 * The time that an account sees, in Unix seconds: real time plus the advance of its test clock.
 * Signatures, the expiry of keys and rate limits use real time.
 */
export function accountTime(clock: Clock, account: { clock_offset: number }): number {
  return Math.floor(clock.now() / 1000) + account.clock_offset
}
