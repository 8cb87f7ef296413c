import type { SaleOutcome } from "../acquirers/sale.ts"
import { queueOf } from "../jobs/queue.ts"
import type { Work } from "../jobs/work.ts"
import type { Answer } from "./attempts/send.ts"
import { CALL_DEADLINE_MS, findAttempt, LEASE_MS } from "./attempts/store.ts"
import { type AttemptRow, attempts } from "./attempts/table.ts"
import { runCapture } from "./captures/run.ts"
import { runInquiry } from "./inquiries/inquiries.ts"
import { applySaleOutcome } from "./intents/apply-outcome.ts"
import { WORKER } from "./intents/fail-over.ts"
import type { PaymentScope, PaymentsMode } from "./intents/mode.ts"
import { pollSale } from "./intents/poll.ts"
import { pollAuthorized } from "./intents/poll-authorized.ts"
import { withCurrentCard } from "./intents/retrying-charges.ts"
import { recoverSale, sendSale } from "./intents/sale.ts"
import { intentOf } from "./intents/store.ts"
import { runVoid } from "./intents/void.ts"
import { dropVerification } from "./methods/save.ts"
import { runRefund } from "./refunds/run.ts"

/**
 * The calls to acquirers that no request makes. This work sends attempts that were never sent, looks up those that were, and polls open
 * ones. Nothing else calls acquirers in the background, so a slow acquirer delays only its own attempts. See docs/engine.md.
 */
export const callAcquirers: Work<PaymentsMode> = {
  kind: "call_acquirer",
  queue: queueOf(attempts, { due: "due_at", group: "acquirer" }),
  leaseMs: LEASE_MS,
  // A refund may ask what is left, be sent, and have its outcome applied.
  stuckAfterMs: 3 * CALL_DEADLINE_MS,
  bounds: { process: 200, account: 10, group: 50 },
  perform: async (scope, { id }) => {
    const { account, mode } = scope
    const { database, underWay } = mode
    if (underWay.has({ account, id })) return
    await underWay.during({ account, id }, async () => {
      const attempt = await findAttempt(database, { account, id })
      if (attempt && attempt.due_at !== null) await perform(scope, attempt)
    })
  },
}

async function perform(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  switch (attempt.kind) {
    case "charge":
      if (attempt.state === "new" || attempt.state === "sent") return finishSale(scope, attempt)
      return attempt.state === "authorized" ? pollAuthorized(scope, attempt) : pollSale(scope, attempt)
    case "capture":
      return runCapture(scope, attempt)
    case "verify":
      // A verification charges nothing, and no request waits for it any more.
      return dropVerification(scope.mode, attempt)
    case "void":
      return runVoid(scope, attempt)
    case "inquiry":
      return runInquiry(scope, attempt)
    case "refund":
    case "reversal":
      return runRefund(scope, attempt)
    default:
      // A process of the version before may still order the checks that are inquiries now.
      attempt.kind satisfies never
      return runInquiry(scope, attempt)
  }
}

async function finishSale(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode } = scope
  const isNew = attempt.state === "new"
  const answer = isNew ? await sendNew(scope, attempt) : await recoverSale(mode, attempt)
  mode.checkpoint("charge: acquirer answered")
  if (answer) await applySaleOutcome(mode, answer.attempt, answer.outcome, isNew ? WORKER : undefined)
}

async function sendNew(scope: PaymentScope, attempt: AttemptRow): Promise<Answer<SaleOutcome> | undefined> {
  const current = await withCurrentCard(scope, attempt)
  return current && sendSale(scope.mode, current, await intentOf(scope.mode.database, current))
}
