import { mustFindCustomer } from "../../accounts/customers.ts"
import { scopeOf } from "../../accounts/scope.ts"
import type { Verdict } from "../../acquirers/acquirer.ts"
import type { Transaction } from "../../db/database.ts"
import { ApiError } from "../../errors.ts"
import { releaseClaim, type SavedResponse, saveResponse } from "../../idempotency/claims.ts"
import { newId, randomBase62 } from "../../ids.ts"
import { openCard } from "../../vault/cards.ts"
import { callAcquirer } from "../attempts/call-acquirer.ts"
import { type AttemptRow, insertAttempt, LEASE_MS, moveAttempt } from "../attempts/store.ts"
import type { PaymentScope, PaymentsMode } from "../mode.ts"
import { freeToken, isUsable, reserveToken, retrieveToken, tokenUnusable, useToken } from "../tokens/tokens.ts"
import { presentPaymentMethod, saveCard } from "./store.ts"

type PaymentMethod = Awaited<ReturnType<typeof presentPaymentMethod>>

/** How an answer is kept for the request's idempotency key: that is HTTP's business. */
export type Keep = { saved(method: PaymentMethod): SavedResponse; refused(error: ApiError): SavedResponse }

/**
 * The first transaction of saving a card (Specification, POST /v1/payment_methods): checks customer and token, and reserves the
 * token. Throws customer_not_found, token_unusable, unsupported_token_type, not_ready; then the token is as before.
 */
export async function beginSave(
  tx: Transaction,
  scope: PaymentScope,
  input: { token: string; customer: string },
  idempotency_key: string | null,
): Promise<AttemptRow> {
  const { account, mode, now } = scope
  await mustFindCustomer(tx, scope, input.customer, "customer")
  const token = await retrieveToken(tx, account, input.token)
  if (!token || !isUsable(token, now)) throw tokenUnusable(input.token, "token")
  if (token.type !== "card") throw new ApiError("unsupported_token_type", "Only a card can be saved.", "token")
  if (!(await mode.acquirerOf(account))) {
    throw new ApiError("not_ready", "This account has no acquirer yet: set one with 'vintem acquirer set'.")
  }
  const id = newId("att")
  await reserveToken(tx, scope, token.id, id)
  return insertAttempt(tx, {
    id,
    account,
    created: now,
    kind: "verify",
    reference: randomBase62(20),
    customer: input.customer,
    token: token.id,
    card: token.card,
    type: "card",
    idempotency_key,
    lease_until_ms: mode.clock.now() + LEASE_MS,
  })
}

/**
 * Between the transactions: has the card verified at no charge, then saves it. Throws the issuer's refusal (the token is used up)
 * or processing_error (everything is as before; as nothing is charged, an answer that got lost is one of these).
 */
export async function finishSave(mode: PaymentsMode, attempt: AttemptRow, keep: Keep): Promise<PaymentMethod> {
  mode.checkpoint("save: attempt written")
  const verdict = await callAcquirer(mode, attempt, () => verify(mode, attempt))
  mode.checkpoint("save: acquirer answered")
  if (verdict.result === "approved") return save(mode, attempt, keep)
  if (verdict.result === "refused") return refuse(mode, attempt, new ApiError(verdict.code, verdict.message, "token"), keep)
  await dropVerification(mode, attempt)
  throw new ApiError(
    "processing_error",
    "The acquirer could not be reached. Nothing was saved; retry with the same Idempotency-Key.",
  )
}

/** Everything is as it was before the request. A dead process's verification ends so, too: it has cost nobody anything. */
export async function dropVerification(mode: PaymentsMode, attempt: AttemptRow): Promise<void> {
  await mode.database.transaction(async (tx) => {
    if (!(await end(tx, attempt, "dropped"))) return
    await freeToken(tx, attempt.token!, attempt.id)
    if (attempt.idempotency_key) await releaseClaim(tx, { account: attempt.account, key: attempt.idempotency_key })
  })
}

async function verify(mode: PaymentsMode, attempt: AttemptRow): Promise<Verdict> {
  const acquirer = await mode.acquirerOf(attempt.account)
  if (!acquirer) return { result: "unavailable" }
  return acquirer.verify(attempt.account, () => openCard(mode.database, mode.ring, attempt.account, attempt.card!))
}

async function save(mode: PaymentsMode, attempt: AttemptRow, keep: Keep): Promise<PaymentMethod> {
  return mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, attempt.account)
    if (!(await end(tx, attempt, "approved"))) throw overtaken()
    await useToken(tx, attempt.token!, attempt.id)
    const row = await saveCard(tx, scope, attempt.customer!, attempt.card!)
    const method = await presentPaymentMethod(tx, row, tx.livemode)
    await saveFor(tx, scope, attempt, keep.saved(method))
    return method
  })
}

async function refuse(mode: PaymentsMode, attempt: AttemptRow, error: ApiError, keep: Keep): Promise<never> {
  await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, attempt.account)
    if (!(await end(tx, attempt, error.code))) throw overtaken()
    await useToken(tx, attempt.token!, attempt.id)
    await saveFor(tx, scope, attempt, keep.refused(error))
  })
  throw error
}

function end(tx: Transaction, { id, state }: AttemptRow, outcome: string): Promise<AttemptRow | undefined> {
  return tx.one(moveAttempt, { id, from: state, state: "done", outcome, asking_since: null, due_at: null })
}

async function saveFor(
  tx: Transaction,
  scope: PaymentScope,
  { account, idempotency_key: key }: AttemptRow,
  answer: SavedResponse,
): Promise<void> {
  if (key) await saveResponse(tx, { account, key }, answer, scope.now)
}

/** This process was taken for dead meanwhile, and the token has been given back. */
function overtaken(): ApiError {
  return new ApiError("processing_error", "This took too long and was not done. Retry with the same Idempotency-Key.")
}
