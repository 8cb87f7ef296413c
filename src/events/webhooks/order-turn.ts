// Orders reach UTMify one after the other, and only the newest one of a payment: docs/utmify.md.
import { id, integer, milliseconds } from "../../db/columns.ts"
import type { Database } from "../../db/database.ts"
import { msFromNow, nowMs } from "../../db/now.ts"
import { pick } from "../../db/rows.ts"
import { newestOrder } from "./order-messages.ts"
import type { Claimed } from "./outbox.ts"
import { deliveries, orderMessages } from "./tables.ts"

/** An attempt takes up to 30 s, and the tool's clock may be ahead. */
const MARGIN_MS = 60_000
/** After this time an order looks again whether the one before it is still being sent. */
const WAIT_MS = 1000

/** "over": a newer order of the payment is to be sent instead, or the tool takes it no more. "wait": an older one is being sent. */
export type Turn = "now" | "wait" | "over"

const findMessage = orderMessages.find(["account", "id"], (rows) =>
  rows.select("integration", "payment_intent", "seq", "send_until"),
)

/** The deliveries of what an integration was to be told of a payment before. */
const EARLIER = `deliveries.account = :account AND deliveries.message IN (
  SELECT earlier.id FROM order_messages AS earlier WHERE earlier.account = :account AND earlier.integration = :integration
    AND earlier.payment_intent = :payment_intent AND earlier.seq < :seq)`
const OF_EARLIER = ["account", { integration: id(), payment_intent: id(), seq: integer() }] as const
const EARLIER_KEY = ["account", "integration", "payment_intent", "seq"] as const

const underWay = deliveries.statement(OF_EARLIER, (_, p, k) =>
  k.raw<{ id: string }>(
    `SELECT id FROM deliveries WHERE ${EARLIER} AND status = 'pending' AND lease_until_ms > ${nowMs(k)} LIMIT 1`,
    pick(p, EARLIER_KEY),
  ),
)
/** What was never told is not told any more, and what was refused waits for nobody: the order that follows says it all. */
const endEarlier = deliveries.statement([...OF_EARLIER, "id"], (_, p, k) =>
  k.raw<void>(
    `UPDATE deliveries SET
       status = CASE status WHEN 'pending' THEN 'canceled' ELSE status END, due_at_ms = NULL,
       replaced_by = CASE status WHEN 'dead_letter' THEN :id ELSE replaced_by END
     WHERE ${EARLIER} AND ((status = 'pending' AND lease_until_ms <= ${nowMs(k)}) OR (status = 'dead_letter' AND replaced_by IS NULL))`,
    pick(p, [...EARLIER_KEY, "id"]),
  ),
)
const putOff = deliveries.statement(["account", "id", "attempts", { wait_ms: milliseconds() }], (rows, p, k) =>
  rows
    .where({ account: p.account, id: p.id, attempts: p.attempts })
    .whereRaw("status = 'pending'")
    .update({ lease_until_ms: msFromNow(k, p.wait_ms) }),
)

/**
 * Says whether a claimed delivery of an order is to be sent at this time of its account, in milliseconds. Who sends an order holds its delivery, in
 * every process, so while an older one is held the newer one waits. An older one that is not held is canceled.
 */
export function turnOf(database: Database, delivery: Claimed, accountMs: number): Promise<Turn> {
  const { account, id, attempts } = delivery
  return database.transaction(async (tx) => {
    const message = await tx.one(findMessage, { account, id: delivery.message })
    if (!message || accountMs > message.send_until * 1000 - MARGIN_MS) return "over"
    const { integration, payment_intent, seq } = message
    const newest = await newestOrder(tx, { account, integration, payment_intent })
    if (newest?.id !== delivery.message) return "over"
    const earlier = { account, integration, payment_intent, seq }
    if (await tx.one(underWay, earlier)) {
      await tx.run(putOff, { account, id, attempts, wait_ms: WAIT_MS })
      return "wait"
    }
    await tx.run(endEarlier, { ...earlier, id })
    return "now"
  })
}
