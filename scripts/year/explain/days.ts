// Days in Brasília, and those on which Brazilian banks move money (docs/ledger.md, Dates).

export const DAY = 86_400
/** Brasília is three hours behind UTC, all year. */
const BEHIND = 3 * 3600

/** The number of the day of a time in Unix seconds, counted from 1970. */
export function dayOf(time: number): number {
  return Math.floor((time - BEHIND) / DAY)
}

/** 00:00 of a day, in Unix seconds. */
export function startOf(day: number): number {
  return day * DAY + BEHIND
}

export function isBankingDay(day: number): boolean {
  const date = new Date(day * DAY * 1000)
  const isWeekend = date.getUTCDay() === 0 || date.getUTCDay() === 6
  return !isWeekend && !holidaysOf(date.getUTCFullYear()).includes(day)
}

export function nextBankingDay(day: number): number {
  let next = day
  while (!isBankingDay(next)) next++
  return next
}

/** Counts so many banking days after a day. */
export function bankingDaysAfter(day: number, count: number): number {
  let next = day
  for (let counted = 0; counted < count; counted++) next = nextBankingDay(next + 1)
  return next
}

/** 1 January, Tiradentes, 1 May, 7 September, 12 October, 2, 15 and 20 November, Christmas; Carnival, Good Friday and Corpus Christi. */
function holidaysOf(year: number): number[] {
  const on = (month: number, day: number) => Date.UTC(year, month - 1, day) / (DAY * 1000)
  const easter = easterOf(year)
  const fixed = [on(1, 1), on(4, 21), on(5, 1), on(9, 7), on(10, 12), on(11, 2), on(11, 15), on(11, 20), on(12, 25)]
  return [...fixed, easter - 48, easter - 47, easter - 2, easter + 60]
}

/** Easter Sunday, by the method of Gauss. */
function easterOf(year: number): number {
  const [a, b, c] = [year % 19, year % 4, year % 7]
  const [M, N] = [24, 5] // for 1900 to 2099
  const d = (19 * a + M) % 30
  const e = (2 * b + 4 * c + 6 * d + N) % 7
  const march = 22 + d + e
  const isLate = (d === 29 && e === 6) || (d === 28 && e === 6 && (11 * M + 11) % 30 < 19)
  return Date.UTC(year, 2, march - (isLate ? 7 : 0)) / (DAY * 1000)
}
