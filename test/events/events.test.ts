import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, type Merchant, newMerchant, ONLY_OUTCOMES, payOne } from "../support/merchants/merchant.ts"
import { CARDS } from "../support/merchants/payments.ts"

describe("Events", () => {
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  const list = async (query = "") => (await merchant.request("GET", `/v1/events${query}`, undefined, ONLY_OUTCOMES)).body
  const typesOf = async () => (await list("?limit=100")).data.map(({ type }: { type: string }) => type)

  it("contain the payment intent as it was at that moment, with its attribution", async () => {
    const utm = { utm_source: "site" }
    const intent = await payOne(merchant, CARDS.approved, { utm })
    const { data } = (await merchant.request("GET", "/v1/events?type=payment_intent.succeeded")).body
    expect(data).to.have.length(1)
    const [event] = data
    expect(event).to.include({ object: "event", type: "payment_intent.succeeded", api_version: "v1", livemode: false })
    expect(event.data.object).to.deep.equal(intent)
    expect(event.data.object.utm.utm_source).to.equal("site")
    expect((await merchant.request("GET", `/v1/events/${event.id}`)).body).to.deep.equal(event)
  })

  it("are created for each final change, even without a webhook endpoint", async () => {
    await payOne(merchant)
    await payOne(merchant, CARDS.declined)
    await cancelOne(merchant)
    expect(await typesOf()).to.deep.equal([
      "payment_intent.canceled",
      "payment_intent.payment_failed",
      "payment_intent.succeeded",
    ])
  })

  it("are dated by the account's test clock", async () => {
    const { body: clock } = await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 90 * 86_400 })
    await cancelOne(merchant)
    const [event] = (await list()).data
    expect(event.created).to.be.within(clock.now, clock.now + 300)
  })

  it("are not created by requests that fail or repeat", async () => {
    const intent = await cancelOne(merchant)
    for (let i = 0; i < 3; i++) await merchant.request("POST", `/v1/payment_intents/${intent.id}/cancel`, {})
    await merchant.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: "tok_none" })
    expect(await typesOf()).to.deep.equal(["payment_intent.canceled"])
  })

  it("are created once when many requests race", async () => {
    const intent = await payOne(merchant, CARDS.declined)
    const { id } = (
      await merchant.request("POST", "/v1/payment_intents", { amount: 1, currency: "brl", customer: intent.customer })
    ).body
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {})),
    )
    expect(responses.filter(({ status }) => status === 200)).to.have.length(1)
    expect((await typesOf()).filter((type: string) => type === "payment_intent.canceled")).to.have.length(1)
  })

  it("are listed newest first and can be filtered by type", async () => {
    for (let i = 0; i < 3; i++) {
      await cancelOne(merchant)
      await payOne(merchant)
    }
    const all = (await list()).data
    expect(all.map(({ type }: { type: string }) => type.split(".")[1])).to.deep.equal([
      ...["succeeded", "canceled", "succeeded", "canceled", "succeeded", "canceled"],
    ])
    const canceled = await list("?type=payment_intent.canceled&limit=2")
    expect(canceled).to.include({ has_more: true, url: "/v1/events" })
    expect(canceled.data).to.deep.equal([all[1], all[3]])
    const rest = await list(`?type=payment_intent.canceled&starting_after=${all[3].id}`)
    expect(rest.data).to.deep.equal([all[5]])
    expect((await list("?type=charge.dispute.created")).data).to.deep.equal([])
    for (const wrong of ["?type=customer.renamed", "?type=", "?type=payment_intent.canceled&type=payment_intent.canceled"]) {
      const { status, body } = await merchant.request("GET", `/v1/events${wrong}`)
      expect([status, body.error.code, body.error.param]).to.deep.equal([400, "parameter_invalid", "type"])
    }
  })

  it("of another account do not exist", async () => {
    await cancelOne(merchant)
    const { id } = (await list()).data[0]
    const stranger = await newMerchant(vintem)
    for (const wanted of [id, "evt_0000000000000000000000000", "pi_1"]) {
      const { status, body } = await stranger.request("GET", `/v1/events/${wanted}`)
      expect([status, body.error.code]).to.deep.equal([404, "event_not_found"])
    }
    const page = await stranger.request("GET", `/v1/events?starting_after=${id}`, undefined, ONLY_OUTCOMES)
    expect([page.status, page.body.error.param]).to.deep.equal([400, "starting_after"])
  })
})
