import { DateTime } from "luxon"
import type { Day } from "./columns.ts"

/** The day that is so many days later, or earlier if less than zero. */
export function plusDays(day: Day, days: number): Day {
  return DateTime.fromISO(day, { zone: "utc" }).plus({ days }).toISODate() as Day
}

/** The days from one day to another. */
export function daysBetween(from: Day, to: Day): number {
  return DateTime.fromISO(to, { zone: "utc" }).diff(DateTime.fromISO(from, { zone: "utc" }), "days").days
}

/** Counts the days on which banks work: not weekends, not the holidays given. */
export function calendarOf(holidays: readonly Day[]) {
  const closed = (day: Day) => DateTime.fromISO(day, { zone: "utc" }).weekday > 5 || holidays.includes(day)
  const found = new Map<Day, Day>()
  const search = (day: Day, step: 1 | -1): Day => (closed(day) ? search(plusDays(day, step), step) : day)
  const open = (day: Day): Day => {
    const known = found.get(day) ?? search(day, 1)
    found.set(day, known)
    return known
  }
  return {
    /** This day, or the first business day after it. */
    open,
    /** The business day after a day. */
    after: (day: Day): Day => open(plusDays(day, 1)),
    /** The business day before a day. */
    before: (day: Day): Day => search(plusDays(day, -1), -1),
  }
}
export type Calendar = ReturnType<typeof calendarOf>
