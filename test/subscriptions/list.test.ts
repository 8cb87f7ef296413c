import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { stepsWith } from "./steps.ts"

describe("A subscription", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started } = stepsWith(() => ({ vintem, merchant }))

  describe("is listed", () => {
    it("by customer and by status", async () => {
      const first = await started()
      const second = await started({ trialDays: 7 })
      const list = async (query: string) =>
        expectStatus(await merchant.request("GET", `/v1/customer_subscriptions${query}`), 200).data.map(({ id }: Json) => id)
      expect(await list("")).to.deep.equal([second.id, first.id])
      expect(await list(`?customer=${first.customer}`)).to.deep.equal([first.id])
      expect(await list("?status=TRIALING")).to.deep.equal([second.id])
      expect(await list(`?customer=${first.customer}&status=TRIALING`)).to.deep.equal([])
      expect(await list("?customer=cus_0000000000000000000000000")).to.deep.equal([])
      expect(await list(`?limit=1&starting_after=${second.id}`)).to.deep.equal([first.id])
      const { status, body } = await merchant.request("GET", "/v1/customer_subscriptions?status=active")
      expect([status, body.error.code]).to.deep.equal([400, "parameter_invalid"])
    })

    it("only for its own account", async () => {
      const subscription = await started()
      const other = await newMerchant(vintem)
      expect(expectStatus(await other.request("GET", "/v1/customer_subscriptions"), 200).data).to.deep.equal([])
      const { status, body } = await other.request("GET", `/v1/customer_subscriptions/${subscription.id}`)
      expect([status, body.error.code]).to.deep.equal([404, "customer_subscription_not_found"])
    })
  })
})
