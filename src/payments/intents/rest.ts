import type { Transaction } from "../../db/database.ts"
import { newId, randomBase62 } from "../../ids.ts"
import { closeResting, findWithdrawn, insertAttempt } from "../attempts/store.ts"
import type { PaymentScope } from "../mode.ts"
import { createBareToken, freeToken, reserveToken } from "../tokens/tokens.ts"
import { locked } from "./move.ts"
import { type IntentRow, lockIntent, unlockIntent } from "./store.ts"

/**
 * Takes back the attempt of an intent that rests between two tries, so that somebody else can use the intent. Throws
 * payment_intent_locked while a process works on an attempt.
 */
export async function withdrawResting(tx: Transaction, intent: IntentRow): Promise<IntentRow> {
  const { id, running_attempt } = intent
  if (running_attempt === null) return intent
  const closed = await tx.one(closeResting, { id: running_attempt })
  if (!closed) throw locked(id)
  if (closed.token) await freeToken(tx, closed.token, closed.id)
  const free = await tx.one(unlockIntent, { id, attempt: closed.id })
  if (!free) throw locked(id)
  return free
}

/**
 * Makes a charge again that a confirm took back, after that confirm was undone. Otherwise nobody would charge the intent any more.
 * The caller holds the intent.
 */
export async function resumeWithdrawn(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<void> {
  const withdrawn = await tx.one(findWithdrawn, { payment_intent: intent.id })
  if (!withdrawn) return
  const { account, customer, payment_method, card, type, acquirer, credentials, created, retry_until, off_session } = withdrawn
  const id = newId("att")
  const token = type === "card" ? null : (await createBareToken(tx, scope, type)).id
  if (token) await reserveToken(tx, scope, token, id)
  if (!(await tx.one(lockIntent, { account, id: intent.id, from: intent.status, attempt: id }))) throw locked(intent.id)
  await insertAttempt(tx, {
    id,
    account,
    // The gaps go on growing from the first try.
    created,
    kind: "charge",
    acquirer,
    credentials,
    reference: randomBase62(20),
    payment_intent: intent.id,
    customer,
    token,
    payment_method,
    card,
    type,
    off_session,
    retry_until,
  })
}
