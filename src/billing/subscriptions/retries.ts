import { nextBankingDay } from "../../base/banking-days.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import type { AttemptRow } from "../../payments/attempts/table.ts"

const DAY = 86_400

/**
 * A failed charge is retried this many days after its first failure. The last retry ends the grace period. `failed` in schedule.ts decides
 * whether there is another one.
 */
export const RETRY_DAYS = [1, 3, 5, 7] as const

/**
 * Returns the shortest time from a failure to the next retry, in seconds. After an outage several retries by card are overdue. They
 * come a day apart, so the payer has time to save another card. A PIX or a boleto has already given its payer that time.
 */
export function restAfterFailure(payment_type: AttemptRow["type"]): number {
  return payment_type === "card" ? DAY : 0
}

/** A charge by mandate may be tried once more on these days after its day. See docs/decisions/0032-pix-automatico.md. */
const MANDATE_RETRY_DAYS = [1, 3, 7] as const
/** The payer's bank wants to know of a retry the day before. It is ordered from nine in Brasília on, and until half an hour before midnight. */
const ORDER_SECONDS = 9 * 3600
const SPARE_SECONDS = 1800

/**
 * The day (src/base/day.ts) of a charge's first try, and that of the last retry that was ordered. It is not ordered again for a day. `last`: no day after
 * this one is taken, because the next cycle of the mandate begins.
 */
type Tried = { day: number; tried?: number; last?: number }

/**
 * Banks try on Monday what was ordered for a Saturday, and take no other try for that day. So the next try is on the day after it at the earliest. That holds for
 * the first try too, which the payer's bank may reject before its day.
 */
function retryDaysOf({ day, last = day + Math.max(...MANDATE_RETRY_DAYS) }: Tried): number[] {
  const days: number[] = []
  for (const after of MANDATE_RETRY_DAYS) days.push(Math.max(day + after, nextBankingDay(days.at(-1) ?? day) + 1))
  return days.filter((each) => each <= last)
}

/** The next day on which a charge by mandate may be tried once more, and can still be ordered. Undefined if there is none. `now` is in Unix seconds. */
export function mandateRetryDay(charge: Tried, now: number): number | undefined {
  const past = Math.max(dayOf(now + SPARE_SECONDS), charge.tried ?? charge.day)
  return retryDaysOf(charge).find((day) => day > past)
}

/** When that retry is ordered, in Unix seconds. */
export function mandateRetryAt(charge: Tried, now: number): number | undefined {
  const day = mandateRetryDay(charge, now)
  return day === undefined ? undefined : Math.max(now, startOfDay(day - 1) + ORDER_SECONDS)
}

/** Until when a retry on a day can be ordered, in Unix seconds. */
export function mandateRetryUntil(day: number): number {
  return startOfDay(day) - SPARE_SECONDS
}

/** When a retry is due, in Unix seconds. `day`: it is one by mandate, which the payer's bank tries on this day. */
export type Retry = { at: number; day?: number }

/** The retries of a charge by mandate that can be ordered from a time on (Unix seconds). */
export function mandateRetriesFrom(charge: Tried, now: number): Required<Retry>[] {
  const day = mandateRetryDay(charge, now)
  const at = mandateRetryAt(charge, now)
  return day === undefined || at === undefined ? [] : [{ at, day }, ...mandateRetriesFrom({ ...charge, tried: day }, at)]
}

/** Whether a charge by mandate was tried on the last of all days. */
export function isTriedToTheEnd({ day, tried = day }: Tried): boolean {
  return tried >= day + Math.max(...MANDATE_RETRY_DAYS)
}

/**
 * Returns when retry number `retry` (from 1) is due if the first failure was at `firstFailure`. Both times are Unix seconds.
 * Returns undefined if the retries are exhausted.
 */
export function retryAt(firstFailure: number, retry: number): number | undefined {
  const days = RETRY_DAYS[retry - 1]
  return days === undefined ? undefined : firstFailure + days * DAY
}
