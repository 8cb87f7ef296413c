import { ApiError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { startOfPeriod } from "../calendar.ts"
import { withdrawAhead, withoutAhead } from "./ahead.ts"
import { paused, resumed } from "./pausing.ts"
import { actionNow, type Schedule } from "./schedule.ts"
import { lockSubscription, mustFindSubscription, saveSubscription } from "./store.ts"
import type { Subscription } from "./tables.ts"

export type PauseInput = { resumes_at?: number | null }

/** The longest pause with an end. */
export const MAX_PAUSE_YEARS = 5

/**
 * Pauses a subscription, until a time (Unix seconds) or until it is resumed. Pausing it again replaces that time. What is open ahead of the next
 * period is canceled, and made again if the pause ends in time. Throws
 * customer_subscription_not_found, parameter_invalid and subscription_unexpected_state. See openapi.yaml, pauseCustomerSubscription.
 */
export async function pauseSubscription(
  tx: Transaction,
  scope: PaymentScope,
  id: string,
  input: PauseInput,
): Promise<Subscription> {
  const { resumes_at = null } = input
  const seen = await mustFindSubscription(tx, scope, id)
  if (resumes_at !== null) checkResumption(resumes_at, scope.now)
  if (!mayPause(seen)) throw unexpectedState(seen, "paused")
  await withdrawAhead(tx, scope, seen, "The subscription was paused.")
  const before = await lockSubscription(tx, { account: scope.account, id })
  if (!mayPause(before)) throw unexpectedState(before, "paused")
  return saveSubscription(tx, scope, before, paused(withoutAhead(seen, before), scope.now, resumes_at))
}

/** Resumes a subscription. Throws customer_subscription_not_found, and subscription_unexpected_state if it is not paused. */
export async function resumeSubscription(tx: Transaction, scope: EventScope, id: string): Promise<Subscription> {
  await mustFindSubscription(tx, scope, id)
  const before = await lockSubscription(tx, { account: scope.account, id })
  if (before.paused_at === null) throw unexpectedState(before, "resumed")
  // The end of the pause may have passed, and no worker has seen it yet.
  return saveSubscription(tx, scope, before, resumed(before, Math.min(scope.now, before.resumes_at ?? scope.now)))
}

/** Resumes a subscription whose pause has ended by now. A worker that comes late counts from the end of the pause, too. */
export async function resumeAsPlanned(tx: Transaction, scope: EventScope, id: string): Promise<void> {
  const before = await lockSubscription(tx, { account: scope.account, id })
  if (actionNow(before, scope.now) !== "resume" || before.resumes_at === null) return
  await saveSubscription(tx, scope, before, resumed(before, before.resumes_at))
}

/** Whether a subscription can be paused. One whose charge has failed during its pause can be paused for longer. */
export function mayPause({ status, paused_at }: Pick<Schedule, "status" | "paused_at">): boolean {
  return status === "ACTIVE" || status === "TRIALING" || (paused_at !== null && status !== "CANCELED")
}

function checkResumption(at: number, now: number): void {
  const latest = startOfPeriod("YEAR", MAX_PAUSE_YEARS, now, 1)
  if (at > now && at <= latest) return
  throw new ApiError(
    "parameter_invalid",
    `resumes_at must be in the future, and at most ${MAX_PAUSE_YEARS} years from now: send ${now + 1} to ${latest}.`,
    "resumes_at",
  )
}

function unexpectedState({ id, status, paused_at }: Subscription, done: "paused" | "resumed"): ApiError {
  const state = paused_at === null ? status : `${status} and paused`
  return new ApiError("subscription_unexpected_state", `The subscription ${id} is ${state}, so it cannot be ${done}.`)
}
