import { expect } from "chai"
import { scriptedAcquirer } from "../attention/scripted.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { refundsOf } from "../support/merchants/rails.ts"
import { advance } from "../support/merchants/subscriptions.ts"

const DAY = 86_400

describe("The refunds in the dashboard", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let browser: Visitor
  before(async () => {
    vintem = await startVintem()
    browser = await signIn(vintem, "refunds@example.com", "viewer")
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })

  const at = (rest: string) => `/${merchant.account}/test${rest}`
  const get = async (rest: string, language = "en") => (await browser.get(at(rest), { "accept-language": language })).html
  /** The day in Brasília, some days from today. */
  const day = (days: number) =>
    new Intl.DateTimeFormat("en-CA", { timeZone: "America/Sao_Paulo" }).format(new Date(Date.now() + days * DAY * 1000))
  const paymentsIn = (html: string) => [...html.matchAll(/<td[^>]*><a href="[^"]*\/payments\/(pi_\w+)"/g)].map(([, id]) => id!)
  const sumsIn = (html: string) =>
    [...html.matchAll(/<p class="figure">(.*?)<\/p><p class="hint">(.*?)<\/p>/g)].map(([, sum, parts]) =>
      `${sum}: ${parts}`.replace(/\u00a0/g, " "),
    )

  async function refunded(amount?: number, details: object = {}): Promise<string> {
    const { id } = await payOne(merchant, undefined, details)
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id, ...(amount && { amount }) }), 201)
    return id
  }

  it("say what was refunded on a day: each refund, and their sum in each currency, with what is pending or charged back", async () => {
    await refunded(100)
    await advance(merchant, { seconds: DAY })
    const part = await refunded(1000)
    const whole = await refunded()
    const dollars = await refunded(250, { currency: "usd" })
    const { id: disputed } = await payOne(merchant)
    await command(vintem, ["disputes", "open", disputed])
    await payOne(merchant)
    await advance(merchant, { seconds: DAY })
    await refunded(300)

    const html = await get("/payments/refunds")
    const yesterday = /<a href="([^"]+)"[^>]*>Yesterday<\/a>/.exec(html)![1]!.replaceAll("&amp;", "&")
    expect(yesterday).to.equal(at(`/payments/refunds?from=${day(1)}&to=${day(1)}`))
    const found = (await browser.get(yesterday)).html
    expect(paymentsIn(found)).to.deep.equal([disputed, dollars, whole, part])
    expect(sumsIn(found)).to.deep.equal(["R$109.80: 3 refunds · R$49.90 of it chargebacks", "$2.50: 1 refund"])
    expect(sumsIn(await get(`/payments/refunds?from=${day(2)}`))).to.deep.equal(["R$3.00: 1 refund"])
    expect(sumsIn(await get(`/payments/refunds?from=${day(0)}&to=${day(1)}&status=succeeded`, "pt-BR"))).to.deep.equal([
      "R$ 110,80: 4 reembolsos · R$ 49,90 por chargeback",
      "US$ 2,50: 1 reembolso",
    ])
    const none = await get(`/payments/refunds?from=${day(9)}`)
    expect([paymentsIn(none), sumsIn(none), none.includes("No refunds match")]).to.deep.equal([[], [], true])
    expect(sumsIn(await get("/payments/refunds")), "of all time").to.deep.equal([])
  })

  it("count what is pending, and leave out what failed unless it is asked for", async () => {
    const { acquirer, answer } = scriptedAcquirer()
    const mode = vintem.server.modes.test
    const [refundedId, pendingId, failedId] = [await refunded(100), (await payOne(merchant)).id, (await payOne(merchant)).id]
    const real = mode.acquirerOfAttempt
    Object.assign(mode, { acquirerOfAttempt: async () => acquirer })
    answer({ refund: { result: "pending" } })
    await merchant.request("POST", "/v1/refunds", { payment_intent: pendingId, amount: 200 })
    answer({ refund: { result: "refused", message: "No." } })
    await merchant.request("POST", "/v1/refunds", { payment_intent: failedId, amount: 400 })
    Object.assign(mode, { acquirerOfAttempt: real })
    expect((await refundsOf(merchant, pendingId))[0]!.status).to.equal("pending")
    expect((await refundsOf(merchant, failedId))[0]!.status).to.equal("failed")
    const days = `from=${day(0)}&to=${day(0)}`
    expect(sumsIn(await get(`/payments/refunds?${days}`))).to.deep.equal(["R$3.00: 2 refunds · R$2.00 of it pending"])
    expect(sumsIn(await get(`/payments/refunds?${days}&status=failed`))).to.deep.equal(["R$4.00: 1 refund"])
    for (const [status, id] of Object.entries({ succeeded: refundedId, pending: pendingId, failed: failedId }))
      for (const filter of [`status=${status}`, `status=${status}&${days}`])
        expect(paymentsIn(await get(`/payments/refunds?${filter}`)), filter).to.deep.equal([id])
  })

  it("have pages that show each of them once, forward and back, whatever the filter", async () => {
    const ids: string[] = []
    for (let i = 0; i < 27; i++) ids.unshift(await refunded(100))
    for (const filter of ["", "status=succeeded", `from=${day(0)}`, `from=${day(0)}&status=succeeded`]) {
      const first = await get(`/payments/refunds?${filter}`)
      const next = /rel="next" href="([^"]+)"/.exec(first)![1]!.replaceAll("&amp;", "&")
      const last = (await browser.get(next)).html
      expect([first, last].flatMap(paymentsIn), filter).to.deep.equal(ids)
      const prev = /rel="prev" href="([^"]+)"/.exec(last)![1]!.replaceAll("&amp;", "&")
      expect(paymentsIn((await browser.get(prev)).html), filter).to.deep.equal(ids.slice(0, 25))
    }
  })

  it("are led to from home, and payments with a refund are a filter", async () => {
    const [part, whole] = [await refunded(100), await refunded()]
    await payOne(merchant)
    expect(await get("/home")).to.include(`href="${at("/payments/refunds")}"`)
    expect(paymentsIn(await get(`/payments?status=any_refund&from=${day(0)}&to=${day(0)}`))).to.deep.equal([whole, part])
  })
})
