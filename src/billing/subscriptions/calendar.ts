import { DateTime } from "luxon"

export type Interval = "DAY" | "WEEK" | "MONTH" | "YEAR"

export const INTERVALS: readonly Interval[] = ["DAY", "WEEK", "MONTH", "YEAR"]

const UNIT = { DAY: "days", WEEK: "weeks", MONTH: "months", YEAR: "years" } as const

/**
 * Start of period `n` of a subscription whose period 0 starts at `anchor`, in UTC: `n` times `count` INTERVALS after the anchor.
 *
 * Every period is counted from the anchor and never from the one before it, so that a month too short moves one period only:
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
