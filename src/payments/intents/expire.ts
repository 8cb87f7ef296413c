import type { Transaction } from "../../db/database.ts"
import { statement } from "../../db/statement.ts"
import { dueIn, type Job } from "../../jobs/job.ts"
import type { PaymentScope, PaymentsMode } from "../mode.ts"
import { moveIntent, unlessLocked } from "./move.ts"
import type { IntentRow } from "./store.ts"

const due = statement<IntentRow, "account" | "now">((k, p) =>
  k("payment_intents")
    .where({ account: p.account })
    .where("due_at", "<=", p.now)
    .whereNull("running_attempt")
    .orderBy("due_at")
    .limit(200),
)

/** Expires PIX and boleto payments that were not paid in time, and abandoned 3DS challenges. */
export const expireIntents: Job<PaymentsMode> = {
  name: "expire payment intents",
  ...dueIn("payment_intents", "due_at"),
  perform: async (scope, database) => {
    const intents = await database.all(due, { account: scope.account, now: scope.now })
    const expired = await Promise.all(
      intents.map((intent) => database.transaction((tx) => expireIntent(tx, scope, intent, "expired")).catch(unlessLocked)),
    )
    return expired.filter(Boolean).length
  },
}

/** Cancels an intent whose time to pay has run out (docs/states.md). */
export function expireIntent(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  trigger: "expired" | "helper_expire",
): Promise<IntentRow> {
  return moveIntent(tx, scope, intent, trigger, { charge: intent.charge, last_payment_error: reasonOf(intent) })
}

function reasonOf({ next_action }: IntentRow) {
  const isChallenge = next_action !== null && JSON.parse(next_action).type === "redirect_to_url"
  return isChallenge
    ? { code: "authentication_failed", message: "The payer did not complete the 3DS authentication in time." }
    : { code: "payment_intent_expired", message: "The payment intent expired before it was paid." }
}
