import { brazilianAddress } from "../../accounts/brazilian-address.ts"
import type { CustomerRow } from "../../accounts/tables.ts"
import type { Acquirer } from "../../acquirers/acquirer.ts"
import { takesCurrency } from "../../acquirers/choose.ts"
import { type MethodType, type PaymentType, railOf } from "../../acquirers/sale.ts"
import { ApiError, notFound } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { must } from "../../base/must.ts"
import type { Transaction } from "../../db/database.ts"
import type { OpenCard } from "../../vault/cards.ts"
import type { SealedCard } from "../../vault/tables.ts"
import { insertAttempt, mustFindAttempt, type NewAttempt } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type MethodDetails, methodDetails } from "../methods/details.ts"
import { findCardOfMethod, keepCard, lockPaymentMethod, mustBeFor } from "../methods/store.ts"
import type { PaymentMethodRow } from "../methods/table.ts"
import type { TokenRow } from "../tokens/table.ts"
import { findTokenAndCard, isUsable, openCardOf, reserveToken, tokenUnusable } from "../tokens/tokens.ts"
import { isUndone, type Settled } from "./apply-outcome.ts"
import { canAuthenticate, neededAuthentication, requestAuthentication } from "./authenticate.ts"
import { acquirerOfMandate, beginCharge, beginMandate, type ChargeBy, mandatesOf } from "./by-mandate.ts"
import { checkCaptureMethod } from "./create.ts"
import { checkDebit, checkDebitBrand } from "./debit.ts"
import type { PaymentScope, PaymentsMode } from "./mode.ts"
import { checkPixLifetime, checkThreeDSecure, maxInstallments } from "./options.ts"
import { payerOf } from "./payer.ts"
import { type ReadPaying, savedCardOf } from "./paying.ts"
import { checkReturnUrl } from "./return-url.ts"
import { routeSale } from "./route-sale.ts"
import { sendSale } from "./sale.ts"
import { settleConfirm } from "./settle-confirm.ts"
import { chargesNothing, isConfirmable } from "./state.ts"
import { findCustomerOf, intentOf, mustFindIntent } from "./store.ts"
import type { IntentRow } from "./table.ts"
import { checkNotCapturing, lock, lockedError, unexpectedState } from "./transition.ts"

export type ConfirmInput = {
  payment_method: string
  off_session?: boolean | null
  installments?: number | null
  return_url?: string | null
  /** What a cycle charges by a mandate, which is then the method. No request has it. */
  by_mandate?: ChargeBy
}

/**
 * Either a request waits for the response, or the engine retries the charge until a time (Unix seconds of the account's time). With both, the
 * request sends the charge, and it counts as refused if it cannot be made by then.
 */
export type Confirmer = { idempotency_key: string | null; retry_until?: number } | { retry_until: number }

/** A confirm whose sale is stored, and whose call is not made. `read` is missing if a worker sends the sale: it reads for itself what it needs. */
export type BegunConfirm = { attempt: AttemptRow; intent: IntentRow; read?: { paying: ReadPaying; details?: MethodDetails } }

/**
 * The first transaction of a confirm (openapi.yaml, confirmPaymentIntent). Checks the state, the method, its type, the
 * installments, the customer and the currency, reserves the token, holds the intent and stores the attempt with the reference for the
 * acquirer. Throws ApiError if a check fails. The token is then not used up.
 */
export async function beginConfirm(
  tx: Transaction,
  scope: PaymentScope,
  id: string,
  input: ConfirmInput,
  confirmer: Confirmer,
): Promise<BegunConfirm> {
  if (input.return_url) checkReturnUrl(input.return_url, tx.livemode)
  const isSentHere = "idempotency_key" in confirmer
  const found = await find(tx, scope, id, input.payment_method, isSentHere)
  const { intent, token, sealed } = found
  checkConfirmable(intent)
  // A request is confirming it, or the engine retries its charge.
  if (intent.running_attempt !== null) throw lockedError(id)
  const { named, ...method } = methodOf(scope, found, input)
  checkType(intent, named)
  checkInstallments(intent, method.type, input)
  if (sealed?.funding === "debit") checkDebit(intent, input)
  // The payer of a cycle has agreed to its mandate.
  if (method.type !== "card" && !input.by_mandate) checkCustomer(must(found.customer, intent.customer), method.type)
  const installments = input.installments ?? 1
  const { acquirer, because } = input.by_mandate
    ? { acquirer: await acquirerOfMandate(tx, scope, id, method), because: null }
    : await routeSale(tx, scope, intent, { ...method, installments })
  if (named === "pix_automatico") mandatesOf(acquirer)
  checkCurrency(intent, method.type, acquirer)
  checkCaptureMethod(intent, acquirer)
  checkDebitBrand(sealed, acquirer)
  if (method.type === "pix") checkPixLifetime(scope.mode, intent, acquirer)
  if (method.type === "card" && !input.off_session && !chargesNothing(intent))
    checkThreeDSecure(intent, acquirer.hasThreeDSecure === true || canAuthenticate(scope.mode, acquirer), sealed)
  const asked = { intent, customer: found.customer, card: sealed, off_session: input.off_session ?? false }
  const need = await neededAuthentication(tx, scope, acquirer, asked)
  const row: NewAttempt & { id: string } = {
    id: newId("att"),
    account: scope.account,
    created: scope.now,
    kind: "charge",
    acquirer: acquirer.name,
    credentials: acquirer.credentials ?? null,
    payment_intent: id,
    customer: intent.customer,
    ...method,
    off_session: input.off_session ?? false,
    installments,
    fallback_reason: because,
    return_url: input.return_url ?? intent.return_url,
    ...confirmer,
    // The commit that stores the sale also says that its call begins, which saves a commit (docs/decisions/0026).
    ...(isSentHere && { owner: scope.mode.owner, state: need ? ("new" as const) : ("sent" as const) }),
  }
  const [, opened, held, attempt] = await tx.pipeline(
    async () => token && reserveToken(tx, scope, token, row.id, "payment_method"),
    async () => token && sealed && openCardOf(tx, scope, token, sealed, "payment_method"),
    () => lock(tx, intent, row.id),
    () => insertAttempt(tx, row),
    ...scope.mode.intentListeners.map((listener) => () => listener.confirming(tx, intent, sealed)),
  )
  if (input.by_mandate) await beginCharge(tx, attempt, input.by_mandate)
  else if (named === "pix_automatico") await beginMandate(tx, scope, intent, attempt)
  // The payer may take longer than the card's short-lived key exists, and the payment's success may save the card.
  if (token?.card && intent.product) await keepCard(tx, scope, token.card)
  if (need) await requestAuthentication(tx, scope, row, need, token?.created ?? null)
  const begun = { attempt, intent: held }
  if (!isSentHere) return begun
  return { ...begun, read: { paying: payingOf(scope.mode, found, opened), details: methodDetails(attempt, sealed) } }
}

/**
 * Calls the acquirer, then applies the outcome. Another process may have taken over the attempt meanwhile. Throws processing_error if
 * neither process could reach the acquirer, and payment_intent_locked while the other one is still sending the attempt. `ends_at`: when the
 * time of the request is over, by `performance.now()`.
 */
export async function finishConfirm(
  mode: PaymentsMode,
  { attempt, intent, read }: BegunConfirm,
  ends_at = performance.now() + mode.callDeadlineMs,
): Promise<Settled> {
  mode.checkpoint("confirm: attempt written")
  return mode.underWay.during(attempt, async () => {
    const answer = await sendSale({ ...mode, callDeadlineMs: ends_at - performance.now() }, attempt, intent, read?.paying)
    mode.checkpoint("confirm: acquirer answered")
    const caller = { by: "request", left_ms: ends_at - performance.now() } as const
    const settled = answer
      ? await settleConfirm(mode, answer, intent, read?.details, caller)
      : { intent: await intentOf(mode.database, attempt), isFirst: false }
    const next = answer && (await takenOverHere(mode, attempt, settled.intent))
    if (next)
      return finishConfirm(
        mode,
        { attempt: next, intent: settled.intent, ...(read && { read: { paying: read.paying } }) },
        ends_at,
      )
    if (!settled.isFirst && isUndone(settled.intent, attempt) && !(await isReplaced(mode, attempt))) throw notCharged()
    if (settled.intent.running_attempt === attempt.id) throw lockedError(intent.id)
    return settled
  })
}

/** The sale at the fallback that this request has stored in the place of the first one, and sends now. */
async function takenOverHere(mode: PaymentsMode, first: AttemptRow, { running_attempt: id }: IntentRow) {
  if (id === null || id === first.id) return undefined
  const next = await mustFindAttempt(mode.database, { account: first.account, id })
  return next.fallback_reason !== null && next.state === "sent" && next.owner === mode.owner ? next : undefined
}

/** Whether another process has learned of a refusal after which the intent goes on with another attempt, because it asks for 3DS. */
async function isReplaced({ database }: PaymentsMode, attempt: AttemptRow): Promise<boolean> {
  return (await mustFindAttempt(database, attempt)).outcome === "refused"
}

function notCharged(): ApiError {
  const message = "The acquirer could not be reached. Nothing was charged. Retry with the same Idempotency-Key."
  return new ApiError("processing_error", message)
}

function checkConfirmable(intent: IntentRow): void {
  checkNotCapturing(intent)
  const { id, status } = intent
  if (status === "canceled" && intent.expired) {
    throw new ApiError("payment_intent_expired", `The payment intent ${id} has expired. Create a new payment intent.`)
  }
  if (status === "canceled")
    throw new ApiError("payment_intent_canceled", `The payment intent ${id} is canceled. Create a new payment intent.`)
  if (!isConfirmable(intent)) throw unexpectedState(intent, "confirm")
}

type Found = {
  intent: IntentRow
  customer?: CustomerRow | undefined
  token?: TokenRow | undefined
  saved?: PaymentMethodRow | undefined
  sealed?: SealedCard | undefined
}

/**
 * Reads in one packet what a confirm needs. A saved card is locked: it cannot be detached, and so not erased, before the transaction ends.
 * A worker that sends the sale later reads the payer and the saved card for itself.
 */
async function find(tx: Transaction, scope: PaymentScope, id: string, method: string, isSentHere: boolean): Promise<Found> {
  const { account } = scope
  const isToken = method.startsWith("tok_")
  const isSaved = method.startsWith("pm_")
  const [intent, customer, byToken, saved, sealed] = await tx.pipeline(
    () => mustFindIntent(tx, scope, id),
    async () => (isToken || isSentHere ? findCustomerOf(tx, account, id) : undefined),
    async () => (isToken ? findTokenAndCard(tx, account, method) : undefined),
    async () => (isSaved ? lockPaymentMethod(tx, account, method) : undefined),
    async () => (isSaved && isSentHere ? findCardOfMethod(tx, account, method) : undefined),
  )
  return { intent, customer, token: byToken?.token, saved, sealed: byToken?.sealed ?? sealed }
}

/** The payer and the card that were read. A saved card is opened just before the call. */
function payingOf(mode: PaymentsMode, { customer, intent, saved, sealed }: Found, card: OpenCard | undefined): ReadPaying {
  const payer = payerOf(must(customer, intent.customer))
  return async () => ({ payer, card: saved ? await savedCardOf(mode, saved, must(sealed, saved.id)) : card })
}

/** How an attempt pays, and what the API names that. */
type Method = Pick<AttemptRow, "type" | "token" | "payment_method" | "card"> & { named: MethodType }

function methodOf(scope: PaymentScope, found: Found, { payment_method: id, by_mandate }: ConfirmInput): Method {
  if (by_mandate) return { named: "pix_automatico", type: "pix", token: null, payment_method: id, card: null }
  return id.startsWith("tok_") ? tokenMethodOf(scope, id, found.token) : savedMethodOf(id, found)
}

function tokenMethodOf(scope: PaymentScope, id: string, token: TokenRow | undefined): Method {
  if (!token || !isUsable(token, scope.now)) throw tokenUnusable(id, "payment_method")
  if (token.type === "wallet") {
    throw new ApiError("unsupported_token_type", "Wallet tokens are not supported yet. Create a card token.", "payment_method")
  }
  const { type: named } = token
  const payment_method = named === "pix_automatico" ? newId("pm") : null
  return { named, type: railOf(named), token: id, payment_method, card: token.card }
}

/** The card of another customer and a detached card are reported as not found. */
function savedMethodOf(id: string, { intent, saved }: Found): Method {
  if (!id.startsWith("pm_"))
    throw new ApiError(
      "parameter_invalid",
      "'payment_method' has the wrong form. Send the id of a token (tok_…) or of a saved card (pm_…).",
      "payment_method",
    )
  if (!saved || saved.customer !== intent.customer) throw notFound("payment_method", id, "payment_method")
  mustBeFor(saved, intent.subscription)
  return { named: "card", type: "card", token: null, payment_method: id, card: saved.card }
}

function checkType(intent: IntentRow, type: MethodType): void {
  const types = intent.payment_method_types
  if (types.includes(type)) return
  throw new ApiError("parameter_invalid", `This payment intent accepts ${types.join(", ")}, not ${type}.`, "payment_method")
}

/** Only Brazilian cards are paid in installments, and only the payer who is present can choose them. */
function checkInstallments(intent: IntentRow, type: Method["type"], { installments, off_session }: ConfirmInput): void {
  const max = maxInstallments(intent)
  if ((installments ?? 1) > max)
    throw new ApiError("parameter_invalid", `This payment intent takes at most ${max} installments.`, "installments")
  if ((installments ?? 1) === 1) return
  if (type === "card" && intent.currency === "brl" && !off_session && !chargesNothing(intent)) return
  throw new ApiError(
    "parameter_invalid",
    "Only a card payment in brl with the payer present, and with an amount above 0, can have installments. Leave out installments, or change the payment.",
    "installments",
  )
}

/** Banks require the payer's identity for PIX and boleto, and an address in Brazil for a boleto. */
function checkCustomer(customer: CustomerRow, type: "pix" | "boleto"): void {
  const needed = type === "pix" ? (["name", "document"] as const) : (["name", "document", "address"] as const)
  for (const member of needed) {
    if (customer[member] === null) {
      throw new ApiError(
        "parameter_missing",
        `The customer has no ${member}. A ${type} payment requires ${needed.join(", ")}: update the customer first.`,
        `customer.${member}`,
      )
    }
  }
  if (type === "boleto" && customer.address) brazilianAddress(customer.address, "customer.address")
}

function checkCurrency({ currency }: IntentRow, type: PaymentType, acquirer: Acquirer): void {
  if (takesCurrency(acquirer, type, currency)) return
  throw new ApiError(
    "parameter_invalid",
    `This account's acquirer takes ${type} payments in ${[acquirer.currencies[type]].flat().join(", ")}, not in ${currency}. Create a payment intent in a currency that it takes.`,
    "currency",
  )
}
