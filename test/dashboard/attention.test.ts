import { expect } from "chai"
import type { RefundOutcome } from "../../src/acquirers/sale.ts"
import { newId } from "../../src/base/ids.ts"
import { noteNotification } from "../../src/payments/notifications.ts"
import { scriptedAcquirer, took } from "../attention/scripted.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { eventsOf, recoverAttempts, refundsOf, retrieve } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"

const MINUTE = 60
const taken = { result: "approved", currency: "brl", captured: 4990, gone_back: 0, charged_back: 0 } as const

describe("What waits for a person, in the dashboard", function () {
  this.timeout(120_000)
  const { acquirer, answer } = scriptedAcquirer()
  let vintem: Running
  let merchant: Merchant
  let operator: Visitor
  let viewer: Visitor
  before(async () => {
    vintem = await startVintem({}, { acquirerOf: () => acquirer })
    operator = await signIn(vintem, "settles@example.com", "operator")
    viewer = await signIn(vintem, "looks@example.com", "viewer")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const at = (rest: string) => `/${merchant.account}/test${rest}`
  const list = async (who = operator) => (await who.get(at("/attention"))).html
  /** The links to what settles something, on a page. */
  const settlesIn = (html: string) => [...html.matchAll(/href="([^"]+\/settle)"/g)].map(([, path]) => path!)

  async function refundByHand(): Promise<{ intent: Json; refund: Json }> {
    answer({ authorize: took(4990), refund: { result: "by_hand" } })
    const intent = await payOne(merchant)
    const { body: refund } = await merchant.request("POST", "/v1/refunds", { payment_intent: intent.id })
    return { intent, refund }
  }

  const refused: RefundOutcome = { result: "refused", message: "This cannot be sent back." }

  /** Money that arrives after its payment has ended. By default, the acquirer cannot send it back. */
  async function lateMoney(charge = newId("ch"), refund = refused): Promise<Json> {
    answer({ lookUp: "not found" })
    const intent = await payOne(merchant)
    await advance(merchant, { seconds: 16 * MINUTE })
    answer({ lookUp: { ...taken, charge }, refund })
    await advance(merchant, { seconds: 60 * MINUTE })
    return intent
  }

  async function anotherAmount(): Promise<Json> {
    answer({ authorize: took(5990), lookUp: took(5990), refund: { result: "refunded" } })
    return payOne(merchant)
  }

  it("is nothing at first, and says so", async () => {
    expect(await list()).to.include("Nothing needs your attention")
  })

  it("settles a refund that the acquirer cannot make, once somebody has chosen what happened", async () => {
    for (const [outcome, status] of [
      ["succeeded", "succeeded"],
      ["failed", "failed"],
    ] as const) {
      const { intent, refund } = await refundByHand()
      const page = await list()
      expect(page)
        .to.include("R$49.90")
        .and.include("Refund by hand")
        .and.include(at(`/payments/${intent.id}`))
      const [path, ...others] = settlesIn(page)
      expect([path, others]).to.deep.equal([at(`/payments/refunds/${refund.id}/settle`), []])
      expect((await operator.get(path!)).html).to.not.match(/type="radio"[^>]*checked/)
      expect((await submit(operator, path!)).status).to.equal(400)
      expect((await submit(operator, path!, { outcome })).location).to.equal(at(`/payments/${intent.id}`))
      expect((await refundsOf(merchant, intent.id)).map((each) => each.status)).to.deep.equal([status])
      expect(await list()).to.include("Nothing needs your attention")
      expect((await submit(operator, path!, { outcome })).html).to.include("is not pending")
    }
  })

  it("says in Portuguese what is to be paid back by hand", async () => {
    const { refund } = await refundByHand()
    const { html } = await operator.get(at("/attention"), { "accept-language": "pt-BR" })
    expect(html).to.include(`Devolva R$ 49,90 manualmente`.replace("R$ ", "R$\u00a0")).and.include(refund.id)
    expect(html).to.not.include("back by hand").and.not.include('<span lang="en">')
  })

  it("settles late money that went back by hand", async () => {
    const intent = await lateMoney()
    const [path] = settlesIn(await list())
    expect(path).to.match(/\/payments\/reversals\/att_\w+\/settle$/)
    expect((await operator.get(at(`/payments/${intent.id}`))).html).to.include(path)
    expect((await submit(operator, path!)).location).to.equal(at(`/payments/${intent.id}`))
    expect(await list()).to.include("Nothing needs your attention")
    expect((await submit(operator, path!)).html).to.include("already settled")
  })

  it("dismisses a chargeback of returned money, and does not offer to record it on a payment", async () => {
    const charge = newId("ch")
    const intent = await lateMoney(charge, { result: "refunded" })
    await noteNotification(vintem.server.modes.test, { acquirer: "scripted", charge, chargeback: true })
    await advance(merchant, { seconds: 25 * 60 * MINUTE })
    const page = await list()
    expect(page).to.include("Unconfirmed chargeback of returned money").and.include("R$49.90")
    const [path] = /\/[^"]+\/dismiss/.exec(page) ?? []
    const payment = (await operator.get(at(`/payments/${intent.id}`))).html
    expect(payment).to.include(path).and.include("money that this payment does not keep")
    for (const html of [page, payment]) expect(html).to.not.include(at(`/payments/${intent.id}/dispute`))
    expect((await submit(operator, path!)).location).to.equal(at(`/payments/${intent.id}`))
    expect(await list()).to.include("Nothing needs your attention")
  })

  it("decides about a payment of another amount, either way", async () => {
    const ends = { accept: ["succeeded", "payment_intent.succeeded"], send_back: ["canceled", "payment_intent.payment_failed"] }
    for (const [decision, [status, event]] of Object.entries(ends)) {
      const intent = await anotherAmount()
      const [path] = settlesIn(await list())
      const question = (await operator.get(path!)).html
      expect(question).to.include("R$59.90").and.include("R$49.90")
      expect((await submit(operator, path!, { decision })).location).to.equal(at(`/payments/${intent.id}`))
      expect((await retrieve(merchant, intent.id)).status).to.equal(status)
      expect(await eventsOf(merchant, intent.id)).to.deep.equal([event])
      await recoverAttempts(vintem, merchant.account)
      expect(await list()).to.include("Nothing needs your attention")
    }
  })

  it("asks for a refund of what was taken, where less was accepted", async () => {
    answer({ authorize: took(4000), lookUp: took(4000), refund: { result: "by_hand" } })
    const { id } = await payOne(merchant)
    const [path] = settlesIn(await list())
    await submit(operator, path!, { decision: "accept" })
    const refund = at(`/payments/${id}/refund`)
    expect((await operator.get(refund)).html)
      .to.include('name="amount" type="text" value="40.00"')
      .and.include("At most R$40.00.")
    expect((await submit(operator, refund, { amount: "49,90", reason: "" })).status).to.equal(400)
    await submit(operator, refund, { amount: "40,00", reason: "" })
    // It waits for what the acquirer holds of the payment.
    await recoverAttempts(vintem, merchant.account, 3600)
    expect(await list())
      .to.include("Refund by hand")
      .and.include("R$40.00")
      .and.not.include("R$49.90")
  })

  it("is shown to a viewer without what settles it, and refused to one who tries", async () => {
    const { refund } = await refundByHand()
    const page = await list(viewer)
    expect(page).to.include(refund.id)
    expect(settlesIn(page)).to.deep.equal([])
    const path = at(`/payments/refunds/${refund.id}/settle`)
    expect((await viewer.get(path)).status).to.equal(403)
    expect((await viewer.post(path, { form_token: "A".repeat(22), outcome: "succeeded" })).status).to.equal(403)
    expect((await merchant.request("GET", `/v1/refunds/${refund.id}`)).body.status).to.equal("pending")
  })

  it("is of one account alone", async () => {
    const { refund } = await refundByHand()
    await lateMoney()
    const [, attempt] = /reversals\/(att_\w+)\//.exec(await list()) ?? []
    const other = `/${vintem.account}/test`
    expect((await operator.get(`${other}/attention`)).html)
      .to.not.include(refund.id)
      .and.not.include(attempt)
    for (const path of [`refunds/${refund.id}`, `reversals/${attempt}`, `charges/${attempt}`])
      expect((await operator.get(`${other}/payments/${path}/settle`)).status, path).to.equal(404)
  })
})
