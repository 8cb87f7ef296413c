// What becomes of mandates: their payers decide, or they are ended here. docs/decisions/0032-pix-automatico.md says what follows.
import type { MandateStatus } from "../../acquirers/mandates.ts"
import type { Transaction } from "../../db/database.ts"
import { changeMandate, findMandate, holdMandate } from "../mandates/store.ts"
import type { MandateRow } from "../mandates/tables.ts"
import type { MandatesScope } from "./mode.ts"
import { attachMandate, detachPaymentMethod, tellAgreed } from "./store.ts"

/** The acquirer has made a mandate, and its payer is shown the code. `mandate` is the acquirer's own id. */
export async function noteMandate(tx: Transaction, scope: MandatesScope, id: string, mandate: string): Promise<void> {
  const { account, now } = scope
  const before = await holdMandate(tx, { account, id })
  if (before.mandate !== null) return
  const due_at = now + FIRST_ASKED_SECONDS
  await attachMandate(tx, scope, await changeMandate(tx, before, { mandate, is_attached: true, polling_since: now, due_at }))
}

/** A payer may agree a moment after the code was shown. */
const FIRST_ASKED_SECONDS = 60
const DAY = 86_400

/**
 * Applies what the acquirer says of a mandate, with its events. Those who follow mandates learn it in the same transaction. A status that is not news
 * changes nothing but when the acquirer is asked next.
 */
export async function learnStatus(tx: Transaction, scope: MandatesScope, id: string, status: MandateStatus): Promise<void> {
  const { account, now, mode } = scope
  const seen = await findMandate(tx, account, id)
  if (!seen || hasEnded(seen.status) || seen.status === status) return
  // The subscription is locked before its mandate, as where a subscription ends.
  const follow = await Promise.all(mode.mandateListeners.map((listener) => listener.locking(tx, scope, seen)))
  const before = await holdMandate(tx, seen)
  if (hasEnded(before.status) || before.status === status) return
  if (status === "active") {
    const after = await changeMandate(tx, before, { status, polling_since: now, due_at: now + DAY })
    if (after.is_attached) await tellAgreed(tx, scope, before, after)
  } else {
    const after = await changeMandate(tx, before, { status, is_attached: false, due_at: null })
    if (before.is_attached) await detachPaymentMethod(tx, scope, after.id)
  }
  for (const changed of follow) await changed(status)
}

/**
 * Ends a mandate here, with its events: its intent or its subscription has ended, or the merchant has detached it. The acquirer is told by a worker.
 * A mandate that has ended changes nothing.
 */
export async function endMandate(tx: Transaction, scope: MandatesScope, id: string): Promise<void> {
  const { account, now } = scope
  const seen = await findMandate(tx, account, id)
  if (!seen || hasEnded(seen.status)) return
  const before = await holdMandate(tx, seen)
  if (hasEnded(before.status)) return
  const due_at = before.mandate === null ? null : now
  await changeMandate(tx, before, { status: "canceled", is_attached: false, polling_since: now, due_at })
  if (before.is_attached) await detachPaymentMethod(tx, scope, before.id)
}

/**
 * Ends a mandate at the acquirer whose answer was lost, so that it is known only now that its sale counts as not made. No payer has seen its code. A mandate that is
 * known changes nothing.
 */
export async function endUnseen(tx: Transaction, { account, now }: MandatesScope, id: string, mandate: string): Promise<void> {
  const before = await holdMandate(tx, { account, id })
  if (before.mandate !== null) return
  await changeMandate(tx, before, { mandate, status: "canceled", polling_since: now, due_at: now })
}

export function hasEnded(status: MandateStatus): boolean {
  return status === "rejected" || status === "canceled" || status === "expired"
}

/** Whether a mandate ended here, and its acquirer still has to be told. */
export function isToEnd({ status, due_at }: Pick<MandateRow, "status" | "due_at">): boolean {
  return status === "canceled" && due_at !== null
}
