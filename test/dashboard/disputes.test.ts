import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit, submitTwice } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS } from "../support/merchants/payments.ts"
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

    const more = await submit(operator, at(`/payments/${paid.id}/dispute`), { amount: "49.91" })
    expect([more.status, more.html.includes("exceeds what was paid")]).to.deep.equal([400, true])
  })

  it("say who bears the risk of fraud where the payer was authenticated", async () => {
    const paid = await payWith(merchant, CARDS.frictionless)
    const { location } = await submit(operator, at(`/payments/${paid.id}/dispute`))
    expect((await operator.get(location!)).html).to.include(
      "The issuer authenticated the payer: the issuer bears the risk of fraud",
    )
  })

  it("that take more than the payment had left wait for a person, who says whether the money is lost", async () => {
    const paid = await payWith(merchant)
    for (const amount of ["10.00", "49.90"]) await submit(operator, at(`/payments/${paid.id}/dispute`), { amount })
    expect((await refundsOf(merchant, paid.id)).map(({ amount }) => amount)).to.deep.equal([3990, 1000])
    const list = (await operator.get(at("/attention"))).html
    const [path] = /\/[^"]*\/disputes\/dp_\w+\/excess/.exec(list) ?? []
    expect(list).to.include("R$10.00")
    const undecided = await submit(operator, path!)
    expect([undecided.status, undecided.html.includes("Choose what happened.")]).to.deep.equal([400, true])
    expect((await submit(operator, path!, { outcome: "taken" })).status).to.equal(303)
    expect((await operator.get(at("/attention"))).html).to.not.include("/excess")
  })

  it("that can be answered show their deadline on the page of the payment, and are refused and won there", async () => {
    const paid = await payWith(merchant)
    const day = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
    const wrong = await submit(operator, at(`/payments/${paid.id}/dispute`), { amount: "49.90", respond_by: "tomorrow" })
    expect([wrong.status, wrong.html.includes("Give a day")]).to.deep.equal([400, true])
    const { location } = await submit(operator, at(`/payments/${paid.id}/dispute`), { amount: "49.90", respond_by: day })
    const path = location!
    const payment = async () => (await operator.get(at(`/payments/${paid.id}`))).html
    expect(await payment())
      .to.include("Needs your answer")
      .and.include(`${path}/refuse`)
      .and.include(`${path}/accept`)
    expect((await operator.get(at("/attention"))).html).to.include(`${path}/refuse`)
    const question = (await operator.get(`${path}/refuse`)).html
    expect(question).to.include("does not send your answer").and.include("R$49.90")
    const sent = await submitTwice(operator, `${path}/refuse`)
    expect(sent.map(({ status }) => status)).to.deep.equal([303, 303])
    expect(await payment())
      .to.include("Under review")
      .and.not.include(`${path}/refuse`)
    expect((await submit(operator, `${path}/accept`)).html).to.include("is under review")
    const undecided = await submit(operator, `${path}/close`)
    expect([undecided.status, undecided.html.includes("Choose what the card network decided.")]).to.deep.equal([400, true])
    expect((await submit(operator, `${path}/close`, { outcome: "won" })).location).to.equal(path)
    expect(await payment())
      .to.include("Won")
      .and.include(`${path}/again`)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    expect((await submit(operator, `${path}/again`, { respond_by: "" })).location).to.equal(path)
    expect((await operator.get(path)).html).to.include("Needs your answer")
    expect((await submit(operator, `${path}/accept`)).location).to.equal(path)
    expect((await operator.get(path)).html).to.include("Lost")
    const entries = await command<Json[]>(vintem, ["audit", "list", "--account", merchant.account])
    const done = entries.filter(({ action, outcome }) => action.startsWith("dispute.") && outcome === "done")
    const actions = ["dispute.open", "dispute.refuse", "dispute.close", "dispute.open", "dispute.accept"]
    expect(done.map(({ action }) => action).reverse()).to.deep.equal(actions)
  })

  it("are answered by operators only", async () => {
    const { location } = await submit(operator, at(`/payments/${(await payWith(merchant)).id}/dispute`), { amount: "49.90" })
    const viewer = await signIn(vintem, "disputes-viewer@example.com", "viewer")
    expect((await viewer.get(location!)).html).to.not.include("/close")
    for (const what of ["accept", "refuse", "close", "again"])
      expect((await viewer.post(`${location}/${what}`, { form_token: "A".repeat(22), outcome: "won" })).status).to.equal(403)
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
