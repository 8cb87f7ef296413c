import { scopeOf } from "../../accounts/scope.ts"
import { TriedLater } from "../../jobs/work.ts"
import { pollNext } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { applySaleOutcome } from "./apply-outcome.ts"
import { askCaptures } from "./authorized.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"
import { type Found, lookUp } from "./poll.ts"
import { holdIntentOf } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { isCapturing, transitionIntent } from "./transition.ts"

/** How often a sale is looked up after the time to capture it, until that is known to be over. */
const LATE_SECONDS = 60

/** The error of an authorization that was not captured in time. */
export const CAPTURE_EXPIRED = {
  code: "capture_expired",
  message: "The payment was not captured in time. The card was released.",
} as const

/**
 * Looks up a sale that its merchant may still capture: when the acquirer has notified a change, and when the time to capture ends. A capture
 * or a void made in the acquirer's portal decides the intent. Only a look-up that shows neither lets the intent expire, so no money is
 * captured and canceled. An open capture is waited for. Throws if the acquirer does not say anything.
 */
export async function pollAuthorized(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode, now } = scope
  const found = await lookUp(mode, attempt)
  const result = found instanceof Error ? undefined : found?.result
  const isShown = result === "approved" || result === "authorized" || result === "refused"
  if (isShown) await applySaleOutcome(mode, attempt, found as Exclude<Found, Error | undefined>)
  const { account, id, state: from, due_at: was_due_at } = attempt
  const isOpen = await mode.database.transaction(async (tx) => {
    const intent = await holdIntentOf(tx, attempt)
    if (isShown && isOver(intent, attempt, now)) await expireAuthorized(tx, mode, intent)
    const due_at = Math.max(intent.due_at ?? now, now + LATE_SECONDS)
    await tx.run(pollNext, { account, id, from, was_due_at, due_at, missing_since: null })
    if (isCapturing(intent)) await askCaptures(tx, intent, now)
    return isCapturing(intent)
  })
  // An open capture is on the attention list anyway.
  if (!isShown && !isOpen)
    throw new TriedLater(
      `the acquirer ${attempt.acquirer} does not show the authorized sale '${attempt.reference}': ${reasonOf(found)}`,
    )
}

function reasonOf(found: Found): string {
  return found instanceof Error ? found.message : `it is ${found?.result ?? "missing"}`
}

/** Whether the time to capture is over, and no capture is open. */
function isOver({ status, running_attempt, latest_attempt, due_at }: IntentRow, { id }: AttemptRow, now: number): boolean {
  return status === "requires_capture" && running_attempt === null && latest_attempt === id && due_at !== null && due_at <= now
}

async function expireAuthorized(tx: Parameters<typeof holdIntentOf>[0], mode: PaymentsMode, intent: IntentRow): Promise<void> {
  const scope = await scopeOf(tx, mode, intent.account)
  await transitionIntent(tx, scope, intent, "released", { last_payment_error: CAPTURE_EXPIRED })
}
