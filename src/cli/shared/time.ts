import { InvalidArgumentError } from "commander"
import { dayOfDate } from "../../base/day.ts"

const UNITS: Record<string, number> = { d: 86_400, h: 3600, m: 60, s: 1 }

/** Reads a time, or a duration from now (`direction` 1) or before now (-1). Returns Unix seconds of real time. */
export function readTime(text: string, direction: 1 | -1): number {
  const [count, unit] = [text.slice(0, -1), UNITS[text.slice(-1)]]
  if (unit && /^\d{1,6}$/.test(count)) return Math.floor(Date.now() / 1000) + direction * Number(count) * unit
  // Date.parse takes 30 February for 2 March.
  const at = dayOfDate(text.slice(0, 10)) === undefined ? Number.NaN : Date.parse(text)
  if (Number.isNaN(at)) throw new InvalidArgumentError("Must be like 30d, 12h, 15m or an ISO 8601 time.")
  return Math.floor(at / 1000)
}
