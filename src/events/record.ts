import type { Transaction } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { newId } from "../ids.ts"
import type { Scope } from "../mode.ts"

/** Specification, Event types currently emitted. */
export const EVENT_TYPES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
] as const

export type EventType = (typeof EVENT_TYPES)[number]

export type EventRow = { id: string; account: string; created: number; type: EventType; body: string }

const insertEvent = statement<EventRow>((k, p) =>
  k("events").insert({ id: p.id, account: p.account, created: p.created, type: p.type, body: p.body }).returning("*"),
)

/** Writes an event in the transaction that changes its resource. Its bytes are settled here, once for all attempts. */
export async function recordEvent(tx: Transaction, scope: Scope, type: EventType, object: object): Promise<void> {
  const id = newId("evt")
  const { livemode } = tx
  const body = JSON.stringify({
    id,
    object: "event",
    type,
    api_version: "v1",
    created: scope.now,
    livemode,
    data: { object },
  })
  await tx.one(insertEvent, { id, account: scope.account, created: scope.now, type, body })
}
