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
 * The first transaction of a payer's answer to a 3DS challenge. Answers undefined when it comes too late: the intent has ended, or
 * its time has run out. Throws payment_intent_locked while another answer, or a cancellation, is under way.
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

/** Between the transactions: tells the acquirer, then moves the intent. */
export async function finishChallenge(mode: PaymentsMode, attempt: AttemptRow): Promise<IntentRow> {
  mode.checkpoint("challenge: attempt written")
  const outcome = await callAcquirer(mode, attempt, () => sendChallenge(mode, attempt))
  mode.checkpoint("challenge: acquirer answered")
  return applySaleOutcome(mode, attempt, outcome)
}
