import type { Transaction } from "../../db/database.ts"
import { recordEvent } from "../../events/record.ts"
import type { EventScope } from "../../events/webhooks/mode.ts"
import { presentSubscription } from "./present.ts"
import { actionNow } from "./schedule.ts"
import { lockSubscription, saveSubscription } from "./store.ts"
import type { Subscription } from "./tables.ts"

/** Tells the merchant that a trial ends soon, once, when that is due. */
export async function tellTrialEnd(tx: Transaction, scope: EventScope, id: string): Promise<void> {
  const before = await lockSubscription(tx, { account: scope.account, id })
  if (actionNow(before, scope.now) !== "tell_trial_end") return
  recordTrialEnd(tx, scope, await saveSubscription(tx, scope, before, { trial_end_told: true }))
}

export function recordTrialEnd(tx: Transaction, scope: EventScope, subscription: Subscription): void {
  recordEvent(tx, scope, "customer_subscription.trial_will_end", presentSubscription(subscription, tx.livemode))
}
