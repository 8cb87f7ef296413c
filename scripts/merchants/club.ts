// A merchant with subscribers, whose clock is advanced day by day.
import type { Scope } from "../../src/accounts/scope.ts"
import { createPlan } from "../../src/billing/plans.ts"
import type { Database } from "../../src/db/database.ts"
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import { PAYER, type Place } from "./place.ts"

const DAY = 86_400
const SUBSCRIBERS = 3

/** `trial`: the product that can be tried for a day. */
export type Membership = { product: string; trial: string; members: string[] }

/** Subscribes a few customers to a daily plan. */
export async function openClub(place: Place, database: Database): Promise<Membership> {
  const product = await openPlan(place, database, 0)
  const trial = await openPlan(place, database, 1)
  return { product, trial, members: await Promise.all(Array.from({ length: SUBSCRIBERS }, () => subscribe(place, product))) }
}

async function openPlan({ shop }: Place, database: Database, trial_days: number): Promise<string> {
  const { id: product } = await shop.post("/v1/products", { name: "Clube do Café" })
  await shop.post(`/v1/products/${product}/price`, { amount: 4990, currency: "brl" })
  const { now } = await shop.get("/v1/test_helpers/clock")
  const plan = { product, name: "Clube", interval: "DAY", interval_count: 1, trial_days } as const
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
