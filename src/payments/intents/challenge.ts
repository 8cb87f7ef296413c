import type { Transaction } from "../../db/database.ts"
import { callAcquirer } from "../attempts/call-acquirer.ts"
import { type AttemptRow, LEASE_MS, rerunAttempt } from "../attempts/store.ts"
import type { PaymentScope, PaymentsMode } from "../mode.ts"
import { applySaleOutcome } from "./apply-outcome.ts"
import { locked } from "./move.ts"
import { mustFindIntent } from "./retrieve.ts"
import { sendChallenge } from "./sale.ts"
import { type IntentRow, lockIntent } from "./store.ts"

/**
 * The first transaction of a 3DS challenge's result. Returns undefined when the result comes too late: the intent has ended or
 * expired. Throws payment_intent_locked while another request is using the intent.
 */
export async function beginChallenge(
  tx: Transaction,
  scope: PaymentScope,
  paymentIntent: string,
  attempt: string,
  passed: boolean,
): Promise<AttemptRow | undefined> {
  const intent = await mustFindIntent(tx, scope, paymentIntent)
  if (intent.status !== "requires_action" || intent.due_at === null || intent.due_at <= scope.now) return undefined
  if (!(await tx.one(lockIntent, { account: scope.account, id: intent.id, from: "requires_action", attempt })))
    throw locked(intent.id)
  const lease_until_ms = scope.mode.clock.now() + LEASE_MS
  const row = await tx.one(rerunAttempt, { id: attempt, challenge: passed ? "passed" : "failed", lease_until_ms })
  if (!row) throw locked(intent.id)
  return row
}

/** Sends the result to the acquirer, then applies the outcome in the second transaction. */
export async function finishChallenge(mode: PaymentsMode, attempt: AttemptRow): Promise<IntentRow> {
  mode.checkpoint("challenge: attempt written")
  const outcome = await callAcquirer(mode, attempt, () => sendChallenge(mode, attempt))
  mode.checkpoint("challenge: acquirer answered")
  return applySaleOutcome(mode, attempt, outcome)
}
