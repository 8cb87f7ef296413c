import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newToken } from "../support/merchants/payments.ts"
import { confirm, retrieve } from "../support/merchants/rails.ts"
import { endPlanOf, newPayer, newPlan, newRecurringProduct, subscriptionsOf } from "../support/merchants/subscriptions.ts"

describe("A payment that is captured later", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  it("needs no product with an active plan, at the create and again at the confirm, and uses no token up", async () => {
    const refusal = ({ status, body }: Json) => [status, body.error?.code, body.error?.param]
    const refused = [400, "parameter_invalid", "capture_method"]
    const product = await newRecurringProduct(vintem, merchant)
    const body = { amount: 4990, currency: "brl", customer: await newPayer(merchant), product, capture_method: "manual" }
    expect(refusal(await merchant.request("POST", "/v1/payment_intents", body))).to.deep.equal(refused)
    await endPlanOf(vintem, merchant, product)
    const { id } = expectStatus(await merchant.request("POST", "/v1/payment_intents", body), 201)
    await newPlan(vintem, merchant, product)
    const token = (await newToken(merchant)).id
    expect(refusal(await confirm(merchant, id, token))).to.deep.equal(refused)
    expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
    await endPlanOf(vintem, merchant, product)
    expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("requires_capture")
    // What was authorized without a plan starts no subscription, even if there is one at the capture.
    await newPlan(vintem, merchant, product)
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/capture`, {}), 200)
    expect(await subscriptionsOf(merchant, body.customer)).to.deep.equal([])
  })
})
