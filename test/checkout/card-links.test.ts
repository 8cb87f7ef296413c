import { expect } from "chai"
import { payPageUrl } from "../../src/payments/links/pay-page.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { help, retrieve } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  saveNewCard,
  subscribe,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"
import { type Loaded, load, send } from "./payer.ts"

describe("The pay page of a subscription's charge leads to the page of a new card", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const sendCard = async (page: Loaded) => send(page, { token: (await newToken(merchant)).id, charge: "now" })
  const paidIn = async (subscription: Json) =>
    (await cyclesOf(merchant, subscription)).filter(({ status }) => status === "succeeded")
  const linkOn = async (url: string, text: string) => new RegExp(`href="([^"]+)">${text}`).exec((await load(url)).html)?.[1] ?? ""

  it("while a code is open, which stays the way to pay its period, and charges it from the next one on", async () => {
    for (const type of ["pix", "boleto"] as const) {
      const begun = await subscribeBy(type, merchant, await newRecurringProduct(vintem, merchant))
      await advance(merchant, { to: begun.current_period_end })
      const [cycle] = await cyclesOf(merchant, begun)
      const link = await linkOn(cycle.hosted_url, "Pay by card from the next period")
      const page = await load(link)
      expect(page.html).to.contain("charged nothing today").and.not.to.contain('name="charge"')
      // Whoever adds an agreement to the form is charged nothing all the same.
      const answers = await Promise.all([sendCard(page), sendCard(page)])
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([303]))
      expect((await load(new URL(answers[0]?.headers.get("location") ?? "", link).href)).html).to.contain(
        "from the next period on",
      )
      expect((await paidIn(begun)).length).to.equal(0)
      expect((await retrieve(merchant, cycle.id)).status).to.equal("requires_action")
      expectStatus(await help(merchant, cycle.id, "succeed"), 200)
      await advance(merchant, { to: (await again(merchant, begun)).current_period_end })
      const ways = (await paidIn(begun)).map(({ payment_method_details: { type } }) => type)
      expect(ways).to.deep.equal([type, "card"])
    }
  })

  it("while a code is open, and charges the card at the next attempt if the code is not paid", async () => {
    const begun = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    await advance(merchant, { to: begun.current_period_end })
    const [cycle] = await cyclesOf(merchant, begun)
    const page = await load(await linkOn(cycle.hosted_url, "Pay by card from the next period"))
    expect(page.html).to.contain("If you do not, the card is charged at the next attempt")
    await sendCard(page)
    expectStatus(await help(merchant, cycle.id, "expire"), 200)
    await advance(merchant, { seconds: DAY + 60 })
    expect((await paidIn(begun)).map(({ payment_method_details: { type } }) => type)).to.deep.equal(["card"])
  })

  it("once the charge of a card has failed", async () => {
    const subscription = await subscribe(merchant, await newRecurringProduct(vintem, merchant))
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: subscription.current_period_end })
    const [failed] = await cyclesOf(merchant, subscription)
    const page = payPageUrl(vintem.server.modes.test, { id: failed.id, page_of: null })
    const { html } = await load(page)
    expect(html).to.contain("You can use another card").and.to.not.contain("Go back to the shop")
    await sendCard(await load(await linkOn(page, "Use another card")))
    expect([(await again(merchant, subscription)).status, (await paidIn(subscription)).length]).to.deep.equal(["ACTIVE", 1])
    expect(await linkOn(page, "Use another card")).to.equal("")
  })
})
