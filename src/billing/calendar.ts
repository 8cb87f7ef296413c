import { DateTime } from "luxon"

export type Interval = "DAY" | "WEEK" | "MONTH" | "YEAR"

export const INTERVALS: readonly Interval[] = ["DAY", "WEEK", "MONTH", "YEAR"]

const UNIT = { DAY: "days", WEEK: "weeks", MONTH: "months", YEAR: "years" } as const

/**
 * Returns the start of period `n` of a subscription whose period 0 starts at `anchor`: `n` times `count` intervals later, in UTC.
 *
 * Periods are always counted from the anchor, not from the period before. A short month therefore shifts only one period:
 * 31 January, 28 February, 31 March.
 *
 * @param anchor Unix seconds
 * @returns Unix seconds
 */
export function startOfPeriod(interval: Interval, count: number, anchor: number, n: number): number {
  return DateTime.fromSeconds(anchor, { zone: "utc" })
    .plus({ [UNIT[interval]]: n * count })
    .toUnixInteger()
}
