import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newIdempotencyKey, newToken } from "../support/merchants/payments.ts"
import { codeOf, confirm, newBareToken, newOpenIntent, newPayer, retrieve } from "../support/merchants/rails.ts"
import { advance, DAY } from "../support/merchants/subscriptions.ts"

describe("Payments with every method and outcome", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  const saveCard = async (customer: string, number?: string) =>
    vintem.request("POST", "/v1/payment_methods", { customer, token: (await newToken(vintem, number)).id })

  describe("saved cards", () => {
    it("are saved, listed, charged and detached for good", async () => {
      const { id: customer } = await newPayer(vintem)
      const token = await newToken(vintem)
      const saved = expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token: token.id }), 201)
      expect(saved).to.deep.include({ object: "payment_method", customer, type: "card" })
      const shown = { brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034, funding: "credit", holder_name: null }
      expect(saved.card).to.deep.equal(shown)
      expect(await codeOf(vintem.request("POST", "/v1/payment_methods", { customer, token: token.id }))).to.equal(
        "token_unusable",
      )
      const second = expectStatus(await saveCard(customer, "5555555555554444"), 201)
      const list = async () =>
        expectStatus(await vintem.request("GET", `/v1/payment_methods?customer=${customer}&type=card`), 200)
      expect((await list()).data).to.deep.equal([second, saved])

      for (const off_session of [true, false]) {
        const { id } = await newOpenIntent(vintem, { customer })
        expect(expectStatus(await confirm(vintem, id, saved.id, { off_session }), 200).status).to.equal("succeeded")
      }

      const path = `/v1/payment_methods/${saved.id}`
      const detached = expectStatus(await vintem.request("POST", `${path}/detach`), 200)
      expect(detached).to.deep.equal({ ...saved, customer: null })
      expect(expectStatus(await vintem.request("POST", `${path}/detach`), 200)).to.deep.equal(detached)
      expect(expectStatus(await vintem.request("GET", path), 200)).to.deep.equal(detached)
      expect((await list()).data).to.deep.equal([second])
      const { id } = await newOpenIntent(vintem, { customer })
      expect(await codeOf(confirm(vintem, id, saved.id))).to.equal("payment_method_not_found")
    })

    it("are charged in the last month of their validity, and refused as expired when it is over, with the payer or without", async () => {
      const merchant = await newMerchant(vintem)
      const { id: customer } = await newPayer(merchant)
      const lastYear = new Date().getUTCFullYear() + 1
      const card = cardBody(CARDS.approved, { expMonth: 12, expYear: lastYear })
      const token = expectStatus(await merchant.request("POST", "/v1/tokens", card), 201).id
      const { id: saved } = expectStatus(await merchant.request("POST", "/v1/payment_methods", { customer, token }), 201)
      const charge = async (off_session: boolean) => {
        const { id } = await newOpenIntent(merchant, { customer })
        return expectStatus(await confirm(merchant, id, saved, { off_session }), 200)
      }
      const end = Date.UTC(lastYear + 1, 0, 1) / 1000
      await advance(merchant, { to: end - DAY })
      for (const absent of [true, false]) expect((await charge(absent)).status).to.equal("succeeded")
      await advance(merchant, { to: end })
      for (const absent of [true, false]) {
        const { status, last_payment_error } = await charge(absent)
        expect([status, last_payment_error.code]).to.deep.equal(["canceled", "expired_card"])
      }
    })

    it("that expire between token and saving are not saved", async () => {
      const merchant = await newMerchant(vintem)
      const { id: customer } = await newPayer(merchant)
      const year = new Date().getUTCFullYear() + 1
      await advance(merchant, { to: Date.UTC(year + 1, 0, 1) / 1000 - 60 })
      const card = cardBody(CARDS.approved, { expMonth: 12, expYear: year })
      const token = expectStatus(await merchant.request("POST", "/v1/tokens", card), 201).id
      await advance(merchant, { seconds: 120 })
      const { status, body } = await merchant.request("POST", "/v1/payment_methods", { customer, token })
      expect([status, body.error.code]).to.deep.equal([402, "expired_card"])
    })

    it("of another customer, account or mode are not found, like an unknown id", async () => {
      const { id: customer } = await newPayer(vintem)
      const saved = expectStatus(await saveCard(customer), 201)
      const unusedId = (id: string) => `${id.slice(0, -6)}zzzzzz`
      const other = await newMerchant(vintem)
      const live = await newMerchant(vintem, "live")

      const ofAnother = await newOpenIntent(vintem)
      const refusal = await confirm(vintem, ofAnother.id, saved.id)
      const unknown = await confirm(vintem, ofAnother.id, unusedId(saved.id))
      expect(refusal.status).to.equal(404)
      // Only confirm has a `param`. Everything else is the same.
      const generic = ({ error: { request_id: _, param: __, message, ...rest } }: Json) => ({
        ...rest,
        message: message.replace(/'.*'/, ""),
      })
      expect(refusal.body.error.param).to.equal(unknown.body.error.param)
      expect(generic(refusal.body)).to.deep.equal(generic(unknown.body))

      const abroad = await newOpenIntent(other)
      expect(generic((await confirm(other, abroad.id, saved.id)).body)).to.deep.equal(generic(unknown.body))
      for (const merchant of [other, live]) {
        for (const [method, path] of [
          ["GET", `/v1/payment_methods/${saved.id}`],
          ["POST", `/v1/payment_methods/${saved.id}/detach`],
        ] as const) {
          const { status, body } = await merchant.request(method, path)
          expect([status, generic(body)]).to.deep.equal([404, generic(unknown.body)])
        }
        expect((await merchant.request("GET", `/v1/payment_methods?customer=${customer}`)).body.data).to.deep.equal([])
      }
    })

    it("are not saved if verification is refused: 402, replayed, and the token is used", async () => {
      const { id: customer } = await newPayer(vintem)
      for (const [number, code] of [
        [CARDS.declined, "card_declined"],
        [CARDS.wrongCvc, "incorrect_cvc"],
      ] as const) {
        const token = (await newToken(vintem, number)).id
        const idempotencyKey = newIdempotencyKey()
        const save = () => vintem.request("POST", "/v1/payment_methods", { customer, token }, { idempotencyKey })
        const first = await save()
        expect([first.status, first.body.error.type, first.body.error.code]).to.deep.equal([402, "card_error", code])
        const replay = await save()
        expect([replay.status, replay.body.error.code, replay.headers["idempotent-replayed"]]).to.deep.equal([402, code, "true"])
        expect(await codeOf(vintem.request("POST", "/v1/payment_methods", { customer, token }))).to.equal("token_unusable")
      }
      expect((await vintem.request("GET", `/v1/payment_methods?customer=${customer}`)).body.data).to.deep.equal([])
    })

    it("can be 0341, 3220, 0259 and 0036; saving 0119 is 503 and keeps the token usable", async () => {
      const { id: customer } = await newPayer(vintem)
      const token = (await newToken(vintem, CARDS.unreachable)).id
      for (let i = 0; i < 2; i++) {
        const { status, body } = await vintem.request("POST", "/v1/payment_methods", { customer, token })
        expect([status, body.error.code]).to.deep.equal([503, "processing_error"])
      }
      for (const number of [CARDS.declinedWhenCharged, CARDS.threeDs, CARDS.disputed, CARDS.processing]) {
        expect((await saveCard(customer, number)).status, number).to.equal(201)
      }
    })

    it("cannot be made from other token types, which stay usable", async () => {
      const { id: customer } = await newPayer(vintem)
      const token = await newBareToken(vintem, "pix")
      expect(await codeOf(vintem.request("POST", "/v1/payment_methods", { customer, token: token.id }))).to.equal(
        "unsupported_token_type",
      )
      const { id } = await newOpenIntent(vintem, { customer })
      expect((await confirm(vintem, id, token.id)).body.status).to.equal("requires_action")
    })

    it("that need 3DS are refused off session and challenged on session", async () => {
      const { id: customer } = await newPayer(vintem)
      const { body: saved } = await saveCard(customer, CARDS.threeDs)
      const off = await newOpenIntent(vintem, { customer })
      const refused = expectStatus(await confirm(vintem, off.id, saved.id, { off_session: true }), 200)
      expect([refused.status, refused.last_payment_error.code]).to.deep.equal(["canceled", "authentication_failed"])
      const on = await newOpenIntent(vintem, { customer })
      expect((await confirm(vintem, on.id, saved.id)).body.status).to.equal("requires_action")
    })

    it("cannot be used without a live acquirer: 503, and the token stays usable", async () => {
      const live = await newMerchant(vintem, "live")
      const { id: customer } = await newPayer(live)
      const { id } = await newOpenIntent(live, { customer })
      const token = (await newToken(live)).id
      expect(await codeOf(confirm(live, id, token))).to.equal("not_ready")
      expect(await codeOf(live.request("POST", "/v1/payment_methods", { customer, token }))).to.equal("not_ready")
      expect((await retrieve(live, id)).status).to.equal("requires_payment_method")
      expect(await codeOf(confirm(live, id, "tok_none"))).to.equal("token_unusable")
    })
  })
})
