import { expect } from "chai"
import { payPageUrl } from "../../src/payments/links/pay-page.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { help, retrieve } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"
import { load, send } from "./payer.ts"

describe("The pay page of a subscription's charge", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  /** A subscription by PIX, whose second period waits for its payer. */
  async function newCycle(): Promise<{ merchant: Merchant; subscription: Json; cycle: Json }> {
    const merchant = await newMerchant(vintem)
    const product = await newRecurringProduct(vintem, merchant)
    const subscription = await subscribeBy("pix", merchant, product)
    await advance(merchant, { to: subscription.current_period_end })
    const [cycle] = await cyclesOf(merchant, subscription)
    return { merchant, subscription, cycle }
  }

  it("shows the open code, and offers no other method", async () => {
    const { cycle } = await newCycle()
    const { html } = await load(cycle.hosted_url)
    expect(html).to.contain(cycle.next_action.qr_code_data).and.not.to.contain("Pay in another way")
  })

  it("makes the next attempt once when the payer asks in twenty tabs, and leads all earlier links to it", async () => {
    const { merchant, subscription, cycle } = await newCycle()
    expectStatus(await help(merchant, cycle.id, "expire"), 200)
    const page = await load(cycle.hosted_url)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(page)))
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([303]))
    await advance(merchant, { seconds: 1 })
    const [, second, ...others] = await cyclesOf(merchant, subscription)
    expect([second.status, others.length]).to.deep.equal(["requires_action", 0])
    expect((await load(cycle.hosted_url)).html).to.contain(second.next_action.qr_code_data)
    expect([cycle.replaces, second.replaces]).to.deep.equal([null, null])
    expectStatus(await help(merchant, second.id, "succeed"), 200)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    expect((await load(cycle.hosted_url)).html).to.contain("Payment received")
  })

  it("counts what the payer asked for as the next attempt: the ones after it come on their days", async () => {
    const { merchant, subscription, cycle } = await newCycle()
    expectStatus(await help(merchant, cycle.id, "expire"), 200)
    await send(await load(cycle.hosted_url))
    await advance(merchant, { seconds: 1 })
    const [, second] = await cyclesOf(merchant, subscription)
    expectStatus(await help(merchant, second.id, "expire"), 200)
    const failedAt = (await retrieve(merchant, cycle.id)).created
    const { next_charge_at } = await again(merchant, subscription)
    expect(Math.round((next_charge_at - failedAt) / 86_400)).to.equal(3)
  })

  it("makes none by card, and none of a subscription that has ended", async () => {
    const { merchant, subscription, cycle } = await newCycle()
    expectStatus(await help(merchant, cycle.id, "expire"), 200)
    const page = await load(cycle.hosted_url)
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    expect((await send(page)).status).to.equal(303)
    expect((await load(cycle.hosted_url)).html).not.to.contain("<form")
    expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(1)

    const product = await newRecurringProduct(vintem, merchant)
    const byCard = await subscribe(merchant, product)
    await saveNewCard(merchant, byCard.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: byCard.current_period_end })
    const [failed] = await cyclesOf(merchant, byCard)
    const ofCard = await load(payPageUrl(vintem.server.modes.test, { id: failed.id, page_of: null }))
    expect([failed.status, ofCard.html.includes("<form")]).to.deep.equal(["canceled", false])
  })
})
