import type { Transaction } from "../../db/database.ts"
import { closeResting } from "../attempts/store.ts"
import { freeToken } from "../tokens/tokens.ts"
import { locked } from "./move.ts"
import { type IntentRow, unlockIntent } from "./store.ts"

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
