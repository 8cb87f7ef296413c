import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { closeAttempt } from "../attempts/move.ts"
import { changeCard, closeResting, insertNextTo } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { findPaymentMethod } from "../methods/store.ts"
import { createBareToken, freeToken, reserveToken } from "../tokens/tokens.ts"
import { isByMandate } from "./by-mandate.ts"
import type { PaymentScope } from "./mode.ts"
import { holdIntent, holdIntentOf } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { lock, lockedError, transitionIntent, unlock } from "./transition.ts"

/**
 * Closes the charge of an intent that rests between two tries, so that the intent can end. Throws payment_intent_locked while a process is
 * working on an attempt.
 */
export async function closeRestingCharge(tx: Transaction, intent: IntentRow): Promise<IntentRow> {
  const { id, account } = intent
  if (intent.running_attempt === null) return intent
  // The intent is locked before its attempt, as in all code that ends a sale. The opposite order could cause a deadlock.
  const { running_attempt } = await tx.only(holdIntent, { account, id })
  const closed = running_attempt === null ? undefined : await tx.one(closeResting, { account, id: running_attempt })
  const free = closed && (await unlock(tx, intent, closed.id))
  if (!free) throw lockedError(id)
  await freeToken(tx, closed)
  return free
}

/**
 * The charge with another card of the customer, if its own card was detached since. The charge was certainly not made. Returns undefined if
 * there is none, and the charge counts as refused.
 */
export async function withCurrentCard(scope: PaymentScope, attempt: AttemptRow): Promise<AttemptRow | undefined> {
  const { account, id, payment_method, retry_until } = attempt
  if (payment_method === null || retry_until === null || isByMandate(attempt)) return attempt
  const { database } = scope.mode
  if ((await findPaymentMethod(database, account, payment_method))?.customer !== null) return attempt
  return database.transaction(async (tx) => {
    const intent = await holdIntentOf(tx, attempt)
    const others = await Promise.all(scope.mode.intentListeners.map((listener) => listener.otherCard(tx, intent)))
    const method = others.find((other) => other !== undefined)
    if (method) return tx.one(changeCard, { account, id, payment_method: method.id, card: method.card })
    if (!(await closeAttempt(tx, attempt, "withdrawn"))) return undefined
    const message = "The customer has no saved card to charge."
    await transitionIntent(tx, scope, intent, "refused", { last_payment_error: { code: "payment_method_not_found", message } })
    return undefined
  })
}

/** Makes another PIX or boleto for an intent, by a new attempt with a new reference. The caller holds the intent. */
export async function makeAnother(
  tx: Transaction,
  scope: PaymentScope,
  intent: IntentRow,
  earlier: AttemptRow & { type: "pix" | "boleto" },
  due_at: number,
): Promise<IntentRow> {
  const id = newId("att")
  const token = await createBareToken(tx, scope, earlier.type)
  await reserveToken(tx, scope, token, id)
  const held = await lock(tx, intent, id)
  // The gaps keep growing from the time of the first try.
  const { created, retry_until } = earlier
  await insertNextTo(tx, earlier, { id, kind: "charge", created, due_at, token: token.id, retry_until })
  return held
}
