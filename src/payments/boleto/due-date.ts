import { DateTime } from "luxon"
import { onBusinessDay } from "../../base/banking-days.ts"

const ZONE = "America/Sao_Paulo"
const ISO_DATE = "yyyy-MM-dd"

export type DueDate = {
  /** `2026-11-24` */
  date: string
  /** 23:59:59 of that day in São Paulo, in Unix seconds. */
  expires_at: number
}

/** The due date of a boleto created at `now` (Unix seconds): `days` calendar days later in São Paulo. */
export function dueDateAfter(now: number, days: number): DueDate {
  const day = DateTime.fromSeconds(now, { zone: ZONE }).plus({ days })
  return { date: day.toFormat(ISO_DATE), expires_at: Math.floor(day.endOf("day").toSeconds()) }
}

/** The last second in which a boleto can be paid. If the due date is not a business day, the boleto can be paid on the next one. */
export function payableUntil({ expires_at }: Pick<DueDate, "expires_at">): number {
  return onBusinessDay(expires_at)
}

/** The ISO date in São Paulo at a time in Unix seconds. */
export function dayOf(seconds: number): string {
  return DateTime.fromSeconds(seconds, { zone: ZONE }).toFormat(ISO_DATE)
}
