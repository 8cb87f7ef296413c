import type { Transaction } from "../../db/database.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "./mode.ts"
import { settleMismatch } from "./settle-mismatch.ts"
import { settleUnanswered } from "./settle-unanswered.ts"
import type { IntentRow } from "./table.ts"

/** What a person decides about a charge on the attention list. */
export type ChargeDecision = "accept" | "send_back" | "not_made"

/** Applies a person's decision about a charge of another amount, or about one of which the acquirer says nothing. Throws Refusal. */
export function settleCharge(
  tx: Transaction,
  scope: PaymentScope,
  charge: AttemptRow,
  decision: ChargeDecision,
): Promise<IntentRow> {
  if (decision === "not_made" || (decision === "accept" && charge.state !== "mismatched"))
    return settleUnanswered(tx, scope, charge, decision)
  return settleMismatch(tx, scope, charge, decision)
}
