import { type ChargeRow, decideCharge, moveNoticeTo, noticesDue } from "../acquirers/mock-ledger.ts"
import type { Database } from "../db/database.ts"
import { ApiError } from "../errors.ts"
import { dueIn, type Job } from "../jobs/job.ts"
import { findAttemptByReference } from "./attempts/store.ts"
import { openDispute } from "./disputes.ts"
import { applySaleOutcome } from "./intents/apply-outcome.ts"
import { unlessLocked } from "./intents/move.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"

/** Applies the mock acquirer's notifications: a charge has settled, was paid, or is disputed. */
export const applyMockNotices: Job<PaymentsMode> = {
  name: "apply mock acquirer notices",
  ...dueIn("mock_charges", "notice_at"),
  perform: async (scope, database) => {
    const notices = await noticesDue(database, scope.account, scope.now, 200)
    const applied = await Promise.all(notices.map((charge) => applyNotice(scope, database, charge)))
    return applied.filter(Boolean).length
  },
}

async function applyNotice(scope: PaymentScope, database: Database, charge: ChargeRow): Promise<boolean> {
  const attempt = await database.one(findAttemptByReference, { account: scope.account, reference: charge.reference })
  // The outcome of the call itself is not known yet. The notification is repeated a second later.
  const tooEarly = attempt?.state === "new" || attempt?.state === "sent" || (attempt?.state === "unknown" && charge.notice === "disputed")
  if (tooEarly) return database.transaction((tx) => moveNoticeTo(tx, charge, scope.now + 1))
  if (charge.notice === "disputed") return openDisputeOf(scope, database, charge, attempt?.payment_intent ?? null)
  const decided = await database.transaction((tx) => {
    const { account, reference, notice, notice_at } = charge
    return decideCharge(tx, account, reference, { status: "approved", notice: notice!, notice_at: notice_at! })
  })
  if (attempt && decided.status === "approved") {
    const intent = await applySaleOutcome(scope.mode, attempt, { result: "approved", charge: charge.id, amount: charge.amount, currency: charge.currency }).catch(unlessLocked)
    if (!intent) return false
  }
  return database.transaction((tx) => moveNoticeTo(tx, charge, null))
}

/** Takes the notification and opens the dispute in one transaction, so that only one process opens it. */
function openDisputeOf(scope: PaymentScope, database: Database, charge: ChargeRow, intent: string | null): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await moveNoticeTo(tx, charge, null)) || intent === null) return false
    try {
      await tx.savepoint(() => openDispute(tx, scope, intent, "fraudulent"))
    } catch (error) {
      // The payment was refunded or reversed in the meantime, so there is nothing left to dispute.
      if (!(error instanceof ApiError)) throw error
    }
    return true
  })
}
