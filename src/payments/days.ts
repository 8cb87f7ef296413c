import { DateTime } from "luxon"

/** Days begin and end as in Brasília. */
const ZONE = "America/Sao_Paulo"

/** When a day such as `2026-11-24` begins, or the one that is `after` days later: Unix seconds. Undefined where there is no such day. */
export function startOfDay(date: string, after = 0): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return undefined
  const day = DateTime.fromISO(date, { zone: ZONE }).plus({ days: after }).startOf("day")
  return day.isValid ? day.toSeconds() : undefined
}
