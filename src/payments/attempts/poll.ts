import { dueIn, type Work } from "../../jobs/job.ts"
import type { Mode, Scope } from "../../mode.ts"
import { giveSaleUp, settleSale } from "../intents/settle.ts"
import { runRefund } from "../refunds/run.ts"
import { GIVE_UP_AFTER_SECONDS, nextAsking } from "./poll-schedule.ts"
import { type AttemptRow, attemptsToAsk, takeToAsk } from "./store.ts"

/** Asks the acquirers about what they left us in the dark of, by the keys that were stored before the calls. */
export const askAcquirers: Work = {
  name: "ask acquirers",
  ...dueIn("attempts", "due_at"),
  perform: async (scope, database) => {
    const due = await database.all(attemptsToAsk, { account: scope.account, now: scope.now })
    const asked = await Promise.all(due.map((attempt) => take(scope, attempt)))
    return asked.filter(Boolean).length
  },
}

/** Of several processes one takes the attempt; should it die, the attempt is due again later. */
async function take(scope: Scope, attempt: AttemptRow): Promise<boolean> {
  const { mode, now } = scope
  const { id, state, due_at: from } = attempt
  const due_at = nextAsking(attempt, now) ?? null
  const taken = await mode.database.transaction((tx) => tx.one(takeToAsk, { id, state, from, due_at }))
  if (!taken) return false
  await (taken.kind === "charge" ? askForSale(mode, taken, now) : runRefund(mode, taken))
  return true
}

async function askForSale(mode: Mode, attempt: AttemptRow, now: number): Promise<void> {
  const acquirer = await mode.acquirerOf(attempt.account)
  if (!acquirer) return
  try {
    const found = await acquirer.lookUp(attempt.account, attempt.reference)
    const isNone = !found || found.result === "action_required" || found.result === "unavailable"
    if (attempt.state === "unknown" && isNone) {
      if (now - attempt.asking_since! >= GIVE_UP_AFTER_SECONDS) await giveSaleUp(mode, attempt)
      return
    }
    if (found && found.result !== "unavailable") await settleSale(mode, attempt, found)
  } catch (error) {
    // An acquirer that cannot be asked has said nothing: it is asked again when the attempt is due next.
    mode.log.warn({ err: error, attempt: attempt.id }, "could not ask the acquirer for a sale")
  }
}
