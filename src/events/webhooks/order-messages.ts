// What integrations of UTMify are told: docs/utmify.md.
import { newId } from "../../base/ids.ts"
import { json } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import type { EventType } from "../list/types.ts"
import { fanOut } from "./fan-out.ts"
import type { ActiveIntegration } from "./integrations.ts"
import type { EventScope } from "./mode.ts"
import type { Asked } from "./order.ts"
import { type OrderMessageRow, orderMessages } from "./tables.ts"

/** The events after which a payment may stand otherwise, by the member that has its id. */
const TOLD_AFTER: Partial<Record<EventType, "id" | "payment_intent">> = {
  "payment_intent.requires_action": "id",
  "payment_intent.succeeded": "id",
  "payment_intent.payment_failed": "id",
  "refund.created": "payment_intent",
  "refund.updated": "payment_intent",
  "refund.failed": "payment_intent",
  "charge.dispute.created": "payment_intent",
  "charge.dispute.updated": "payment_intent",
  "charge.dispute.closed": "payment_intent",
}

const insertMessage = orderMessages.insert([
  ...(["id", "account", "created", "integration", "payment_intent"] as const),
  ...(["seq", "status", "send_until", "body"] as const),
])
const newestOf = orderMessages.find(["account", "integration", "payment_intent"], (rows) =>
  rows.orderBy("seq", "desc").limit(1).select("id", "seq", "status"),
)
const ofIds = orderMessages.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "id"), [p.ids]).select("id", "payment_intent", "status"),
)

/** Returns whether integrations may have to be told of an order after an event of this type. */
export function mayChangeOrder(type: EventType): boolean {
  return TOLD_AFTER[type] !== undefined
}

/** What was told of which payment, by the ids of messages. */
export async function ordersOfIds(
  db: Queries,
  account: string,
  ids: readonly string[],
): Promise<Map<string, Pick<OrderMessageRow, "payment_intent" | "status">>> {
  const rows = await db.all(ofIds, { account, ids: [...ids] })
  return new Map(rows.map((row) => [row.id, row]))
}

/** The newest that an integration is to be told of a payment. */
export function newestOrder(
  db: Queries,
  { account, integration, payment_intent }: Pick<OrderMessageRow, "account" | "integration" | "payment_intent">,
): Promise<Pick<OrderMessageRow, "id" | "seq" | "status"> | undefined> {
  return db.one(newestOf, { account, integration, payment_intent })
}

type Happened = { scope: EventScope; type: EventType; object: { readonly id: string } }

/**
 * Tells the account's integrations of UTMify how payments stand at the end of a transaction, if their status has changed. The reader holds
 * each payment, so what another process tells of it comes before or after.
 */
export async function tellOrders(
  tx: Transaction,
  happened: readonly Happened[],
  integrations: readonly ActiveIntegration[],
): Promise<void> {
  const tools = integrations.filter(({ kind }) => kind === "utmify")
  if (tools.length === 0) return
  for (const { scope, asked } of askedAfter(happened)) {
    const order = await scope.mode.orderOf(tx, asked)
    if (!order) continue
    const { account, payment_intent } = asked
    for (const { id: integration, platform } of tools) {
      const newest = await newestOrder(tx, { account, integration, payment_intent })
      if (newest?.status === order.status) continue
      const { status, send_until } = order
      const message = { id: newId("ord"), account, created: scope.now, integration, payment_intent, status, send_until }
      const body = order.bodyFor(platform ?? "")
      tx.send(insertMessage, { ...message, seq: (newest?.seq ?? 0) + 1, body })
      await fanOut(tx, scope, message.id, body, [{ target: integration, version: null }])
    }
  }
}

/** The payments that events are about, in the order of their ids, so that two transactions hold them in the same order. */
function askedAfter(happened: readonly Happened[]): { scope: EventScope; asked: Asked }[] {
  const found = new Map<string, { scope: EventScope; asked: Asked }>()
  for (const { scope, type, object } of happened) {
    const member = TOLD_AFTER[type]
    if (!member) continue
    const payment_intent = String((object as { id: string; payment_intent?: string })[member])
    const fails = type === "payment_intent.payment_failed" || found.get(payment_intent)?.asked.fails === true
    found.set(payment_intent, { scope, asked: { account: scope.account, payment_intent, now: scope.now, fails } })
  }
  return [...found.values()].sort((a, b) => (a.asked.payment_intent < b.asked.payment_intent ? -1 : 1))
}
