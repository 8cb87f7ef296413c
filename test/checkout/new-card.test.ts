import { expect } from "chai"
import { newCardUrl } from "../../src/checkout/new-card-link.ts"
import { checkLedger } from "../../src/cli/check-ledger.ts"
import type { Json } from "../support/app/client.ts"
import { standingClock } from "../support/app/standing-clock.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"
import { help, retrieve } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newRecurringProduct,
  type PlanOf,
  saveNewCard,
  subscribe,
  subscribeBy,
  timeOf,
} from "../support/merchants/subscriptions.ts"
import { challengeOn, type Loaded, load, send } from "./payer.ts"

describe("The page of a new card", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { clock: standingClock() })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  /** A subscription by card whose first renewal was declined, and the link to its page. */
  async function newFailed(plan: PlanOf = {}): Promise<{ subscription: Json; url: string }> {
    const begun = await subscribe(merchant, await newRecurringProduct(vintem, merchant, plan))
    await saveNewCard(merchant, begun.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: begun.current_period_end })
    const subscription = await again(merchant, begun)
    expect(subscription.status).to.equal("PAST_DUE")
    return { subscription, url: await urlOf(subscription) }
  }

  const urlOf = async ({ id }: Json, period = 1) =>
    newCardUrl(vintem.server.modes.test, { account: merchant.account, id, period }, await timeOf(merchant))
  const token = async (number: string = CARDS.approved) => (await newToken(merchant, number)).id
  const sendCard = async (page: Loaded, number?: string, filled: Record<string, string> = { charge: "now" }) =>
    send(page, { token: await token(number), ...filled })
  const cardsOf = async ({ customer }: Json): Promise<Json[]> =>
    expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data
  const paidIn = async (subscription: Json) =>
    (await cyclesOf(merchant, subscription)).filter(({ status }) => status === "succeeded")

  it("saves the card for this subscription only, and charges the cycle at once if the payer agrees", async () => {
    const { subscription, url } = await newFailed()
    const other = await subscribe(merchant, await newRecurringProduct(vintem, merchant), { customer: subscription.customer })
    const page = await load(url)
    expect(page.html).to.contain("Use another card").and.to.contain("R$49.90 to this card now").and.not.to.contain("checked")
    const answer = await sendCard(page)
    expect([answer.status, answer.headers.get("location")]).to.deep.equal([303, new URL(url).pathname])
    const after = await again(merchant, subscription)
    const [newest] = await cardsOf(subscription)
    expect([after.status, after.payment_method]).to.deep.equal(["ACTIVE", newest.id])
    const [, paid] = await cyclesOf(merchant, subscription)
    expect([paid.status, paid.payment_method_details.payment_method]).to.deep.equal(["succeeded", newest.id])
    expect((await load(url)).html)
      .to.contain("Everything is paid")
      .and.not.to.contain("<form")
    // The card is the customer's newest one, and still no other subscription charges it.
    await advance(merchant, { to: other.current_period_end })
    const [renewal] = await cyclesOf(merchant, other)
    expect([(await again(merchant, other)).payment_method, renewal.payment_method_details.payment_method]).to.not.include(
      newest.id,
    )
    expect(await checkLedger(vintem.server.modes.test.database, merchant.account)).to.deep.equal([])
  })

  it("saves the card without a charge if the payer does not agree, and the next retry charges it", async () => {
    const { subscription, url } = await newFailed()
    const answer = await sendCard(await load(url), CARDS.approved, {})
    expect(answer.headers.get("location")).to.equal(`${new URL(url).pathname}?saved`)
    expect((await load(`${url}?saved`)).html)
      .to.contain("Card saved")
      .and.not.to.contain("<form")
    const saved = await again(merchant, subscription)
    expect([saved.status, saved.next_charge_at]).to.deep.equal(["PAST_DUE", subscription.next_charge_at])
    expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(1)
    await advance(merchant, { to: subscription.next_charge_at })
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })

  it("saves nothing if the bank refuses the card, or cannot be reached, and takes another one", async () => {
    const { subscription, url } = await newFailed()
    const before = await cardsOf(subscription)
    const page = await load(url)
    const refused = await sendCard(page, CARDS.declined)
    expect([refused.status, refused.headers.get("location")]).to.deep.equal([303, `${new URL(url).pathname}?refused`])
    expect((await load(`${url}?refused`)).html).to.contain("has not accepted the card")
    const unreachable = await sendCard(page, CARDS.unreachable)
    expect([unreachable.status, (await unreachable.text()).includes("has not responded")]).to.deep.equal([503, true])
    expect(await cardsOf(subscription)).to.deep.equal(before)
    expect(await again(merchant, subscription)).to.deep.equal(subscription)
    await sendCard(page)
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })

  it("a charge that is refused there is no attempt of the schedule: five more come on their days", async () => {
    const { subscription, url } = await newFailed()
    for (let time = 0; time < 3; time++) {
      const answer = await sendCard(await load(url), CARDS.declinedWhenCharged)
      expect(answer.headers.get("location")).to.equal(`${new URL(url).pathname}?tried`)
      expect((await load(`${url}?tried`)).html).to.contain("was not approved, and nothing was charged")
    }
    const after = await again(merchant, subscription)
    expect([after.status, after.next_charge_at]).to.deep.equal(["PAST_DUE", subscription.next_charge_at])
    const [first] = await cyclesOf(merchant, subscription)
    for (const day of [1, 3, 5, 7]) {
      const { next_charge_at } = await again(merchant, subscription)
      expect(Math.round((next_charge_at - first.created) / DAY)).to.equal(day)
      await advance(merchant, { to: next_charge_at })
    }
    expect((await again(merchant, subscription)).status).to.equal("UNPAID")
    expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(8)
  })

  it("takes five cards a day, and more on the next day", async () => {
    const { subscription, url } = await newFailed()
    for (let time = 0; time < 5; time++) expect((await sendCard(await load(url), CARDS.declinedWhenCharged)).status).to.equal(303)
    const refused = await sendCard(await load(url))
    expect([refused.status, (await refused.text()).includes("too many cards today")]).to.deep.equal([429, true])
    expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(6)
    await advance(merchant, { seconds: DAY })
    await sendCard(await load(url))
    expect(await paidIn(subscription)).to.have.lengthOf(1)
  })

  it("the card that it saves pays nothing else", async () => {
    const { subscription, url } = await newFailed()
    const other = await subscribe(merchant, await newRecurringProduct(vintem, merchant), { customer: subscription.customer })
    await sendCard(await load(url))
    const { payment_method } = await again(merchant, subscription)
    const chosen = await merchant.request("POST", `/v1/customer_subscriptions/${other.id}`, { payment_method })
    const intent = await newIntent(merchant, { customer: subscription.customer })
    const charged = await merchant.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method })
    for (const answer of [chosen, charged])
      expect([answer.status, answer.body.error?.code, answer.body.error?.param]).to.deep.equal([
        ...[400, "parameter_invalid"],
        "payment_method",
      ])
  })

  it("a subscriber by PIX whose card is refused there gets the next code", async () => {
    const begun = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    await advance(merchant, { to: begun.current_period_end })
    const [cycle] = await cyclesOf(merchant, begun)
    expectStatus(await help(merchant, cycle.id, "expire"), 200)
    await sendCard(await load(await urlOf(begun)), CARDS.declinedWhenCharged)
    const after = await again(merchant, begun)
    expect([after.status, after.payment_method]).to.deep.equal(["PAST_DUE", null])
    await advance(merchant, { to: after.next_charge_at })
    const next = (await cyclesOf(merchant, begun)).at(-1)!
    expect([next.payment_method_types, next.status]).to.deep.equal([["pix"], "requires_action"])
  })

  it("3DS leads to the bank and back, and a retry that falls due meanwhile waits for its outcome", async () => {
    for (const action of ["authorize", "fail"]) {
      const { subscription, url } = await newFailed()
      await advance(merchant, { to: subscription.next_charge_at - 60 })
      await sendCard(await load(url), CARDS.threeDs)
      const challenge = challengeOn(await load(url))
      await advance(merchant, { to: subscription.next_charge_at })
      expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(2)
      const decided = await fetch(challenge, { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" })
      const back = await load(decided.headers.get("location") ?? "")
      expect(back.status).to.equal(303)
      await advance(merchant, { seconds: 1 })
      const cycles = await cyclesOf(merchant, subscription)
      const isPaid = action === "authorize"
      expect([cycles.length, cycles[1].status]).to.deep.equal(isPaid ? [2, "succeeded"] : [3, "canceled"])
      expect((await again(merchant, subscription)).status).to.equal(isPaid ? "ACTIVE" : "PAST_DUE")
    }
  })

  it("a challenge that the payer leaves ends like a refusal", async () => {
    const { subscription, url } = await newFailed()
    await sendCard(await load(url), CARDS.threeDs)
    const [, open] = await cyclesOf(merchant, subscription)
    expectStatus(await help(merchant, open.id, "expire"), 200)
    expect(await again(merchant, subscription)).to.include({ status: "PAST_DUE", next_charge_at: subscription.next_charge_at })
  })

  it("charges once when the form is sent twenty times at once, with one card and with twenty", async () => {
    for (const cards of [1, 20]) {
      const { subscription, url } = await newFailed()
      const page = await load(url)
      const tokens = await Promise.all(Array.from({ length: cards }, () => token()))
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => send(page, { token: tokens[i % cards] ?? "", charge: "now" })),
      )
      expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([303]))
      expect(await paidIn(subscription)).to.have.lengthOf(1)
      expect(await cyclesOf(merchant, subscription)).to.have.lengthOf(2)
      // Pressed again: the form is of another state by now.
      expect((await send(page, { token: tokens[0] ?? "", charge: "now" })).status).to.equal(303)
      expect(await paidIn(subscription)).to.have.lengthOf(1)
    }
  })

  it("a second tab of before the payment saves and charges nothing", async () => {
    const { subscription, url } = await newFailed()
    const [first, second] = [await load(url), await load(url)]
    await sendCard(first)
    const cards = await cardsOf(subscription)
    expect((await sendCard(second)).status).to.equal(303)
    expect(await cardsOf(subscription)).to.deep.equal(cards)
    expect(await paidIn(subscription)).to.have.lengthOf(1)
  })

  it("charges once when the retry falls due at the same moment", async () => {
    for (let time = 0; time < 5; time++) {
      const { subscription, url } = await newFailed()
      await saveNewCard(merchant, subscription.customer)
      const [page, card] = [await load(url), await token()]
      await Promise.all([advance(merchant, { to: subscription.next_charge_at }), send(page, { token: card, charge: "now" })])
      await advance(merchant, { seconds: 1 })
      expect(await paidIn(subscription)).to.have.lengthOf(1)
      expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
    }
  })

  it("says that an UNPAID or canceled subscription is over, and saves nothing, also from a form of before", async () => {
    const ends: [string, (subscription: Json) => Promise<unknown>][] = [
      ["There are no attempts left", () => advance(merchant, { seconds: 8 * DAY })],
      ["was canceled", ({ id }) => merchant.request("POST", `/v1/customer_subscriptions/${id}/cancel`, {})],
    ]
    for (const [text, end] of ends) {
      const { subscription, url } = await newFailed()
      const page = await load(url)
      await end(subscription)
      const cards = await cardsOf(subscription)
      expect((await sendCard(page)).status).to.equal(303)
      const now = await load(url)
      expect([now.status, now.html.includes(text), now.html.includes("<form")]).to.deep.equal([410, true, false])
      expect([await cardsOf(subscription), (await again(merchant, subscription)).payment_method]).to.deep.equal([cards, null])
      expect(await paidIn(subscription)).to.deep.equal([])
    }
  })

  it("ends with the period, also when another card has paid it", async () => {
    const { subscription, url } = await newFailed({ interval: "WEEK" })
    await saveNewCard(merchant, subscription.customer)
    await advance(merchant, { to: subscription.next_charge_at })
    expect((await load(url)).html).to.contain("Everything is paid")
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    await advance(merchant, { to: (await again(merchant, subscription)).current_period_end })
    expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
    expect((await load(url)).html).to.contain("Everything is paid")
    expect((await load(await urlOf(subscription, 2))).html).to.contain("<form")
  })

  it("nobody can guess or change its link, and it works for 30 days", async () => {
    const { subscription, url } = await newFailed()
    for (const wrong of [url.replace("-1-", "-2-"), url.replace(/\d$/, (last) => String((Number(last) + 1) % 10)), `${url}0`])
      expect((await load(wrong)).status, wrong).to.equal(404)
    const { id } = await retrieve(merchant, subscription.latest_payment_intent)
    expect((await load(`${vintem.url}/pay/card/${id}`)).status).to.equal(404)
    await advance(merchant, { seconds: 30 * DAY })
    expect((await load(url)).status).to.equal(404)
  })

  it("leads a subscriber by PIX to the code that is open, and moves one whose code has expired to a card", async () => {
    const begun = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    await advance(merchant, { to: begun.current_period_end })
    const url = await urlOf(begun)
    const open = await load(url)
    expect(open.status).to.equal(303)
    const [cycle] = await cyclesOf(merchant, begun)
    expectStatus(await help(merchant, cycle.id, "expire"), 200)
    const [, link = ""] = /href="([^"]+)">Pay by card/.exec((await load(cycle.hosted_url)).html) ?? []
    await sendCard(await load(link))
    const after = await again(merchant, begun)
    expect([after.status, (await paidIn(begun)).length]).to.deep.equal(["ACTIVE", 1])
    await advance(merchant, { to: after.current_period_end })
    expect((await paidIn(begun)).map(({ payment_method_details: { type } }) => type)).to.deep.equal(["card", "card"])
  })
})
