// A merchant with subscribers, whose clock is advanced day by day.
import type { Scope } from "../../src/accounts/scope.ts"
import { createPlan } from "../../src/billing/plans.ts"
import type { Database } from "../../src/db/database.ts"
import { CARDS, cardBody } from "../../test/support/payments.ts"
import { PAYER, type Place } from "./payments.ts"

const DAY = 86_400
const SUBSCRIBERS = 3

/** Subscribes a few customers to a daily plan. Returns them. */
export async function openClub({ shop }: Place, database: Database): Promise<string[]> {
  const { id: product } = await shop.post("/v1/products", { name: "Clube do Café" })
  await shop.post(`/v1/products/${product}/price`, { amount: 4990, currency: "brl" })
  const { now } = await shop.get("/v1/test_helpers/clock")
  const plan = { product, name: "Clube", interval: "DAY", interval_count: 1, trial_days: 0 } as const
  await database.transaction((tx) => createPlan(tx, { account: shop.account, now } as Scope, plan))
  return Promise.all(
    Array.from({ length: SUBSCRIBERS }, async () => {
      const { id: customer } = await shop.post("/v1/customers", PAYER)
      const intent = await shop.post("/v1/payment_intents", { amount: 4990, currency: "brl", customer, product })
      const token = await shop.post("/v1/tokens", cardBody(CARDS.approved))
      await shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
      return customer
    }),
  )
}

/** Renews the subscriptions of a day, or changes the card of a subscriber. */
export async function liveOn({ shop, random }: Place, customers: string[]): Promise<void> {
  if (random.chance(0.3)) {
    const token = await shop.post("/v1/tokens", cardBody())
    await shop.post("/v1/payment_methods", { token: token.id, customer: random.pick(customers) })
  }
  await shop.post("/v1/test_helpers/clock/advance", { seconds: DAY })
}
