import { type Scope, scopeOf } from "../../accounts/scope.ts"
import type { Verdict } from "../../acquirers/sale.ts"
import { ApiError } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { must, mustHave } from "../../base/must.ts"
import { keepCustomer, mustFindCustomer } from "../../customers/customers.ts"
import type { Transaction } from "../../db/database.ts"
import type { EventsMode } from "../../events/webhooks/mode.ts"
import { releaseClaim, type SavedResponse, saveResponse } from "../../idempotency/claims.ts"
import type { OpenCard } from "../../vault/cards.ts"
import type { AttemptScope, AttemptsMode } from "../attempts/mode.ts"
import { closeAttempt } from "../attempts/move.ts"
import { mustFindAcquirer, sendAttempt } from "../attempts/send.ts"
import { insertAttempt, mustFindAttempt, type NewAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import {
  countOutcome,
  findTokenAndCard,
  freeToken,
  isUsable,
  openCardOf,
  reserveToken,
  tokenUnusable,
  useToken,
} from "../tokens/tokens.ts"
import { presentPaymentMethod, saveCard } from "./store.ts"

type PaymentMethod = Awaited<ReturnType<typeof presentPaymentMethod>>

/** Renders the responses to save for the request's idempotency key. The caller provides it, because it knows HTTP. */
export type ResponseRenderer = { saved(method: PaymentMethod): SavedResponse; refused(error: ApiError): SavedResponse }

type SavingMode = AttemptsMode & EventsMode

/** What a verified card is kept as, and the response to save for the request's idempotency key. */
type Keep<Result> = (tx: Transaction, scope: Scope<SavingMode>) => Promise<{ result: Result; response: SavedResponse }>

/** A card that is being saved, and its attempt. The card is in clear, so it is never stored or logged. */
export type BegunSave = { attempt: AttemptRow; card: OpenCard }

/**
 * The first transaction of saving a card (openapi.yaml, createPaymentMethod): checks customer and token, and reserves the token.
 * Throws customer_not_found, token_unusable, unsupported_token_type and not_ready. The token is then unchanged.
 */
export async function beginSave(
  tx: Transaction,
  scope: AttemptScope,
  input: { token: string; customer: string },
  idempotency_key: string | null,
): Promise<BegunSave> {
  const { account, mode, now } = scope
  await keepCustomer(tx, await mustFindCustomer(tx, scope, input.customer, "customer"))
  const { token, sealed } = await findTokenAndCard(tx, account, input.token)
  if (!token || !isUsable(token, now)) throw tokenUnusable(input.token, "token")
  if (token.type !== "card")
    throw new ApiError("unsupported_token_type", "Only card tokens can be saved. Create a card token.", "token")
  if (sealed?.funding === "debit")
    throw new ApiError("unsupported_token_type", "Debit cards cannot be saved. Create the token of a credit card.", "token")
  const acquirer = await mustFindAcquirer(tx, scope, "card")
  const id = newId("att")
  const row: NewAttempt = {
    id,
    account,
    created: now,
    kind: "verify",
    acquirer: acquirer.name,
    credentials: acquirer.credentials ?? null,
    customer: input.customer,
    token: token.id,
    card: token.card,
    type: "card",
    idempotency_key,
    owner: mode.owner,
  }
  const [, card, attempt] = await tx.pipeline(
    () => reserveToken(tx, scope, token, id, "token"),
    () => openCardOf(tx, scope, token, must(sealed, input.token), "token"),
    () => insertAttempt(tx, row),
  )
  return { attempt, card }
}

/**
 * Verifies the card at the acquirer without a charge, then saves it in the second transaction. Throws the issuer's refusal, which
 * uses up the token. Throws processing_error, and changes nothing, if the outcome of the verification is unknown.
 */
export function finishSave(mode: SavingMode, begun: BegunSave, render: ResponseRenderer): Promise<PaymentMethod> {
  const { customer, card } = mustHave(begun.attempt, "customer", "card")
  return finishVerification(mode, begun, render, async (tx, scope) => {
    const method = await presentPaymentMethod(tx, await saveCard(tx, scope, customer, card), tx.livemode)
    return { result: method, response: render.saved(method) }
  })
}

/** The same, where `keep` says what becomes of a verified card. It runs in the second transaction. */
export async function finishVerification<Result>(
  mode: SavingMode,
  begun: BegunSave,
  render: Pick<ResponseRenderer, "refused">,
  keep: Keep<Result>,
): Promise<Result> {
  mode.checkpoint("save: attempt written")
  return mode.underWay.during(begun.attempt, () => verifyAndKeep(mode, begun, render, keep))
}

async function verifyAndKeep<Result>(
  mode: SavingMode,
  begun: BegunSave,
  render: Pick<ResponseRenderer, "refused">,
  keep: Keep<Result>,
): Promise<Result> {
  const { attempt } = begun
  const answer = await verify(mode, begun)
  mode.checkpoint("save: acquirer answered")
  if (!answer) throw leaseLost()
  const verdict = answer.outcome
  if (verdict.result === "approved") return settle(mode, attempt, { outcome: "approved", counted: "verified" }, keep)
  if (verdict.result === "refused") return refuse(mode, attempt, new ApiError(verdict.code, verdict.message, "token"), render)
  await dropVerification(mode, attempt)
  throw new ApiError(
    "processing_error",
    "The acquirer could not be reached. Nothing was saved. Retry with the same Idempotency-Key.",
  )
}

/** Restores token and idempotency key. Also ends the verification of a dead process, because a verification charges nothing. */
export async function dropVerification(mode: SavingMode, attempt: AttemptRow): Promise<void> {
  await mode.database.transaction(async (tx) => {
    if (!(await end(tx, attempt, "dropped"))) return
    await freeToken(tx, attempt)
    if (attempt.idempotency_key) await releaseClaim(tx, { account: attempt.account, key: attempt.idempotency_key })
  })
  mode.checkpoint("verify: settled", attempt)
}

/** A verdict that comes after the deadline is dropped: nothing was charged, and the request already has its response. */
function verify(mode: SavingMode, { attempt, card }: BegunSave) {
  return sendAttempt<Verdict>(mode, attempt, {
    prepare: async (acquirer) => ({ call: (signal) => acquirer.verify(attempt.account, card, signal) }),
    late: async () => {},
  })
}

async function refuse(
  mode: SavingMode,
  attempt: AttemptRow,
  error: ApiError,
  render: Pick<ResponseRenderer, "refused">,
): Promise<never> {
  const refused = { outcome: error.code, counted: "refused" } as const
  throw await settle(mode, attempt, refused, async () => ({ result: error, response: render.refused(error) }))
}

/** Ends the verification by the issuer's verdict, and saves the response for the request's idempotency key. */
async function settle<Result>(
  mode: SavingMode,
  attempt: AttemptRow,
  { outcome, counted }: { outcome: string; counted: "verified" | "refused" },
  respond: Keep<Result>,
): Promise<Result> {
  const { account, idempotency_key: key } = attempt
  const settled = await mode.database.transaction(async (tx) => {
    const scope = await scopeOf(tx, mode, account)
    if (!(await end(tx, attempt, outcome))) throw leaseLost()
    await useToken(tx, attempt)
    await countOutcome(tx, scope, attempt, counted)
    const { result, response } = await respond(tx, scope)
    if (key) saveResponse(tx, { account, key }, response, scope.now)
    return result
  })
  mode.checkpoint("verify: settled", attempt)
  return settled
}

/** Returns undefined if another process has ended the attempt. */
async function end(tx: Transaction, attempt: AttemptRow, outcome: string): Promise<AttemptRow | undefined> {
  return closeAttempt(tx, await mustFindAttempt(tx, attempt), outcome)
}

/** The lease lapsed during the call: another process has ended the attempt and released the token. */
function leaseLost(): ApiError {
  return new ApiError("processing_error", "The request took too long. Nothing was saved. Retry with the same Idempotency-Key.")
}
