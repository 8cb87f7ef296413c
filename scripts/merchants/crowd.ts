// Several merchants whose payers confirm at the same moment, so that their confirms share transactions.
import { CARDS, cardBody } from "../../test/support/merchants/payments.ts"
import { PAYER } from "./place.ts"
import type { Random } from "./random.ts"
import type { Shop } from "./shop.ts"

/** Two processes of the API share them. Each process runs two transactions with up to 32 confirms at a time. */
const AT_ONCE = 128
const { approved, declined, threeDs } = CARDS
const NUMBERS = [approved, approved, approved, approved, approved, declined, declined, threeDs]

/**
 * Prepares payments of several shops. Returns a function that confirms all of them at once, and waits until each confirm is answered.
 */
export async function gatherCrowd(shops: readonly Shop[], random: Random): Promise<() => Promise<unknown>> {
  const payers = await Promise.all(shops.map((shop) => shop.post("/v1/customers", PAYER)))
  const prepare = async (_: unknown, i: number) => {
    const [shop, payer] = [shops[i % shops.length]!, payers[i % shops.length]!]
    const payment = { amount: random.integer(100, 99_999), currency: "brl", customer: payer.id }
    const [token, intent] = await Promise.all([
      shop.post("/v1/tokens", cardBody(random.pick(NUMBERS))),
      shop.post("/v1/payment_intents", payment),
    ])
    return () => shop.post(`/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
  }
  const confirms = await Promise.all(Array.from({ length: AT_ONCE }, prepare))
  return () => Promise.all(confirms.map((confirm) => confirm()))
}
