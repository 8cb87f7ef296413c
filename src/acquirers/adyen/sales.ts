// Sales of cards. What is ordered is noted before each call, and what Adyen answers after it, because it cannot be asked.
import { randomBase62 } from "../../base/ids.ts"
import type { OpenCard } from "../../vault/cards.ts"
import type { NewNotice, Notice, NoticeDetail } from "../notices.ts"
import { REFUSAL_MESSAGES } from "../refusal-messages.ts"
import type { CardSale, SaleOutcome, Verdict } from "../sale.ts"
import { type Answer, NoAnswer } from "../wire/request.ts"
import { type Payment, readPayment } from "./answers.ts"
import { OWN } from "./events.ts"
import type { Account } from "./exchange.ts"
import { knownOf, outcomeOf, saleOutcome, withOwnCaptures } from "./facts.ts"
import { failureOf, send } from "./failures.ts"
import { refusedCard } from "./refusals.ts"
import { digestOf, isTaken, saleRequest, verifyRequest } from "./requests.ts"
import { authenticationDetail, orderedDetail } from "./three-d-secure.ts"

/** Adyen does not say how long it knows a key. Integrations saw a week. */
const MAX_REPEAT_SECONDS = 6 * 86_400
const PAYMENTS = "/payments"
const UNKNOWN_BRAND = "The acquirer does not take cards of this brand. Ask the payer for another card."

export const secondsNow = ({ now }: Account) => Math.floor(now() / 1000)

/** Whether what was ordered may still be sent again under its key. */
export function isRepeatable(account: Account, { created }: Pick<Notice, "created">): boolean {
  return secondsNow(account) - created < MAX_REPEAT_SECONDS
}

/** Makes a sale. */
export async function authorize(account: Account, sale: CardSale, signal: AbortSignal): Promise<SaleOutcome> {
  if (!isTaken(sale.card.brand)) return { result: "refused", charge: null, code: "card_declined", message: UNKNOWN_BRAND }
  const body = await bodyOf(account, sale)
  const { reference, amount, currency, capture_later } = sale
  const detail = { capture_later, digest: digestOf(body), ...orderedDetail(sale) }
  const order = { ...noticeOf(account, OWN.saleOrdered, reference), reference, amount, currency, detail }
  await account.notices.put(order, secondsNow(account))
  return post(account, sale, body, signal)
}

/** Sends a sale again. If it was never sent, it is made now. */
export async function repeat(account: Account, sale: CardSale, signal: AbortSignal): Promise<SaleOutcome> {
  const order = await account.notices.ofSubject(OWN.saleOrdered, sale.reference)
  if (!order) return authorize(account, sale, signal)
  const body = await bodyOf(account, sale)
  const isSame = order.detail?.digest === digestOf(body) && order.merchant === account.merchant
  return isSame && isRepeatable(account, order) ? post(account, sale, body, signal) : { result: "unknown" }
}

/** What was told of a sale. Undefined if nothing was. */
export async function lookUp(account: Account, reference: string): Promise<SaleOutcome | undefined> {
  return saleOutcome(await aboutReference(account, reference))
}

/** Everything that concerns the payments of a reference. */
async function aboutReference(account: Account, reference: string): Promise<Notice[]> {
  const { notices } = account
  const named = await notices.ofReference(reference)
  const charges = new Set(named.flatMap(({ charge }) => charge ?? []))
  const more = await Promise.all([...charges].map((charge) => notices.ofCharge(charge)))
  return withOwnCaptures(oldestFirst([...named, ...more.flat()]), secondsNow(account))
}

/** Everything that concerns a charge. */
export async function aboutCharge(account: Account, charge: string): Promise<Notice[]> {
  const { notices } = account
  const own = await notices.ofCharge(charge)
  const reference = own.find(({ subject }) => subject === charge)?.reference
  const named = reference ? await notices.ofReference(reference) : []
  return withOwnCaptures(oldestFirst([...own, ...named]), secondsNow(account))
}

function oldestFirst(notices: readonly Notice[]): Notice[] {
  const each = new Map(notices.map((notice) => [notice.id, notice]))
  return [...each.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

async function bodyOf(account: Account, sale: CardSale) {
  const { id } = sale.card
  const kept = id === undefined ? undefined : await account.notices.ofSubject(OWN.networkReference, id)
  const network = kept?.detail?.reference
  return saleRequest(sale, { network: typeof network === "string" ? network : undefined, returnUrl: account.returnUrl })
}

async function post(account: Account, sale: CardSale, body: object, signal: AbortSignal): Promise<SaleOutcome> {
  const { reference, amount, currency, card } = sale
  const answer = await send(account, { path: PAYMENTS, body, key: reference }, signal)
  if (!answer) return { result: "unavailable" }
  if (answer.status !== 200) {
    const failure = failureOf(account, answer)
    return failure.result === "refused" ? { ...failure, charge: null } : failure
  }
  return outcomeIn(account, { reference, amount, currency, card: card.id, detail: orderedDetail(sale) }, answer)
}

/** What an answer is about. `detail`: what its order notes of the payer's authentication. */
export type Ordered = Pick<CardSale, "reference" | "amount" | "currency"> & {
  card: string | undefined
  detail: NoticeDetail | null
}

/** The outcome in an answer about a payment, which is noted. Throws NoAnswer if it is about another one, or asks a payer who is not here. */
export async function outcomeIn(account: Account, ordered: Ordered, answer: Answer): Promise<SaleOutcome> {
  const { reference, card, detail } = ordered
  const payment = readPayment(answer)
  if (payment.reference !== undefined && payment.reference !== reference)
    throw new NoAnswer(`${answer.call}: the payment has another reference`)
  if (payment.redirect && payment.result === "redirect") {
    if (!detail?.is_authenticated) throw new NoAnswer(`${answer.call}: a payer is asked who is not here`)
    // Adyen's id of it may be given later only.
    return { result: "action_required", charge: null, action: { type: "redirect", ...payment.redirect } }
  }
  if (payment.result === "refused" && payment.charge === undefined) return refusedCard(null, payment)
  const charge = chargeIn(payment, answer)
  // The notification may have come first, and has no code of a refusal.
  await account.notices.put(answered(account, payment, charge, ordered), secondsNow(account))
  await account.notices.keep(networkOf(account, card, payment), secondsNow(account))
  return (await outcomeNow(account, charge)) ?? { result: "unknown" }
}

async function outcomeNow(account: Account, charge: string): Promise<SaleOutcome | undefined> {
  const known = knownOf(await aboutCharge(account, charge), charge)
  return known && outcomeOf(known)
}

function chargeIn({ charge }: Payment, { call }: Answer): string {
  if (charge === undefined) throw new NoAnswer(`${call}: the payment has no pspReference`)
  return charge
}

/** What an answer says, as the notification of it will. */
function answered(
  account: Account,
  payment: Payment,
  charge: string,
  { reference, amount, currency, detail: ordered }: Ordered,
): NewNotice {
  const event = payment.result === "pending" ? OWN.received : "AUTHORISATION"
  const taken = payment.amount ?? { value: amount, currency }
  const detail: NoticeDetail = {
    ...(payment.result === "refused" && { code: payment.code, advice: payment.advice ?? null }),
    ...(payment.authorization_code !== null && { authorization_code: payment.authorization_code }),
    ...authenticationDetail(ordered, payment.code, payment.data),
  }
  return {
    ...{ ...noticeOf(account, event, charge), charge, reference, success: payment.result !== "refused" },
    ...{ amount: taken.value, currency: taken.currency, detail },
  }
}

/** The network's reference of a first payment, which later ones with the card name. */
function networkOf(account: Account, card: string | undefined, { network, result }: Payment): NewNotice[] {
  if (card === undefined || network === undefined || result !== "approved") return []
  return [{ ...noticeOf(account, OWN.networkReference, card), detail: { reference: network } }]
}

/** A notice without a payment. */
export function noticeOf({ merchant }: Account, event: string, subject: string): NewNotice {
  return { merchant, event, subject, charge: null, reference: null, success: true, amount: null, currency: null, detail: null }
}

/** Verifies a card without a charge. */
export async function verify(account: Account, card: OpenCard, signal: AbortSignal): Promise<Verdict> {
  if (!isTaken(card.brand)) return { result: "refused", code: "card_declined", message: UNKNOWN_BRAND }
  const key = randomBase62(20)
  const body = verifyRequest(`verify-${key}`, card, account.returnUrl)
  const answer = await send(account, { path: PAYMENTS, body, key }, signal)
  if (!answer) return { result: "unavailable" }
  if (answer.status !== 200) {
    const failure = failureOf(account, answer)
    if (failure.result === "refused" && failure.code !== "processing_error") return { ...failure, code: failure.code }
    return { result: "unavailable", ...(failure.result !== "unknown" && { refused: true }) }
  }
  const payment = readPayment(answer)
  if (payment.result === "approved") {
    await account.notices.keep(networkOf(account, card.id, payment), secondsNow(account))
    return { result: "approved" }
  }
  const { code } = payment.result === "refused" ? refusedCard(null, payment) : { code: undefined }
  if (code === undefined || code === "processing_error") return { result: "unavailable" }
  return { result: "refused", code, message: REFUSAL_MESSAGES[code] }
}
