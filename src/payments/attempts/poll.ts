import { dueIn, type Job } from "../../jobs/job.ts"
import { applySaleOutcome, giveUpSale } from "../intents/apply-outcome.ts"
import type { PaymentScope, PaymentsMode } from "../mode.ts"
import { runRefund } from "../refunds/run.ts"
import { GIVE_UP_AFTER_SECONDS, nextPollAt } from "./poll-schedule.ts"
import { type AttemptRow, attemptsToPoll, claimPoll } from "./store.ts"

/** Asks the acquirers about what they left us in the dark of, by the keys that were stored before the calls. */
export const pollAcquirers: Job<PaymentsMode> = {
  name: "ask acquirers",
  ...dueIn("attempts", "due_at"),
  perform: async (scope, database) => {
    const due = await database.all(attemptsToPoll, { account: scope.account, now: scope.now })
    const asked = await Promise.all(due.map((attempt) => take(scope, attempt)))
    return asked.filter(Boolean).length
  },
}

/** Of several processes one takes the attempt; should it die, the attempt is due again later. */
async function take(scope: PaymentScope, attempt: AttemptRow): Promise<boolean> {
  const { mode, now } = scope
  const { id, state, due_at: from } = attempt
  const due_at = nextPollAt(attempt, now) ?? null
  const taken = await mode.database.transaction((tx) => tx.one(claimPoll, { id, state, from, due_at }))
  if (!taken) return false
  await (taken.kind === "charge" ? pollSale(mode, taken, now) : runRefund(mode, taken))
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
    // An acquirer that cannot be asked has said nothing: it is asked again when the attempt is due next.
    mode.log.warn({ err: error, attempt: attempt.id }, "could not ask the acquirer for a sale")
  }
}
