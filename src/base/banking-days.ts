// The days on which Brazilian banks clear payments. Days are numbers, counted from 1970 in Brasília (day.ts).
import { DAY_SECONDS, dayOf } from "./day.ts"

/** Month and day. 20 November has been a national holiday since 2024. Banks clear on 31 December, although they are closed to the public. */
const FIXED = [
  [1, 1],
  [4, 21],
  [5, 1],
  [9, 7],
  [10, 12],
  [11, 2],
  [11, 15],
  [11, 20],
  [12, 25],
] as const

/** In days after Easter Sunday: Carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const MOVABLE = [-48, -47, -2, 60] as const

/** Whether banks clear payments on a day: all but Saturdays, Sundays and national bank holidays. */
export function isBankingDay(day: number): boolean {
  // 1 January 1970 was a Thursday.
  const weekday = (day + 4) % 7
  return weekday !== 0 && weekday !== 6 && !isHoliday(day)
}

/** The day itself if it is a banking day, or else the next one. */
export function nextBankingDay(day: number): number {
  return isBankingDay(day) ? day : nextBankingDay(day + 1)
}

/** The banking day that is `count` banking days after a day. The day itself does not count, and for 0 it is returned as it is. */
export function bankingDaysAfter(day: number, count: number): number {
  let found = day
  for (let left = count; left > 0; left--) found = nextBankingDay(found + 1)
  return found
}

/** The banking day that is `count` banking days before a day. */
export function bankingDaysBefore(day: number, count: number): number {
  let found = day
  for (let left = count; left > 0; left--)
    do found--
    while (!isBankingDay(found))
  return found
}

/** Adds business days of Brazilian banks to a time. Both times are in Unix seconds. */
export function businessDaysAfter(time: number, days: number): number {
  const day = dayOf(time)
  return time + (bankingDaysAfter(day, days) - day) * DAY_SECONDS
}

/** The time itself if it is on a business day, or else the same time of the next one. Both times are in Unix seconds. */
export function onBusinessDay(time: number): number {
  const day = dayOf(time)
  return time + (nextBankingDay(day) - day) * DAY_SECONDS
}

/** Whether a date is a holiday on which Brazilian banks clear nothing, by Febraban's national calendar. Weekends are not holidays. */
export function isBankHoliday({ year, month, day }: { year: number; month: number; day: number }): boolean {
  return holidaysOf(year).has(dayNumber(year, month, day))
}

function isHoliday(day: number): boolean {
  return holidaysOf(new Date(day * DAY_SECONDS * 1000).getUTCFullYear()).has(day)
}

const known = new Map<number, ReadonlySet<number>>()

function holidaysOf(year: number): ReadonlySet<number> {
  const before = known.get(year)
  if (before) return before
  const easter = easterSunday(year)
  const holidays = new Set([
    ...FIXED.map(([month, day]) => dayNumber(year, month, day)),
    ...MOVABLE.map((after) => easter + after),
  ])
  known.set(year, holidays)
  return holidays
}

function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / 1000 / DAY_SECONDS
}

/** The anonymous Gregorian algorithm, as Jean Meeus gives it in "Astronomical Algorithms". */
function easterSunday(year: number): number {
  const [century, ofCentury] = [Math.floor(year / 100), year % 100]
  const golden = year % 19
  const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - shift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return dayNumber(year, Math.floor(days / 31), (days % 31) + 1)
}
