// Random actions of merchants and payers.
import type { Database } from "../../src/db/database.ts"
import { isUnreachable } from "../../src/db/unreachable.ts"
import { findCharge } from "../../src/payments/intents/settle-charge.ts"
import type { Json } from "../../test/support/app/client.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { until } from "../../test/support/merchants/merchant.ts"
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import { ADDRESS } from "../../test/support/merchants/rails.ts"
import { authorizeFirst } from "./captures.ts"
import type { Random } from "./random.ts"
import type { Shop } from "./shop.ts"

export const PAYER = {
  email: "ana@example.com",
  name: "Ana Souza",
  document: { type: "cpf", number: "529.982.247-25" },
  address: ADDRESS,
}

export type Place = {
  bank: Bank
  database: Database
  shop: Shop
  random: Random
  /** Presses the payer's button on the page of a challenge, if the service can be reached. */
  press(url: string, action: "authorize" | "fail"): Promise<unknown>
}

const OPERATIONS = [
  payByCard,
  payByCard,
  authorizeFirst,
  authorizeFirst,
  payLater("pix"),
  payLater("pix"),
  payLater("boleto"),
  payAfterChallenge,
  payWithSavedCard,
  decideAtBank,
]

/** Performs one action from its first request to its last response. */
export async function doSomething(place: Place): Promise<void> {
  await place.random.pick(OPERATIONS)(place)
}

async function payByCard(place: Place): Promise<void> {
  const number = place.random.pick([CARDS.approved, CARDS.approved, CARDS.approved, CARDS.declined, CARDS.processing])
  const token = await place.shop.post("/v1/tokens", cardBody(number))
  await refundSometimes(place, await pay(place, token.id))
}

async function payWithSavedCard(place: Place): Promise<void> {
  const { shop } = place
  const customer = await newPayer(shop)
  const token = await shop.post("/v1/tokens", cardBody())
  const saved = await shop.post("/v1/payment_methods", { token: token.id, customer })
  if (saved.id) await refundSometimes(place, await pay(place, saved.id, customer))
}

/** Pays by PIX or boleto, or cancels the payment, or both at once. */
function payLater(type: "pix" | "boleto") {
  return async (place: Place): Promise<void> => {
    const { shop, random } = place
    const token = await shop.post("/v1/tokens", { type })
    const intent = await pay(place, token.id)
    if (intent.status !== "requires_action") return
    const reference = await referenceOf(place, intent)
    if (random.chance(0.4)) await decide(place, "approved", reference)
    if (random.chance(0.5)) await shop.post(`/v1/payment_intents/${intent.id}/cancel`, {})
    if (random.chance(0.4)) await decide(place, "approved", reference)
  }
}

async function payAfterChallenge(place: Place): Promise<void> {
  const { shop, random } = place
  const token = await shop.post("/v1/tokens", cardBody(CARDS.threeDs))
  const intent = await pay(place, token.id)
  const action = random.pick(["authorize", "authorize", "fail"] as const)
  for (let tries = 0; tries < 5 && intent.status === "requires_action"; tries++) {
    await place.press(intent.next_action.url, action)
    if ((await shop.get(`/v1/payment_intents/${intent.id}`)).status !== "requires_action") return
  }
}

/** Decides all waiting payments, as their payers or the bank would. */
function decideAtBank(place: Place): Promise<void> {
  return decide(place, place.random.pick(["approved", "approved", "refused"]))
}

function decide({ bank, shop }: Place, status: "approved" | "refused", reference?: string): Promise<void> {
  return atBank(async () => bank.decide(shop.account, status, reference))
}

/** A frozen process may hold the bank's ledger. It is woken while this process waits for its next try. */
export async function atBank(act: () => Promise<void>): Promise<void> {
  await until(() => act().then(() => true, orDown))
}

async function pay({ shop, random }: Place, payment_method: string, payer?: string): Promise<Json> {
  const details = { amount: random.integer(100, 99_999), currency: "brl", payment_method_types: ["card", "pix", "boleto"] }
  const customer = payer ?? (await newPayer(shop))
  const intent = await shop.post("/v1/payment_intents", { ...details, customer })
  return shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method })
}

export async function refundSometimes({ shop, random }: Place, intent: Json): Promise<void> {
  if (intent.status !== "succeeded" || random.chance(0.4)) return
  let left = intent.amount_received
  for (let parts = random.integer(1, 3); parts > 0 && left > 0; parts--) {
    const amount = random.chance(0.5) ? left : random.integer(1, left)
    await shop.post("/v1/refunds", { payment_intent: intent.id, amount })
    left -= amount
  }
}

export async function newPayer(shop: Shop): Promise<string> {
  return (await shop.post("/v1/customers", PAYER)).id
}

/** Returns the reference of the sale at the bank. If a sale was lost, there is a new one. Postgres may be down meanwhile. */
export async function referenceOf({ database }: Place, { charges }: Json): Promise<string> {
  const find = () => findCharge(database, charges.latest.replace("ch_", "att_"))
  return (await until(() => find().catch(orDown))).reference
}

/** Returns undefined for an error of an unreachable database. Throws any other error. */
function orDown(error: unknown): undefined {
  if (!isUnreachable(error)) throw error
}
