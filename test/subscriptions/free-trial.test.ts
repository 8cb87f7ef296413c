import { expect } from "chai"
import type { Verdict } from "../../src/acquirers/sale.ts"
import { newestAttemptsOf } from "../../src/payments/attempts/store.ts"
import { applySaleOutcome } from "../../src/payments/intents/apply-outcome.ts"
import { recoverSale } from "../../src/payments/intents/sale.ts"
import { mockChargesOf } from "../payments/unknown-outcomes.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { REFUSED_FOR_GOOD, replaceAcquirer, slowCall, withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { balanceIn, confirm, confirmWith, eventsOf, help, retrieve } from "../support/merchants/rails.ts"
import {
  cyclesOf,
  DAY,
  endPlanOf,
  newPayer,
  newPlan,
  newRecurringProduct,
  saveNewCard,
  subscriptionsOf,
} from "../support/merchants/subscriptions.ts"
import { stepsWith } from "./steps.ts"

const TRIAL = { trialDays: 7 }

describe("A trial that charges nothing", () => {
  let vintem: Running
  let merchant: Merchant
  let customer: string
  let product: string
  before(async () => {
    vintem = await startVintem()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    customer = await newPayer(merchant)
    product = await newRecurringProduct(vintem, merchant, TRIAL)
  })
  after(() => vintem.close())

  const { toEnd } = stepsWith(() => ({ vintem, merchant }))
  const create = (details: object = {}, options?: object) =>
    merchant.request("POST", "/v1/payment_intents", { amount: 0, currency: "brl", customer, product, ...details }, options)
  const newTrial = async (): Promise<string> => expectStatus(await create(), 201).id
  const refusalOf = ({ status, body }: Json) => `${status} ${body.error?.code} ${body.error?.param ?? ""}`.trim()
  const cardsOf = async () =>
    expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data as Json[]
  const verifications = (answer?: () => Promise<Verdict>) => {
    const seen = { calls: 0 }
    const replaced = replaceAcquirer(vintem, merchant, (bank) => ({
      ...bank,
      verify: async (...args) => {
        seen.calls++
        return answer ? answer() : bank.verify(...args)
      },
    }))
    return { seen, ...replaced }
  }

  it("verifies and saves the card, starts the subscription, and takes no money before the trial ends", async () => {
    const { seen, restore } = verifications()
    const paid = await confirmWith(merchant, await newTrial(), CARDS.approved)
    restore()
    expect(seen.calls).to.equal(1)
    expect(paid).to.deep.include({ status: "succeeded", amount: 0, amount_received: 0, charges: { latest: null } })
    expect(paid.payment_method_details.card.last4).to.equal("4242")
    expect(await eventsOf(merchant, paid.id)).to.deep.equal(["payment_intent.succeeded"])
    expect(await mockChargesOf(vintem, merchant.account)).to.deep.equal([])
    expect((await balanceIn(merchant))?.available ?? 0).to.equal(0)
    const [subscription, ...others] = await subscriptionsOf(merchant, customer)
    expect(others).to.deep.equal([])
    expect(subscription).to.include({ status: "TRIALING", amount: 4990, trial_end: subscription.created + 7 * DAY })
    expect((await cardsOf()).map(({ card }) => card.last4)).to.deep.equal(["4242"])
    await toEnd(subscription)
    expect((await cyclesOf(merchant, subscription)).map(({ amount, status }) => [amount, status])).to.deep.equal([
      [4990, "succeeded"],
    ])
  })

  it("takes a saved card, which is verified and not saved again", async () => {
    const saved = await saveNewCard(merchant, customer)
    const { seen, restore } = verifications()
    const paid = expectStatus(await confirm(merchant, await newTrial(), saved), 200)
    restore()
    expect([seen.calls, paid.status, paid.payment_method_details.payment_method]).to.deep.equal([1, "succeeded", saved])
    expect((await cardsOf()).map(({ id }) => id)).to.deep.equal([saved])
    expect(await subscriptionsOf(merchant, customer)).to.have.length(1)
  })

  it("needs no challenge, because saving a card needs none, and no payment may be challenged for it", async () => {
    expect((await confirmWith(merchant, await newTrial(), CARDS.threeDs)).status).to.equal("succeeded")
    const options = { payment_method_options: { card: { request_three_d_secure: "any" } } }
    const { id } = expectStatus(await create(options), 201)
    expect((await confirmWith(merchant, id, CARDS.approved)).status).to.equal("succeeded")
  })

  it("ends with the issuer's code if it refuses the card, and starts nothing", async () => {
    const refused = await confirmWith(merchant, await newTrial(), CARDS.declined)
    expect([refused.status, refused.last_payment_error.code]).to.deep.equal(["canceled", "card_declined"])
    expect(refused.charges).to.deep.equal({ latest: null })
    expect(await subscriptionsOf(merchant, customer)).to.deep.equal([])
    expect(await cardsOf()).to.deep.equal([])
  })

  it("refuses a saved card that the issuer has refused for good, without asking again", async () => {
    const saved = await saveNewCard(merchant, customer)
    const { restore } = withAcquirer(vintem, merchant, () => REFUSED_FOR_GOOD)
    const { id } = await newIntent(merchant, { customer })
    expectStatus(await confirm(merchant, id, saved), 200)
    restore()
    const { seen, ...asked } = verifications()
    expect((expectStatus(await confirm(merchant, await newTrial(), saved), 200) as Json).status).to.equal("canceled")
    asked.restore()
    expect(seen.calls).to.equal(0)
  })

  it("has no installments, no refund and no dispute", async () => {
    const id = await newTrial()
    const token = (await newToken(merchant)).id
    expect(refusalOf(await confirm(merchant, id, token, { installments: 2 }))).to.equal("400 parameter_invalid installments")
    expectStatus(await confirm(merchant, id, token, { installments: 1 }), 200)
    const refund = (body: object) => merchant.request("POST", "/v1/refunds", { payment_intent: id, ...body })
    for (const body of [{}, { amount: 1 }]) expect(refusalOf(await refund(body))).to.equal("400 payment_intent_already_refunded")
    const dispute = await vintem.cli("disputes", "open", id)
    expect(dispute.status).to.equal(1)
  })

  describe("is refused without an active plan with a trial and a price, and for other methods than cards:", () => {
    const refused = "400 parameter_invalid amount"

    it("at the create", async () => {
      expect(refusalOf(await create({ product: null }))).to.equal(refused)
      for (const types of [["pix"], ["card", "pix"], ["boleto", "card"]])
        expect(refusalOf(await create({ payment_method_types: types }))).to.equal(refused)
      for (const plan of [{ trialDays: 0 }, { ...TRIAL, amount: null }]) {
        const other = await newRecurringProduct(vintem, merchant, plan)
        expect(refusalOf(await create({ product: other }))).to.equal(refused)
      }
      await endPlanOf(vintem, merchant, product)
      expect(refusalOf(await create())).to.equal(refused)
    })

    it("at the confirm, if the plan is gone or has no trial any more, and no token is used up", async () => {
      const id = await newTrial()
      const token = (await newToken(merchant)).id
      await endPlanOf(vintem, merchant, product)
      expect(refusalOf(await confirm(merchant, id, token))).to.equal(refused)
      await newPlan(vintem, merchant, product, { name: "Sem teste" })
      expect(refusalOf(await confirm(merchant, id, token))).to.equal(refused)
      expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
      await endPlanOf(vintem, merchant, product)
      await newPlan(vintem, merchant, product, TRIAL)
      expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("succeeded")
    })

    it("and at older versions of the API, where an amount is at least 1", async () => {
      for (const version of ["2026-04-25", "2026-04-27"]) {
        const headers = { "service-version": version }
        expect(refusalOf(await create({}, { headers }))).to.equal(refused)
        const { id } = await confirmWith(merchant, await newTrial(), CARDS.approved)
        const shown = expectStatus(await merchant.request("GET", `/v1/payment_intents/${id}`, undefined, { headers }), 200)
        expect(shown).to.deep.include({ amount: 0, status: "succeeded", charges: { latest: null } })
      }
    })
  })

  describe("if the verification has no outcome", () => {
    for (const [name, answer] of [
      ["the acquirer is unavailable", async (): Promise<Verdict> => ({ result: "unavailable" })],
      ["the answer is lost", () => Promise.reject(new Error("lost"))],
    ] as const)
      it(`because ${name}: nothing has changed, and the same key tries again`, async () => {
        const id = await newTrial()
        const token = (await newToken(merchant)).id
        const idempotencyKey = newIdempotencyKey()
        const send = () =>
          merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token }, { idempotencyKey })
        const { restore } = verifications(answer)
        const failed = await send()
        restore()
        expect([failed.status, failed.body.error.code]).to.deep.equal([503, "processing_error"])
        expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
        expect(expectStatus(await send(), 200).status).to.equal("succeeded")
        expect(await subscriptionsOf(merchant, customer)).to.have.length(1)
      })

    it("a verdict that comes after another process has taken over changes nothing", async () => {
      const id = await newTrial()
      const token = (await newToken(merchant)).id
      const slow = slowCall(vintem, merchant, "verify")
      const answer = confirm(merchant, id, token)
      await slow.called
      const mode = vintem.server.modes.test
      const [attempt] = await newestAttemptsOf(mode.database, { account: merchant.account, id }, 1)
      const recovered = await recoverSale(mode, attempt!)
      await applySaleOutcome(mode, recovered.attempt, recovered.outcome)
      slow.respond()
      expect((await answer).status).to.equal(503)
      slow.restore()
      expect(await subscriptionsOf(merchant, customer)).to.deep.equal([])
      expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("succeeded")
      expect(await subscriptionsOf(merchant, customer)).to.have.length(1)
    })
  })

  it("ends by a test helper as other payments do, without a charge", async () => {
    const [paid, failed, expired] = [await newTrial(), await newTrial(), await newTrial()]
    expect(expectStatus(await help(merchant, paid, "succeed"), 200)).to.deep.include({
      status: "succeeded",
      charges: { latest: null },
    })
    expect(await subscriptionsOf(merchant, customer)).to.have.length(1)
    for (const [id, what] of [
      [failed, "fail"],
      [expired, "expire"],
    ] as const) {
      const ended = expectStatus(await help(merchant, id, what), 200)
      expect([ended.status, ended.charges.latest]).to.deep.equal(["canceled", null])
    }
    expect(await mockChargesOf(vintem, merchant.account)).to.deep.equal([])
  })
})
