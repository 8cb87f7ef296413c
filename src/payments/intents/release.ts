import type { VoidOutcome } from "../../acquirers/sale.ts"
import { leftOf } from "../../acquirers/sale.ts"
import { withDeadline } from "../../base/deadline.ts"
import { mustHave } from "../../base/must.ts"
import { TriedLater } from "../../jobs/work.ts"
import { closeAttempt, moveAttempt } from "../attempts/move.ts"
import { acquirerFor, sendAttempt } from "../attempts/send.ts"
import { mustFindAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { beginReturn } from "./begin-return.ts"
import type { PaymentScope } from "./mode.ts"
import { orderReversal } from "./send-back.ts"
import { holdIntentOf } from "./store.ts"

/**
 * Releases what a charge holds on a card. Before each try the acquirer is asked what it holds, and only a look-up that shows nothing ends the
 * work. If the charge was captured meanwhile, the money is sent back. A release may be repeated: nothing moves twice. Throws while the
 * acquirer does not say what it holds, or does not release it.
 */
export async function runRelease(scope: PaymentScope, attempt: AttemptRow): Promise<void> {
  const { mode } = scope
  const { account, charge, amount } = mustHave(attempt, "charge", "amount")
  const acquirer = await acquirerFor(mode, attempt)
  const held = await withDeadline(mode.callDeadlineMs / 3, (signal) => acquirer.holds({ account, charge }, signal))
  // An acquirer may show a new sale late.
  if (!held) throw new TriedLater(`the acquirer ${attempt.acquirer} does not show the charge '${charge}' that is to be released`)
  if (!held.authorized) {
    await mode.database.transaction(async (tx) => {
      const intent = await holdIntentOf(tx, attempt)
      const isKept = intent.status === "succeeded" && intent.charge === charge
      if (leftOf(held) > 0 && !isKept)
        await orderReversal(tx, scope, { attempt, intent }, { ...held, charge, currency: intent.currency })
      await closeAttempt(tx, await mustFindAttempt(tx, attempt), "nothing_held")
    })
    return mode.checkpoint("void: settled", attempt)
  }
  const answer = await sendAttempt<VoidOutcome>(mode, attempt, {
    prepare: async ({ name, release }) => {
      if (!release) throw new Error(`the acquirer ${name} cannot release an authorization`)
      return {
        call: (signal) => release({ account, charge }, signal),
        begin: () => beginReturn(scope, attempt, acquirer, { amount, held: undefined }),
      }
    },
    late: async () => {},
  })
  if (!answer) return
  const { result } = answer.outcome
  await mode.database.transaction(async (tx) => moveAttempt(tx, scope, await mustFindAttempt(tx, attempt), "not_made", result))
  mode.checkpoint("void: settled", attempt)
  if (result !== "voided")
    throw new TriedLater(`the acquirer ${attempt.acquirer} has not released the charge '${charge}': ${result}`)
}
