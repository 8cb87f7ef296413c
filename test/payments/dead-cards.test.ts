import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { REFUSED_FOR_GOOD, withAcquirer } from "../support/banks/acquirer.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CHARGE, expectStatus, newIdempotencyKey, newToken } from "../support/merchants/payments.ts"
import { confirm, eventsOf, newOpenIntent, newPayer } from "../support/merchants/rails.ts"

/** Card networks charge for trying such a card again. */
describe("A saved card that its issuer has refused for good", () => {
  let vintem: Running
  let merchant: Merchant
  let customer: string
  let card: string
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    customer = (await newPayer(merchant)).id
    card = await save()
  })
  after(() => vintem.close())

  async function save(): Promise<string> {
    const token = (await newToken(merchant)).id
    return expectStatus(await merchant.request("POST", "/v1/payment_methods", { token, customer }), 201).id
  }
  async function pay(method: string, more: object = {}) {
    const { id } = await newOpenIntent(merchant, { customer })
    return expectStatus(await confirm(merchant, id, method, more), 200)
  }

  it("is refused again without the acquirer, like any refused card", async () => {
    const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? REFUSED_FOR_GOOD : undefined))
    const first = await pay(card)
    expect([first.status, first.last_payment_error.code]).to.deep.equal(["canceled", "card_declined"])
    // The acquirer has given its refusal no id.
    expect(first.charges.latest).to.match(CHARGE)
    for (const more of [{}, { off_session: true }]) {
      const again = await pay(card, more)
      expect(again.status).to.equal("canceled")
      expect(again.charges.latest).to.match(CHARGE).and.not.to.equal(first.charges.latest)
      expect(again.last_payment_error).to.deep.equal({
        code: "card_declined",
        message: "The card's issuer has refused this saved card for good. Ask the payer for another card.",
      })
      expect(await eventsOf(merchant, again.id)).to.deep.equal(["payment_intent.payment_failed"])
    }
    const { id } = await newOpenIntent(merchant, { customer })
    const idempotencyKey = newIdempotencyKey()
    const send = () => merchant.request("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: card }, { idempotencyKey })
    const refused = await send()
    expect(refused.body.status).to.equal("canceled")
    expect((await send()).body).to.deep.equal(refused.body)
    expect(seen.calls).to.equal(1)
    restore()
  })

  it("leaves the customer's other cards, and those of other merchants, as they are", async () => {
    const spare = await save()
    const { restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? REFUSED_FOR_GOOD : undefined))
    await pay(card)
    expect((await pay(spare)).status).to.equal("succeeded")
    restore()
    merchant = await newMerchant(vintem)
    customer = (await newPayer(merchant)).id
    const elsewhere = await save()
    expect((await pay(elsewhere)).status).to.equal("succeeded")
  })

  it("can be entered anew, because it may be a new card by then", async () => {
    const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? REFUSED_FOR_GOOD : undefined))
    await pay(card)
    expect((await pay((await newToken(merchant)).id)).status).to.equal("succeeded")
    expect((await pay(await save())).status).to.equal("succeeded")
    expect((await pay(card)).status).to.equal("canceled")
    expect(seen.calls).to.equal(3)
    restore()
  })

  it("is told apart from a card that was refused for now, which is tried again", async () => {
    const { irreversible: _, ...refusedForNow } = { irreversible: true, ...REFUSED_FOR_GOOD }
    const { seen, restore } = withAcquirer(vintem, merchant, (call) => (call === 1 ? refusedForNow : undefined))
    expect((await pay(card)).status).to.equal("canceled")
    expect((await pay(card)).status).to.equal("succeeded")
    expect(seen.calls).to.equal(2)
    restore()
  })
})
