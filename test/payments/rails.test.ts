import { getBoletoInfo, getPixPayloadInfo } from "@brazilian-utils/brazilian-utils"
import { expect } from "chai"
import { isBoleto } from "validation-br"
import { dueDateAfter } from "../../src/payments/boleto/due-date.ts"
import { expireIntents } from "../../src/payments/intents/expire.ts"
import type { Json } from "../support/client.ts"
import { newMerchant, until } from "../support/merchant.ts"
import { CARDS, expectStatus, newCustomer, newIdempotencyKey, newIntent, newToken } from "../support/payments.ts"
import {
  ADDRESS,
  balanceIn,
  confirm,
  confirmWith,
  eventsOf,
  help,
  newBareToken,
  newOpenIntent,
  newPayer,
  payWith,
  perform,
  refundsOf,
  retrieve,
} from "../support/rails.ts"
import { type Running, startVintem } from "../support/vintem.ts"

describe("Payments with every method and outcome", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  const codeOf = async (response: Promise<{ body: Json }>) => (await response).body.error.code
  const saveCard = async (customer: string, number?: string) =>
    vintem.request("POST", "/v1/payment_methods", { customer, token: (await newToken(vintem, number)).id })

  describe("a card", () => {
    for (const number of ["4242424242424242", "5555555555554444", "6362970000457013", "6062825624254001"]) {
      it(`${number} succeeds`, async () => {
        const intent = await payWith(vintem, number)
        expect(intent).to.deep.include({ status: "succeeded", next_action: null, last_payment_error: null })
        expect(intent.charges.latest).to.match(/^ch_/)
        expect(await eventsOf(vintem, intent.id)).to.deep.equal(["payment_intent.succeeded"])
      })
    }

    for (const [number, code] of [
      [CARDS.declined, "card_declined"],
      [CARDS.insufficientFunds, "insufficient_funds"],
      [CARDS.expired, "expired_card"],
      [CARDS.wrongCvc, "incorrect_cvc"],
      [CARDS.declinedWhenCharged, "card_declined"],
    ] as const) {
      it(`${number} is refused with ${code} and status 200`, async () => {
        const intent = await payWith(vintem, number)
        expect(intent.status).to.equal("canceled")
        expect(intent.last_payment_error.code).to.equal(code)
        expect(intent.charges.latest).to.match(/^ch_/)
        expect(await eventsOf(vintem, intent.id)).to.deep.equal(["payment_intent.payment_failed"])
      })
    }

    it("4000000000000036 is processing, and succeeds at the next tick", async () => {
      const merchant = await newMerchant(vintem)
      const { id, status, charges } = await payWith(merchant, CARDS.processing)
      expect(status).to.equal("processing")
      const settled = await until(async () => {
        const intent = await retrieve(merchant, id)
        return intent.status !== "processing" && intent
      }, 3000)
      expect(settled).to.deep.include({ status: "succeeded", charges })
      expect(await balanceIn(merchant)).to.deep.equal({ available: 4990, pending: 0 })
    })

    it("4000000000000259 succeeds, then is disputed, with one refund and one event", async () => {
      const merchant = await newMerchant(vintem)
      const { id, charges } = await payWith(merchant, CARDS.disputed)
      const [refund] = await until(async () => {
        const refunds = await refundsOf(merchant, id)
        return refunds.length > 0 && refunds
      }, 3000)
      expect(refund).to.deep.include({ amount: 4990, reason: "dispute", status: "succeeded" })
      expect((await retrieve(merchant, id)).status).to.equal("succeeded")
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.succeeded", "charge.dispute.created"])
      const { data } = expectStatus(await merchant.request("GET", "/v1/events?type=charge.dispute.created"), 200)
      expect(data[0].data.object).to.deep.include({
        object: "dispute",
        payment_intent: id,
        charge: charges.latest,
        amount: 4990,
        currency: "brl",
        refund: refund!.id,
        livemode: false,
      })
      expect(await codeOf(merchant.request("POST", "/v1/refunds", { payment_intent: id }))).to.equal(
        "payment_intent_already_refunded",
      )
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
      await vintem.server.tick()
      expect(await refundsOf(merchant, id)).to.have.lengthOf(1)
    })
  })

  describe("PIX", () => {
    it("shows a BR Code with the amount, and succeeds when paid", async () => {
      const now = Math.floor(Date.now() / 1000)
      const intent = await payWith(vintem, "pix", { amount: 123456 })
      expect(intent.status).to.equal("requires_action")
      const { type, qr_code_data, expires_at } = intent.next_action
      expect(type).to.equal("pix_display_qr_code")
      expect(expires_at).to.be.within(now + 3600, now + 3605)
      expect(getPixPayloadInfo(qr_code_data)).to.deep.include({ amount: 1234.56, merchantName: "Loja de teste" })
      expect(intent.charges.latest).to.match(/^ch_/)
      const paid = expectStatus(await help(vintem, intent.id, "succeed"), 200)
      expect(paid).to.deep.include({ status: "succeeded", charges: intent.charges, next_action: null })
      expect(await eventsOf(vintem, intent.id)).to.deep.equal(["payment_intent.succeeded"])
    })

    it("needs the customer's name and document, and keeps the token usable until then", async () => {
      const customer = expectStatus(await vintem.request("POST", "/v1/customers", { email: "a@example.com" }), 201)
      const { id } = await newOpenIntent(vintem, { customer: customer.id })
      const token = await newBareToken(vintem, "pix")
      const missing = async () => {
        const { status, body } = await confirm(vintem, id, token.id)
        return [status, body.error?.code, body.error?.param]
      }
      expect(await missing()).to.deep.equal([400, "parameter_missing", "customer.name"])
      await vintem.request("POST", `/v1/customers/${customer.id}`, { name: "Ana" })
      expect(await missing()).to.deep.equal([400, "parameter_missing", "customer.document"])
      await vintem.request("POST", `/v1/customers/${customer.id}`, { document: { type: "cnpj", number: "12.ABC.345/01DE-35" } })
      expect((await confirm(vintem, id, token.id)).body.status).to.equal("requires_action")
    })

    it("expires after an hour, with both events", async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await payWith(merchant, "pix")
      await perform(vintem, expireIntents, merchant.account, 3500)
      expect((await retrieve(merchant, id)).status).to.equal("requires_action")
      await perform(vintem, expireIntents, merchant.account, 3600)
      const expired = await retrieve(merchant, id)
      expect(expired).to.deep.include({ status: "canceled", next_action: null })
      expect(expired.last_payment_error.code).to.equal("payment_intent_expired")
      expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.payment_failed", "payment_intent.canceled"])
      expect(await codeOf(confirm(merchant, id, (await newBareToken(merchant, "pix")).id))).to.equal("payment_intent_expired")
    })

    it("accepts only brl", async () => {
      const { id } = await newPayer(vintem)
      const body = { amount: 1, currency: "usd", customer: id, payment_method_types: ["card", "pix"] }
      const { status, body: response } = await vintem.request("POST", "/v1/payment_intents", body)
      expect([status, response.error.code, response.error.param]).to.deep.equal([400, "parameter_invalid", "currency"])
    })
  })

  describe("boleto", () => {
    it("shows a line that two libraries accept, until the end of the third day in São Paulo", async () => {
      const due = dueDateAfter(Date.now() / 1000, 3)
      const intent = await payWith(vintem, "boleto", { amount: 99_999 })
      const { type, line_code, expires_at } = intent.next_action
      expect(type).to.equal("boleto_display_details")
      expect(expires_at).to.equal(due.expires_at)
      expect(isBoleto(line_code)).to.equal(true)
      const info = getBoletoInfo(line_code)!
      expect(info.amount).to.equal(99_999)
      const [year, month, day] = due.date.split("-").map(Number)
      expect([
        info.expirationDate!.getFullYear(),
        info.expirationDate!.getMonth() + 1,
        info.expirationDate!.getDate(),
      ]).to.deep.equal([year, month, day])
      expect(expectStatus(await help(vintem, intent.id, "succeed"), 200).status).to.equal("succeeded")
    })

    it("also needs the address", async () => {
      const customer = await newCustomer(vintem, { document: { type: "cpf", number: "12345678909" } })
      const { id } = await newOpenIntent(vintem, { customer: customer.id })
      const token = await newBareToken(vintem, "boleto")
      const { body } = await confirm(vintem, id, token.id)
      expect([body.error.code, body.error.param]).to.deep.equal(["parameter_missing", "customer.address"])
      const { number: _, line2: __, district: ___, ...least } = ADDRESS
      expectStatus(await vintem.request("POST", `/v1/customers/${customer.id}`, { address: least }), 200)
      expect((await confirm(vintem, id, token.id)).body.status).to.equal("requires_action")
    })

    it("has a valid line for the maximum amount", async () => {
      const intent = await payWith(vintem, "boleto", { amount: 99_999_999_999 })
      expect(isBoleto(intent.next_action.line_code)).to.equal(true)
    })
  })

  describe("confirm", () => {
    it("rejects a token of another type, which stays usable", async () => {
      const { id } = await newIntent(vintem)
      const token = await newBareToken(vintem, "pix")
      const { body } = await confirm(vintem, id, token.id)
      expect([body.error.code, body.error.param]).to.deep.equal(["parameter_invalid", "payment_method"])
      const open = await newOpenIntent(vintem)
      expect((await confirm(vintem, open.id, token.id)).body.status).to.equal("requires_action")
      expect(await codeOf(confirm(vintem, (await newOpenIntent(vintem)).id, token.id))).to.equal("token_unusable")
    })

    it("does not support wallets yet", async () => {
      const wallet = { type: "wallet", wallet: { provider: "apple_pay", payload: "abc" } }
      const token = expectStatus(await vintem.request("POST", "/v1/tokens", wallet), 201)
      expect(await codeOf(confirm(vintem, (await newOpenIntent(vintem)).id, token.id))).to.equal("unsupported_token_type")
    })

    it("accepts a return_url with https, or http on localhost with a test key", async () => {
      for (const return_url of ["http://shop.example/x", "javascript:alert(1)", "shop.example", "ftp://localhost/"]) {
        const { id } = await newOpenIntent(vintem)
        const { status, body } = await confirm(vintem, id, (await newToken(vintem, CARDS.threeDs)).id, { return_url })
        expect([status, body.error?.code, body.error?.param], return_url).to.deep.equal([400, "parameter_invalid", "return_url"])
      }
      for (const return_url of ["https://shop.example/x?y=1", "http://localhost:8080/back"]) {
        const { id } = await newOpenIntent(vintem)
        const intent = await confirmWith(vintem, id, CARDS.threeDs, { return_url })
        expect(intent.next_action).to.deep.include({ type: "redirect_to_url", return_url })
      }
    })
  })

  describe("saved cards", () => {
    it("are saved, listed, charged and detached for good", async () => {
      const { id: customer } = await newPayer(vintem)
      const token = await newToken(vintem)
      const saved = expectStatus(await vintem.request("POST", "/v1/payment_methods", { customer, token: token.id }), 201)
      expect(saved).to.deep.include({ object: "payment_method", customer, type: "card" })
      expect(saved.card).to.deep.equal({ brand: "visa", last4: "4242", exp_month: 12, exp_year: 2034, holder_name: null })
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

  describe("refunds", () => {
    it("return all or part of the money, once", async () => {
      const merchant = await newMerchant(vintem)
      const whole = await payWith(merchant)
      const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: whole.id }), 201)
      expect(refund).to.deep.include({
        amount: 4990,
        currency: "brl",
        reason: null,
        status: "succeeded",
        payment_intent: whole.id,
      })
      expect(expectStatus(await merchant.request("GET", `/v1/refunds/${refund.id}`), 200)).to.deep.equal(refund)
      const part = await payWith(merchant)
      const body = { payment_intent: part.id, amount: 1, reason: "duplicate" }
      expectStatus(await merchant.request("POST", "/v1/refunds", body), 201)
      expect(await balanceIn(merchant)).to.deep.equal({ available: 4989, pending: 0 })
      expect((await retrieve(merchant, part.id)).status).to.equal("succeeded")
    })

    it("are checked in this order: state, earlier refund, amount", async () => {
      const over = { amount: 99_999 }
      const refund = (payment_intent: string) => codeOf(vintem.request("POST", "/v1/refunds", { payment_intent, ...over }))
      expect(await refund("pi_none")).to.equal("payment_intent_not_found")
      expect(await refund((await newOpenIntent(vintem)).id)).to.equal("payment_intent_unexpected_state")
      expect(await refund((await payWith(vintem, CARDS.declined)).id)).to.equal("payment_intent_unexpected_state")
      const { id } = await payWith(vintem)
      expect(await refund(id)).to.equal("parameter_invalid")
      expectStatus(await vintem.request("POST", "/v1/refunds", { payment_intent: id, amount: 1 }), 201)
      expect(await refund(id)).to.equal("payment_intent_already_refunded")
    })

    it("are made once for an idempotency key", async () => {
      const { id } = await payWith(vintem)
      const idempotencyKey = newIdempotencyKey()
      const refund = () => vintem.request("POST", "/v1/refunds", { payment_intent: id }, { idempotencyKey })
      const first = await refund()
      const second = await refund()
      expect(second.body).to.deep.equal(first.body)
      expect(second.headers["idempotent-replayed"]).to.equal("true")
      expect(await refundsOf(vintem, id)).to.have.lengthOf(1)
    })
  })

  describe("the balance", () => {
    it("is empty at first, then lists each currency that ever had a payment", async () => {
      const merchant = await newMerchant(vintem)
      const balance = async () => expectStatus(await merchant.request("GET", "/v1/balance"), 200)
      expect(await balance()).to.deep.equal({ object: "balance", livemode: false, available: [], pending: [] })
      await payWith(merchant, CARDS.declined)
      expect((await balance()).available).to.deep.equal([])
      const card = { payment_method_types: ["card"] }
      await payWith(merchant, CARDS.approved, { ...card, currency: "usd", amount: 700 })
      await payWith(merchant, CARDS.approved, { amount: 300 })
      const refunded = await payWith(merchant, CARDS.approved, { ...card, currency: "eur", amount: 500 })
      expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: refunded.id }), 201)
      expect((await balance()).available).to.deep.equal([
        { amount: 300, currency: "brl" },
        { amount: 0, currency: "eur" },
        { amount: 700, currency: "usd" },
      ])
      expect((await balance()).pending.map(({ amount }: Json) => amount)).to.deep.equal([0, 0, 0])
    })

    it("keeps a currency whose only payment failed after processing", async () => {
      const merchant = await newMerchant(vintem)
      const { mockFaults } = vintem.server.modes.test.config
      // The sale never reached the acquirer, so no tick can make it succeed.
      mockFaults.authorize = "timeout_before"
      const { id, status } = await payWith(merchant, CARDS.approved, { payment_method_types: ["card"], currency: "usd" }).finally(
        () => delete mockFaults.authorize,
      )
      expect(status).to.equal("processing")
      expect(await balanceIn(merchant, "usd")).to.deep.equal({ available: 0, pending: 4990 })
      expect(expectStatus(await help(merchant, id, "fail"), 200).status).to.equal("canceled")
      expect(await balanceIn(merchant, "usd")).to.deep.equal({ available: 0, pending: 0 })
    })
  })

  describe("test helpers", () => {
    it("fail a payment with the given code", async () => {
      for (const code of ["card_declined", "insufficient_funds", "authentication_failed"]) {
        const { id } = await newOpenIntent(vintem)
        const failed = expectStatus(await help(vintem, id, "fail", { code }), 200)
        expect([failed.status, failed.last_payment_error.code]).to.deep.equal(["canceled", code])
        expect(failed.charges.latest).to.match(/^ch_/)
      }
      const { id } = await newOpenIntent(vintem)
      const failed = expectStatus(await help(vintem, id, "fail", { code: "processing_error" }), 200)
      expect(failed).to.deep.include({ charges: { latest: null } })
      expect(failed.last_payment_error.code).to.equal("processing_error")
    })

    it("expire a 3DS challenge with authentication_failed", async () => {
      const { id } = await payWith(vintem, CARDS.threeDs)
      const expired = expectStatus(await help(vintem, id, "expire"), 200)
      expect(expired.last_payment_error.code).to.equal("authentication_failed")
      expect(await eventsOf(vintem, id)).to.deep.equal(["payment_intent.payment_failed", "payment_intent.canceled"])
    })

    it("make a payment succeed that can then be refunded", async () => {
      const { id } = await newOpenIntent(vintem)
      expectStatus(await help(vintem, id, "succeed"), 200)
      expect(expectStatus(await vintem.request("POST", "/v1/refunds", { payment_intent: id }), 201).status).to.equal("succeeded")
    })

    it("require a secret test key", async () => {
      const live = await newMerchant(vintem, "live")
      expect(await codeOf(live.request("POST", "/v1/test_helpers/payment_intents/pi_x/succeed"))).to.equal("test_mode_only")
      const { key } = await vintem.newKey({ kind: "restricted", scopes: ["payment_intents:write"] })
      expect(await codeOf(vintem.request("POST", "/v1/test_helpers/payment_intents/pi_x/succeed", undefined, { key }))).to.equal(
        "key_not_allowed",
      )
    })
  })

  describe("vintem disputes open", () => {
    it("opens one dispute on a payment that succeeded", async () => {
      const merchant = await newMerchant(vintem)
      const { id } = await payWith(merchant)
      const { json, status } = await vintem.cli("disputes", "open", id, "--json")
      expect(status).to.equal(0)
      const [refund] = await refundsOf(merchant, id)
      expect(json).to.deep.include({ object: "dispute", payment_intent: id, amount: 4990, refund: refund!.id, livemode: false })
      expect(refund).to.deep.include({ reason: "dispute", status: "succeeded" })
      const again = await vintem.cli("disputes", "open", id)
      expect([again.status, again.stdout]).to.deep.equal([1, ""])
      expect(await balanceIn(merchant)).to.deep.equal({ available: 0, pending: 0 })
    })

    it("fails with exit status 1 for other payments", async () => {
      for (const id of [(await newOpenIntent(vintem)).id, "pi_none"]) {
        expect((await vintem.cli("disputes", "open", id)).status).to.equal(1)
      }
    })
  })
})
