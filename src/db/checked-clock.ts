import { hostname } from "node:os"
import { type Clock, WrongClock } from "../base/clock.ts"
import type { Logger } from "../base/log.ts"
import { databaseInWords } from "../base/mode-name.ts"
import type { Database } from "./database.ts"
import { databaseNow } from "./now.ts"

/** Above this difference one of the two clocks is wrong. Clocks that are kept right differ by far less. */
const MAX_DIFFERENCE_MS = 30_000
const MEASURE_EVERY_MS = 1000
/** An answer that takes longer says less about the time than the measurement before it. */
const MAX_ROUND_TRIP_MS = 10_000

export type CheckedClock = Required<Clock> & { close(): void }

/**
 * The clock of this host, as long as it agrees with that of the database (docs/decisions/0024-wrong-clocks.md). Each reading is compared
 * with the database's time: the last one measured, plus what has passed since by the monotonic clock, which no correction of the host's
 * clock moves. So a clock that steps is noticed by the next reading. Throws if the database does not answer.
 */
export async function openCheckedClock(
  database: Database,
  log: Logger,
  measureEveryMs = MEASURE_EVERY_MS,
): Promise<CheckedClock> {
  let databaseZero = (await measure(database)).zero
  let isMeasuring = false
  let askedAt: number | undefined
  let wasWrong = false

  const aheadAt = (now: number) => now - databaseZero - performance.now()

  function flawAt(now: number): string | undefined {
    const aheadMs = aheadAt(now)
    if (Math.abs(aheadMs) <= MAX_DIFFERENCE_MS) return undefined
    const difference = `${inWords(Math.abs(aheadMs))} ${aheadMs > 0 ? "ahead of" : "behind"}`
    const other = `the clock of the ${databaseInWords(database)}`
    return `The clock of this host is ${difference} ${other}: set the one that is wrong. Nothing is done meanwhile.`
  }

  function report(): void {
    const flaw = flawAt(Date.now())
    const isWrong = flaw !== undefined
    if (isWrong === wasWrong) return
    wasWrong = isWrong
    const where = { host: hostname(), livemode: database.livemode }
    if (isWrong)
      log.error({ ...where, flaw }, "the clock of this host and that of the database differ: nothing is done meanwhile")
    else log.warn(where, "the clock of this host and that of the database agree again")
  }

  async function check(): Promise<void> {
    if (isMeasuring) return
    isMeasuring = true
    askedAt ??= performance.now()
    // What else needs the database reports that it cannot be reached. The last measurement remains good for that long.
    const measured = await measure(database).catch(() => undefined)
    isMeasuring = false
    if (measured) askedAt = undefined
    if (measured && measured.roundTripMs <= MAX_ROUND_TRIP_MS) databaseZero = measured.zero
    report()
  }

  report()
  const timer = setInterval(check, measureEveryMs)
  timer.unref()
  return {
    now: () => {
      const now = Date.now()
      const flaw = flawAt(now)
      if (flaw !== undefined) throw new WrongClock(flaw)
      return now
    },
    aheadMs: () => aheadAt(Date.now()),
    owedMs: () => (askedAt === undefined ? 0 : performance.now() - askedAt),
    close: () => clearInterval(timer),
  }
}

/** Asks for the database's time. `zero` is what it was when `performance.now()` was 0. */
async function measure(database: Database): Promise<{ zero: number; roundTripMs: number }> {
  const sentAt = performance.now()
  const now = await databaseNow(database)
  const roundTripMs = performance.now() - sentAt
  return { zero: now - sentAt - roundTripMs / 2, roundTripMs }
}

const UNITS = [
  ["days", 86_400_000],
  ["hours", 3_600_000],
  ["minutes", 60_000],
] as const

/** Returns a span of time in the largest unit of which it has at least two, rounded. */
function inWords(ms: number): string {
  const [name, size] = UNITS.find(([, size]) => ms >= 2 * size) ?? (["seconds", 1000] as const)
  return `${Math.round(ms / size)} ${name}`
}
