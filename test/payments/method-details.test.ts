import { expect } from "chai"
import type { Faults } from "../../src/acquirers/mock/faults.ts"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import {
  confirm,
  confirmWith,
  help,
  newOpenIntent,
  newPayer,
  payWith,
  perform,
  pressButton,
  retrieve,
} from "../support/merchants/rails.ts"
import { advance, cyclesOf, newRecurringProduct, saveNewCard, subscribe } from "../support/merchants/subscriptions.ts"
import { clearFaults } from "./unknown-outcomes.ts"

const CREDIT = { funding: "credit", three_d_secure: null }
const VISA = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034, installments: 1, ...CREDIT }
const bare = (type: string) => ({ type, card: null, payment_method: null, acquirer: null })

describe("payment_method_details", () => {
  let vintem: Running
  let merchant: Merchant
  let faults: Faults
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
    faults = vintem.server.modes.test.config.mockFaults
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(() => clearFaults(faults))
  after(() => vintem.close())

  const newest = async (path: string): Promise<Json> => expectStatus(await merchant.request("GET", path), 200).data[0]

  it("are null at first, and show the card once it was charged, in lists and events too", async () => {
    const intent = await newOpenIntent(merchant)
    expect(intent.payment_method_details).to.equal(null)
    const details = { type: "card", card: VISA, payment_method: null, acquirer: null }
    expect((await confirmWith(merchant, intent.id, CARDS.approved)).payment_method_details).to.deep.equal(details)
    expect((await retrieve(merchant, intent.id)).payment_method_details).to.deep.equal(details)
    expect((await newest("/v1/payment_intents")).payment_method_details).to.deep.equal(details)
    expect((await newest("/v1/events")).data.object.payment_method_details).to.deep.equal(details)
  })

  it("show the card that was refused", async () => {
    const refused = await payWith(merchant, CARDS.insufficientFunds)
    expect(refused.status).to.equal("canceled")
    expect(refused.payment_method_details.card).to.include({ last4: "9995" })
  })

  it("name the saved card that was charged", async () => {
    const { id: customer } = await newPayer(merchant)
    const payment_method = await saveNewCard(merchant, customer)
    const { id } = await newOpenIntent(merchant, { customer })
    const paid = expectStatus(await confirm(merchant, id, payment_method), 200)
    expect(paid.payment_method_details).to.deep.equal({ type: "card", card: VISA, payment_method, acquirer: null })
  })

  it("have no card for PIX and boleto, which show them as soon as there is a code", async () => {
    for (const type of ["pix", "boleto"]) {
      const waiting = await payWith(merchant, type)
      expect(waiting.payment_method_details).to.deep.equal(bare(type))
      const canceled = await merchant.request("POST", `/v1/payment_intents/${waiting.id}/cancel`)
      expect(expectStatus(canceled, 200).payment_method_details).to.deep.equal(bare(type))
    }
  })

  it("are there while the payer is asked for 3DS, and stay", async () => {
    const asked = await payWith(merchant, CARDS.threeDs)
    expect(asked.payment_method_details.card).to.include({ last4: "3220" })
    await pressButton(asked.next_action.url, "authorize")
    const paid = await retrieve(merchant, asked.id)
    const { card, ...details } = paid.payment_method_details
    const same = { ...details, card: { ...card, three_d_secure: null } }
    expect([paid.status, same]).to.deep.equal(["succeeded", asked.payment_method_details])
  })

  it("stay null after processing_error, and show the card that is charged then", async () => {
    const { id } = await newOpenIntent(merchant)
    expect((await confirm(merchant, id, (await newToken(merchant, CARDS.unreachable)).id)).status).to.equal(503)
    expect((await retrieve(merchant, id)).payment_method_details).to.equal(null)
    expect((await confirmWith(merchant, id, CARDS.mastercard)).payment_method_details.card).to.include({ brand: "mastercard" })
  })

  it("stay null while the outcome is unknown, and come with it", async () => {
    for (const [number, status] of [
      [CARDS.approved, "succeeded"],
      [CARDS.declined, "canceled"],
    ] as const) {
      faults.authorize = "timeout_after"
      const unsure = await confirmWith(merchant, (await newOpenIntent(merchant)).id, number)
      expect([unsure.status, unsure.payment_method_details]).to.deep.equal(["processing", null])
      delete faults.authorize
      await perform(vintem, callAcquirers, merchant.account, 1)
      const known = await retrieve(merchant, unsure.id)
      expect([known.status, known.payment_method_details?.card.last4]).to.deep.equal([status, number.slice(-4)])
    }
  })

  it("come with a test helper that decides an unknown outcome", async () => {
    faults.authorize = "timeout_after"
    for (const what of ["succeed", "fail", "expire"] as const) {
      const { id } = await confirmWith(merchant, (await newOpenIntent(merchant)).id, CARDS.approved)
      expect(expectStatus(await help(merchant, id, what), 200).payment_method_details.card).to.deep.equal(VISA)
    }
  })

  it("stay null where no acquirer has answered: a sale that was given up, an intent that a helper ended", async () => {
    faults.authorize = "timeout_before"
    const lost = await confirmWith(merchant, (await newOpenIntent(merchant)).id, CARDS.approved)
    for (const later of [1, 3600]) await perform(vintem, callAcquirers, merchant.account, later)
    const givenUp = await retrieve(merchant, lost.id)
    expect([givenUp.status, givenUp.payment_method_details]).to.deep.equal(["canceled", null])
    const helped = expectStatus(await help(merchant, (await newOpenIntent(merchant)).id, "succeed"), 200)
    expect([helped.status, helped.payment_method_details]).to.deep.equal(["succeeded", null])
  })

  it("of a renewal show the saved card", async () => {
    const product = await newRecurringProduct(vintem, merchant)
    const subscription = await subscribe(merchant, product)
    await advance(merchant, { seconds: 32 * 86_400 })
    const [renewal] = await cyclesOf(merchant, subscription as never)
    expect(renewal!.payment_method_details).to.deep.include({ type: "card", card: VISA })
    expect(renewal!.payment_method_details.payment_method).to.match(/^pm_/)
  })
})
