import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import type { EventType } from "../list/types.ts"
import { fanOut } from "./fan-out.ts"
import type { EventScope } from "./mode.ts"
import { purchaseMessages } from "./tables.ts"
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

/** Returns the JSON of a message to integrations. */
export async function findMessageBody(db: Queries, account: string, id: string): Promise<string | undefined> {
  return (await db.one(findBody, { account, id }))?.body
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
  integrations: readonly string[],
): Promise<void> {
  const event = NOTIFICATIONS[type]
  if (!event || integrations.length === 0) return
  const { id, status, currency, customer } = intent
  // A part of what was authorized may have been captured.
  const amount = intent.amount_received || intent.amount
  const utm = { ...Object.fromEntries(UTM_KEYS.map((key) => [key, null])), ...intent.utm }
  const body = JSON.stringify({ event, payment_intent: { id, status, amount, currency, customer }, utm, created: scope.now })
  const message = { id: newId("msg"), account: scope.account, created: scope.now, payment_intent: id, body }
  if (await tx.one(insertMessage, message)) {
    const receivers = integrations.map((target) => ({ target, version: null }))
    await fanOut(tx, scope, message.id, body, receivers)
  }
}
