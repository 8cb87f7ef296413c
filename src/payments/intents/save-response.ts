import type { Transaction } from "../../db/database.ts"
import { saveResponse } from "../../idempotency/claims.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "./mode.ts"
import { presentIntent } from "./present.ts"
import type { IntentRow } from "./table.ts"

/** Saves the response to the request that confirmed or captured an intent, if it has an idempotency key. */
export function saveIntentResponse(
  tx: Transaction,
  scope: PaymentScope,
  { account, idempotency_key: key }: Pick<AttemptRow, "account" | "idempotency_key">,
  after: IntentRow,
): void {
  if (!key) return
  const body = JSON.stringify(presentIntent(after, scope.mode))
  saveResponse(tx, { account, key }, { status: 200, body, sealed: false }, scope.now)
}
