import { expect } from "chai"
import { dayOf, startOfDay } from "../../src/base/day.ts"
import { defaultTerms } from "../../src/ledger/terms/terms.ts"
import type { Json, Response } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"
import { balanceIn, confirm, help, pressButton, refundsOf, retrieve } from "../support/merchants/rails.ts"
import { advance, DAY, newPlan, newRecurringProduct, subscriptionsOf, timeOf } from "../support/merchants/subscriptions.ts"
import { setTermsOf } from "../support/merchants/terms.ts"

type CardName = keyof typeof CARDS

describe("A debit card", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const post = (path: string, body: object = {}, options: object = {}): Promise<Response> =>
    merchant.request("POST", path, body, options)
  const tokenOf = async (card: CardName = "approved", more: object = { funding: "debit" }): Promise<Json> =>
    expectStatus(await post("/v1/tokens", cardBody(CARDS[card], more)), 201)
  const pay = async (card?: CardName, details: object = {}): Promise<Json> => {
    const [intent, token] = [await newIntent(merchant, details), await tokenOf(card)]
    return expectStatus(await confirm(merchant, intent.id, token.id), 200)
  }
  const press = async (intent: Json, action: "authorize" | "fail"): Promise<Json> => {
    await pressButton(intent.next_action.url, action)
    return retrieve(merchant, intent.id)
  }
  const endOf = ({ status, last_payment_error }: Json) => last_payment_error?.code ?? status
  const errorOf = ({ status, body }: Response) => [status, body.error?.code, body.error?.param]

  /** Expects that a confirm is refused before anything is used up: the same token then pays for something else. */
  async function expectNotUsedUp(intent: Json, token: Json, refusal: unknown[], more: object = {}): Promise<void> {
    expect(errorOf(await confirm(merchant, intent.id, token.id, more))).to.deep.equal(refusal)
    expect((await retrieve(merchant, intent.id)).status).to.equal("requires_payment_method")
    const other = await newIntent(merchant)
    expect(endOf(expectStatus(await confirm(merchant, other.id, token.id), 200))).to.equal("requires_action")
  }

  it("is one if the token says so, and a credit card otherwise", async () => {
    expect((await tokenOf()).card.funding).to.equal("debit")
    for (const more of [{}, { funding: null }, { funding: "credit" }])
      expect((await tokenOf("approved", more)).card.funding).to.equal("credit")
    expect(errorOf(await post("/v1/tokens", cardBody(CARDS.approved, { funding: "prepaid" })))).to.deep.equal([
      400,
      "parameter_invalid",
      "card.funding",
    ])
  })

  it("is unknown to older versions", async () => {
    const options = { headers: { "service-version": "2026-04-27" } }
    const refused = await post("/v1/tokens", cardBody(CARDS.approved, { funding: "debit" }), options)
    expect(errorOf(refused)).to.deep.equal([400, "parameter_unknown", "card.funding"])
    const token = expectStatus(await post("/v1/tokens", cardBody(), options), 201)
    expect(token.card).to.have.all.keys("brand", "last4", "expMonth", "expYear", "holderName")
    const customer = (await newCustomer(merchant)).id
    const saved = expectStatus(await post("/v1/payment_methods", { token: token.id, customer }, options), 201)
    expect(saved.card).to.have.all.keys("brand", "last4", "exp_month", "exp_year", "holder_name")
    const shown = expectStatus(await merchant.request("GET", `/v1/payment_methods/${saved.id}`), 200)
    expect(shown.card.funding).to.equal("credit")
  })

  it("is always authenticated", async () => {
    const ends = async (cards: CardName[], request?: string) => {
      const payment_method_options = { card: { request_three_d_secure: request ?? null } }
      return Promise.all(cards.map(async (card) => endOf(await pay(card, { payment_method_options }))))
    }
    const cards: CardName[] = ["frictionless", "notEnrolled", "approved", "dataOnly", "threeDs", "softDeclined", "declined"]
    const challenged = Array(5).fill("requires_action")
    for (const request of [undefined, "automatic", "any"])
      expect(await ends(cards, request)).to.deep.equal(["succeeded", "authentication_failed", ...challenged])
  })

  it("pays once its payer has passed the challenge", async () => {
    const paid = await press(await pay(), "authorize")
    expect(endOf(paid)).to.equal("succeeded")
    const { funding, three_d_secure, installments } = paid.payment_method_details.card
    expect([funding, three_d_secure.result, installments]).to.deep.equal(["debit", "authenticated", 1])
    expect((await pay("frictionless")).payment_method_details.card.funding).to.equal("debit")
    expect((await balanceIn(merchant))?.available).to.equal(2 * 4990)
  })

  it("pays nothing if the challenge fails, or the issuer declines after it", async () => {
    expect(endOf(await press(await pay(), "fail"))).to.equal("authentication_failed")
    expect(endOf(await press(await pay("failingChallenge"), "authorize"))).to.equal("authentication_failed")
    const declined = await press(await pay("insufficientFunds"), "authorize")
    expect([endOf(declined), declined.payment_method_details.card.funding]).to.deep.equal(["insufficient_funds", "debit"])
    expect(await balanceIn(merchant)).to.equal(undefined)
  })

  it("costs what the terms say of debit cards", async () => {
    const settles = { days: 0, business_days: false, next_business_day: false, each_installment: false }
    const price = { fixed: 0, settles }
    const card = [
      { ...price, funding: "debit" as const, installments: [1, 1] as [number, number], percent: "1" },
      { ...price, installments: [1, 12] as [number, number], percent: "4" },
    ]
    await setTermsOf(vintem, merchant.account, { ...defaultTerms("brl"), card })
    await pay("frictionless", { amount: 10_000 })
    expect((await balanceIn(merchant))?.available).to.equal(9_900)
  })

  const invalid = (param: string) => [400, "parameter_invalid", param]
  const REFUSED: [name: string, details: object, more: object, refusal: unknown[]][] = [
    ["in another currency", { currency: "usd" }, {}, invalid("payment_method")],
    ["in installments", {}, { installments: 2 }, invalid("installments")],
    ["to be captured later", { capture_method: "manual" }, {}, invalid("payment_method")],
    ["while its payer is absent", {}, { off_session: true }, invalid("off_session")],
    [
      "without authentication",
      { payment_method_options: { card: { request_three_d_secure: "never" } } },
      {},
      invalid("payment_method_options.card.request_three_d_secure"),
    ],
  ]
  for (const [name, details, more, refusal] of REFUSED)
    it(`cannot be charged ${name}, and its token can be used again`, async () => {
      await expectNotUsedUp(await newIntent(merchant, details), await tokenOf(), refusal, more)
    })

  it("cannot pay for a product with an active plan, nor begin its trial, and its token can be used again", async () => {
    const plain = await newRecurringProduct(vintem, merchant)
    await expectNotUsedUp(await newIntent(merchant, { product: plain }), await tokenOf(), invalid("payment_method"))
    const product = await newRecurringProduct(vintem, merchant, { trialDays: 7 })
    await expectNotUsedUp(await newIntent(merchant, { product, amount: 0 }), await tokenOf(), invalid("payment_method"))
  })

  it("starts no subscription if the product gets a plan after the confirm", async () => {
    const product = expectStatus(await post("/v1/products", { name: "Clube do Café" }), 201).id
    expectStatus(await post(`/v1/products/${product}/price`, { amount: 4990, currency: "brl" }), 201)
    const customer = (await newCustomer(merchant)).id
    const [passed, helped] = [await pay("approved", { product, customer }), await pay("approved", { product, customer })]
    await newPlan(vintem, merchant, product)
    expect(endOf(await press(passed, "authorize"))).to.equal("succeeded")
    expect(endOf(expectStatus(await help(merchant, helped.id, "succeed"), 200))).to.equal("succeeded")
    expect(await subscriptionsOf(merchant, customer)).to.deep.equal([])
    expect(expectStatus(await merchant.request("GET", `/v1/payment_methods?customer=${customer}`), 200).data).to.deep.equal([])
  })

  it("cannot be saved, and its token can be used again", async () => {
    const customer = (await newCustomer(merchant)).id
    const token = await tokenOf()
    expect(errorOf(await post("/v1/payment_methods", { token: token.id, customer }))).to.deep.equal([
      400,
      "unsupported_token_type",
      "token",
    ])
    expect(endOf(expectStatus(await confirm(merchant, (await newIntent(merchant)).id, token.id), 200))).to.equal(
      "requires_action",
    )
  })

  it("is refunded once, from the next day on: a refund that comes earlier waits, and its money is booked at once", async () => {
    const noon = startOfDay(dayOf(await timeOf(merchant)) + 1) + DAY / 2
    await advance(merchant, { to: noon })
    const { id } = await pay("frictionless")
    const refund = (amount: number) => post("/v1/refunds", { payment_intent: id, amount })
    expect(expectStatus(await refund(1000), 201).status).to.equal("pending")
    expect((await balanceIn(merchant))?.available).to.equal(3990)
    const statuses = async () => (await refundsOf(merchant, id)).map(({ status }) => status)
    await advance(merchant, { to: noon + DAY / 2 - 600 })
    expect(await statuses()).to.deep.equal(["pending"])
    await advance(merchant, { to: noon + DAY / 2 })
    expect(await statuses()).to.deep.equal(["succeeded"])
    expect(errorOf(await refund(3990)).slice(0, 2)).to.deep.equal([400, "payment_intent_already_refunded"])
    const credit = await newIntent(merchant)
    const token = await tokenOf("approved", {})
    expectStatus(await confirm(merchant, credit.id, token.id), 200)
    expect(expectStatus(await post("/v1/refunds", { payment_intent: credit.id }), 201).status).to.equal("succeeded")
  })

  it("needs an acquirer with 3DS, and its token can be used again", async () => {
    const without = replaceAcquirer(vintem, merchant, ({ hasThreeDSecure: _, ...bank }) => bank)
    const [intent, token] = [await newIntent(merchant), await tokenOf()]
    expect(errorOf(await confirm(merchant, intent.id, token.id)).slice(0, 2)).to.deep.equal([503, "not_ready"])
    without.restore()
    expect(endOf(expectStatus(await confirm(merchant, intent.id, token.id), 200))).to.equal("requires_action")
  })
})
