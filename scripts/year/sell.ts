// The sales of a year, and what becomes of each.
import type { Json } from "../../test/support/app/client.ts"
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import { PAYER } from "../merchants/place.ts"
import type { Stage } from "./stage.ts"

const DAY = 86_400
const GOOD = [CARDS.approved, CARDS.approved, CARDS.mastercard, CARDS.elo, CARDS.amex, CARDS.hipercard]
const TYPES = ["card", "pix", "boleto"]
/** The share of payments that are refunded, and of those the share that is refunded in parts. */
const REFUNDED = 0.2
const IN_PARTS = 0.4
/** The share of refunds that the acquirer never hears of. */
const LOST = 0.15

type Sale = (stage: Stage) => Promise<void>

const SALES: readonly Sale[] = [
  ...Array<Sale>(7).fill(sellByCard),
  ...Array<Sale>(6).fill(sellInInstallments),
  ...Array<Sale>(4).fill(sellBy("pix")),
  ...Array<Sale>(2).fill(sellBy("boleto")),
  captureLater,
  sellDisputed,
]

/** Sells something. What becomes of it follows over days and months. */
export function sellSomething(stage: Stage): Promise<void> {
  return stage.random.pick(SALES)(stage)
}

async function sellByCard(stage: Stage): Promise<void> {
  const number = stage.random.chance(0.08) ? CARDS.declined : stage.random.pick(GOOD)
  await refundSometimes(stage, await payByCard(stage, number))
}

async function sellInInstallments(stage: Stage): Promise<void> {
  const installments = stage.random.integer(2, 12)
  await refundSometimes(stage, await payByCard(stage, stage.random.pick(GOOD), { installments }))
}

/** By PIX or boleto. Some payers never pay. */
function sellBy(type: "pix" | "boleto"): Sale {
  return async (stage) => {
    const { shop, random } = stage
    const intent = await newIntent(stage)
    await shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: (await shop.post("/v1/tokens", { type })).id })
    if (random.chance(0.1)) return
    stage.later(random.integer(60, type === "pix" ? 600 : 2 * DAY), async () => {
      const paid = await shop.post(`/v1/test_helpers/payment_intents/${intent.id}/succeed`, {})
      await refundSometimes(stage, paid)
    })
  }
}

/** Authorizes a card, and captures a part of it a day later. */
async function captureLater(stage: Stage): Promise<void> {
  const { shop, random } = stage
  const { id, amount_capturable } = await payByCard(
    stage,
    CARDS.approved,
    {},
    { capture_method: "manual", payment_method_types: ["card"] },
  )
  stage.later(DAY, async () => {
    const amount_to_capture = random.integer(Math.ceil(amount_capturable / 2), amount_capturable)
    await refundSometimes(stage, await shop.post(`/v1/payment_intents/${id}/capture`, { amount_to_capture }))
  })
}

/** The card network takes all or half of a payment back, and decides some of these cases weeks later. */
async function sellDisputed(stage: Stage): Promise<void> {
  const { random, desk } = stage
  const installments = random.pick([1, 1, 3, 10])
  const intent = await payByCard(stage, random.pick([CARDS.disputed, CARDS.halfDisputed]), { installments })
  if (random.chance(0.7)) stage.later(random.integer(2, 80) * DAY, () => desk.decideDisputes(intent.id, random))
}

async function refundSometimes(stage: Stage, { id, status, amount_received }: Json): Promise<void> {
  const { shop, random, desk, later } = stage
  if (status !== "succeeded" || random.chance(1 - REFUNDED)) return
  const parts = random.chance(IN_PARTS) ? random.integer(2, 3) : 1
  let left = amount_received
  for (let part = 1; part <= parts && left > 0; part++) {
    const amount = part === parts && random.chance(0.5) ? left : random.integer(1, left)
    left -= amount
    later(random.integer(0, 120) * DAY + random.integer(60, 3600), async () => {
      const order = () => shop.post("/v1/refunds", { payment_intent: id, amount })
      if (!random.chance(LOST)) return void (await order())
      const refund = await shop.losingRefunds(order)
      later(random.integer(1, 40) * DAY, () => desk.failRefund(refund.id))
    })
  }
}

async function newIntent({ shop, random }: Stage, details: object = {}): Promise<Json> {
  const { id: customer } = await shop.post("/v1/customers", PAYER)
  const body = { amount: random.integer(500, 250_000), currency: "brl", payment_method_types: TYPES, customer }
  return shop.post("/v1/payment_intents", { ...body, ...details })
}

/** Returns the payment, also if the card was refused. */
async function payByCard(stage: Stage, number: string, how: object = {}, details: object = {}): Promise<Json> {
  const { shop } = stage
  const intent = await newIntent(stage, details)
  const cvc = number === CARDS.amex ? "1234" : "123"
  const { id: payment_method } = await shop.post("/v1/tokens", cardBody(number, { cvc }))
  return shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method, ...how })
}
