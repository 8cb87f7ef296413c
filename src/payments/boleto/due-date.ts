import { DateTime } from "luxon"
import { isBankHoliday } from "./bank-holidays.ts"

const ZONE = "America/Sao_Paulo"
const ISO_DATE = "yyyy-MM-dd"

export type DueDate = {
  /** `2026-11-24` */
  date: string
  /** 23:59:59 of that day in São Paulo, in Unix seconds. */
  expires_at: number
}

/** The due date of a boleto created at `now` (Unix seconds): `days` calendar days later in São Paulo. */
export function dueDateAfter(now: number, days: number): DueDate {
  const day = DateTime.fromSeconds(now, { zone: ZONE }).plus({ days })
  return { date: day.toFormat(ISO_DATE), expires_at: Math.floor(day.endOf("day").toSeconds()) }
}

/** Adds business days of Brazilian banks to a time. Both times are in Unix seconds. */
export function businessDaysAfter(time: number, days: number): number {
  let day = DateTime.fromSeconds(time, { zone: ZONE })
  for (let left = days; left > 0; ) {
    day = day.plus({ days: 1 })
    if (isBusinessDay(day)) left--
  }
  return Math.floor(day.toSeconds())
}

/** The last second in which a boleto can be paid. If the due date is not a business day, the boleto can be paid on the next one. */
export function payableUntil({ expires_at }: Pick<DueDate, "expires_at">): number {
  return isBusinessDay(DateTime.fromSeconds(expires_at, { zone: ZONE })) ? expires_at : businessDaysAfter(expires_at, 1)
}

function isBusinessDay(day: DateTime): boolean {
  return !day.isWeekend && !isBankHoliday(day)
}

/** `24/11/2026` for `2026-11-24`. */
export function brazilianDate(date: string): string {
  return date.split("-").reverse().join("/")
}

/** The ISO date in São Paulo at a time in Unix seconds. */
export function dayOf(seconds: number): string {
  return DateTime.fromSeconds(seconds, { zone: ZONE }).toFormat(ISO_DATE)
}
