// The schedule of a subscription that is paused, and resumed.
import { retryAt } from "./retries.ts"
import { anchorOf, boundsOf, counted, isInTrial, type Schedule } from "./schedule.ts"

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
  return { ...unpaid, first_failed_at: at, retried_charge: null, charge_due_at: retryAt(at, counted(s)) ?? null }
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
