import type { Transaction } from "../../db/database.ts"
import { nextPollAt } from "../attempts/poll-schedule.ts"
import { nextAttemptState } from "../attempts/state.ts"
import { latestAttemptOf, transitionAttempt } from "../attempts/store.ts"
import type { PaymentScope } from "./mode.ts"
import type { IntentTrigger } from "./state.ts"
import type { IntentRow } from "./table.ts"
import { orderVoid } from "./void.ts"

/** Triggers that end an intent although its sale may still be paid. */
const ENDS: IntentTrigger[] = ["cancel", "withdrawn", "expired", "helper_expire"]

/**
 * Watches the sale of an intent that no longer waits for it, because a late payment must be reversed. A canceled PIX is also voided at the
 * acquirer. An expired PIX needs no void, because it can no longer be paid.
 */
export async function watchEnded(tx: Transaction, scope: PaymentScope, intent: IntentRow, trigger: IntentTrigger): Promise<void> {
  if (!ENDS.includes(trigger)) return
  const attempt = await latestAttemptOf(tx, intent)
  const state = attempt && nextAttemptState(attempt.state, "ended")
  if (!state) return
  const { account, id, type } = attempt
  const polling = { polling_since: scope.now, state, type }
  const due_at = nextPollAt(polling, scope.now) ?? null
  await tx.one(transitionAttempt, {
    ...{ account, id, from: attempt.state, state },
    ...{ outcome: trigger, polling_since: scope.now, due_at },
  })
  if (type === "pix" && intent.charge && (trigger === "cancel" || trigger === "withdrawn"))
    await orderVoid(tx, scope, attempt, intent)
}
