import { type Interval, startOfPeriod } from "../calendar.ts"
import { RETRY_DAYS, restAfterFailure, retryAt } from "./retries.ts"
import { next, type SubscriptionStatus, type SubscriptionTrigger } from "./state.ts"

const DAY = 86_400

/** How long before the end of a trial its merchant is told of it. */
export const TRIAL_TOLD_SECONDS = 3 * DAY

/** The terms that a subscription copies from its plan. Later changes to the plan do not affect it. */
export type Terms = { interval: Interval; interval_count: number; trial_days: number }

/**
 * The billing state of a subscription. It determines the next action. All times are account time in Unix seconds.
 *
 * Period 0 is covered by the first payment or by the trial. A charge is open while `attempt` is not 0, `charge_due_at` is null
 * and the status is not final. `succeeded` and `failed` report its result. See docs/decisions/0006-subscriptions.md.
 */
export type Schedule = {
  status: SubscriptionStatus
  interval: Interval
  interval_count: number
  anchor: number
  /** The period that begins at the anchor. Null: the first one after the trial, or else period 0. */
  anchor_period: number | null
  /** The anchors of earlier periods, oldest first. Null if there are none. */
  earlier_anchors: Anchor[] | null
  trial_start: number | null
  trial_end: number | null
  /** Whether the merchant was told that the trial will end. It is told once. */
  trial_end_told: boolean
  period: number
  current_period_start: number
  current_period_end: number
  /** The number of attempts in this period, including the open one. */
  attempt: number
  first_failed_at: number | null
  /** When the next charge is due. While the subscription is paused, it does not fall due. */
  charge_due_at: number | null
  paused_at: number | null
  /** When the pause ends by itself. */
  resumes_at: number | null
  cancel_at: number | null
  cancel_at_period_end: boolean
}

/** From this period on, periods are counted from this time, in Unix seconds. */
export type Anchor = { period: number; anchor: number }

export type Action = "cancel" | "tell_trial_end" | "resume" | "open_period" | "retry"

/** Returns the schedule of a subscription that starts at `now`, when its first period is paid or its trial begins. */
export function begin(terms: Terms, now: number): Schedule {
  const trialEnd = terms.trial_days > 0 ? now + terms.trial_days * DAY : null
  const end = trialEnd ?? startOfPeriod(terms.interval, terms.interval_count, now, 1)
  return {
    status: trialEnd === null ? "ACTIVE" : "TRIALING",
    interval: terms.interval,
    interval_count: terms.interval_count,
    anchor: trialEnd ?? now,
    anchor_period: null,
    earlier_anchors: null,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    trial_end_told: trialEnd !== null && trialEnd - now <= TRIAL_TOLD_SECONDS,
    period: 0,
    current_period_start: now,
    current_period_end: end,
    attempt: 0,
    first_failed_at: null,
    charge_due_at: end,
    paused_at: null,
    resumes_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
  }
}

/** Returns when the next action is due, or null if none is scheduled. */
export function dueAt(s: Schedule): number | null {
  const times = [cancelDueAt(s), trialEndToldAt(s), goesOnAt(s)].filter((at) => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Returns the next action. A cancellation comes before what is due at the same time. */
export function actionDue(s: Schedule): Action | undefined {
  const at = dueAt(s)
  if (at === null) return undefined
  if (at === cancelDueAt(s)) return "cancel"
  if (at === trialEndToldAt(s)) return "tell_trial_end"
  if (s.paused_at !== null) return "resume"
  return s.first_failed_at === null ? "open_period" : "retry"
}

/** When the merchant is told that the trial will end. A paused trial has no end yet, and one that is canceled by then ends otherwise. */
function trialEndToldAt(s: Schedule): number | null {
  if (s.trial_end_told || s.trial_end === null || !isInTrial(s) || s.paused_at !== null) return null
  const cancel = cancelDueAt(s)
  return cancel !== null && cancel <= s.trial_end ? null : s.trial_end - TRIAL_TOLD_SECONDS
}

/** When the next charge is due, or the end of the pause that holds it back. */
function goesOnAt(s: Schedule): number | null {
  return s.paused_at === null ? s.charge_due_at : s.resumes_at
}

/** Returns the action that is due by `now`. */
export function actionNow(s: Schedule, now: number): Action | undefined {
  const at = dueAt(s)
  return at !== null && at <= now ? actionDue(s) : undefined
}

/**
 * Returns when the next renewal or retry is due, or null if none will come. While a charge is open, this is the renewal that
 * follows if the charge is paid. A charge that fails schedules a retry instead. A pause without an end leaves nothing to come.
 */
export function nextChargeAt(s: Schedule): number | null {
  const settled = isOpen(s) ? succeeded(s) : s
  if (actionDue(settled) === "cancel") return null
  const running = settled.paused_at === null ? settled : afterPause(settled)
  return running === undefined || actionDue(running) === "cancel" ? null : running.charge_due_at
}

/** Moves to the next period and opens its first charge. */
export function openPeriod(s: Schedule): Schedule {
  const period = s.period + 1
  const { start, end } = boundsOf(s, period)
  return { ...s, period, current_period_start: start, current_period_end: end, attempt: 1, charge_due_at: null }
}

/** Returns when a period begins and ends, in Unix seconds. The first payment or the trial covers period 0. */
export function boundsOf(s: Schedule, period: number): { start: number; end: number } {
  if (period === 0 && s.trial_start !== null && s.trial_end !== null) return { start: s.trial_start, end: s.trial_end }
  const current = anchorOf(s)
  const { anchor, period: first } = [...(s.earlier_anchors ?? []), current].findLast((each) => each.period <= period) ?? current
  return {
    start: startOfPeriod(s.interval, s.interval_count, anchor, period - first),
    end: startOfPeriod(s.interval, s.interval_count, anchor, period - first + 1),
  }
}

function anchorOf(s: Schedule): Anchor {
  return { anchor: s.anchor, period: s.anchor_period ?? (s.trial_end === null ? 0 : 1) }
}

/** Holds back all charges from `now` on. A pause that has begun keeps its beginning, and gets another end. */
export function paused(s: Schedule, now: number, resumes_at: number | null): Schedule {
  return { ...s, paused_at: s.paused_at ?? now, resumes_at }
}

/**
 * Ends a pause at a time, in Unix seconds. A trial ends later, by the length of the pause. The current period goes on if it is not over.
 * If it is, a period begins now, from which all later ones are counted: what passed meanwhile is never charged. It is the next period, or
 * this one again if it is not paid. The retries of a charge that has failed count from now on.
 */
export function resumed(s: Schedule, at: number): Schedule {
  if (s.paused_at === null) throw new Error("A subscription that is not paused cannot be resumed.")
  const on = { ...s, paused_at: null, resumes_at: null }
  if (isInTrial(s)) return withTrialLonger(on, at - s.paused_at)
  const isUnpaid = s.attempt > 0
  const begun = at > s.current_period_end ? beginningAt(on, isUnpaid ? s.period : s.period + 1, at) : on
  if (!isUnpaid) return { ...begun, charge_due_at: Math.max(s.current_period_end, at) }
  const { start, end } = boundsOf(begun, s.period)
  const unpaid = { ...begun, current_period_start: start, current_period_end: end }
  if (s.charge_due_at === null) return unpaid
  return { ...unpaid, first_failed_at: at, charge_due_at: retryAt(at, s.attempt) ?? null }
}

/** The schedule after a pause that ends by itself. Undefined if it does not. */
function afterPause(s: Schedule): Schedule | undefined {
  return s.resumes_at === null ? undefined : resumed(s, s.resumes_at)
}

function isInTrial({ status, period }: Schedule): boolean {
  return status === "TRIALING" && period === 0
}

function withTrialLonger(s: Schedule, seconds: number): Schedule {
  const end = s.current_period_end + seconds
  return { ...s, trial_end: end, current_period_end: end, anchor: end, charge_due_at: end }
}

/** Lets a period begin at another time. Earlier periods keep theirs. */
function beginningAt(s: Schedule, period: number, anchor: number): Schedule {
  const before = anchorOf(s)
  const earlier = s.earlier_anchors ?? []
  return {
    ...s,
    anchor,
    anchor_period: period,
    earlier_anchors: before.period < period ? [...earlier, before] : s.earlier_anchors,
  }
}

/**
 * Lists the due times of the remaining retries of this period, in Unix seconds. While a charge is open, these are the retries after it.
 * Those of a paused subscription are counted from the end of its pause. See restAfterFailure for `rest`.
 */
export function retriesToCome(s: Schedule, rest: number): number[] {
  if (s.paused_at !== null) {
    const running = afterPause(s)
    return running ? retriesToCome(running, rest) : []
  }
  if (s.first_failed_at === null || s.attempt === 0 || !next(s.status, "charge_failed")) return []
  const due: number[] = s.charge_due_at === null ? [] : [s.charge_due_at]
  let retry = s.attempt + due.length
  for (let at = retryAt(s.first_failed_at, retry); at !== undefined; at = retryAt(s.first_failed_at, ++retry)) {
    due.push(Math.max(at, (due.at(-1) ?? 0) + rest))
  }
  return due
}

/** Opens the next charge of the same period. */
export function openRetry(s: Schedule): Schedule {
  return { ...s, attempt: s.attempt + 1, charge_due_at: null }
}

/** Closes the open charge as paid. Periods that became due in the meantime are due at once. */
export function succeeded(s: Schedule): Schedule {
  return {
    ...move(s, "charge_succeeded"),
    attempt: 0,
    first_failed_at: null,
    charge_due_at: s.current_period_end,
  }
}

/**
 * Closes the open charge as failed at `now`, and schedules the next retry unless the retries are exhausted. The retry comes `rest` seconds
 * later at the earliest (restAfterFailure).
 */
export function failed(s: Schedule, now: number, rest: number): Schedule {
  const firstFailure = s.first_failed_at ?? now
  const retry = retryAt(firstFailure, s.attempt)
  const moved = move(s, retry === undefined ? "retries_exhausted" : "charge_failed")
  return { ...moved, first_failed_at: firstFailure, charge_due_at: retry === undefined ? null : Math.max(retry, now + rest) }
}

/** Skips a retry whose card the issuer has refused for good. The acquirer is not called, and the next retry may find another card. */
export function passOver(s: Schedule, now: number): Schedule {
  return failed(openRetry(s), now, restAfterFailure("card"))
}

export function canceled(s: Schedule): Schedule {
  return { ...move(s, "cancel"), charge_due_at: null, paused_at: null, resumes_at: null }
}

/** Schedules a cancellation, which replaces an earlier one. */
export function planCancel(s: Schedule, when: { cancel_at: number } | { cancel_at_period_end: true }): Schedule {
  const at = "cancel_at" in when ? when.cancel_at : null
  return { ...s, cancel_at: at, cancel_at_period_end: at === null }
}

/** Whether an attempt of this period has failed, and the next one waits for its time. A pause holds it back. */
export function isBetweenAttempts(s: Schedule): boolean {
  return s.first_failed_at !== null && s.charge_due_at !== null && s.paused_at === null
}

/** Whether a charge waits for the payer or the acquirer. */
function isOpen(s: Schedule): boolean {
  return s.charge_due_at === null && next(s.status, "charge_succeeded") !== undefined
}

function cancelDueAt(s: Schedule): number | null {
  if (s.status === "CANCELED") return null
  // The end of a trial moves for as long as it is paused.
  const isMoving = s.paused_at !== null && isInTrial(s)
  return s.cancel_at ?? (s.cancel_at_period_end && !isMoving ? s.current_period_end : null)
}

function move(s: Schedule, trigger: SubscriptionTrigger): Schedule {
  const status = next(s.status, trigger)
  if (!status) throw new Error(`A subscription in ${s.status} does not allow ${trigger}.`)
  return { ...s, status }
}

/** The maximum number of attempts in a period: the first attempt and its retries. */
export const ATTEMPTS_PER_PERIOD = 1 + RETRY_DAYS.length
