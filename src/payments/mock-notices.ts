import { type ChargeRow, decideCharge, moveNoticeTo, noticesDue } from "../acquirers/mock-ledger.ts"
import type { Database } from "../db/database.ts"
import { ApiError } from "../errors.ts"
import { dueIn, type Job } from "../jobs/job.ts"
import { findAttemptByReference } from "./attempts/store.ts"
import { openDispute } from "./disputes.ts"
import { applySaleOutcome } from "./intents/apply-outcome.ts"
import { unlessLocked } from "./intents/move.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"

/** What the mock acquirer tells by itself, as a bank's notifications would: it has settled, was paid, or the payer disputes it. */
export const applyMockNotices: Job<PaymentsMode> = {
  name: "hear the mock acquirer",
  ...dueIn("mock_charges", "notice_at"),
  perform: async (scope, database) => {
    const notices = await noticesDue(database, scope.account, scope.now, 200)
    const heard = await Promise.all(notices.map((charge) => applyNotice(scope, database, charge)))
    return heard.filter(Boolean).length
  },
}

async function applyNotice(scope: PaymentScope, database: Database, charge: ChargeRow): Promise<boolean> {
  const attempt = await database.one(findAttemptByReference, { account: scope.account, reference: charge.reference })
  // We do not know the outcome of the call itself yet: the notice comes again.
  const tooEarly = attempt?.state === "running" || (attempt?.state === "unknown" && charge.notice === "disputed")
  if (tooEarly) return database.transaction((tx) => moveNoticeTo(tx, charge, scope.now + 1))
  if (charge.notice === "disputed") return openDisputeOf(scope, database, charge, attempt?.payment_intent ?? null)
  const decided = await database.transaction((tx) => {
    const { account, reference, notice, notice_at } = charge
    return decideCharge(tx, account, reference, { status: "approved", notice: notice!, notice_at: notice_at! })
  })
  if (attempt && decided.status === "approved") {
    const settled = await applySaleOutcome(scope.mode, attempt, { result: "approved", charge: charge.id }).catch(unlessLocked)
    if (!settled) return false
  }
  return database.transaction((tx) => moveNoticeTo(tx, charge, null))
}

/** Of several processes one takes the notice, in the transaction that opens the dispute. */
function openDisputeOf(scope: PaymentScope, database: Database, charge: ChargeRow, intent: string | null): Promise<boolean> {
  return database.transaction(async (tx) => {
    if (!(await moveNoticeTo(tx, charge, null)) || intent === null) return false
    try {
      await tx.savepoint(() => openDispute(tx, scope, intent, "fraudulent"))
    } catch (error) {
      // Refunded meanwhile, or its money went back already: there is nothing left to dispute.
      if (!(error instanceof ApiError)) throw error
    }
    return true
  })
}
