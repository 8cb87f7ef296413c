/** The source of time. It is passed in, so tests can replace it. */
export type Clock = {
  /** Real time in milliseconds since 1970. Throws WrongClock while this clock and the database's differ too much. */
  now(): number
  /** By how many milliseconds this clock is ahead of the database's, if the two are compared. */
  aheadMs?(): number
  /** How long the database has owed its time, in milliseconds, if the two are compared. It is asked every second. */
  owedMs?(): number
}

/** This host's clock, whatever it says. */
export const systemClock: Clock = { now: () => Date.now() }

/** The host's clock or that of the database is wrong, so the time is not known. Nothing that depends on it may be done. */
export class WrongClock extends Error {
  constructor(message: string) {
    super(message)
    this.name = "WrongClock"
  }
}

/** Returns the time, or undefined while a clock is wrong. */
export function timeIfKnown(clock: Clock): number | undefined {
  const reading = readingOf(clock)
  return typeof reading === "number" ? reading : undefined
}

/** Says which clock is wrong, and by how much. Undefined if none is. */
export function flawOf(clock: Clock): string | undefined {
  const reading = readingOf(clock)
  return typeof reading === "number" ? undefined : reading.message
}

function readingOf(clock: Clock): number | WrongClock {
  try {
    return clock.now()
  } catch (error) {
    if (error instanceof WrongClock) return error
    throw error
  }
}

/**
 * The time that an account sees, in Unix seconds: real time plus the advance of its test clock.
 * Signatures, the expiry of keys and rate limits use real time.
 */
export function accountTime(clock: Clock, account: { clock_offset: number }): number {
  return Math.floor(clock.now() / 1000) + account.clock_offset
}
