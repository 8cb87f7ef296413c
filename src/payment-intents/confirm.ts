import { scopeOf } from "../accounts/accounts.ts"
import type { Sale, SaleOutcome } from "../acquirers/acquirer.ts"
import { callAcquirer, resume } from "../attempts/run.ts"
import { type AttemptRow, finishAttempt, insertAttempt, LEASE_MS } from "../attempts/store.ts"
import type { Transaction } from "../db/database.ts"
import { ApiError } from "../errors.ts"
import { keepAnswer, releaseClaim } from "../idempotency/claims.ts"
import { newId, randomBase62 } from "../ids.ts"
import type { Mode, Scope } from "../mode.ts"
import { givesUpAfterError } from "../subscriptions/follow.ts"
import { freeToken, isUsable, reserveToken, retrieveToken, tokenUnusable, useToken } from "../tokens/tokens.ts"
import { openCard } from "../vault/cards.ts"
import { locked, moveIntent, unexpectedState } from "./move.ts"
import { presentIntent } from "./present.ts"
import { mustFindIntent } from "./retrieve.ts"
import { nextIntentStatus } from "./state.ts"
import { findIntent, type IntentRow, lockIntent, unlockIntent } from "./store.ts"

export type ConfirmInput = {
  payment_method: string
  off_session?: boolean | null
  return_url?: string | null
  /** The idempotency key of the request that waits for the answer. */
  idempotency_key: string | null
}

/**
 * The first transaction of a confirm (Specification, POST /v1/payment_intents/:id/confirm): checks the state, the method, its
 * type and the customer, reserves the token and writes the attempt down with the key that the acquirer will know it by.
 * Throws what the checks find; then nothing is used up.
 */
export async function beginConfirm(tx: Transaction, scope: Scope, id: string, input: ConfirmInput): Promise<AttemptRow> {
  const intent = await mustFindIntent(tx, scope, id)
  checkConfirmable(intent)
  const method = await findMethod(tx, scope, intent, input.payment_method)
  const attempt = newId("att")
  if (method.token) await reserveToken(tx, scope, method.token, attempt)
  if (!(await tx.one(lockIntent, { account: scope.account, id, from: intent.status, attempt }))) throw locked(id)
  const row = await tx.one(insertAttempt, {
    id: attempt,
    account: scope.account,
    created: scope.now,
    kind: "charge",
    reference: randomBase62(20),
    payment_intent: id,
    customer: intent.customer,
    token: method.token,
    payment_method: method.payment_method,
    card: method.card,
    type: method.type,
    off_session: input.off_session ?? false,
    return_url: input.return_url ?? null,
    idempotency_key: input.idempotency_key,
    lease_until_ms: scope.mode.clock.now() + LEASE_MS,
  })
  return row!
}

/** Between the transactions: asks the acquirer, then settles. Throws processing_error where the acquirer could not be reached. */
export async function finishConfirm(mode: Mode, attempt: AttemptRow, intent: IntentRow): Promise<IntentRow> {
  mode.checkpoint("confirm: attempt written")
  const outcome = await callAcquirer(mode, attempt, () => send(mode, attempt, saleOf(mode, attempt, intent)))
  mode.checkpoint("confirm: acquirer answered")
  const settled = await settleAttempt(mode, attempt, outcome)
  mode.checkpoint("confirm: settled")
  return settled
}

/** Finishes what a process that died had begun. */
export async function resumeConfirm(mode: Mode, attempt: AttemptRow): Promise<void> {
  const intent = await mustFindIntent(mode.database, attempt, attempt.payment_intent!)
  const outcome = await callAcquirer(mode, attempt, () =>
    resume(mode, attempt, saleOf(mode, attempt, intent), (sale) => send(mode, attempt, sale)),
  )
  await settleAttempt(mode, attempt, outcome).catch((error: unknown) => {
    // The caller of then is gone; the next one under its key tries again.
    if (!(error instanceof ApiError && error.code === "processing_error")) throw error
  })
}

function checkConfirmable(intent: IntentRow): void {
  const { id, status } = intent
  if (status === "canceled" && intent.expired) {
    throw new ApiError("payment_intent_expired", `The payment intent ${id} has expired. Create a new one.`)
  }
  if (status === "canceled")
    throw new ApiError("payment_intent_canceled", `The payment intent ${id} is canceled. Create a new one.`)
  if (!nextIntentStatus(status, "approved")) throw unexpectedState(intent, "confirm")
  if (intent.running_attempt) throw locked(id)
}

type Method = { type: AttemptRow["type"]; token: string | null; payment_method: string | null; card: string | null }

async function findMethod(tx: Transaction, scope: Scope, intent: IntentRow, id: string): Promise<Method> {
  if (!id.startsWith("tok_")) {
    throw new ApiError(
      "parameter_invalid",
      "Send the id of a token (tok_…) or of a saved payment method (pm_…).",
      "payment_method",
    )
  }
  const token = await retrieveToken(tx, scope.account, id)
  if (!token || !isUsable(token, scope.now)) throw tokenUnusable(id)
  if (token.type === "wallet") {
    throw new ApiError("unsupported_token_type", "Wallet tokens are not taken yet; tokenize a card.", "payment_method")
  }
  const types: string[] = JSON.parse(intent.payment_method_types)
  if (!types.includes(token.type)) {
    throw new ApiError("parameter_invalid", `This payment intent takes ${types.join(", ")}, not ${token.type}.`, "payment_method")
  }
  return { type: token.type, token: id, payment_method: null, card: token.card }
}

function saleOf(mode: Mode, attempt: AttemptRow, intent: IntentRow): Sale {
  return {
    reference: attempt.reference,
    account: attempt.account,
    amount: intent.amount,
    currency: intent.currency,
    statement_descriptor: intent.statement_descriptor,
    off_session: Boolean(attempt.off_session),
    card: () => openCard(mode.database, mode.ring, attempt.account, attempt.card!),
  }
}

async function send(mode: Mode, attempt: AttemptRow, sale: Sale): Promise<SaleOutcome> {
  const acquirer = await mode.acquirerOf(attempt.account)
  if (!acquirer) throw new Error(`the account ${attempt.account} has no acquirer any more`)
  return acquirer.authorize(sale)
}

/**
 * The second transaction of a confirm: moves the intent, uses the token up (or frees it, where the acquirer was not reached),
 * writes the events and the answer that the idempotency key keeps. Where another process has settled the attempt before,
 * its result stands.
 */
async function settleAttempt(mode: Mode, attempt: AttemptRow, outcome: SaleOutcome): Promise<IntentRow> {
  const intent = await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, attempt.account)
    const before = (await tx.one(findIntent, { account: attempt.account, id: attempt.payment_intent! }))!
    if (!(await tx.one(finishAttempt, { id: attempt.id, outcome: outcome.result }))) return before
    if (outcome.result === "unavailable") return giveBack(tx, scope, attempt)
    if (attempt.token) await useToken(tx, attempt.token, attempt.id)
    const after = await applyOutcome(tx, scope, before, outcome)
    if (attempt.idempotency_key) {
      const claim = { account: attempt.account, key: attempt.idempotency_key }
      const body = JSON.stringify(presentIntent(after, tx.livemode))
      await keepAnswer(tx, claim, { status: 200, body, sealed: false }, scope.now)
    }
    return after
  })
  if (!intent)
    throw new ApiError(
      "processing_error",
      "The acquirer could not be reached. Nothing was charged; retry with the same Idempotency-Key.",
    )
  return intent
}

function applyOutcome(tx: Transaction, scope: Scope, intent: IntentRow, outcome: SaleOutcome): Promise<IntentRow> {
  switch (outcome.result) {
    case "approved":
      return moveIntent(tx, scope, intent, "approved", { charge: outcome.charge })
    case "refused": {
      const { charge, code, message, irreversible } = outcome
      return moveIntent(tx, scope, intent, "refused", { charge, last_payment_error: { code, message }, irreversible })
    }
    default:
      throw new Error(`no rule for the outcome '${outcome.result}' of a charge`)
  }
}

/** Everything is as it was before the confirm: the intent, the token and the idempotency key. */
async function giveBack(tx: Transaction, scope: Scope, attempt: AttemptRow): Promise<IntentRow | undefined> {
  if (attempt.token) await freeToken(tx, attempt.token, attempt.id)
  const intent = await tx.one(unlockIntent, { id: attempt.payment_intent!, attempt: attempt.id })
  if (attempt.idempotency_key) await releaseClaim(tx, { account: attempt.account, key: attempt.idempotency_key })
  // Nobody retries the charge of a cycle but the scheduler, and not for ever.
  if (!intent?.subscription || !(await givesUpAfterError(tx, scope, intent))) return undefined
  const last_payment_error = { code: "processing_error", message: "The acquirer could not process the charge." }
  return moveIntent(tx, scope, intent, "refused", { last_payment_error })
}
