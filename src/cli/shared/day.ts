import { InvalidArgumentError } from "commander"
import { dayOfDate } from "../../base/day.ts"

/** Reads a day in Brasília, such as 2026-12-01. Returns it counted from 1970. */
export function readDay(text: string): number {
  const day = dayOfDate(text)
  if (day !== undefined) return day
  throw new InvalidArgumentError("Give a day, such as 2026-12-01.")
}
