// The days on which Brazilian banks clear payments.
import { DateTime } from "luxon"

const ZONE = "America/Sao_Paulo"

/** `month-day`. 20 November has been a national holiday since 2024. Banks clear on 31 December, although they are closed to the public. */
const FIXED = new Set(["1-1", "4-21", "5-1", "9-7", "10-12", "11-2", "11-15", "11-20", "12-25"])

/** In days after Easter Sunday: Carnival Monday and Tuesday, Good Friday, Corpus Christi. */
const MOVABLE = new Set([-48, -47, -2, 60])

/** Adds business days of Brazilian banks to a time. Both times are in Unix seconds. */
export function businessDaysAfter(time: number, days: number): number {
  let day = DateTime.fromSeconds(time, { zone: ZONE })
  for (let left = days; left > 0; ) {
    day = day.plus({ days: 1 })
    if (isBusinessDay(day)) left--
  }
  return Math.floor(day.toSeconds())
}

/** The time itself if it is on a business day, or else the same time of the next one. Both times are in Unix seconds. */
export function onBusinessDay(time: number): number {
  return isBusinessDay(DateTime.fromSeconds(time, { zone: ZONE })) ? time : businessDaysAfter(time, 1)
}

function isBusinessDay(day: DateTime): boolean {
  return !day.isWeekend && !isBankHoliday(day)
}

/** Whether a day is a holiday on which Brazilian banks clear nothing, by Febraban's national calendar. Weekends are not holidays. */
export function isBankHoliday({ year, month, day }: Pick<DateTime, "year" | "month" | "day">): boolean {
  const date = DateTime.utc(year, month, day)
  return FIXED.has(`${month}-${day}`) || MOVABLE.has(date.diff(easterSunday(year), "days").days)
}

/** The anonymous Gregorian algorithm, as Jean Meeus gives it in "Astronomical Algorithms". */
function easterSunday(year: number): DateTime {
  const [century, ofCentury] = [Math.floor(year / 100), year % 100]
  const golden = year % 19
  const shift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const moon = (19 * golden + century - Math.floor(century / 4) - shift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - moon - (ofCentury % 4)) % 7
  const late = Math.floor((golden + 11 * moon + 22 * weekday) / 451)
  const days = moon + weekday - 7 * late + 114
  return DateTime.utc(year, Math.floor(days / 31), (days % 31) + 1)
}
