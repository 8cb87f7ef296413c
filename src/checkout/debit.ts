import { settingsOf } from "../accounts/settings.ts"
import { usual } from "../acquirers/choose.ts"
import { activePlanOf } from "../billing/plans.ts"
import type { Queries } from "../db/database.ts"
import { canAuthenticate } from "../payments/intents/authenticate.ts"
import { debitRefusal } from "../payments/intents/debit.ts"
import type { PaymentsMode } from "../payments/intents/mode.ts"
import type { IntentRow } from "../payments/intents/table.ts"

/** Whether the payer of an intent may choose debit on its page: the account offers it, and a confirm would take it. */
export async function offersDebit(db: Queries, mode: PaymentsMode, intent: IntentRow): Promise<boolean> {
  const { account, product } = intent
  if (debitRefusal(intent, {}) || !(await settingsOf(db, account)).offers_debit) return false
  const acquirer = usual(await mode.routingOf(db, account, "card"))
  if (!acquirer?.hasThreeDSecure && !canAuthenticate(mode, acquirer)) return false
  return product === null || !(await activePlanOf(db, account, product))
}
