import { ApiError } from "../base/errors.ts"
import { agreementOf } from "../billing/subscriptions/mandate.ts"
import type { Queries } from "../db/database.ts"
import type { Agreement, PaymentScope } from "../payments/intents/mode.ts"
import type { IntentRow } from "../payments/intents/table.ts"

/** What a payer who confirms now agrees to by PIX Automático. Undefined if the product is not sold by it any more: its confirm is refused. */
export async function agreementNow(db: Queries, scope: PaymentScope, intent: IntentRow): Promise<Agreement | undefined> {
  try {
    return await agreementOf(db, scope, intent)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}
