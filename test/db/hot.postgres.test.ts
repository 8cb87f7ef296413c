import { expect } from "chai"
import pg from "pg"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { newCustomer, newToken, postOnce } from "../support/merchants/payments.ts"

const PAYMENTS = 20

/** Updates of each table: all of them, those that touched no index, and those for which their page had no room. */
const UPDATES = `
  SELECT relname AS table, n_tup_ins AS inserted, n_tup_upd AS updated, n_tup_hot_upd + n_tup_newpage_upd AS hot
  FROM pg_stat_user_tables WHERE relname IN ('payment_intents', 'tokens', 'idempotency_keys')`

type Updates = { table: string; inserted: string; updated: string; hot: string }

describe("The updates of a card payment", () => {
  let vintem: Running
  let client: pg.Client
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    client = new pg.Client({ connectionString: vintem.databases.env.TEST_DATABASE_URL! })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await vintem.close()
  })

  it("touch indexes twice only: where its status changes, and where its token is used up", async () => {
    const shop = await newMerchant(vintem)
    const { id: customer } = await newCustomer(shop)
    for (let i = 0; i < PAYMENTS; i++) await pay(shop, customer)
    const found = await until(async () => {
      const { rows } = await client.query<Updates>(UPDATES)
      const updates = Object.fromEntries(
        rows.map(({ table, inserted, updated, hot }) => [table, [inserted, updated, hot].map(Number)]),
      )
      // Connections report what they did when they have been idle for a second.
      return updates.payment_intents![1]! >= 2 * PAYMENTS && updates.tokens![1]! >= 2 * PAYMENTS && updates
    })
    expect(found.payment_intents![2], "locked, then moved").to.be.at.least(PAYMENTS)
    expect(found.tokens![2], "reserved, then used up").to.be.at.least(PAYMENTS)
    // Its end is in an index, and is another one where a second has passed between claim and response.
    expect(found.idempotency_keys![2], "claimed, then answered").to.be.at.least(PAYMENTS)
  })
})

async function pay(shop: Merchant, customer: string): Promise<void> {
  const { id } = await postOnce(shop, "/v1/payment_intents", { amount: 4990, currency: "brl", customer })
  await postOnce(shop, `/v1/payment_intents/${id}/confirm`, { payment_method: (await newToken(shop)).id }, 200)
}
