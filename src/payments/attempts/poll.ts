import { dueIn, type Job } from "../../jobs/job.ts"
import { applySaleOutcome, giveUpSale } from "../intents/apply-outcome.ts"
import type { PaymentScope, PaymentsMode } from "../mode.ts"
import { runRefund } from "../refunds/run.ts"
import { GIVE_UP_AFTER_SECONDS, nextPollAt } from "./poll-schedule.ts"
import { type AttemptRow, attemptsToPoll, claimPoll } from "./store.ts"

/** Looks up the attempts whose outcome is open, by the references that were stored before the calls. */
export const pollAcquirers: Job<PaymentsMode> = {
  name: "poll acquirers",
  ...dueIn("attempts", "due_at"),
  perform: async (scope, database) => {
    const due = await database.all(attemptsToPoll, { account: scope.account, now: scope.now })
    const polled = await Promise.all(due.map((attempt) => poll(scope, attempt)))
    return polled.filter(Boolean).length
  },
}

/** Only one process claims the attempt. If that process dies, the attempt falls due again at its next time. */
async function poll(scope: PaymentScope, attempt: AttemptRow): Promise<boolean> {
  const { mode, now } = scope
  const { id, state, due_at: from } = attempt
  const due_at = nextPollAt(attempt, now) ?? null
  const claimed = await mode.database.transaction((tx) => tx.one(claimPoll, { id, state, from, due_at }))
  if (!claimed) return false
  await (claimed.kind === "charge" ? pollSale(mode, claimed, now) : runRefund(mode, claimed))
  return true
}

async function pollSale(mode: PaymentsMode, attempt: AttemptRow, now: number): Promise<void> {
  const acquirer = await mode.acquirerOf(attempt.account)
  if (!acquirer) return
  try {
    const found = await acquirer.lookUp(attempt.account, attempt.reference)
    const isNone = !found || found.result === "action_required" || found.result === "unavailable"
    if (attempt.state === "unknown" && isNone) {
      if (now - attempt.asking_since! >= GIVE_UP_AFTER_SECONDS) await giveUpSale(mode, attempt)
      return
    }
    if (found && found.result !== "unavailable") await applySaleOutcome(mode, attempt, found)
  } catch (error) {
    // A failed look-up says nothing about the sale. The attempt is polled again at its next due time.
    mode.log.warn({ err: error, attempt: attempt.id }, "could not look up a sale at the acquirer")
  }
}
