import type { Transaction } from "../../db/database.ts"
import { insertDeliveries } from "./deliveries.ts"
import type { EventScope } from "./mode.ts"

/**
 * Creates the deliveries of a message in the transaction that writes the message. This process makes the first attempts right
 * after the commit. The next tick of a server makes the attempts for which this process has no room, and those of CLI commands.
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
  const wanted = targets.map((target) => ({ target, leaseMs: mode.outbox?.leaseFor(target, scope.account) ?? 0 }))
  const rows = await insertDeliveries(tx, scope, message, scope.now * 1000, wanted)
  const own = new Set(wanted.filter(({ leaseMs }) => leaseMs > 0).map(({ target }) => target))
  const leased = rows.filter(({ target }) => own.has(target))
  mode.checkpoint("delivery: written")
  if (leased.length === 0) return
  const bytes = Buffer.from(body)
  tx.afterCommit(() => {
    mode.checkpoint("delivery: committed")
    const claimedAt = performance.now()
    for (const row of leased) mode.outbox?.take({ ...row, body: bytes, claimedAt })
  })
}
