import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { EventType } from "../list/types.ts"
import { fanOut } from "./fan-out.ts"
import type { ActiveIntegration } from "./integrations.ts"
import type { EventScope } from "./mode.ts"
import { orderMessages, purchaseMessages } from "./tables.ts"
import { UTM_KEYS } from "./utm.ts"

/** The messages to integrations, by event type. Integrations are not notified of a cancellation. */
const NOTIFICATIONS: Partial<Record<EventType, "PURCHASE_APPROVED" | "PURCHASE_REFUSED">> = {
  "payment_intent.succeeded": "PURCHASE_APPROVED",
  "payment_intent.payment_failed": "PURCHASE_REFUSED",
}

type FinishedIntent = {
  id: string
  status: string
  amount: number
  amount_received: number
  currency: string
  customer: string
  utm: object | null
}

const insertMessage = purchaseMessages.insert(["id", "account", "created", "payment_intent", "body"], (rows) =>
  rows.onConflict(["account", "payment_intent"]).ignore().returning("id"),
)

const findBody = purchaseMessages.find(["account", "id"], (rows) => rows.select("body"))
const findOrder = orderMessages.find(["account", "id"], (rows) => rows.select("body"))

/** Returns the JSON of a message to integrations, or of an order. */
export async function findMessageBody(db: Queries, account: string, id: string): Promise<string | undefined> {
  return (await db.one(id.startsWith("ord_") ? findOrder : findBody, { account, id }))?.body
}

/** Returns whether integrations are sent a message with events of a type. */
export function isNotified(type: EventType): boolean {
  return NOTIFICATIONS[type] !== undefined
}

/**
 * Writes the message about a finished purchase, with its attribution, for the active integrations of the account. It runs in
 * the transaction that ends the payment intent, and writes one message for each payment intent. See docs/webhooks.md.
 */
export async function notifyIntegrations(
  tx: Transaction,
  scope: EventScope,
  type: EventType,
  intent: FinishedIntent,
  integrations: readonly ActiveIntegration[],
): Promise<void> {
  const event = NOTIFICATIONS[type]
  const receivers = integrations.filter(({ kind }) => kind === "envelope").map(({ id: target }) => ({ target, version: null }))
  if (!event || receivers.length === 0) return
  const { id, status, currency, customer } = intent
  // A part of what was authorized may have been captured.
  const amount = intent.amount_received || intent.amount
  const utm = { ...Object.fromEntries(UTM_KEYS.map((key) => [key, null])), ...intent.utm }
  const body = JSON.stringify({ event, payment_intent: { id, status, amount, currency, customer }, utm, created: scope.now })
  const message = { id: newId("msg"), account: scope.account, created: scope.now, payment_intent: id, body }
  if (await tx.one(insertMessage, message)) {
    await fanOut(tx, scope, message.id, body, receivers)
  }
}
