import { queueOf } from "../jobs/queue.ts"
import type { Work } from "../jobs/work.ts"
import { CALL_DEADLINE_MS, findAttempt, LEASE_MS } from "./attempts/store.ts"
import { type AttemptRow, attempts } from "./attempts/table.ts"
import { runInquiry } from "./disputes/inquiries.ts"
import { applySaleOutcome } from "./intents/apply-outcome.ts"
import type { PaymentScope, PaymentsMode } from "./intents/mode.ts"
import { pollSale } from "./intents/poll.ts"
import { intentOf } from "./intents/retrieve.ts"
import { leaveDetachedCard } from "./intents/retrying-charges.ts"
import { recoverSale, sendSale } from "./intents/sale.ts"
import { runVoid } from "./intents/void.ts"
import { dropVerification } from "./methods/save.ts"
import { runCheck } from "./refunds/external-refunds.ts"
import { runRefund } from "./refunds/run.ts"

/**
 * The calls to acquirers that no request makes. This work sends attempts that were never sent, looks up those that were, and polls open
 * ones. Nothing else calls acquirers in the background, so a slow acquirer delays only its own attempts. See docs/engine.md.
 */
export const callAcquirers: Work<PaymentsMode> = {
  kind: "call_acquirer",
  queue: queueOf(attempts, { due: "due_at", group: "acquirer" }),
  leaseMs: LEASE_MS,
  // A recovery may look up, send again, and apply the outcome.
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
      return attempt.state === "new" || attempt.state === "sent" ? finishSale(scope, attempt) : pollSale(scope, attempt)
    case "verify":
      // A verification charges nothing, and no request waits for it any more.
      return dropVerification(scope.mode, attempt)
    case "void":
      return runVoid(scope, attempt)
    case "inquiry":
      return runInquiry(scope, attempt)
    case "check":
      return runCheck(scope, attempt)
    case "refund":
    case "reversal":
      return runRefund(scope, attempt)
    default:
      throw new Error(`this version does not know attempts of the kind ${attempt.kind satisfies never}`)
  }
}

async function finishSale(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode } = scope
  if (attempt.state === "new" && (await leaveDetachedCard(scope, attempt))) return
  const intent = await intentOf(mode.database, attempt)
  const finish = attempt.state === "new" ? sendSale : recoverSale
  const answer = await finish(mode, attempt, intent)
  mode.checkpoint("charge: acquirer answered")
  if (answer) await applySaleOutcome(mode, answer.attempt, answer.outcome)
}
