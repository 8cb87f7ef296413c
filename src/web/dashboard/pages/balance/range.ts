import { dayOf, dayOfDate } from "../../../../base/day.ts"
import type { DashboardRequest } from "../../request/dashboard-request.ts"

/** The most days in one CSV. */
export const MAX_DAYS = 366

/** Days, both inclusive (src/base/day.ts). An omitted end has no bound. */
export type Range = { from?: number; to?: number }

/** Returns the days in the query, or undefined if they are invalid. Returns an empty range if the query names none. */
export function readRange(request: DashboardRequest): Range | undefined {
  const [from, to] = [request.queryParameter("from"), request.queryParameter("to")]
  const [first, last] = [from, to].map((date) => (date ? dayOfDate(date) : undefined))
  const isWrong = (from && first === undefined) || (to && last === undefined)
  if (isWrong || (first !== undefined && last !== undefined && last < first)) return undefined
  return { ...(first !== undefined && { from: first }), ...(last !== undefined && { to: last }) }
}

/** Returns the days of a CSV. If one end is omitted, the range has 30 days. Undefined if the days are invalid or too many. */
export function readBoundedRange(request: DashboardRequest): Required<Range> | undefined {
  const range = readRange(request)
  if (!range) return undefined
  const today = dayOf(request.now)
  const to = range.to ?? (range.from === undefined ? today : range.from + 29)
  const from = range.from ?? to - 29
  return to - from < MAX_DAYS ? { from, to } : undefined
}
