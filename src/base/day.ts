// Days as merchants count them, in totals and filters: those of Brasília, UTC−3 all year since 2019.

/** Seconds east of UTC. The triggers of src/db/migrations/base/total-entries.ts have the same number. */
export const DAY_OFFSET = -10_800

/** The same offset, as ISO 8601 and Intl write it. */
export const DAY_ZONE = "-03:00"

export const DAY_SECONDS = 86_400

/** The day of a time in Unix seconds, counted from 1970. */
export function dayOf(seconds: number): number {
  return Math.floor((seconds + DAY_OFFSET) / DAY_SECONDS)
}

/** When a day begins, in Unix seconds. */
export function startOfDay(day: number): number {
  return day * DAY_SECONDS - DAY_OFFSET
}

/** A day as it is written in ISO 8601: 2026-04-25. */
export function dateOf(day: number): string {
  return new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10)
}

/** A time in Unix seconds as a clock in Brasília shows it, as a form field of HTML writes it: 2026-04-25T14:00. */
export function minuteOf(seconds: number): string {
  return new Date((seconds + DAY_OFFSET) * 1000).toISOString().slice(0, 16)
}

/** The milliseconds of what minuteOf() writes, also with seconds or without a time. Undefined if the text is not such a time. */
export function msOfMinute(text: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?)?$/.test(text)) return undefined
  const ms = Date.parse(`${text.length === 10 ? `${text}T00:00` : text}${DAY_ZONE}`)
  return Number.isNaN(ms) ? undefined : ms
}

/** The day of an ISO 8601 date. Undefined if the text is not a date. */
export function dayOfDate(date: string): number | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return undefined
  const ms = Date.parse(date)
  const day = ms / DAY_SECONDS / 1000
  return Number.isNaN(ms) || dateOf(day) !== date ? undefined : day
}
