import { dayOf, dayOfDate } from "../../../day.ts"
import type { At } from "../shell/at.ts"

/** The longest time of a CSV. */
export const MAX_DAYS = 366

/** Days, both included (src/day.ts). One that is left out has no bound. */
export type Range = { from?: number; to?: number }

/** The days that the query names, or undefined for what are none. Empty where it names none. */
export function rangeOf(at: At): Range | undefined {
  const [from, to] = [at.query("from"), at.query("to")]
  const [first, last] = [from, to].map((date) => (date ? dayOfDate(date) : undefined))
  const isWrong = (from && first === undefined) || (to && last === undefined)
  if (isWrong || (first !== undefined && last !== undefined && last < first)) return undefined
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) }
}

/** The days of a CSV: where one end is left out, the 30 days up to or from the other. Undefined where they are wrong or too many. */
export function boundedRangeOf(at: At): Required<Range> | undefined {
  const range = rangeOf(at)
  if (!range) return undefined
  const today = dayOf(at.now)
  const to = range.to ?? (range.from === undefined ? today : range.from + 29)
  const from = range.from ?? to - 29
  return to - from < MAX_DAYS ? { from, to } : undefined
}
