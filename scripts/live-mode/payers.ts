// The actions of merchants and payers: payments of all kinds, refunds, cancels and chargebacks.
import type { Control } from "../../test/cielo/client.ts"
import { cardFor } from "../../test/cielo/outcomes.ts"
import type { Json } from "../../test/support/app/client.ts"
import { ADDRESS } from "../../test/support/merchants/rails.ts"
import { type Random, shareOf } from "../merchants/random.ts"

/** The place where payers pay: a merchant of the service, the payers' bank, and a way to find an intent's sale there. */
export type Shop = {
  /** Sends a request with an idempotency key of its own until it gets a response. */
  order(path: string, body: object): Promise<{ status: number; body: Json }>
  /** A product for subscriptions with one charge a day. */
  product: string
  bank: Pick<Control, "pay" | "chargeback">
  random: Random
  /** Returns the bank's id of the sale of a payment intent. */
  saleOf(intent: string): Promise<string | undefined>
}

export const PAYER = {
  email: "ana@example.com",
  name: "Ana Souza",
  document: { type: "cpf", number: "529.982.247-25" },
  address: ADDRESS,
}
/** The refusal codes of issuers. The last one is no decision about the card, so a payer who saves the card is told to try again. */
const REFUSALS = ["05", "51", "54", "82", "57", "14", "78", "91"] as const
const REFUSALS_AT_CAPTURE = ["authorized, then 51", "authorized, then 05"] as const
const BRANDS = ["Visa", "Visa", "Master", "Elo"] as const
/** The frequency of each kind of payment, in per cent. */
const KINDS = [
  [34, payByCard],
  [10, payInTwoSteps],
  [15, payWithSavedCard],
  [1, subscribe],
  [25, payLater("pix")],
  [15, payLater("boleto")],
] as const

/** Makes one payment, from its first request to its last response. */
export async function makePayment(shop: Shop): Promise<void> {
  return shareOf(shop.random, KINDS)(shop)
}

async function payByCard(shop: Shop): Promise<void> {
  await afterwards(shop, await chargeCard(shop))
}

/** Charges a card. `prepare` is called before the confirm. Returns the payment intent. */
export async function chargeCard(shop: Shop, prepare?: (intent: Json) => Promise<void>): Promise<Json> {
  const token = await post(shop, "/v1/tokens", cardOf(shop))
  const installments = shop.random.chance(0.2) ? shop.random.integer(2, 12) : 1
  const intent = await newIntent(shop)
  await prepare?.(intent)
  return confirm(shop, intent.id, { payment_method: token.id, installments })
}

/** Authorizes a card first. The merchant captures all of it or a part, cancels the payment, or leaves it. */
async function payInTwoSteps(shop: Shop): Promise<void> {
  const intent = await authorizeCard(shop)
  if (intent.status !== "requires_capture") return
  const chosen = shop.random.integer(1, 10)
  if (chosen <= 7) await afterwards(shop, await capture(shop, intent))
  else if (chosen <= 9) await cancel(shop, intent)
}

/** Confirms a payment that is captured later. */
export async function authorizeCard(shop: Shop): Promise<Json> {
  const token = await post(shop, "/v1/tokens", cardOf(shop, ["51", ...REFUSALS_AT_CAPTURE]))
  const intent = await newIntent(shop, { capture_method: "manual", payment_method_types: ["card"] })
  return confirm(shop, intent.id, { payment_method: token.id })
}

/** Captures all of a payment, or a part. */
export function capture(shop: Shop, { id, amount }: Json): Promise<Json> {
  const amount_to_capture = shop.random.chance(0.5) ? amount : shop.random.integer(1, amount)
  return post(shop, `/v1/payment_intents/${id}/capture`, { amount_to_capture })
}

export function cancel(shop: Shop, { id }: Json): Promise<Json> {
  return post(shop, `/v1/payment_intents/${id}/cancel`, {})
}

/** Saves a card, pays with it, and is charged once more while absent. */
async function payWithSavedCard(shop: Shop): Promise<void> {
  const customer = (await post(shop, "/v1/customers", PAYER)).id
  const token = await post(shop, "/v1/tokens", cardOf(shop, REFUSALS.slice(0, -1)))
  const saved = await post(shop, "/v1/payment_methods", { token: token.id, customer })
  if (!saved.id) return
  const off_session = shop.random.chance(0.5)
  await afterwards(shop, await confirm(shop, (await newIntent(shop, { customer })).id, { payment_method: saved.id, off_session }))
}

/** If the payment succeeds, its card is charged again each day. */
async function subscribe(shop: Shop): Promise<void> {
  const token = await post(shop, "/v1/tokens", cardOf(shop))
  const customer = (await post(shop, "/v1/customers", PAYER)).id
  await confirm(shop, (await newIntent(shop, { customer, product: shop.product })).id, { payment_method: token.id })
}

/** Creates a PIX or a boleto. It is paid, paid short, canceled, paid after that, or left. */
function payLater(type: "pix" | "boleto") {
  return async (shop: Shop): Promise<void> => {
    const { random } = shop
    const intent = await askFor(shop, type)
    if (intent.status !== "requires_action") return
    if (random.chance(0.85))
      await payAtBank(shop, intent, type === "boleto" && random.chance(0.02) ? intent.amount - 1 : intent.amount)
    if (random.chance(0.1)) await cancel(shop, intent)
    if (random.chance(0.05)) await payAtBank(shop, intent, intent.amount)
  }
}

/** Asks for a PIX or a boleto. Returns the payment intent. */
export async function askFor(shop: Shop, type: "pix" | "boleto"): Promise<Json> {
  const token = await post(shop, "/v1/tokens", { type })
  return confirm(shop, (await newIntent(shop)).id, { payment_method: token.id })
}

/** The bank refuses a payment that is already paid or withdrawn. */
async function payAtBank({ bank, saleOf }: Shop, { id }: Json, amount: number): Promise<void> {
  const payment = await saleOf(id)
  if (payment) await bank.pay({ payment, amount }).catch(() => {})
}

export async function afterwards(shop: Shop, intent: Json): Promise<void> {
  const { random, bank, saleOf } = shop
  if (intent.status !== "succeeded") return
  if (random.chance(0.01)) {
    const payment = await saleOf(intent.id)
    if (payment) await bank.chargeback({ payment })
  } else if (random.chance(0.25)) {
    const amount = random.chance(0.5) ? intent.amount_received : random.integer(1, intent.amount_received)
    await post(shop, "/v1/refunds", { payment_intent: intent.id, amount })
  }
}

type Given = { customer?: string; product?: string; capture_method?: "manual"; payment_method_types?: ["card"] }

async function newIntent(shop: Shop, given: Given = {}): Promise<Json> {
  const customer = given.customer ?? (await post(shop, "/v1/customers", PAYER)).id
  const amount = shop.random.integer(100, 99_999)
  const usual = { amount, currency: "brl", payment_method_types: ["card", "pix", "boleto"] }
  return post(shop, "/v1/payment_intents", { ...usual, ...given, customer })
}

function confirm(shop: Shop, id: string, input: object): Promise<Json> {
  return post(shop, `/v1/payment_intents/${id}/confirm`, input)
}

function cardOf({ random }: Shop, refusals: readonly string[] = REFUSALS): object {
  const brand = random.pick(BRANDS)
  const number = cardFor(brand, random.chance(0.1) ? random.pick(refusals) : "approved")
  return { type: "card", card: { number, expMonth: 12, expYear: 2040, cvc: "123", holderName: "ANA SOUZA" } }
}

/** The response says that a request was wrong. `code` is that of its error. */
export class Unexpected extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** Swallows what a response said to be wrong. Throws any other error. */
export function unlessUnexpected(error: unknown): void {
  if (!(error instanceof Unexpected)) throw error
}

/** Sends a request. Throws Unexpected if the response says that it was wrong. */
export async function post({ order }: Pick<Shop, "order">, path: string, body: object): Promise<Json> {
  const answer = await order(path, body)
  const code = answer.body.error?.code
  const isExpected =
    answer.status < 400 || answer.status === 402 || ["payment_intent_unexpected_state", "payment_intent_canceled"].includes(code)
  if (!isExpected) throw new Unexpected(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`, code)
  return answer.body
}
