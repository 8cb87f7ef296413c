import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { applyMockNotices } from "../../src/payments/mock-notices.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newIdempotencyKey, newIntent, newToken } from "../support/merchants/payments.ts"
import { balanceIn, confirm, confirmWith, eventsOf, help, perform, pressButton, retrieve } from "../support/merchants/rails.ts"
import { mockChargesOf } from "./unknown-outcomes.ts"

const DAY = 24 * 3600

describe("Capturing a payment later", () => {
  let vintem: Running
  let merchant: Merchant
  // There is no scheduler. The tests run its jobs.
  before(async () => {
    vintem = await startVintem({}, { role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(() => vintem.close())

  const authorized = async (card = CARDS.approved, details: Json = {}): Promise<Json> =>
    confirmWith(merchant, (await newIntent(merchant, { capture_method: "manual", ...details })).id, card)
  const capture = (id: string, body?: object, options?: object) =>
    merchant.request("POST", `/v1/payment_intents/${id}/capture`, body, options)
  const cancel = (id: string, options?: object) => merchant.request("POST", `/v1/payment_intents/${id}/cancel`, {}, options)
  const work = (later: number) => perform(vintem, callAcquirers, merchant.account, later)
  const heldBy = async () => (await mockChargesOf(vintem, merchant.account)).map(({ status, captured }) => ({ status, captured }))

  it("a payment is captured at once unless the merchant asks for a later capture", async () => {
    const { id } = await newIntent(merchant)
    const paid = await confirmWith(merchant, id, CARDS.approved)
    const members = { capture_method: "automatic", amount_capturable: 0, amount_received: 4990, capture_before: null }
    expect(paid).to.deep.include({ status: "succeeded", ...members })
  })

  it("a confirm authorizes the card and takes nothing, for six days", async () => {
    const intent = await newIntent(merchant, { capture_method: "manual" })
    const nothing = { capture_method: "manual", amount_capturable: 0, amount_received: 0, capture_before: null }
    expect(intent).to.deep.include(nothing)
    const before = Math.floor(Date.now() / 1000)
    const held = await confirmWith(merchant, intent.id, CARDS.approved)
    expect(held).to.deep.include({ status: "requires_capture", amount: 4990, amount_capturable: 4990, amount_received: 0 })
    expect(held.capture_before).to.be.within(before + 6 * DAY - 1, before + 6 * DAY + 60)
    expect(held.payment_method_details.card.last4).to.equal("4242")
    expect(held.charges.latest).to.match(/^ch_/)
    expect(await balanceIn(merchant), "no payment was taken in this currency").to.equal(undefined)
    expect(await eventsOf(merchant, intent.id)).to.not.include("payment_intent.succeeded")
  })

  it("the capture takes all, and the payment can be refunded", async () => {
    const { id } = await authorized()
    const paid = expectStatus(await capture(id), 200)
    const taken = { status: "succeeded", amount: 4990, amount_capturable: 0, amount_received: 4990, capture_before: null }
    expect(paid).to.deep.include(taken)
    expect(await retrieve(merchant, id)).to.deep.equal(paid)
    expect(await eventsOf(merchant, id)).to.include("payment_intent.succeeded")
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    expect(expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: id }), 201).amount).to.equal(4990)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
  })

  it("tells by an event that it can be captured", async () => {
    const held = await authorized()
    const told = async () =>
      expectStatus(await merchant.request("GET", "/v1/events?type=payment_intent.amount_capturable_updated"), 200).data
    const [event] = await told()
    expect(event.data.object).to.deep.equal(held)
    expect((await capture(held.id, { amount_to_capture: 1 })).status).to.equal(200)
    expect(await told()).to.have.lengthOf(1)
  })

  it("a part is captured once: it alone counts as received and can be refunded", async () => {
    const { id } = await authorized()
    const paid = expectStatus(await capture(id, { amount_to_capture: 3990 }), 200)
    expect(paid).to.deep.include({ status: "succeeded", amount: 4990, amount_received: 3990, amount_capturable: 0 })
    expect(await balanceIn(merchant)).to.deep.equal({ available: 3990, pending: 0 })
    const again = await capture(id, { amount_to_capture: 1000 })
    expect([again.status, again.body.error.code]).to.deep.equal([400, "payment_intent_unexpected_state"])
    const refund = (amount?: number) => merchant.request("POST", "/v1/refunds", { payment_intent: id, amount })
    expect((await refund(3991)).body.error.param).to.equal("amount")
    expect(expectStatus(await refund(), 201).amount).to.equal(3990)
    expect(await heldBy()).to.deep.equal([{ status: "approved", captured: 3990 }])
  })

  it("takes 1 to what was authorized, and a payment in installments only as a whole", async () => {
    const { id } = await authorized()
    for (const amount_to_capture of [0, -1, 4991, 1.5, "4990"]) {
      const { status, body } = await capture(id, { amount_to_capture })
      expect([status, body.error?.code, body.error?.param]).to.deep.equal([400, "parameter_invalid", "amount_to_capture"])
    }
    const intent = await newIntent(merchant, { capture_method: "manual" })
    await confirmWith(merchant, intent.id, CARDS.approved, { installments: 3 })
    const part = await capture(intent.id, { amount_to_capture: 4989 })
    expect([part.status, part.body.error.param]).to.deep.equal([400, "amount_to_capture"])
    expect(expectStatus(await capture(intent.id, { amount_to_capture: 4990 }), 200).amount_received).to.equal(4990)
    expect(expectStatus(await capture(id, { amount_to_capture: null }), 200).amount_received).to.equal(4990)
  })

  it("a card that is declined at the capture leaves the payment as it was", async () => {
    const held = await authorized(CARDS.declinedAtCapture)
    expect(held.status).to.equal("requires_capture")
    const idempotencyKey = newIdempotencyKey()
    const declined = await capture(held.id, {}, { idempotencyKey })
    expect([declined.status, declined.body.error.code, declined.body.error.type]).to.deep.equal([
      402,
      "card_declined",
      "card_error",
    ])
    expect(await retrieve(merchant, held.id)).to.deep.equal(held)
    const replayed = await capture(held.id, {}, { idempotencyKey })
    expect([replayed.status, replayed.headers["idempotent-replayed"]]).to.deep.equal([402, "true"])
    expect((await capture(held.id)).status).to.equal(402)
    expectStatus(await cancel(held.id), 200)
    const { id } = await newIntent(merchant)
    expect((await confirmWith(merchant, id, CARDS.declinedAtCapture)).last_payment_error.code).to.equal("card_declined")
  })

  it("a repeated capture with the same key captures once and gets the same answer", async () => {
    const { id } = await authorized()
    const idempotencyKey = newIdempotencyKey()
    const [one, two] = await Promise.all([1, 2].map(() => capture(id, { amount_to_capture: 990 }, { idempotencyKey })))
    expect([one!.status, two!.status]).to.deep.equal([200, 200])
    expect(one!.body).to.deep.equal(two!.body)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 990, pending: 0 })
  })

  it("a capture and a cancel at once: one wins", async () => {
    const { id } = await authorized()
    const [captured, canceled] = await Promise.all([capture(id), cancel(id)])
    const { status } = await retrieve(merchant, id)
    expect([captured!.status, canceled!.status].sort()).to.deep.equal([200, 400])
    expect(status).to.equal(captured!.status === 200 ? "succeeded" : "canceled")
    await work(1)
    await work(10)
    const kept = status === "succeeded" ? { status: "approved", captured: 4990 } : { status: "refused", captured: 0 }
    expect(await heldBy()).to.deep.equal([kept])
  })

  it("a canceled payment is canceled at once, and the card is released", async () => {
    const { id } = await authorized()
    expect(expectStatus(await cancel(id), 200)).to.deep.include({
      status: "canceled",
      amount_capturable: 0,
      capture_before: null,
    })
    expect(await eventsOf(merchant, id))
      .to.include("payment_intent.canceled")
      .and.not.include("payment_intent.payment_failed")
    expect(await heldBy()).to.deep.equal([{ status: "approved", captured: 0 }])
    await work(1)
    expect(await heldBy()).to.deep.equal([{ status: "refused", captured: 0 }])
    await work(10)
    expect((await capture(id)).body.error.code).to.equal("payment_intent_unexpected_state")
    expect((await cancel(id)).body.error.code).to.equal("payment_intent_canceled")
  })

  it("what is not captured in six days is released, and the payment is canceled without a refusal", async () => {
    const { id } = await authorized()
    await work(6 * DAY - 60)
    expect((await retrieve(merchant, id)).status).to.equal("requires_capture")
    await work(6 * DAY + 1)
    const expired = await retrieve(merchant, id)
    expect(expired).to.deep.include({ status: "canceled", amount_capturable: 0, capture_before: null })
    expect(expired.last_payment_error.code).to.equal("capture_expired")
    expect(await eventsOf(merchant, id))
      .to.include("payment_intent.canceled")
      .and.not.include("payment_intent.payment_failed")
    await work(6 * DAY + 10)
    expect(await heldBy()).to.deep.equal([{ status: "refused", captured: 0 }])
  })

  it("the helpers capture all, decline, and expire", async () => {
    const [paid, failed, expired] = [await authorized(), await authorized(), await authorized()]
    const got = expectStatus(await help(merchant, paid.id, "succeed"), 200)
    expect(got).to.deep.include({ status: "succeeded", amount_received: 4990 })
    const declined = expectStatus(await help(merchant, failed.id, "fail", { code: "insufficient_funds" }), 200)
    expect([declined.status, declined.last_payment_error.code]).to.deep.equal(["canceled", "insufficient_funds"])
    expect(await eventsOf(merchant, failed.id)).to.include("payment_intent.payment_failed")
    const over = expectStatus(await help(merchant, expired.id, "expire"), 200)
    expect([over.status, over.last_payment_error.code]).to.deep.equal(["canceled", "capture_expired"])
    expect(await eventsOf(merchant, expired.id)).to.not.include("payment_intent.payment_failed")
    await work(1)
    await work(10)
    expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    expect((await heldBy()).map(({ status }) => status)).to.deep.equal(["approved", "refused", "refused"])
  })

  it("a 3DS challenge and a slow acquirer authorize too", async () => {
    const challenged = await authorized(CARDS.threeDs)
    await pressButton(challenged.next_action.url, "authorize")
    expect(await retrieve(merchant, challenged.id)).to.deep.include({ status: "requires_capture", amount_capturable: 4990 })
    const slow = await authorized(CARDS.processing)
    expect(slow.status).to.equal("processing")
    expect(await balanceIn(merchant), "no payment was taken in this currency").to.equal(undefined)
    await perform(vintem, applyMockNotices, merchant.account, 1)
    expect(await retrieve(merchant, slow.id)).to.deep.include({ status: "requires_capture", amount_capturable: 4990 })
    expectStatus(await capture(challenged.id), 200)
    expectStatus(await capture(slow.id), 200)
  })

  it("a chargeback comes after the capture", async () => {
    const { id } = await authorized(CARDS.disputed)
    await perform(vintem, applyMockNotices, merchant.account, 5)
    expect((await retrieve(merchant, id)).status).to.equal("requires_capture")
    expectStatus(await capture(id, { amount_to_capture: 1000 }), 200)
    await perform(vintem, applyMockNotices, merchant.account, 5)
    expect((await retrieve(merchant, id)).amount_refunded).to.equal(1000)
  })

  it("needs cards only", async () => {
    const customer = (await newIntent(merchant)).customer
    const create = (body: object) =>
      merchant.request("POST", "/v1/payment_intents", {
        amount: 100,
        currency: "brl",
        customer,
        capture_method: "manual",
        ...body,
      })
    for (const payment_method_types of [["pix"], ["card", "boleto"]]) {
      const { status, body } = await create({ payment_method_types })
      expect([status, body.error.code, body.error.param]).to.deep.equal([400, "parameter_invalid", "capture_method"])
    }
    expect((await create({ capture_method: "later" })).body.error.param).to.equal("capture_method")
    expectStatus(await create({ payment_method_types: ["card"] }), 201)
  })

  it("only an authorized payment can be captured", async () => {
    const open = await newIntent(merchant, { capture_method: "manual" })
    const paid = await confirmWith(merchant, (await newIntent(merchant)).id, CARDS.approved)
    for (const { id } of [open, paid]) expect((await capture(id)).body.error.code).to.equal("payment_intent_unexpected_state")
    expect((await capture("pi_nothing")).status).to.equal(404)
    const { id } = await authorized()
    const token = await newToken(merchant)
    expect((await confirm(merchant, id, token.id)).body.error.code).to.equal("payment_intent_unexpected_state")
    expect((await merchant.request("POST", "/v1/refunds", { payment_intent: id })).body.error.code).to.equal(
      "payment_intent_unexpected_state",
    )
  })

  describe("for a client of 2026-04-27", () => {
    const old = { headers: { "service-version": "2026-04-27" } }
    const read = async (path: string) => expectStatus(await merchant.request("GET", path, undefined, old), 200)

    it("an authorized payment is processing, is listed so, and cannot be canceled", async () => {
      const { id } = await authorized()
      const shown = await read(`/v1/payment_intents/${id}`)
      expect(shown).to.deep.include({ status: "processing", amount: 4990 })
      expect(shown).to.not.have.any.keys("capture_method", "amount_capturable", "amount_received", "capture_before")
      expect((await read("/v1/payment_intents?status=processing")).data).to.deep.equal([{ ...shown, utm: null }])
      const { status, body } = await cancel(id, old)
      expect([status, body.error.code]).to.deep.equal([400, "payment_intent_unexpected_state"])
      expect((await capture(id, {}, old)).body.error.code).to.equal("route_not_found")
    })

    it("a payment has the amount that was captured", async () => {
      const { id } = await authorized()
      expectStatus(await capture(id, { amount_to_capture: 990 }), 200)
      expect(await read(`/v1/payment_intents/${id}`)).to.deep.include({ status: "succeeded", amount: 990 })
      const { data } = await read("/v1/events?type=payment_intent.succeeded")
      expect(data[0].data.object).to.deep.include({ id, amount: 990 })
    })

    it("lists what is processing and what is authorized in one order, page by page", async () => {
      const ids: string[] = []
      for (const card of [CARDS.processing, CARDS.approved, CARDS.processing, CARDS.approved, CARDS.approved]) {
        const manual = card === CARDS.approved
        ids.unshift(
          (await confirmWith(merchant, (await newIntent(merchant, manual ? { capture_method: "manual" } : {})).id, card)).id,
        )
      }
      for (const dates of ["", "&created_gte=1"]) {
        const path = `/v1/payment_intents?status=processing&limit=2${dates}`
        const first = await read(path)
        const second = await read(`${path}&starting_after=${first.data[1].id}`)
        const third = await read(`${path}&starting_after=${second.data[1].id}`)
        const pages = [first, second, third]
        expect(pages.flatMap(({ data }) => data.map(({ id }: Json) => id))).to.deep.equal(ids)
        expect(pages.map(({ has_more }) => has_more)).to.deep.equal([true, true, false])
        const back = await read(`${path}&ending_before=${ids[4]}`)
        expect([back.data.map(({ id }: Json) => id), back.has_more]).to.deep.equal([[ids[2], ids[3]], true])
      }
    })
  })
})
