// The days on which payouts are made by themselves. Days are numbers, counted from 1970 in Brasília (src/base/day.ts).
import { nextBankingDay } from "../base/banking-days.ts"
import { DAY_SECONDS, dayOf, startOfDay } from "../base/day.ts"

export const SCHEDULES = ["manual", "daily", "weekly", "monthly"] as const

export type Schedule = (typeof SCHEDULES)[number]

/**
 * When the next payout is made: 00:00 of a banking day after that of `now`, or null if payouts are made by hand. Weekly payouts are those of
 * Mondays, and monthly ones those of the 1st. If that is no banking day, it is the next one. Times are in Unix seconds.
 */
export function nextPayoutAt(schedule: Schedule, now: number): number | null {
  if (schedule === "manual") return null
  const today = dayOf(now)
  let nominal = nominalDayBy(schedule, today)
  while (nextBankingDay(nominal) <= today) nominal = nominalDayAfter(schedule, nominal)
  return startOfDay(nextBankingDay(nominal))
}

type Automatic = Exclude<Schedule, "manual">

/** The latest day of a schedule that is not after `day`. Its payout may still be to come, because of weekends and holidays. */
function nominalDayBy(schedule: Automatic, day: number): number {
  if (schedule === "daily") return day
  // 5 January 1970 was a Monday.
  if (schedule === "weekly") return day - ((((day - 4) % 7) + 7) % 7)
  const date = dateOf(day)
  return dayNumber(date.getUTCFullYear(), date.getUTCMonth())
}

function nominalDayAfter(schedule: Automatic, day: number): number {
  if (schedule === "daily") return day + 1
  if (schedule === "weekly") return day + 7
  const date = dateOf(day)
  return dayNumber(date.getUTCFullYear(), date.getUTCMonth() + 1)
}

const dateOf = (day: number) => new Date(day * DAY_SECONDS * 1000)
const dayNumber = (year: number, month: number) => Date.UTC(year, month, 1) / 1000 / DAY_SECONDS
