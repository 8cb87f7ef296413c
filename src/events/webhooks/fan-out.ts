import type { Transaction } from "../../db/database.ts"
import type { EventScope } from "../mode.ts"
import { insertDeliveries } from "./deliveries.ts"

/**
 * Makes the deliveries of one message in the transaction that wrote it. Right after the commit this process makes their first
 * attempts; what it has no room for, and what a command line wrote, the next tick of a server finds.
 */
export async function fanOut(
  tx: Transaction,
  scope: EventScope,
  message: string,
  body: string,
  targets: string[],
): Promise<void> {
  if (targets.length === 0) return
  const { mode } = scope
  const wanted = targets.map((target) => ({ target, leaseUntilMs: mode.outbox?.leaseFor(target, scope.account) ?? 0 }))
  const rows = await insertDeliveries(tx, scope, message, scope.now * 1000, wanted)
  const leased = rows.filter((row) => row.lease_until_ms > 0)
  mode.checkpoint("delivery: written")
  if (leased.length === 0) return
  const bytes = Buffer.from(body)
  tx.afterCommit(() => {
    mode.checkpoint("delivery: committed")
    const claimedAt = mode.clock.now()
    for (const row of leased) mode.outbox?.take({ ...row, body: bytes, claimedAt })
  })
}
