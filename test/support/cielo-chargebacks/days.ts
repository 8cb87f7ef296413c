import { DateTime } from "luxon"
import type { Day } from "./types.ts"

const ZONE = "America/Sao_Paulo"

/** The day in Brasília at a time in milliseconds. */
export function dayAt(time: number): Day {
  return DateTime.fromMillis(time, { zone: ZONE }).toISODate() as Day
}

/** The day that is so many days later. */
export function plusDays(day: Day, days: number): Day {
  return DateTime.fromISO(day, { zone: "utc" }).plus({ days }).toISODate() as Day
}

/** The days from one day to another: less than zero if the second is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return DateTime.fromISO(to, { zone: "utc" }).diff(DateTime.fromISO(from, { zone: "utc" }), "days").days
}

/** Whether a text is a day of the calendar as `yyyy-mm-dd`. */
export function isDay(text: string): boolean {
  return /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) && DateTime.fromISO(text, { zone: "utc" }).isValid
}
