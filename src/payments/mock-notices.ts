import { decideCharge, findCharge, moveNoticeTo } from "../acquirers/mock/ledger.ts"
import { outcomeOf } from "../acquirers/mock/outcomes.ts"
import { type ChargeRow, isChargeback, mockCharges } from "../acquirers/mock/tables.ts"
import { ApiError } from "../base/errors.ts"
import { mustHave } from "../base/must.ts"
import type { Database } from "../db/database.ts"
import { queueOf } from "../jobs/queue.ts"
import type { Work } from "../jobs/work.ts"
import { findAttemptByReference } from "./attempts/store.ts"
import { openDispute } from "./disputes/disputes.ts"
import { applySaleOutcome } from "./intents/apply-outcome.ts"
import type { PaymentScope, PaymentsMode } from "./intents/mode.ts"
import { unlessLocked } from "./intents/transition.ts"

/** Applies the mock acquirer's notifications: a charge has settled, was paid, or is disputed. */
export const applyMockNotices: Work<PaymentsMode> = {
  kind: "mock_notice",
  queue: queueOf(mockCharges, { due: "notice_at" }),
  leaseMs: 10_000,
  bounds: { process: 50, account: 20 },
  perform: async (scope, { id, due_at }) => {
    const charge = await findCharge(scope.mode.database, scope.account, id)
    if (charge?.notice_at === due_at) await applyNotice(scope, scope.mode.database, charge)
  },
}

/** The payer's bank has found no money on the day of a charge by mandate. */
const UNPAID = { status: "refused", code: "insufficient_funds" } as const

async function applyNotice(scope: PaymentScope, database: Database, charge: ChargeRow): Promise<unknown> {
  const attempt = await database.one(findAttemptByReference, { account: scope.account, reference: charge.reference })
  // The outcome of the call itself is not known yet. The notification is repeated a second later.
  const tooEarly =
    attempt?.state === "new" ||
    attempt?.state === "sent" ||
    (isChargeback(charge.notice) && (attempt?.state === "unknown" || attempt?.state === "authorized"))
  if (tooEarly) return database.transaction((tx) => moveNoticeTo(tx, charge, scope.now + 1))
  if (isChargeback(charge.notice)) return openDisputeOf(scope, database, charge, attempt?.payment_intent ?? null)
  const decided = await database.transaction((tx) => {
    const { account, reference, notice, notice_at } = mustHave(charge, "notice", "notice_at")
    const outcome = notice === "unpaid" ? UNPAID : { status: "approved" as const }
    return decideCharge(tx, account, reference, { ...outcome, notice, notice_at })
  })
  if (attempt && (decided.status === "approved" || charge.notice === "unpaid")) {
    const applied = await applySaleOutcome(scope.mode, attempt, outcomeOf(decided)).catch(unlessLocked)
    // A request is using the payment intent. The notification stays due.
    if (!applied) return
  }
  return database.transaction((tx) => moveNoticeTo(tx, charge, null))
}

/** Takes the notification and opens the dispute in one transaction, so that only one process opens it. */
function openDisputeOf(scope: PaymentScope, database: Database, charge: ChargeRow, intent: string | null): Promise<void> {
  return database.transaction(async (tx) => {
    if (!(await moveNoticeTo(tx, charge, null)) || intent === null) return
    try {
      await tx.savepoint(() => openDispute(tx, scope, intent, { reason: "fraudulent", amount: halfOf(charge) }))
    } catch (error) {
      // The payment did not succeed, so there is nothing to dispute.
      if (!(error instanceof ApiError)) throw error
    }
  })
}

/** Half of what was charged, where the notification tells of that only. */
function halfOf({ notice, amount, captured }: ChargeRow): number | undefined {
  return notice === "half_disputed" ? Math.ceil((captured ?? amount) / 2) : undefined
}
