import { DateTime } from "luxon"

const ZONE = "America/Sao_Paulo"
/** Day 0 of the due-date factor. */
const BASE = DateTime.utc(1997, 10, 7)
/** 2025-02-21 was 9999; since the day after, the factor runs from 1000 again, and will every 9,000 days. */
const FIRST = 1000
const CYCLE = 9000

export type DueDate = {
  /** `2026-11-24` */
  date: string
  /** 23:59:59 of that day in São Paulo, in Unix seconds: the last second in which the boleto is good. */
  expires_at: number
}

/** The due date of a boleto made at `now` (Unix seconds): the `days`-th day after, as the calendar of São Paulo counts. */
export function dueDateAfter(now: number, days: number): DueDate {
  const day = DateTime.fromSeconds(now, { zone: ZONE }).plus({ days })
  return { date: day.toISODate()!, expires_at: Math.floor(day.endOf("day").toSeconds()) }
}

/** The four digits that stand for a due date (ISO, 2000-07-03 or later) in a bar code. */
export function dueDateFactor(date: string): string {
  const days = DateTime.fromISO(date, { zone: "utc" }).diff(BASE, "days").days
  if (!(days >= FIRST)) throw new RangeError(`no due-date factor for ${date}`)
  return String(FIRST + ((days - FIRST) % CYCLE))
}

/** `24/11/2026` for `2026-11-24`. */
export function brazilianDate(date: string): string {
  return date.split("-").reverse().join("/")
}

/** The day in São Paulo at a moment (Unix seconds), ISO. */
export function dayOf(seconds: number): string {
  return DateTime.fromSeconds(seconds, { zone: ZONE }).toISODate()!
}
