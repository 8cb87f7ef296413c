// A live account at the simulator of Cielo, from `vintem acquirer set` on. Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import Knex from "knex"
import { up as keepOldSales } from "../../../src/db/migrations/reference-lookups.ts"
import type { Cielo } from "../../cielo/cielo.ts"
import { cardFor } from "../../cielo/outcomes.ts"
import type { Json } from "../../support/app/client.ts"
import { findCanaries } from "../../support/bytes/canary.ts"
import { type Merchant, until } from "../../support/merchants/merchant.ts"
import { cardBody, expectStatus, newCustomer, newIntent } from "../../support/merchants/payments.ts"
import { confirm, newOpenIntent, payWith, refundsOf, retrieve } from "../../support/merchants/rails.ts"
import { type LiveAccount, startLiveAccount } from "./live-account.ts"

const APPROVED = cardFor("Visa")

describe("A live account at Cielo", function () {
  this.timeout(120_000)
  let live: LiveAccount
  let cielo: Cielo
  let merchant: Merchant
  before(async () => {
    live = await startLiveAccount()
    ;({ cielo, merchant } = live)
  })
  after(async () => {
    const found = await findCanaries([cielo.merchant.merchant_key, APPROVED], live.databases)
    const violations = await cielo.control.violations()
    await live.close()
    expect(found).to.deep.equal([])
    expect(violations).to.deep.equal([])
  })

  const saleOf = async (amount: number) => (await cielo.control.ledger()).find((sale) => sale.amount === amount)!
  const refund = async (payment_intent: string) =>
    expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent }), 201)
  /** On a slow machine a refund is answered before Cielo's answer is there, and ends later. */
  const refundWhole = async (id: string) => {
    await refund(id)
    await until(async () => (await refundsOf(merchant, id))[0]!.status === "succeeded")
  }

  it("charges a card, and refunds it once", async () => {
    const { id, status, charges } = await payWith(merchant, APPROVED, { amount: 1001 })
    expect(status).to.equal("succeeded")
    expect(charges.latest).to.match(/^ch_/)
    await refundWhole(id)
    expect(await saleOf(1001)).to.include({ captured: 1001, voided: 1001 })
  })

  it("refuses a currency that Cielo does not take, and uses no token up", async () => {
    const customer = (await newCustomer(merchant)).id
    const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(APPROVED)), 201).id
    const abroad = await newIntent(merchant, { customer, currency: "usd" })
    const { status, body } = await confirm(merchant, abroad.id, token)
    expect([status, body.error?.code, body.error?.param]).to.deep.equal([400, "parameter_invalid", "currency"])
    expect(await retrieve(merchant, abroad.id)).to.include({ status: "requires_payment_method", last_payment_error: null })
    const { id } = await newIntent(merchant, { customer })
    expect(expectStatus(await confirm(merchant, id, token), 200).status).to.equal("succeeded")
  })

  it("tells why a card was refused", async () => {
    const { status, last_payment_error } = await payWith(merchant, cardFor("Elo", "63"))
    expect([status, last_payment_error.code]).to.deep.equal(["canceled", "incorrect_cvc"])
  })

  it("saves a card, and charges it while the payer is absent", async () => {
    const customer = (await newCustomer(merchant)).id
    const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(cardFor("Master"))), 201).id
    const method = expectStatus(await merchant.request("POST", "/v1/payment_methods", { token, customer }), 201).id
    const { id } = await newOpenIntent(merchant, { customer, amount: 1002 })
    expect(expectStatus(await confirm(merchant, id, method, { off_session: true }), 200).status).to.equal("succeeded")
  })

  it("learns from a notification that a PIX was paid, and later that it was refunded", async () => {
    const { id } = await payWith(merchant, "pix", { amount: 1003 })
    await cielo.control.pay({ payment: (await saleOf(1003)).payment_id })
    await until(async () => (await retrieve(merchant, id)).status === "succeeded")
    await refundWhole(id)
  })

  it("learns from a notification that a boleto was paid", async () => {
    const { id } = await payWith(merchant, "boleto", { amount: 1004 })
    await cielo.control.pay({ payment: (await saleOf(1004)).payment_id })
    await until(async () => (await retrieve(merchant, id)).status === "succeeded")
  })

  it("books a chargeback once", async () => {
    const { id } = await payWith(merchant, APPROVED, { amount: 1005 })
    await cielo.control.chargeback({ payment: (await saleOf(1005)).payment_id })
    await until(async () => (await refundsOf(merchant, id)).length > 0)
    expect((await refundsOf(merchant, id)).map(({ reason, status }) => [reason, status])).to.deep.equal([
      ["dispute", "succeeded"],
    ])
  })

  describe("shows how Cielo names a payment, and finds it by that", () => {
    const NONE = { tid: null, nsu: null, authorization_code: null, end_to_end_id: null, our_number: null }
    const referencesOf = async (id: string, version?: string) => {
      const options = version ? { headers: { "service-version": version } } : {}
      const { body } = await merchant.request("GET", `/v1/payment_intents/${id}`, undefined, options)
      return body.payment_method_details.acquirer
    }
    const found = async (query: string | null) =>
      expectStatus(await merchant.request("GET", `/v1/payment_intents?query=${query}`), 200).data.map((each: Json) => each.id)

    it("a card, also if the answer to the sale was lost", async () => {
      await cielo.control.setFaults({ operation: "card", fault: "cut_after", times: 1 })
      for (const amount of [1011, 1012]) {
        const { id } = await payWith(merchant, APPROVED, { amount })
        await until(async () => (await retrieve(merchant, id)).status === "succeeded")
        const { tid, nsu, authorization_code } = await saleOf(amount)
        expect(await referencesOf(id)).to.deep.equal({ ...NONE, name: "cielo", tid, nsu, authorization_code })
        for (const reference of [tid, nsu]) expect(await found(reference), reference).to.deep.equal([id])
        expect(await referencesOf(id, "2026-04-27")).to.equal(undefined)
      }
    })

    it("a card that was charged by a release which did not keep it", async () => {
      const { id } = await payWith(merchant, APPROVED, { amount: 1016 })
      const { tid, nsu, authorization_code } = await saleOf(1016)
      const knex = Knex({ client: "pg", connection: live.databases.env.LIVE_DATABASE_URL! })
      await knex.transaction(async (tx) => {
        await tx("charge_references")
          .whereIn("attempt", tx("attempts").where({ payment_intent: id }).select("id"))
          .delete()
        await tx("search_terms").where({ id }).delete()
        await tx("payment_intents")
          .where({ id })
          .update({ payment_method_details: tx.raw("(payment_method_details::jsonb - 'acquirer')::text") })
        await tx.schema.dropTable("reference_lookups")
        await keepOldSales(tx)
      })
      await until(async () => (await referencesOf(id)) !== null)
      expect(await referencesOf(id)).to.deep.equal({ ...NONE, name: "cielo", tid, nsu, authorization_code })
      for (const reference of [tid, nsu]) expect(await found(reference), reference).to.deep.equal([id])
      await until(async () => (await knex("reference_lookups").select()).length === 0)
      await knex.destroy()
    })

    it("a card that was refused", async () => {
      const { id } = await payWith(merchant, cardFor("Visa", "51"), { amount: 1013 })
      const { tid, nsu } = await saleOf(1013)
      expect(await referencesOf(id)).to.deep.equal({ ...NONE, name: "cielo", tid, nsu })
    })

    it("a PIX, once it is paid", async () => {
      const { id } = await payWith(merchant, "pix", { amount: 1014 })
      expect(await referencesOf(id)).to.equal(null)
      await cielo.control.pay({ payment: (await saleOf(1014)).payment_id })
      await until(async () => (await retrieve(merchant, id)).status === "succeeded")
      const { end_to_end_id } = await saleOf(1014)
      expect(await referencesOf(id)).to.deep.equal({ ...NONE, name: "cielo", end_to_end_id })
      expect(await found(end_to_end_id)).to.deep.equal([id])
    })

    it("a boleto, before and after it is paid", async () => {
      const { id } = await payWith(merchant, "boleto", { amount: 1015 })
      const { our_number, payment_id } = await saleOf(1015)
      const named = { ...NONE, name: "cielo", our_number }
      expect(await referencesOf(id)).to.deep.equal(named)
      await cielo.control.pay({ payment: payment_id })
      await until(async () => (await retrieve(merchant, id)).status === "succeeded")
      expect(await referencesOf(id)).to.deep.equal(named)
      expect(await found(our_number)).to.deep.equal([id])
    })
  })

  it("takes a PIX back at Cielo when it is canceled", async () => {
    const { id } = await payWith(merchant, "pix", { amount: 1006 })
    expectStatus(await merchant.request("POST", `/v1/payment_intents/${id}/cancel`), 200)
    await until(async () => (await saleOf(1006)).status === 10)
  })

  it("refunds a payment of before with the merchant's new key, once the old one is refused", async () => {
    const { id } = await payWith(merchant, APPROVED, { amount: 1007 })
    await live.setAcquirer(await cielo.control.newKey(cielo.merchant.merchant_id))
    await refundWhole(id)
    expect((await payWith(merchant, APPROVED, { amount: 1008 })).status).to.equal("succeeded")
    expect((await saleOf(1007)).voided).to.equal(1007)
  })

  it("refunds a payment of before with the newest key of its merchant, after the account has got another merchant", async () => {
    const { id } = await payWith(merchant, APPROVED, { amount: 1009 })
    await live.setAcquirer(await cielo.control.newKey(cielo.merchant.merchant_id))
    await live.setAcquirer(await cielo.control.newMerchant())
    await refundWhole(id)
    expect((await saleOf(1009)).voided).to.equal(1009)
  })
})
