import type { PaymentType } from "../../acquirers/sale.ts"
import { type Interval, startOfPeriod } from "../calendar.ts"
import { mandateRetryAt, RETRY_DAYS, restAfterFailure, retryAt } from "./retries.ts"
import { next, type SubscriptionStatus, type SubscriptionTrigger } from "./state.ts"

const DAY = 86_400

/** How many calendar days before its day a charge by mandate is ordered. The payer's bank tells the payer of it. */
export const MANDATE_DAYS_AHEAD = 5

/** After so long a charge by mandate is ordered again that has not reached the payer's bank. Each one is watched for days, so they must be few. */
const REORDER_SECONDS = DAY / 4

/** How long before the end of a trial its merchant is told of it. */
export const TRIAL_TOLD_SECONDS = 3 * DAY

/** The terms that a subscription copies from its plan. Later changes to the plan do not affect it. */
export type Terms = { interval: Interval; interval_count: number; trial_days: number; days_ahead: number }

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
  /** How many days before a period its PIX or boleto is made. */
  days_ahead: number
  payment_type: PaymentType
  /** The chosen card. */
  payment_method: string | null
  /** The mandate of PIX Automático by which cycles are charged where no card is chosen. Null if there is none that its payer has agreed to. */
  mandate: string | null
  /** The charge by mandate that this period's retries try once more. Null if they are codes, or charge a card. */
  retried_charge: RetriedCharge | null
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
  /** How many of them are none of the schedule: those that ended ahead of the period, and the payer's on the page of a new card. */
  uncounted_attempts: number
  /** The retry that waits for the payer's own attempt. Null if none is open. */
  held_retry: HeldRetry | null
  first_failed_at: number | null
  /**
   * What became of the newest charge that was made ahead of the next period. `lapsed`: it ended unpaid, which is no failure, and its payer may ask
   * for another one. `unsent`: it has not reached the payer's bank, and is ordered again. Null: none was made, or a pause or a cancellation has
   * withdrawn it.
   */
  ahead: "open" | "paid" | "lapsed" | "unsent" | null
  /** How many charges were made ahead of the next period. */
  ahead_attempts: number
  /** When the next charge is due. While the subscription is paused, it does not fall due. */
  charge_due_at: number | null
  paused_at: number | null
  /** When the pause ends by itself. */
  resumes_at: number | null
  cancel_at: number | null
  cancel_at_period_end: boolean
}

/** When a retry is due, in Unix seconds, and the number of the attempt whose outcome it waits for. */
export type HeldRetry = { due_at: number; attempt: number }

/** A charge at the acquirer, and the days (src/base/day.ts) of its first try, of the last retry that was ordered, and of the last one that may be. */
export type RetriedCharge = { charge: string; day: number; tried?: number; last?: number }

/** From this period on, periods are counted from this time, in Unix seconds. */
export type Anchor = { period: number; anchor: number }

export type Action = "cancel" | "tell_trial_end" | "resume" | "open_ahead" | "open_period" | "retry"

/** Returns the schedule of a subscription that starts at `now`, when its first period is paid or its trial begins. */
export function begin(terms: Terms, now: number, payment_type: PaymentType = "card"): Schedule {
  const trialEnd = terms.trial_days > 0 ? now + terms.trial_days * DAY : null
  const end = trialEnd ?? startOfPeriod(terms.interval, terms.interval_count, now, 1)
  return {
    status: trialEnd === null ? "ACTIVE" : "TRIALING",
    interval: terms.interval,
    interval_count: terms.interval_count,
    days_ahead: terms.days_ahead,
    payment_type,
    payment_method: null,
    mandate: null,
    retried_charge: null,
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
    uncounted_attempts: 0,
    held_retry: null,
    first_failed_at: null,
    ahead: null,
    ahead_attempts: 0,
    charge_due_at: end,
    paused_at: null,
    resumes_at: null,
    cancel_at: null,
    cancel_at_period_end: false,
  }
}

/** Returns when the next action is due, or null if none is scheduled. */
export function dueAt(s: Schedule): number | null {
  const times = [cancelDueAt(s), trialEndToldAt(s), aheadAt(s), goesOnAt(s)].filter((at) => at !== null)
  return times.length === 0 ? null : Math.min(...times)
}

/** Returns the next action. A cancellation comes before what is due at the same time. */
export function actionDue(s: Schedule): Action | undefined {
  const at = dueAt(s)
  if (at === null) return undefined
  if (at === cancelDueAt(s)) return "cancel"
  if (at === trialEndToldAt(s)) return "tell_trial_end"
  if (at === aheadAt(s)) return "open_ahead"
  if (s.paused_at !== null) return "resume"
  return s.first_failed_at === null ? "open_period" : "retry"
}

/** When the merchant is told that the trial will end. A paused trial has no end yet, and one that is canceled by then ends otherwise. */
function trialEndToldAt(s: Schedule): number | null {
  if (s.trial_end_told || s.trial_end === null || !isInTrial(s) || s.paused_at !== null) return null
  const cancel = cancelDueAt(s)
  return cancel !== null && cancel <= s.trial_end ? null : s.trial_end - TRIAL_TOLD_SECONDS
}

/**
 * When the PIX or the boleto of the next period is made, or its charge by mandate is ordered. It does not apply to the end of a trial, nor where the
 * subscription ends by then.
 */
export function aheadAt(s: Schedule): number | null {
  const days = s.mandate === null ? s.days_ahead : MANDATE_DAYS_AHEAD
  const isToMake = s.ahead === null || s.ahead === "unsent"
  if (days === 0 || !isToMake || !mayBePaidAhead(s)) return null
  const wait = s.ahead === "unsent" ? s.ahead_attempts * REORDER_SECONDS : 0
  return s.current_period_end - days * DAY + wait
}

/** Whether the next period may be paid before it begins: this one is paid, and is followed by one that is paid by a code. */
export function mayBePaidAhead(s: Schedule): boolean {
  const isByCode = s.payment_type !== "card" && s.payment_method === null
  return isByCode && s.status === "ACTIVE" && s.attempt === 0 && s.paused_at === null && !endsWithPeriod(s)
}

/** Whether a cancellation is due by the end of the current period. */
export function endsWithPeriod(s: Schedule): boolean {
  const at = cancelDueAt(s)
  return at !== null && at <= s.current_period_end
}

/** Opens a charge ahead of the next period. */
export function openAhead(s: Schedule): Schedule {
  return { ...s, ahead: "open", ahead_attempts: s.ahead_attempts + 1 }
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
 * Moves to the next period and opens its first charge. That is the one made ahead, if it is open. If it is paid, the period is. Those that ended
 * unpaid do not count.
 */
export function openPeriod(s: Schedule): Schedule {
  const period = s.period + 1
  const { start, end } = boundsOf(s, period)
  const begun = {
    ...{ ...s, period, current_period_start: start, current_period_end: end, ahead: null, ahead_attempts: 0 },
    // A process of the version before leaves a retry held whose attempt has ended.
    held_retry: null,
    retried_charge: null,
  }
  if (s.ahead === "paid") return { ...begun, attempt: 0, charge_due_at: end }
  const attempt = s.ahead === "open" ? s.ahead_attempts : s.ahead_attempts + 1
  return { ...begun, attempt, uncounted_attempts: attempt - 1, charge_due_at: null }
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

/** The newest anchor, and the period that begins at it. */
export function anchorOf(s: Schedule): Anchor {
  return { anchor: s.anchor, period: s.anchor_period ?? (s.trial_end === null ? 0 : 1) }
}

export function isInTrial({ status, period }: Schedule): boolean {
  return status === "TRIALING" && period === 0
}

/** Opens the next charge of the same period. */
export function openRetry(s: Schedule): Schedule {
  return { ...s, attempt: s.attempt + 1, charge_due_at: null, held_retry: null }
}

/** Opens a charge of an unpaid period for a payer who is present. The next retry waits for its outcome. */
export function openByPayer(s: Schedule): Schedule {
  if (s.charge_due_at === null) throw new Error("A period whose charge is open cannot be charged.")
  const opened = openRetry(s)
  const held_retry = { due_at: s.charge_due_at, attempt: opened.attempt }
  return { ...opened, uncounted_attempts: s.uncounted_attempts + 1, held_retry }
}

/** Closes the open charge as paid. Periods that became due in the meantime are due at once. */
export function succeeded(s: Schedule): Schedule {
  return {
    ...move(s, "charge_succeeded"),
    attempt: 0,
    uncounted_attempts: 0,
    held_retry: null,
    retried_charge: null,
    first_failed_at: null,
    charge_due_at: s.current_period_end,
  }
}

/**
 * Closes the open charge as failed at `now`, and schedules the next retry unless the retries are exhausted. The retry comes `rest` seconds
 * later at the earliest (restAfterFailure). If the payer made the charge, the schedule is as before it. Where codes paid before, they go on: the card
 * that was refused is not chosen.
 */
export function failed(s: Schedule, now: number, rest: number): Schedule {
  if (s.held_retry?.attempt === s.attempt) {
    const payment_method = s.payment_type === "card" ? s.payment_method : null
    return { ...s, payment_method, held_retry: null, charge_due_at: s.held_retry.due_at }
  }
  const firstFailure = s.first_failed_at ?? now
  const retry = s.retried_charge ? mandateRetryAt(s.retried_charge, now) : retryAt(firstFailure, counted(s))
  const moved = move(s, retry === undefined ? "retries_exhausted" : "charge_failed")
  return { ...moved, first_failed_at: firstFailure, charge_due_at: retry === undefined ? null : Math.max(retry, now + rest) }
}

/**
 * The number of attempts of this period that the schedule has made. The first one counts always: a process of the version before leaves
 * `uncounted_attempts` of an earlier period.
 */
export function counted({ attempt, uncounted_attempts }: Pick<Schedule, "attempt" | "uncounted_attempts">): number {
  return Math.max(Math.min(attempt, 1), attempt - uncounted_attempts)
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

/** Whether a scheduled cancellation is due. */
export function isCancelDue(s: Schedule, now: number): boolean {
  const at = cancelDueAt(s)
  return at !== null && at <= now
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
