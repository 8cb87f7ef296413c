import { expect } from "chai"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { replaceAcquirer } from "../support/banks/acquirer.ts"
import { mockCharges } from "../support/banks/mock-charges.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIntent, newToken } from "../support/merchants/payments.ts"
import { confirm, confirmWith, help, perform, pressButton, retrieve } from "../support/merchants/rails.ts"
import { saveNewCard } from "../support/merchants/subscriptions.ts"

type Request = "automatic" | "any" | "never"
type CardName = keyof typeof CARDS

describe("3DS in test mode", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const newPayment = async (request: Request | null, details: object = {}): Promise<string> => {
    const payment_method_options = { card: { request_three_d_secure: request } }
    return (await newIntent(merchant, { payment_method_options, ...details })).id
  }
  const pay = async (card: CardName, request: Request | null, details: object = {}): Promise<Json> =>
    confirmWith(merchant, await newPayment(request, details), CARDS[card])
  const press = async (intent: Json, action: "authorize" | "fail"): Promise<Json> => {
    await pressButton(intent.next_action.url, action)
    return retrieve(merchant, intent.id)
  }
  const endOf = ({ status, last_payment_error }: Json) => last_payment_error?.code ?? status
  const resultOf = ({ payment_method_details: { card } }: Json) => card.three_d_secure?.result ?? null

  const ENDS: Partial<Record<CardName, Record<Request, [end: string, result: string | null]>>> = {
    approved: { automatic: ["succeeded", null], any: ["requires_action", null], never: ["succeeded", null] },
    frictionless: {
      automatic: ["succeeded", "authenticated"],
      any: ["succeeded", "authenticated"],
      never: ["succeeded", null],
    },
    dataOnly: { automatic: ["succeeded", "data_only"], any: ["requires_action", null], never: ["succeeded", null] },
    notEnrolled: {
      automatic: ["succeeded", "not_enrolled"],
      any: ["authentication_failed", "not_enrolled"],
      never: ["succeeded", null],
    },
    softDeclined: { automatic: ["requires_action", null], any: ["requires_action", null], never: ["card_declined", null] },
    threeDs: { automatic: ["requires_action", null], any: ["requires_action", null], never: ["authentication_failed", null] },
    failingChallenge: {
      automatic: ["requires_action", null],
      any: ["requires_action", null],
      never: ["authentication_failed", null],
    },
    declined: { automatic: ["card_declined", null], any: ["requires_action", null], never: ["card_declined", null] },
  }

  for (const [card, ends] of Object.entries(ENDS))
    for (const [request, [end, result]] of Object.entries(ends))
      it(`${card} with ${request}: ${end}${result ? `, ${result}` : ""}`, async () => {
        const paid = await pay(card as CardName, request as Request)
        expect([endOf(paid), resultOf(paid)]).to.deep.equal([end, result])
        expect(paid.payment_method_details.card.funding).to.equal("credit")
      })

  it("a payer who passes a challenge is authenticated, and the issuer bears the risk", async () => {
    for (const card of ["approved", "softDeclined", "dataOnly", "threeDs"] as const) {
      const paid = await press(await pay(card, "any"), "authorize")
      expect(endOf(paid)).to.equal("succeeded")
      const three_d_secure = { result: "authenticated", eci: "05", version: "2.2.0", liability_shifted: true }
      expect(paid.payment_method_details.card.three_d_secure).to.deep.equal(three_d_secure)
    }
    const mastercard = await press(await pay("mastercard", "any"), "authorize")
    expect(mastercard.payment_method_details.card.three_d_secure.eci).to.equal("02")
  })

  it("a payer who fails a challenge pays nothing, and one card fails whatever is pressed", async () => {
    for (const [card, action] of [
      ["approved", "fail"],
      ["failingChallenge", "fail"],
      ["failingChallenge", "authorize"],
    ] as const) {
      const failed = await press(await pay(card, "any"), action)
      expect([endOf(failed), resultOf(failed)]).to.deep.equal(["authentication_failed", "failed"])
    }
  })

  it("a saved card that is detached during the challenge is not charged", async () => {
    const { id: customer } = await newCustomer(merchant)
    const saved = await saveNewCard(merchant, customer, CARDS.threeDs)
    const { id } = await newIntent(merchant, { customer, amount: 49_901 })
    const asked = expectStatus(await confirm(merchant, id, saved), 200)
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${saved}/detach`), 200)
    const ended = await press(asked, "authorize")
    expect([ended.status, endOf(ended)]).to.deep.equal(["canceled", "payment_method_not_found"])
    expect((await mockCharges(vintem, 49_901)).map(({ status }) => status)).to.deep.equal(["action_required"])
  })

  it("after a challenge the issuer decides as it would have without one", async () => {
    const declined = await press(await pay("declined", "any"), "authorize")
    expect([endOf(declined), resultOf(declined)]).to.deep.equal(["card_declined", "authenticated"])
    const disputed = await press(await pay("disputed", "any"), "authorize")
    expect(endOf(disputed)).to.equal("succeeded")
    await perform(vintem, applyMockNotices, merchant.account, 5)
    expect((await retrieve(merchant, disputed.id)).amount_refunded).to.equal(4990)
    const slow = await press(await pay("processing", "any"), "authorize")
    await perform(vintem, applyMockNotices, merchant.account, 5)
    const settled = await retrieve(merchant, slow.id)
    expect([endOf(settled), resultOf(settled)]).to.deep.equal(["succeeded", "authenticated"])
  })

  it("the result stays with a payment that is captured later", async () => {
    const held = await press(await pay("approved", "any", { capture_method: "manual" }), "authorize")
    expect([endOf(held), resultOf(held)]).to.deep.equal(["requires_capture", "authenticated"])
    const captured = expectStatus(await merchant.request("POST", `/v1/payment_intents/${held.id}/capture`, {}), 200)
    expect([endOf(captured), resultOf(captured)]).to.deep.equal(["succeeded", "authenticated"])
  })

  it("a card that is declined when captured is authorized by the challenge first", async () => {
    const held = await press(await pay("declinedAtCapture", "any", { capture_method: "manual" }), "authorize")
    expect(endOf(held)).to.equal("requires_capture")
    const { status, body } = await merchant.request("POST", `/v1/payment_intents/${held.id}/capture`, {})
    expect([status, body.error.code]).to.deep.equal([402, "card_declined"])
  })

  it("there is none while the payer is absent", async () => {
    const customer = (await newCustomer(merchant)).id
    const charge = async (card: string, request: Request) => {
      const id = await newPayment(request, { customer })
      return expectStatus(await confirm(merchant, id, await saveNewCard(merchant, customer, card), { off_session: true }), 200)
    }
    const paid = await charge(CARDS.approved, "any")
    expect([endOf(paid), resultOf(paid)]).to.deep.equal(["succeeded", null])
    expect(endOf(await charge(CARDS.softDeclined, "automatic"))).to.equal("card_declined")
    expect(endOf(await charge(CARDS.failingChallenge, "automatic"))).to.equal("authentication_failed")
  })

  it("a test helper ends a payment without a result", async () => {
    const open = await pay("approved", "any")
    const paid = expectStatus(await help(merchant, open.id, "succeed"), 200)
    expect([endOf(paid), resultOf(paid)]).to.deep.equal(["succeeded", null])
  })

  it("an acquirer without 3DS refuses a payment that requires it, and nothing is used up", async () => {
    const without = replaceAcquirer(vintem, merchant, ({ hasThreeDSecure: _, ...bank }) => bank)
    const customer = (await newCustomer(merchant)).id
    const saved = await saveNewCard(merchant, customer)
    const id = await newPayment("any", { customer })
    const token = (await newToken(merchant)).id
    const refused = await confirm(merchant, id, token)
    expect([refused.status, refused.body.error.code]).to.deep.equal([503, "not_ready"])
    expect((await retrieve(merchant, id)).status).to.equal("requires_payment_method")
    expect(endOf(expectStatus(await confirm(merchant, id, saved, { off_session: true }), 200))).to.equal("succeeded")
    for (const request of ["automatic", "never"] as const) expect(endOf(await pay("approved", request))).to.equal("succeeded")
    without.restore()
    expect(endOf(expectStatus(await confirm(merchant, await newPayment("any"), token), 200))).to.equal("requires_action")
  })
})
