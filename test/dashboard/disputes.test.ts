import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit, submitTwice } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { balanceIn, eventsOf, payWith, refundsOf, retrieve } from "../support/merchants/rails.ts"

describe("Disputes in the dashboard", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  before(async () => {
    vintem = await startVintem()
    operator = await signIn(vintem, "disputes@example.com", "operator")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const at = (rest: string, account = merchant.account) => `/${account}/test${rest}`

  it("are recorded once, with the refund and the event of the command line, and lead to their payment", async () => {
    expect((await operator.get(at("/disputes"))).html).to.include("There are no disputes")
    const paid = await payWith(merchant)
    const question = (await operator.get(at(`/payments/${paid.id}/dispute`))).html
    expect(question).to.include("R$49.90").and.include("cannot be undone").and.include("charge.dispute.created")
    const sent = await submitTwice(operator, at(`/payments/${paid.id}/dispute`))
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303])
    const path = sent.map(({ location }) => location!).find((location) => location.includes("/disputes/"))!

    const page = (await operator.get(path)).html
    const [refund, ...others] = await refundsOf(merchant, paid.id)
    expect(others).to.deep.equal([])
    expect(refund).to.include({ amount: 4990, reason: "dispute", status: "succeeded" })
    expect(page)
      .to.include(refund!.id)
      .and.include(at(`/payments/${paid.id}`))
      .and.include("R$49.90")
    expect((await operator.get(at("/disputes"))).html).to.include(path)
    expect((await operator.get(at(`/payments/${paid.id}`))).html).to.include(path)
    expect((await retrieve(merchant, paid.id)).status).to.equal("succeeded")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    expect(await eventsOf(merchant, paid.id)).to.deep.equal(["payment_intent.succeeded", "charge.dispute.created"])
    const entries = await command<Json[]>(vintem, ["audit", "list", "--account", merchant.account])
    expect(entries.find(({ action }) => action === "dispute.open")).to.include({ target: paid.id, outcome: "done" })

    const again = await submit(operator, at(`/payments/${paid.id}/dispute`))
    expect([again.status, again.html.includes("already has a refund")]).to.deep.equal([400, true])
  })

  it("of another account are not found", async () => {
    const paid = await payWith(merchant)
    const { location } = await submit(operator, at(`/payments/${paid.id}/dispute`))
    const id = location!.split("/").at(-1)!
    expect((await operator.get(at(`/disputes/${id}`, vintem.account))).status).to.equal(404)
    expect((await operator.get(at("/disputes", vintem.account))).html).to.not.include(id)
    expect((await operator.get(at("/disputes/dp_00000000000000000000000000"))).status).to.equal(404)
  })
})
