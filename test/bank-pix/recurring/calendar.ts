import { DateTime } from "luxon"
import { type Day, daysBetween, isBusinessDay, onBusinessDay, plusDays, type TownHolidays } from "../clock.ts"
import type { MandateTerms } from "../mandates/types.ts"

const PERIODS = {
  SEMANAL: { days: 7 },
  MENSAL: { months: 1 },
  TRIMESTRAL: { months: 3 },
  SEMESTRAL: { months: 6 },
  ANUAL: { months: 12 },
} as const

type Calendar = MandateTerms["calendario"]

/**
 * The first days of a day's cycle and of the next one. Cycles are counted from the mandate's first day: one that begins on the 31st begins on
 * the last day of shorter months, and on the 31st again after them. Undefined before the first day.
 */
export function cycleOf({ dataInicial, periodicidade }: Calendar, day: Day): { from: Day; next: Day } | undefined {
  if (day < dataInicial) return undefined
  const first = DateTime.fromISO(dataInicial, { zone: "utc" })
  const period: { days?: number; months?: number } = PERIODS[periodicidade]
  const startOf = (count: number): Day =>
    first.plus(period.days ? { days: period.days * count } : { months: period.months! * count }).toISODate() as Day
  let count = 0
  while (startOf(count + 1) <= day) count++
  return { from: startOf(count), next: startOf(count + 1) }
}

/** The day on which the payer's bank is expected to pay: the due date, moved to a business day of his town if the charge says so. */
export function settlementDay(dueDate: Day, isMoved: boolean, town: string | undefined, holidays: TownHolidays): Day {
  return isMoved ? onBusinessDay(dueDate, town, holidays) : dueDate
}

/** A charge is sent at most so many calendar days before it is settled. */
export const EARLIEST_DAYS = 10
/** … and at least so many days before. */
export const LATEST_DAYS = 2

/** Whether a charge that is settled on a day may be sent today. `days`: what the two days before are counted in. */
export function isInWindow(today: Day, settlesOn: Day, days: "business" | "calendar"): boolean {
  if (daysBetween(today, settlesOn) > EARLIEST_DAYS) return false
  const latest = days === "calendar" ? plusDays(settlesOn, -LATEST_DAYS) : businessDaysBefore(settlesOn, LATEST_DAYS)
  return today <= latest
}

function businessDaysBefore(day: Day, count: number): Day {
  if (count === 0) return day
  const before = plusDays(day, -1)
  return businessDaysBefore(before, isBusinessDay(before, undefined, {}) ? count - 1 : count)
}
