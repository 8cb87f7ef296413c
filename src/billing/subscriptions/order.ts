// When a cycle is charged by the mandate of its subscription, and until when that can be ordered.
import { bankingDaysBefore, nextBankingDay } from "../../base/banking-days.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import type { ChargeBy } from "../../payments/intents/by-mandate.ts"
import { mandateRetryDay, mandateRetryUntil } from "./retries.ts"
import { type Action, isInTrial, MANDATE_DAYS_AHEAD, type Schedule } from "./schedule.ts"

/** A charge by mandate, and until when it may be sent, in Unix seconds. */
export type Order = { mandate: string; charge: ChargeBy; until: number }

/** Banks take charges until two banking days before their day. That ends at eight in the evening here. */
const BANKING_DAYS_BEFORE = 2
const LATEST_SECONDS = 20 * 3600

/**
 * What an action orders by the mandate: the charge of the next period, that of a trial's end, five days later, or a retry. Undefined if the action makes a
 * code. `too_late`: the payer's bank takes no such charge any more. `now` is in Unix seconds.
 */
export function orderNow(s: Schedule, action: Action, now: number): Order | "too_late" | undefined {
  const { mandate } = s
  if (mandate === null || s.payment_method !== null) return undefined
  if (action === "retry") return s.retried_charge ? retryOf(mandate, s.retried_charge, now) : undefined
  const isAhead = action === "open_ahead"
  if (!isAhead && !isInTrial(s)) return undefined
  const day = isAhead ? dayOf(s.current_period_end) : dayOf(now) + MANDATE_DAYS_AHEAD
  const until = startOfDay(bankingDaysBefore(nextBankingDay(day), BANKING_DAYS_BEFORE)) + LATEST_SECONDS
  if (now < until) return { mandate, charge: { day, first_day: day, retry_of: null }, until }
  return isAhead ? "too_late" : undefined
}

function retryOf(mandate: string, retried: NonNullable<Schedule["retried_charge"]>, now: number) {
  const { charge, day: first_day } = retried
  const day = mandateRetryDay(retried, now)
  if (day === undefined) return "too_late"
  return { mandate, charge: { day, first_day, retry_of: charge }, until: mandateRetryUntil(day) }
}
