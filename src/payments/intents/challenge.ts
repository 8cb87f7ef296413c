import { scopeOf } from "../../accounts/scope.ts"
import type { Transaction } from "../../db/database.ts"
import { findAttempt, LEASE_MS, mustFindAttempt, resumeAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { applySaleOutcome } from "./apply-outcome.ts"
import { endIfDetached } from "./end-waited.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"
import { sendSale } from "./sale.ts"
import { intentOf, mustFindIntent } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { lock, lockedError } from "./transition.ts"

/**
 * The first transaction of the result of a 3DS challenge. Returns undefined if the result comes too late: the intent has ended or
 * expired, or ends now, because its saved card was detached. `passed` is null where the acquirer says it, in the sale. Throws
 * payment_intent_locked while another request is using the intent.
 */
export async function beginChallenge(
  tx: Transaction,
  scope: PaymentScope,
  paymentIntent: string,
  attempt: string,
  passed: boolean | null,
): Promise<AttemptRow | undefined> {
  const intent = await mustFindIntent(tx, scope, paymentIntent)
  if (!isAnswerable(intent, scope)) return undefined
  const { account } = scope
  if (await endIfDetached(tx, scope, await mustFindAttempt(tx, { account, id: attempt }))) return undefined
  await lock(tx, intent, attempt)
  const row = await tx.one(resumeAttempt, {
    account,
    id: attempt,
    challenge: passed === null ? null : passed ? "passed" : "failed",
    now: scope.now,
    owner: scope.mode.owner,
    lease_ms: LEASE_MS,
  })
  if (!row) throw lockedError(intent.id)
  return row
}

/** Sends the result to the acquirer, then applies the outcome in the second transaction. */
export async function finishChallenge(mode: PaymentsMode, attempt: AttemptRow): Promise<IntentRow> {
  mode.checkpoint("challenge: attempt written")
  const intent = await intentOf(mode.database, attempt)
  return mode.underWay.during(attempt, async () => {
    const answer = await sendSale(mode, attempt, intent)
    mode.checkpoint("challenge: acquirer answered")
    if (!answer) return intentOf(mode.database, attempt)
    return (await applySaleOutcome(mode, answer.attempt, answer.outcome)).intent
  })
}

/**
 * How far a 3DS challenge is. `open`: the payer can answer it. `undecided`: the payer can no longer answer, and the outcome of the payment
 * is not known, because the acquirer's response was lost or was about another amount. `over`: the outcome is known.
 */
export type ChallengeProgress = "open" | "undecided" | "over"

export async function progressOfChallenge(mode: PaymentsMode, intent: IntentRow, attempt: string): Promise<ChallengeProgress> {
  if (intent.status === "processing") return "undecided"
  if (intent.status !== "requires_action") return "over"
  const { account } = intent
  if (isAnswerable(intent, await scopeOf(mode.database, mode, account))) return "open"
  const row = await findAttempt(mode.database, { account, id: attempt })
  return row?.challenge ? "undecided" : "over"
}

function isAnswerable({ status, due_at }: IntentRow, { now }: Pick<PaymentScope, "now">): boolean {
  return status === "requires_action" && due_at !== null && now < due_at
}
