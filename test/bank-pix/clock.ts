import { DateTime } from "luxon"
import { isBankHoliday } from "../../src/base/banking-days.ts"

const ZONE = "America/Sao_Paulo"

/** A day in Brasília, `yyyy-mm-dd`. */
export type Day = string

/** A clock that a test can move: `base` (milliseconds), and what was added. */
export function createClock(base: () => number) {
  let aheadMs = 0
  const now = () => base() + aheadMs
  return {
    /** Unix milliseconds. */
    now,
    today: (): Day => dayAt(now()),
    advance(ms: number): void {
      aheadMs += ms
    },
    /** Moves it to a time: ISO 8601, in São Paulo if it names no zone. Throws RangeError for what is no time. */
    set(time: string): void {
      aheadMs += millisOf(time) - now()
    },
  }
}
export type Clock = ReturnType<typeof createClock>

/** Milliseconds of an ISO 8601 time, in São Paulo if it names no zone. */
export function millisOf(time: string): number {
  const found = DateTime.fromISO(time, { zone: ZONE })
  if (!found.isValid) throw new RangeError(`this is no time: ${time}`)
  return found.toMillis()
}

/** The day in São Paulo at a time in milliseconds. */
export function dayAt(ms: number): Day {
  return DateTime.fromMillis(ms, { zone: ZONE }).toISODate() as Day
}

/** Hours and minutes of a time in São Paulo, such as 22.5. */
export function hourAt(ms: number): number {
  const { hour, minute } = DateTime.fromMillis(ms, { zone: ZONE })
  return hour + minute / 60
}

/** The moment of a day in São Paulo when its clocks show this hour. */
export function momentOf(day: Day, hour: number): number {
  return DateTime.fromISO(day, { zone: ZONE }).set({ hour }).toMillis()
}

export function plusDays(day: Day, days: number): Day {
  return DateTime.fromISO(day, { zone: "utc" }).plus({ days }).toISODate() as Day
}

/** The days from one day to another: less than zero if the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return DateTime.fromISO(to, { zone: "utc" }).diff(DateTime.fromISO(from, { zone: "utc" }), "days").days
}

/** Holidays of towns, by the town's code (codMun). */
export type TownHolidays = Record<string, readonly Day[]>

/** Whether banks of a town work: no weekend, no national holiday, and none of the town. */
export function isBusinessDay(day: Day, town: string | undefined, holidays: TownHolidays): boolean {
  const date = DateTime.fromISO(day, { zone: "utc" })
  return date.weekday <= 5 && !isBankHoliday(date) && !(town && holidays[town]?.includes(day))
}

/** The day itself, or the next business day of the town. */
export function onBusinessDay(day: Day, town: string | undefined, holidays: TownHolidays): Day {
  return isBusinessDay(day, town, holidays) ? day : onBusinessDay(plusDays(day, 1), town, holidays)
}

/** As the contract writes times: UTC with milliseconds. */
export function stamp(ms: number): string {
  return new Date(ms).toISOString()
}
