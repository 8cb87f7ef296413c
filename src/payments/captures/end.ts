import type { ApiError } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { releaseClaim, type SavedResponse, saveResponse } from "../../idempotency/claims.ts"
import { closeAttempt } from "../attempts/move.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "../intents/mode.ts"
import type { IntentRow } from "../intents/table.ts"
import { transitionIntent, unlock } from "../intents/transition.ts"

/** Renders the response to a capture that was declined. The caller provides it, because it knows HTTP. */
export type RenderRefusal = (error: ApiError) => SavedResponse

/** A capture that was certainly not made. `outcome` is for people. `refusal` is the response to a request that still waits. */
type Uncaptured = { capture: AttemptRow; intent: IntentRow; outcome: string; refusal?: SavedResponse | undefined }

/**
 * Ends a capture that was certainly not made: the intent can be captured again. Without a refusal to save, the request's idempotency key is
 * as before, so that the request can be retried. The caller holds the intent.
 */
export async function endUncaptured(
  tx: Transaction,
  scope: PaymentScope,
  { capture, intent, outcome, refusal }: Uncaptured,
): Promise<void> {
  if (!(await closeAttempt(tx, capture, outcome))) return
  const { account, id, state, idempotency_key: key } = capture
  const isWaitedFor = key !== null && (state === "new" || state === "sent")
  if (isWaitedFor && refusal) saveResponse(tx, { account, key }, refusal, scope.now)
  if (isWaitedFor && !refusal) await releaseClaim(tx, { account, key })
  if (intent.status === "processing") {
    const amount = intent.authorized_amount ?? intent.amount
    await transitionIntent(tx, scope, intent, "not_captured", { amount, due_at: intent.due_at })
  } else await unlock(tx, intent, id)
}
