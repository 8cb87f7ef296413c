import type { Transaction } from "../../db/database.ts"
import { releaseClaim } from "../../idempotency/claims.ts"
import { nextTryAt } from "../attempts/poll-schedule.ts"
import { freeToken } from "../tokens/tokens.ts"
import { endFounded, isByMandate } from "./by-mandate.ts"
import type { PaymentScope } from "./mode.ts"
import { makeAnother } from "./retrying-charges.ts"
import type { Sold } from "./send-back.ts"
import { undoAttempt } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { transitionIntent } from "./transition.ts"

/** The error of a charge that the acquirer certainly did not make. */
export const UNREACHABLE = { code: "processing_error", message: "The acquirer could not process the charge." } as const

/** The shortest time until another PIX or boleto is made. Each one that may have been made is monitored for days, so they must be few. */
const MIN_REMAKE_SECONDS = 60

/** Restores the intent, the token and the idempotency key to their state before the confirm. */
export async function undoConfirm(tx: Transaction, scope: PaymentScope, { attempt, intent }: Sold): Promise<IntentRow> {
  const { account, id, idempotency_key: key, retry_until, type } = attempt
  await freeToken(tx, attempt)
  // Its sale is still watched, and a look-up needs the mandate. No payer has seen it.
  await endFounded(tx, scope, attempt)
  if (key) await releaseClaim(tx, { account, key })
  // No request waits for this charge, and the time for its retries is over. It counts as refused.
  if (retry_until !== null && scope.now >= retry_until)
    return transitionIntent(tx, scope, intent, "refused", { last_payment_error: UNREACHABLE })
  const undone = await tx.only(undoAttempt, { account, id: intent.id, attempt: id })
  tx.wake(intent.id)
  for (const listener of scope.mode.intentListeners) listener.confirmUndone(tx, undone)
  if (retry_until === null || type === "card" || isByMandate(attempt)) return undone
  // A PIX or a boleto that may have been made is monitored. The payer has not seen it, so the payer gets another one.
  const due_at = Math.max(nextTryAt(attempt, scope.now), scope.now + MIN_REMAKE_SECONDS)
  return makeAnother(tx, scope, undone, { ...attempt, type }, due_at)
}
