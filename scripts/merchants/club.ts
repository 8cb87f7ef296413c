// A merchant with subscribers, whose clock is advanced day by day.
import type { Scope } from "../../src/accounts/scope.ts"
import { createPlan } from "../../src/billing/plans.ts"
import type { Database } from "../../src/db/database.ts"
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import { atBank, PAYER, type Place } from "./place.ts"

const DAY = 86_400
const SUBSCRIBERS = 3

/** `trial`: the product that can be tried for a day. `ahead`: the one whose codes are made a day ahead, those who pay them, and all
 * who ever did. */
export type Membership = {
  product: string
  trial: string
  ahead: { product: string; members: string[]; all: string[] }
  members: string[]
}

/** Subscribes a few customers to a daily plan. */
export async function openClub(place: Place, database: Database): Promise<Membership> {
  const product = await openPlan(place, database)
  const trial = await openPlan(place, database, { trial_days: 1 })
  const ahead = { product: await openPlan(place, database, { days_ahead: 1 }), members: [], all: [] }
  return {
    product,
    trial,
    ahead,
    members: await Promise.all(Array.from({ length: SUBSCRIBERS }, () => subscribe(place, product))),
  }
}

type Days = { trial_days?: number; days_ahead?: number }

export async function openPlan(
  { shop }: Place,
  database: Database,
  { trial_days = 0, days_ahead = 0 }: Days = {},
): Promise<string> {
  const { id: product } = await shop.post("/v1/products", { name: "Clube do Café" })
  await shop.post(`/v1/products/${product}/price`, { amount: 4990, currency: "brl" })
  const { now } = await shop.get("/v1/test_helpers/clock")
  const plan = { product, name: "Clube", interval: "DAY", interval_count: 1, trial_days, days_ahead } as const
  await database.transaction((tx) => createPlan(tx, { account: shop.account, now } as Scope, plan))
  return product
}

/** Somebody tries the club. Their card is verified, and is charged when the trial ends. The issuer refuses some cards. */
export async function tryForFree({ shop, random }: Place, { trial: product }: Pick<Membership, "trial">): Promise<void> {
  const { id: customer } = await shop.post("/v1/customers", PAYER)
  const number = random.pick([CARDS.approved, CARDS.approved, CARDS.declined])
  const [token, intent] = [
    await shop.post("/v1/tokens", cardBody(number)),
    await shop.post("/v1/payment_intents", { amount: 0, currency: "brl", customer, product }),
  ]
  await shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
}

/**
 * Somebody subscribes by PIX, with codes that are made ahead. Or somebody pays the codes of all, lets them be refused, pauses, resumes, or plans to
 * leave.
 */
export async function payAhead(place: Place, { ahead }: Pick<Membership, "ahead">): Promise<void> {
  const { bank, shop, random } = place
  if (ahead.members.length < SUBSCRIBERS) {
    const customer = await subscribeByPix(place, ahead.product)
    ahead.members.push(customer)
    ahead.all.push(customer)
    return
  }
  const member = random.pick(ahead.members)
  const decide = (status: "approved" | "refused") => atBank(async () => bank.decide(shop.account, status))
  const actions = [
    () => decide("approved"),
    () => decide("approved"),
    () => decide("refused"),
    () => pauseOrResume(place, member),
  ]
  await random.pick([...actions, () => leave(place, ahead.members, member)])()
}

/** Ends or pauses the subscriptions whose codes are made ahead, so that no code waits for its payer. */
export async function stopAhead({ shop, random }: Place, { ahead }: Pick<Membership, "ahead">): Promise<void> {
  for (const customer of ahead.all) {
    const [subscription] = (await shop.get(`/v1/customer_subscriptions?customer=${customer}`)).data
    if (!subscription || subscription.status === "CANCELED") continue
    const latest = await shop.get(`/v1/payment_intents/${subscription.latest_payment_intent}`)
    // A pause leaves the code of a period that has begun.
    const mayPause = subscription.status === "ACTIVE" && latest.status === "succeeded"
    const end = mayPause && random.chance(0.5) ? "pause" : "cancel"
    await shop.post(`/v1/customer_subscriptions/${subscription.id}/${end}`, {})
  }
}

async function subscribeByPix({ shop, bank }: Place, product: string): Promise<string> {
  const { id: customer } = await shop.post("/v1/customers", PAYER)
  const order = { amount: 4990, currency: "brl", customer, product, payment_method_types: ["pix"] }
  const [intent, token] = [await shop.post("/v1/payment_intents", order), await shop.post("/v1/tokens", { type: "pix" })]
  await shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
  await atBank(async () => bank.decide(shop.account, "approved"))
  return customer
}

/** The subscription ends with its period, or at once. A seat becomes free. */
async function leave({ shop, random }: Place, members: string[], customer: string): Promise<void> {
  const [subscription] = (await shop.get(`/v1/customer_subscriptions?customer=${customer}`)).data
  members.splice(members.indexOf(customer), 1)
  if (!subscription || subscription.status === "CANCELED") return
  const cancel_at_period_end = random.chance(0.5)
  await shop.post(`/v1/customer_subscriptions/${subscription.id}/cancel`, { cancel_at_period_end })
}

/** Subscribes a new customer. Returns their id. */
async function subscribe({ shop }: Place, product: string): Promise<string> {
  const { id: customer } = await shop.post("/v1/customers", PAYER)
  const intent = await shop.post("/v1/payment_intents", { amount: 4990, currency: "brl", customer, product })
  const token = await shop.post("/v1/tokens", cardBody(CARDS.approved))
  await shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
  return customer
}

/** Renews the subscriptions of a day, and sometimes changes the card of a member, or lets somebody try the club. */
export async function liveOn(place: Place, { product, trial, members }: Membership): Promise<void> {
  const { shop, random } = place
  if (random.chance(0.3)) await tryForFree(place, { trial })
  const seat = random.integer(0, members.length - 1)
  // If all members of a club had gone, years would pass in no time.
  if (await isGone(place, members[seat]!)) members[seat] = await subscribe(place, product)
  else if (random.chance(0.3)) {
    const token = await shop.post("/v1/tokens", cardBody())
    await shop.post("/v1/payment_methods", { token: token.id, customer: members[seat] })
  }
  if (random.chance(0.3)) await pauseOrResume(place, members[seat]!)
  await shop.post("/v1/test_helpers/clock/advance", { seconds: DAY })
}

/** Pauses the subscription of a member, for a while or without an end, or resumes it. Some are in no state for that. */
async function pauseOrResume({ shop, random }: Place, customer: string): Promise<void> {
  const [subscription] = (await shop.get(`/v1/customer_subscriptions?customer=${customer}`)).data
  if (!subscription || (!subscription.paused && subscription.status !== "ACTIVE")) return
  const path = `/v1/customer_subscriptions/${subscription.id}`
  const { now } = await shop.get("/v1/test_helpers/clock")
  const resumes_at = now + random.integer(1, 3) * DAY
  if (subscription.paused && random.chance(0.7)) await shop.post(`${path}/resume`, {})
  else await shop.post(`${path}/pause`, random.chance(0.5) ? { resumes_at } : {})
}

/** Returns whether the card of a member was refused so often that it is no longer charged. */
async function isGone({ shop }: Place, customer: string): Promise<boolean> {
  const { data } = await shop.get(`/v1/customer_subscriptions?customer=${customer}`)
  return data.length === 0 || data[0].status === "UNPAID"
}
