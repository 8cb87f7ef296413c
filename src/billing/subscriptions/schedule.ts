import { type Interval, startOfPeriod } from "./calendar.ts"
import { RETRY_DAYS, retryAt } from "./retries.ts"
import { next, type SubscriptionStatus, type SubscriptionTrigger } from "./state.ts"

/** How long a charge that the acquirer could not process is tried again before it counts as failed, in seconds. */
export const ERRING_SECONDS = 3600

const DAY = 86_400

/** What a subscription copies of its plan: later changes of the plan do not reach it. */
export type Terms = { interval: Interval; interval_count: number; trial_days: number }

/**
 * Where a subscription stands and what happens to it next. All times are Unix seconds on the account's axis.
 *
 * Period 0 is the one that the founding payment or the trial covers. A charge is under way (open) exactly while `attempt` is not 0 and
 * there is neither a `charge_due_at` nor a final state; its end is reported by `succeeded`, `failed` or `erred`.
 */
export type Schedule = {
  status: SubscriptionStatus
  interval: Interval
  interval_count: number
  anchor: number
  trial_start: number | null
  trial_end: number | null
  period: number
  current_period_start: number
  current_period_end: number
  /** attempts of this period so far, the open one included */
  attempt: number
  first_failed_at: number | null
  /** since when the open attempt has met nothing but errors of the acquirer */
  erring_since: number | null
  charge_due_at: number | null
  cancel_at: number | null
  cancel_at_period_end: boolean
}

export type Action = "cancel" | "open_period" | "retry" | "charge_again"

/** The schedule of a subscription that is made at `now` by a payment of its first period, or by one that starts its trial. */
export function begin(terms: Terms, now: number): Schedule {
  const trialEnd = terms.trial_days > 0 ? now + terms.trial_days * DAY : null
  const end = trialEnd ?? startOfPeriod(terms.interval, terms.interval_count, now, 1)
  return {
    status: trialEnd === null ? "ACTIVE" : "TRIALING",
    interval: terms.interval,
    interval_count: terms.interval_count,
    anchor: trialEnd ?? now,
    trial_start: trialEnd === null ? null : now,
    trial_end: trialEnd,
    period: 0,
    current_period_start: now,
    current_period_end: end,
    attempt: 0,
    first_failed_at: null,
    erring_since: null,
    charge_due_at: end,
    cancel_at: null,
    cancel_at_period_end: false,
  }
}

/** When the next thing happens to the subscription by itself; null when nothing will. */
export function dueAt(s: Schedule): number | null {
  const cancel = cancelDueAt(s)
  if (cancel === null) return s.charge_due_at
  return s.charge_due_at === null ? cancel : Math.min(cancel, s.charge_due_at)
}

/** What that next thing is. At an equal moment a cancellation comes before a charge. */
export function actionDue(s: Schedule): Action | undefined {
  const cancel = cancelDueAt(s)
  if (cancel !== null && (s.charge_due_at === null || cancel <= s.charge_due_at)) return "cancel"
  if (s.charge_due_at === null) return undefined
  if (s.erring_since !== null) return "charge_again"
  return s.first_failed_at === null ? "open_period" : "retry"
}

/** The period moves on and its first charge is under way. */
export function openPeriod(s: Schedule): Schedule {
  const period = s.period + 1
  const sinceAnchor = s.trial_end === null ? period : period - 1
  return {
    ...s,
    period,
    current_period_start: startOfPeriod(s.interval, s.interval_count, s.anchor, sinceAnchor),
    current_period_end: startOfPeriod(s.interval, s.interval_count, s.anchor, sinceAnchor + 1),
    attempt: 1,
    charge_due_at: null,
  }
}

/** The next charge of the same period is under way. */
export function openRetry(s: Schedule): Schedule {
  return { ...s, attempt: s.attempt + 1, charge_due_at: null }
}

/** The open charge was paid. What fell due in the meantime is due at once. */
export function succeeded(s: Schedule): Schedule {
  return {
    ...move(s, "charge_succeeded"),
    attempt: 0,
    first_failed_at: null,
    erring_since: null,
    charge_due_at: s.current_period_end,
  }
}

/** The open charge failed at `now`: another follows on its day, or the retries are exhausted. */
export function failed(s: Schedule, now: number): Schedule {
  const firstFailure = s.first_failed_at ?? now
  const retry = retryAt(firstFailure, s.attempt)
  const moved = move(s, retry === undefined ? "retries_exhausted" : "charge_failed")
  return { ...moved, first_failed_at: firstFailure, erring_since: null, charge_due_at: retry ?? null }
}

/** The acquirer could not process the open charge: it is made again at every tick, for an hour, and then counts as failed. */
export function erred(s: Schedule, now: number): Schedule {
  const since = s.erring_since ?? now
  if (now - since >= ERRING_SECONDS) return failed(s, now)
  return { ...s, erring_since: since, charge_due_at: since + ERRING_SECONDS }
}

/** A retry whose card can never be charged is left out: nothing is asked of the acquirer, and the next one may find another card. */
export function passOver(s: Schedule, now: number): Schedule {
  return failed(openRetry(s), now)
}

export function canceled(s: Schedule): Schedule {
  return { ...move(s, "cancel"), erring_since: null, charge_due_at: null }
}

/** An earlier plan to cancel is replaced. */
export function planCancel(s: Schedule, when: { cancel_at: number } | { cancel_at_period_end: true }): Schedule {
  const at = "cancel_at" in when ? when.cancel_at : null
  return { ...s, cancel_at: at, cancel_at_period_end: at === null }
}

function cancelDueAt(s: Schedule): number | null {
  if (s.status === "CANCELED") return null
  return s.cancel_at ?? (s.cancel_at_period_end ? s.current_period_end : null)
}

function move(s: Schedule, trigger: SubscriptionTrigger): Schedule {
  const status = next(s.status, trigger)
  if (!status) throw new Error(`A subscription that is ${s.status} cannot meet ${trigger}`)
  return { ...s, status }
}

/** Attempts that a period has at most: the first and its retries. */
export const ATTEMPTS_PER_PERIOD = 1 + RETRY_DAYS.length
