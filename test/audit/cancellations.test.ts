import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { command, signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { submit } from "../support/dashboard/form.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIntent } from "../support/merchants/payments.ts"
import { newOpenIntent } from "../support/merchants/rails.ts"
import { advance, newRecurringProduct, subscribeBy } from "../support/merchants/subscriptions.ts"

const REASON = "The customer ordered twice & called <b>us</b>."

describe("Who canceled a payment, and why", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let ana: Visitor
  before(async () => {
    vintem = await startVintem()
    ana = await signIn(vintem, "ana@example.com", "operator")
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const at = (rest: string) => `/${merchant.account}/test${rest}`
  const textOf = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")
  const pageOf = async (id: string, language = "en") =>
    textOf((await ana.get(at(`/payments/${id}`), { "accept-language": language })).html)
  const entriesOf = async (target: string) =>
    (await command<Json[]>(vintem, ["audit", "list", "--account", merchant.account])).filter((entry) => entry.target === target)
  const cancel = (id: string, body: object = {}, key = merchant.key) =>
    merchant.request("POST", `/v1/payment_intents/${id}/cancel`, body, { key })
  const shown = REASON.replace("&", "&amp;").replace("<b>us</b>", "&lt;b&gt;us&lt;/b&gt;")

  it("is in the audit log and on the payment's page where a key did it", async () => {
    const {
      key,
      id: keyId,
      last4,
    } = await command<{ key: string; id: string; last4: string }>(vintem, [
      ...["keys", "create", "--account", merchant.account, "--mode", "test", "--kind", "secret", "--name", "Checkout"],
    ])
    const { id } = await newIntent(merchant)
    expectStatus(await cancel(id, { cancellation_reason: REASON }, key), 200)
    const [entry, ...others] = await entriesOf(id)
    expect(entry).to.include({ action: "payment.cancel", actor: `api_key:${keyId}`, outcome: "done", reason: REASON })
    expect(others).to.deep.equal([])
    expect(await pageOf(id))
      .to.match(new RegExp(`Canceled by key Checkout \\(…${last4}\\)`))
      .and.include(shown)
    expect(await pageOf(id, "pt-BR")).to.match(new RegExp(`Cancelado por chave Checkout \\(…${last4}\\)`))
    expect(textOf((await ana.get(at("/audit"))).html)).to.include(`Payment canceled Reason: ${shown}`)
    const lines = (await vintem.cli("audit", "list", "--account", merchant.account)).stdout
    expect(lines).to.include(`done (${REASON})`)
  })

  it("is in the audit log and on the payment's page where a person did it in the dashboard", async () => {
    const { id } = await newOpenIntent(merchant)
    await submit(ana, at(`/payments/${id}/cancel`), { reason: REASON })
    const [entry] = await entriesOf(id)
    expect(entry).to.include({ action: "payment.cancel", reason: REASON })
    expect(entry!.actor).to.match(/^user:usr_/)
    expect(await pageOf(id))
      .to.include("Canceled by ana@example.com")
      .and.include(shown)
  })

  it("is in the audit log and on the payment's page where Vintém did it, because the subscription of an open payment ended", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const { id: subscription, current_period_end } = await subscribeBy("pix", merchant, product)
    await advance(merchant, { to: current_period_end + 60 })
    const path = `/v1/customer_subscriptions/${subscription}`
    const { latest_payment_intent: id } = expectStatus(await merchant.request("GET", path), 200)
    expectStatus(await merchant.request("POST", `${path}/cancel`, { reason: "Too dear." }), 200)
    const [ofPayment] = await entriesOf(id)
    expect(ofPayment).to.include({ action: "payment.cancel", actor: "engine", reason: "The subscription was canceled." })
    const [ofSubscription] = await entriesOf(subscription)
    expect(ofSubscription).to.include({ action: "subscription.cancel", outcome: "done", reason: "Too dear." })
    expect(ofSubscription!.actor).to.match(/^api_key:/)
    expect(await pageOf(id))
      .to.include("Canceled by Vintém")
      .and.include("The subscription was canceled.")
  })

  it("is null without a reason, has no secret, and a refusal is an entry of its own", async () => {
    const [plain, secret] = [await newIntent(merchant), await newIntent(merchant)]
    expectStatus(await cancel(plain.id), 200)
    expectStatus(await cancel(plain.id), 400)
    expect((await entriesOf(plain.id)).map(({ outcome, reason }) => [outcome, reason])).to.deep.equal([
      ["refused: payment_intent_canceled", null],
      ["done", null],
    ])
    expectStatus(await cancel(secret.id, { cancellation_reason: `Sent with ${merchant.key} by 5425233430109903.` }), 200)
    expect((await entriesOf(secret.id))[0]!.reason).to.equal("Sent with … by [card number].")
  })

  it("is nobody where the time to pay ran out", async () => {
    const { id } = await newOpenIntent(merchant)
    expectStatus(await merchant.request("POST", `/v1/test_helpers/payment_intents/${id}/expire`), 200)
    expect(await entriesOf(id)).to.deep.equal([])
    expect(await pageOf(id)).to.not.include("Canceled by")
  })
})
