import type { Transaction } from "../../db/database.ts"
import { insertDeliveries } from "./deliveries.ts"
import type { EventScope } from "./mode.ts"
import { bytesAt, type Receiver } from "./shown-bytes.ts"

/**
 * Creates the deliveries of a message in the transaction that writes the message. This process makes the first attempts right
 * after the commit. The next tick of a server makes the attempts for which this process has no room, and those of CLI commands.
 */
export async function fanOut(
  tx: Transaction,
  scope: EventScope,
  message: string,
  body: string,
  receivers: Receiver[],
): Promise<void> {
  if (receivers.length === 0) return
  const { mode } = scope
  const wanted = receivers.map(({ target, version }) => ({
    target,
    version,
    leaseMs: mode.outbox?.leaseFor(target, scope.account) ?? 0,
  }))
  const rows = await insertDeliveries(tx, scope, message, scope.now * 1000, wanted)
  const own = new Set(wanted.filter(({ leaseMs }) => leaseMs > 0).map(({ target }) => target))
  const leased = rows.filter(({ target }) => own.has(target))
  mode.checkpoint("delivery: written")
  if (leased.length === 0) return
  const versions = new Set(leased.map(({ version }) => version))
  const bytes = new Map([...versions].map((version) => [version, bytesAt(version, body)]))
  tx.afterCommit(() => {
    mode.checkpoint("delivery: committed")
    const claimedAt = performance.now()
    for (const row of leased) mode.outbox?.take({ ...row, body: bytes.get(row.version), claimedAt })
  })
}
