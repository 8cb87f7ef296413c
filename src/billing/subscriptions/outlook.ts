// What the schedule of a subscription will do.
import { dayOf, startOfDay } from "../../base/day.ts"
import { resumed } from "./pausing.ts"
import { isTriedToTheEnd, mandateRetriesFrom, mandateRetryDay, type Retry, retryAt } from "./retries.ts"
import {
  actionDue,
  aheadAt,
  counted,
  isInTrial,
  MANDATE_DAYS_AHEAD,
  openPeriod,
  type RetriedCharge,
  type Schedule,
  succeeded,
} from "./schedule.ts"
import { next } from "./state.ts"

/**
 * Returns when the next renewal or retry is due, or null if none will come. While a charge is open, this is the renewal that
 * follows if the charge is paid, also if it is ahead of its period. A charge that fails schedules a retry instead. A pause without an end
 * leaves nothing to come.
 */
export function nextChargeAt(s: Schedule): number | null {
  const settled = isOpen(s) ? succeeded(s) : s
  if (actionDue(settled) === "cancel") return null
  const running = settled.paused_at === null ? settled : afterPause(settled)
  if (running === undefined || actionDue(running) === "cancel") return null
  if (running.ahead !== "open" && running.ahead !== "paid") return running.charge_due_at
  const following = openPeriod({ ...running, ahead: "paid" })
  return actionDue(following) === "cancel" ? null : following.charge_due_at
}

/** Returns when the next renewal is due that is not paid. A charge that is open ahead of its period is for that period. Null if none will come. */
export function nextUnpaidChargeAt(s: Schedule): number | null {
  return nextChargeAt(s.ahead === "open" ? { ...s, ahead: null } : s)
}

/** The schedule after a pause that ends by itself. Undefined if it does not. */
function afterPause(s: Schedule): Schedule | undefined {
  return s.resumes_at === null ? undefined : resumed(s, s.resumes_at)
}

/**
 * Lists the remaining retries of this period. While a charge is open, these are the retries after it. Those of a paused subscription are counted
 * from the end of its pause. See restAfterFailure for `rest`.
 */
export function retriesToCome(s: Schedule, rest: number): Retry[] {
  if (s.paused_at !== null) {
    const running = afterPause(s)
    return running ? retriesToCome(running, rest) : []
  }
  if (s.first_failed_at === null || s.attempt === 0 || !next(s.status, "charge_failed")) return []
  if (s.retried_charge) return retriesByMandate(s, s.retried_charge, s.first_failed_at)
  const due = s.charge_due_at === null ? [] : [{ at: s.charge_due_at }]
  return [...due, ...retriesByTime(s, { made: due.length, after: due[0]?.at ?? 0, rest })]
}

/** The retries after those that are made by then. `after`: none is due before this time and `rest`. */
function retriesByTime(s: Schedule, { made, after, rest }: { made: number; after: number; rest: number }): Retry[] {
  const at = retryAt(s.first_failed_at ?? 0, counted(s) + made)
  if (at === undefined) return []
  const due = Math.max(at, after + rest)
  return [{ at: due }, ...retriesByTime(s, { made: made + 1, after: due, rest })]
}

/** The retries by mandate, and the codes that follow where the bank's days end before the last one. */
function retriesByMandate(s: Schedule, charge: RetriedCharge, first_failed_at: number): Retry[] {
  const all = mandateRetriesFrom(charge, s.charge_due_at ?? first_failed_at)
  const due = s.charge_due_at === null ? all.slice(1) : all
  const tried = all.at(-1)?.day ?? charge.tried ?? charge.day
  if (isTriedToTheEnd({ ...charge, tried })) return due
  return [...due, ...retriesByTime(s, { made: due.length, after: startOfDay(tried + 1), rest: 0 })]
}

/** Whether a charge waits for the payer or the acquirer. */
function isOpen(s: Schedule): boolean {
  return s.charge_due_at === null && next(s.status, "charge_succeeded") !== undefined
}

/** A charge by mandate: the day (src/base/day.ts) on which the payer's bank is to pay it, and when the bank is told. Null if it is by now. */
export type Debit = { day: number; told_at: number | null }

/** What the payer's bank pays next. Undefined if the next charge is none by mandate. `now` is in Unix seconds. */
export function nextDebit(s: Schedule, now: number): Debit | undefined {
  if (s.mandate === null || s.payment_method !== null || s.paused_at !== null) return undefined
  if (s.retried_charge) {
    const day = mandateRetryDay(s.retried_charge, now)
    return day === undefined ? undefined : { day, told_at: s.charge_due_at }
  }
  const end = s.current_period_end
  if (isInTrial(s)) return { day: dayOf(end) + MANDATE_DAYS_AHEAD, told_at: s.charge_due_at }
  if (s.status !== "ACTIVE" || s.attempt > 0) return undefined
  return { day: dayOf(end), told_at: aheadAt(s) }
}
