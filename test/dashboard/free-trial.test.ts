import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn } from "../support/dashboard/dashboard.ts"
import { newMerchant, payOne } from "../support/merchants/merchant.ts"
import { newRecurringProduct } from "../support/merchants/subscriptions.ts"

describe("The dashboard of a trial that charges nothing", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("calls the payment paid, offers nothing to refund or to dispute, and shows no money that moved", async () => {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant, { trialDays: 7 })
    const { id } = await payOne(merchant, undefined, { amount: 0, product })
    const browser = await signIn(vintem, "trials@example.com", "operator")
    const get = async (path: string) => (await browser.get(`/${merchant.account}/test${path}`, { "accept-language": "en" })).html
    const page = await get(`/payments/${id}`)
    expect(page).to.match(/<span class="badge \w+">Paid<\/span>/)
    for (const action of ["refund", "dispute"]) expect(page).to.not.include(`/payments/${id}/${action}`)
    expect(await get("/payments?status=paid")).to.include(id)
    expect(await get("/payments?status=refunded")).to.not.include(id)
    expect(await get("/balance")).to.not.include(id)
  })
})
