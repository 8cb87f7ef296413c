import { expect } from "chai"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"
import { advance, again, newPayer, newRecurringProduct, subscribe } from "../support/merchants/subscriptions.ts"

/** Ids contain the time of the host that made them, so those of the host that is ahead look newer. */
describe("Two hosts whose clocks are 20 seconds apart", function () {
  this.timeout(60_000)
  let databases: Databases
  let ahead: Spawned
  let exact: Running
  before(async () => {
    databases = await freshDatabases()
    ahead = await spawnVintem({}, { databases, role: "api", aheadMs: 20_000 })
    exact = await startVintem({}, { databases })
  })
  after(async () => {
    await ahead.close()
    await exact.close()
    await databases.remove()
  })

  it("agree that a product's price is the one that was set last", async () => {
    const { key, request } = await newMerchant(exact)
    const product = expectStatus(await request("POST", "/v1/products", { name: "Clube do Café" }), 201).id
    const path = `/v1/products/${product}/price`
    expectStatus(await ahead.request("POST", path, { amount: 1000, currency: "brl" }, { key }), 201)
    expectStatus(await request("POST", path, { amount: 2000, currency: "brl" }), 201)
    for (const host of [ahead, exact]) {
      expect(expectStatus(await host.request("GET", path, undefined, { key }), 200).amount).to.equal(2000)
    }
  })

  it("charge the card that a customer saved last", async () => {
    const merchant = await newMerchant(exact)
    const product = await newRecurringProduct(exact, merchant)
    const customer = await newPayer(merchant)
    const subscription = await subscribe(merchant, product, { customer })
    const saveOn = async (host: Pick<Running, "request">) => {
      const on = {
        request: (method: string, path: string, body?: object) => host.request(method, path, body, { key: merchant.key }),
      }
      const token = (await newToken(on as Pick<Running, "request">)).id
      return expectStatus(await on.request("POST", "/v1/payment_methods", { customer, token }), 201).id as string
    }
    await saveOn(ahead)
    const last = await saveOn(exact)
    await advance(merchant, { to: subscription.current_period_end })
    const { latest_payment_intent } = await again(merchant, subscription)
    const cycle = expectStatus(await merchant.request("GET", `/v1/payment_intents/${latest_payment_intent}`), 200)
    expect(cycle.payment_method_details.payment_method).to.equal(last)
  })

  it("know which attempt of a payment began last, so that the card that paid is saved", async () => {
    const merchant = await newMerchant(exact)
    const customer = await newPayer(merchant)
    const product = await newRecurringProduct(exact, merchant)
    const { id } = await newIntent(merchant, { customer, product })
    const confirmOn = async (host: Pick<Running, "request">, card: string) => {
      const post = (path: string, body: object) => host.request("POST", path, body, { key: merchant.key })
      const token = expectStatus(await post("/v1/tokens", cardBody(card)), 201).id
      return post(`/v1/payment_intents/${id}/confirm`, { payment_method: token })
    }
    expectStatus(await confirmOn(ahead, CARDS.unreachable), 503)
    expect(expectStatus(await confirmOn(exact, CARDS.threeDs), 200).status).to.equal("requires_action")
    expectStatus(await merchant.request("POST", `/v1/test_helpers/payment_intents/${id}/succeed`, {}), 200)
    const saved = expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data
    expect(saved.map(({ card }: { card: { last4: string } }) => card.last4)).to.deep.equal([CARDS.threeDs.slice(-4)])
  })
})
