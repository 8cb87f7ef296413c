import type { Scope } from "../../accounts/scope.ts"
import { Refusal } from "../../base/errors.ts"
import type { Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { type DeliveryRow, deliveries } from "./tables.ts"

const makeDue = deliveries.statement(["account", "id", "attempts", "due_at_ms"], (rows, p, k) =>
  rows
    .where({ account: p.account, id: p.id, attempts: p.attempts })
    .whereRaw("status = 'pending'")
    .where("lease_until_ms", "<=", nowMs(k))
    .update({ due_at_ms: p.due_at_ms })
    .returning("*"),
)

/**
 * Makes the next attempt of a waiting delivery due now, for a person who saw it after `attempts` attempts. The next tick makes the attempt.
 * No delivery is added, so the receiver gets the message once more at most. Throws the Refusal delivery_moved if an attempt is under way or
 * was made since.
 */
export async function sendNow(
  tx: Transaction,
  { account, now }: Pick<Scope, "account" | "now">,
  id: string,
  attempts: number,
): Promise<DeliveryRow> {
  const row = await tx.one(makeDue, { account, id, attempts, due_at_ms: now * 1000 })
  if (!row)
    throw new Refusal("delivery_moved", `An attempt of the delivery ${id} is under way, or was made meanwhile. Look at it again.`)
  return row
}
