import type { Scope } from "../../accounts/scope.ts"
import type { SaleOutcome } from "../../acquirers/sale.ts"
import type { Sharing, Transaction } from "../../db/database.ts"
import { moveAttempt } from "../attempts/move.ts"
import type { AttemptTrigger } from "../attempts/state.ts"
import type { AttemptRow } from "../attempts/table.ts"
import type { PaymentScope } from "./mode.ts"

/** Times of an attempt other than those of its state. */
export type Times = { due_at?: number; polling_since?: number }

/** Moves a sale by its outcome, and records the acquirer's own id of its charge. */
export function moveSale(
  tx: Transaction,
  scope: Scope,
  sale: AttemptRow,
  trigger: AttemptTrigger,
  outcome: SaleOutcome,
  { due_at, polling_since }: Times = {},
) {
  const charge = "charge" in outcome ? outcome.charge : null
  const times = { ...(due_at !== undefined && { due_at }), ...(polling_since !== undefined && { polling_since }) }
  return moveAttempt(tx, scope, sale, trigger, outcome.result, { charge, ...times })
}

/** Whether the same sale may be sent again (`Acquirer.repeat`). Its card is kept for that. */
export async function mayBeRepeated(
  tx: Transaction,
  { mode }: PaymentScope,
  { attempt, outcome }: { attempt: AttemptRow; outcome: SaleOutcome },
): Promise<boolean> {
  if (outcome.result !== "unknown" || attempt.type !== "card") return false
  return (await mode.acquirerOfAttempt(tx, attempt))?.repeat !== undefined
}

/** What the outcome of an attempt changes belongs to its intent, the attempt, its token or its request. */
export function sharingOf({ account, id, payment_intent, token, idempotency_key }: AttemptRow): Sharing {
  const about = [payment_intent, id, token, idempotency_key].filter((each) => each !== null)
  return { owner: account, about }
}
