import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm } from "../support/merchants/rails.ts"
import { newPayer, newRecurringProduct, subscriptionsOf } from "../support/merchants/subscriptions.ts"

describe("A subscription that the test helper starts", () => {
  let vintem: Running
  let merchant: Merchant
  let customer: string
  let product: string
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    customer = await newPayer(merchant)
    product = await newRecurringProduct(vintem, merchant)
  })
  after(() => vintem.close())

  const savedCards = async (): Promise<Json[]> =>
    expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data
  const succeed = async (intent: string) =>
    expectStatus(await merchant.request("POST", `/v1/test_helpers/payment_intents/${intent}/succeed`, {}), 200)
  const newFirstPayment = async () => (await newIntent(merchant, { customer, product })).id as string

  it("saves the card of the payment that was waiting", async () => {
    const intent = await newFirstPayment()
    expectStatus(await confirm(merchant, intent, (await newToken(merchant, CARDS.threeDs)).id), 200)
    await succeed(intent)
    expect((await savedCards()).map(({ card }) => card.last4)).to.deep.equal(["3220"])
  })

  it("saves no card after an attempt that was undone, and its token can still be used once", async () => {
    const intent = await newFirstPayment()
    const token = (await newToken(merchant, CARDS.unreachable)).id
    expect((await confirm(merchant, intent, token)).status).to.equal(503)
    await succeed(intent)
    expect(await subscriptionsOf(merchant, customer)).to.have.length(1)
    expect(await savedCards()).to.deep.equal([])
    // It is free: the acquirer is asked again.
    expect((await confirm(merchant, await newFirstPayment(), token)).status).to.equal(503)
  })
})
