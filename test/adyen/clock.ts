import { DateTime } from "luxon"

export const HOUR_MS = 60 * 60_000
export const DAY_MS = 24 * HOUR_MS

type Due = { at: number; order: number; job(at: number): void }

/** A clock that a test can move, and what falls due by it. Jobs run in the order of their time, when somebody calls `tick`. */
export function createClock(base: () => number) {
  let aheadMs = 0
  let order = 0
  let due: Due[] = []
  // While a job runs it is the job's time, although the clock has jumped beyond it.
  let during: number | undefined
  const real = () => base() + aheadMs
  const tick = (): void => {
    for (;;) {
      const next = due.filter(({ at }) => at <= real()).sort((a, b) => a.at - b.at || a.order - b.order)[0]
      if (!next) return
      due = due.filter((one) => one !== next)
      const before = during
      during = next.at
      try {
        next.job(next.at)
      } finally {
        during = before
      }
    }
  }
  return {
    /** Unix milliseconds. */
    now: () => during ?? real(),
    later(ms: number, job: (at: number) => void): void {
      due.push({ at: (during ?? real()) + ms, order: order++, job })
    },
    tick,
    advance(ms: number): void {
      aheadMs += ms
      tick()
    },
    /** Moves it to an ISO 8601 time with its zone. Throws RangeError for what is no time. */
    set(time: string): void {
      aheadMs += millisOf(time) - real()
      tick()
    },
    clear(): void {
      due = []
    },
  }
}
export type Clock = ReturnType<typeof createClock>

/** Milliseconds of an ISO 8601 time. Throws RangeError for what is no time. */
export function millisOf(time: string): number {
  const found = DateTime.fromISO(time, { setZone: true })
  if (!found.isValid) throw new RangeError(`this is no time: ${time}`)
  return found.toMillis()
}

/** As Adyen writes times: with the offset of Amsterdam, without milliseconds. */
export function stamp(ms: number): string {
  return DateTime.fromMillis(ms, { zone: "Europe/Amsterdam" }).toISO({
    suppressMilliseconds: true,
    precision: "second",
  }) as string
}
