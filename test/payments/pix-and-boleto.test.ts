import { getBoletoInfo, getPixPayloadInfo } from "@brazilian-utils/brazilian-utils"
import { expect } from "chai"
import { isBoleto } from "validation-br"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { dueDateAfter } from "../../src/payments/intents/terms.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer } from "../support/merchants/payments.ts"
import {
  ADDRESS,
  codeOf,
  confirm,
  eventsOf,
  help,
  newBareToken,
  newOpenIntent,
  newPayer,
  payWith,
  perform,
  retrieve,
} from "../support/merchants/rails.ts"

describe("Payments with every method and outcome", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  describe("PIX", () => {
    it("shows a BR Code with the amount, and succeeds when paid", async () => {
      const now = Math.floor(Date.now() / 1000)
      const intent = await payWith(vintem, "pix", { amount: 123456 })
      expect(intent.status).to.equal("requires_action")
      const { type, qr_code_data, expires_at } = intent.next_action
      expect(type).to.equal("pix_display_qr_code")
      expect(expires_at).to.be.within(now + 3600, Math.ceil(Date.now() / 1000) + 3600)
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
      await perform(vintem, callAcquirers, merchant.account, 3500)
      expect((await retrieve(merchant, id)).status).to.equal("requires_action")
      await perform(vintem, callAcquirers, merchant.account, 3600)
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

    it("needs the customer's address besides name and document", async () => {
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
})
