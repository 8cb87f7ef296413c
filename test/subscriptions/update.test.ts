import { expect } from "chai"
import { billSubscriptions } from "../../src/billing/subscriptions/charge.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus } from "../support/merchants/payments.ts"
import { perform } from "../support/merchants/rails.ts"
import {
  advance,
  again,
  cyclesOf,
  DAY,
  newPayer,
  newRecurringProduct,
  saveNewCard,
  subscribeBy,
} from "../support/merchants/subscriptions.ts"
import { HOUR, stepsWith } from "./steps.ts"

describe("A merchant who updates a subscription", () => {
  const clock = { now: () => Date.parse("2027-03-10T12:00:00Z") }
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api", clock })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const { started, toEnd, cancel } = stepsWith(() => ({ vintem, merchant }))
  const update = (id: string, body: object) => merchant.request("POST", `/v1/customer_subscriptions/${id}`, body)
  const detach = (card: string) => merchant.request("POST", `/v1/payment_methods/${card}/detach`)
  const outcome = ({ status, body }: Awaited<ReturnType<typeof update>>) => [status, body.error?.code, body.error?.param]
  /** The saved card of each charge, oldest first: null for a code. */
  const cardsOf = async (subscription: { id: string; customer: string }) =>
    (await cyclesOf(merchant, subscription)).map((cycle) => cycle.payment_method_details?.payment_method ?? null)

  it("merges metadata, and leaves what is not sent", async () => {
    const subscription = await started()
    expect([subscription.metadata, subscription.payment_method]).to.deep.equal([{}, null])
    const named = expectStatus(await update(subscription.id, { metadata: { contract: "118", seller: "Ana" } }), 200)
    expect(named).to.deep.equal({ ...subscription, metadata: { contract: "118", seller: "Ana" } })
    expectStatus(await update(subscription.id, { metadata: { seller: null, tier: "gold" } }), 200)
    expectStatus(await update(subscription.id, {}), 200)
    expect((await again(merchant, subscription)).metadata).to.deep.equal({ contract: "118", tier: "gold" })
  })

  it("chooses the card that the next charge takes, and charges nothing by it", async () => {
    const subscription = await started()
    const chosen = await saveNewCard(merchant, subscription.customer)
    const newest = await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    const updated = expectStatus(await update(subscription.id, { payment_method: chosen }), 200)
    expect(updated.payment_method).to.equal(chosen)
    expect(await cardsOf(subscription)).to.deep.equal([])
    await toEnd(subscription)
    expect(expectStatus(await update(subscription.id, { payment_method: null }), 200).payment_method).to.equal(null)
    await toEnd(await again(merchant, subscription))
    expect(await cardsOf(subscription)).to.deep.equal([chosen, newest])
    expect((await again(merchant, subscription)).status).to.equal("PAST_DUE")
  })

  it("lets the next retry of a failed charge take the chosen card", async () => {
    const subscription = await started()
    const declined = await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    await toEnd(subscription)
    const good = await saveNewCard(merchant, subscription.customer)
    await saveNewCard(merchant, subscription.customer, CARDS.declinedWhenCharged)
    expectStatus(await update(subscription.id, { payment_method: good }), 200)
    await advance(merchant, { seconds: DAY })
    expect(await cardsOf(subscription)).to.deep.equal([declined, good])
    expect((await again(merchant, subscription)).status).to.equal("ACTIVE")
  })

  for (const type of ["pix", "boleto"] as const)
    it(`charges a card where ${type} paid so far, until the card is detached`, async () => {
      const subscription = await subscribeBy(type, merchant, await newRecurringProduct(vintem, merchant))
      const chosen = await saveNewCard(merchant, subscription.customer)
      await saveNewCard(merchant, subscription.customer)
      expectStatus(await update(subscription.id, { payment_method: chosen }), 200)
      await toEnd(subscription)
      expectStatus(await detach(chosen), 200)
      const after = await again(merchant, subscription)
      expect([after.status, after.payment_method]).to.deep.equal(["ACTIVE", null])
      await toEnd(after)
      const cycles = await cyclesOf(merchant, subscription)
      expect(cycles.map(({ payment_method_types }) => payment_method_types)).to.deep.equal([["card"], [type]])
      expect(cycles.map(({ status }) => status)).to.deep.equal(["succeeded", "requires_action"])
    })

  it("has the newest card charged once the chosen one is detached", async () => {
    const subscription = await started()
    const chosen = await saveNewCard(merchant, subscription.customer)
    const newest = await saveNewCard(merchant, subscription.customer)
    const other = await started()
    expectStatus(await update(subscription.id, { payment_method: chosen }), 200)
    expectStatus(await detach(chosen), 200)
    expect((await again(merchant, subscription)).payment_method).to.equal(null)
    expect(await again(merchant, other)).to.deep.equal(other)
    await toEnd(subscription)
    expect(await cardsOf(subscription)).to.deep.equal([newest])
  })

  it("does not have another card charged for a PIX whose chosen card is detached between two tries", async () => {
    const subscription = await subscribeBy("pix", merchant, await newRecurringProduct(vintem, merchant))
    await saveNewCard(merchant, subscription.customer)
    const chosen = await saveNewCard(merchant, subscription.customer)
    expectStatus(await update(subscription.id, { payment_method: chosen }), 200)
    const { restore } = withAcquirer(vintem, merchant, () => ({ result: "unavailable" }))
    await toEnd(subscription).finally(restore)
    expectStatus(await detach(chosen), 200)
    await toEnd(subscription, HOUR)
    const [cycle, ...more] = await cyclesOf(merchant, subscription)
    expect([cycle.status, cycle.last_payment_error.code, more]).to.deep.equal(["canceled", "payment_method_not_found", []])
  })

  it("is refused what is no card of the customer", async () => {
    const subscription = await started()
    const own = await saveNewCard(merchant, subscription.customer)
    expectStatus(await detach(own), 200)
    const strangers = await saveNewCard(merchant, await newPayer(merchant))
    const elsewhere = await newMerchant(vintem)
    const foreign = await saveNewCard(elsewhere, await newPayer(elsewhere))
    for (const card of [own, strangers, foreign, "pm_unknown"])
      expect(outcome(await update(subscription.id, { payment_method: card }))).to.deep.equal([
        404,
        "payment_method_not_found",
        "payment_method",
      ])
    for (const text of ["tok_unknown", "4242424242424242"])
      expect(outcome(await update(subscription.id, { payment_method: text }))).to.deep.equal([
        400,
        "parameter_invalid",
        "payment_method",
      ])
    expect(outcome(await update("csub_unknown", {}))).to.deep.equal([404, "customer_subscription_not_found", undefined])
    const theirs = await elsewhere.request("POST", `/v1/customer_subscriptions/${subscription.id}`, { metadata: { mine: "yes" } })
    expect(theirs.status).to.equal(404)
    expect(await again(merchant, subscription)).to.deep.equal(subscription)
  })

  it("keeps metadata on a canceled subscription, which has no card to choose", async () => {
    const subscription = await started()
    const card = await saveNewCard(merchant, subscription.customer)
    const canceled = expectStatus(await cancel(subscription.id), 200)
    expect(outcome(await update(subscription.id, { payment_method: card }))).to.deep.equal([
      400,
      "subscription_canceled",
      undefined,
    ])
    const named = expectStatus(await update(subscription.id, { metadata: { why: "moved" } }), 200)
    expect(named).to.deep.equal({ ...canceled, metadata: { why: "moved" } })
  })

  it("who detaches and chooses a card at once never leaves a detached card chosen", async () => {
    const subscription = await started()
    for (let round = 0; round < 5; round++) {
      const card = await saveNewCard(merchant, subscription.customer)
      const [chosen] = await Promise.all([update(subscription.id, { payment_method: card }), detach(card)])
      expect(chosen.status).to.be.oneOf([200, 404])
      expect((await again(merchant, subscription)).payment_method).to.equal(null)
    }
    await perform(vintem, billSubscriptions, merchant.account)
  })

  it("is in the audit log, with the key", async () => {
    const subscription = await started()
    expectStatus(await update(subscription.id, { metadata: { contract: "118" } }), 200)
    const { json } = await vintem.cli("audit", "list", "--account", merchant.account, "--json")
    const entry = json.find(({ action }: { action: string }) => action === "subscription.update")
    expect([entry.target, entry.mode]).to.deep.equal([subscription.id, "test"])
  })
})
