import { ApiError } from "../../base/errors.ts"
import { must } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import { insertNextTo, latestAttemptOf } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "../intents/mode.ts"
import { lockForCapture, mustFindIntent } from "../intents/store.ts"
import { checkNotCapturing, lockedError, unexpectedState } from "../intents/transition.ts"

/**
 * The first transaction of a capture (openapi.yaml, capturePaymentIntent): holds the intent, and stores the attempt. `amount` is in cents. Its
 * default is all that was authorized. Throws payment_intent_not_found, payment_intent_unexpected_state, parameter_invalid, and
 * payment_intent_locked while the outcome of another capture is open.
 */
export async function beginCapture(
  tx: Transaction,
  scope: PaymentScope,
  id: string,
  asked: number | null,
  idempotency_key: string | null,
): Promise<AttemptRow> {
  const { account, now: created } = scope
  const intent = await mustFindIntent(tx, scope, id)
  checkNotCapturing(intent)
  // A confirm may be about to authorize it.
  if (intent.running_attempt !== null) throw lockedError(id)
  if (intent.status !== "requires_capture") throw unexpectedState(intent, "capture")
  const sale = must(await latestAttemptOf(tx, intent), `the sale of ${id}`)
  const { amount: capturable } = intent
  const amount = asked ?? capturable
  checkAmount(amount, capturable, sale)
  // Its charge is that of the intent. A worker of the version before takes a capture for an inquiry, and would delete it if it had one.
  const capture = { kind: "capture", created, amount, idempotency_key, owner: scope.mode.owner } as const
  const attempt = await insertNextTo(tx, sale, capture)
  if (!(await tx.one(lockForCapture, { account, id, attempt: attempt.id }))) throw lockedError(id)
  return attempt
}

function checkAmount(amount: number, capturable: number, { installments }: AttemptRow): void {
  if (amount > capturable)
    throw new ApiError("parameter_invalid", `The capture exceeds what can be captured (${capturable}).`, "amount_to_capture")
  if (amount < capturable && installments > 1)
    throw new ApiError(
      "parameter_invalid",
      "A payment in installments can only be captured as a whole. Leave out amount_to_capture.",
      "amount_to_capture",
    )
}
