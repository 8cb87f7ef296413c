import { gunzipSync } from "node:zlib"
import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { findSealed, openSealed } from "../support/bytes/sealed.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, cardBody, expectStatus, newCustomer, postOnce } from "../support/merchants/payments.ts"
import { help, payWith } from "../support/merchants/rails.ts"
import { newRecurringProduct, saveNewCard, subscribe } from "../support/merchants/subscriptions.ts"
import { startSink, trustTestAuthority } from "../support/network/https-sink.ts"
import { startUtmify, type Utmify } from "../support/utmify/server.ts"
import { connectUtmify } from "../utmify/seller.ts"

const PERSON = {
  email: "wilhelmina.quixote@mail.example",
  name: "Wilhelmina Quixote",
  phone: "+5511912345678",
  document: { type: "cpf", number: "52998224725" },
  address: { line1: "Rua Zephyrina", number: "7777", city: "Recife", state: "PE", postal_code: "50711123" },
  metadata: { nickname: "Minaxote" },
}
const HOLDER = "W QUIXOTE HOLDERNAME"
/** What must be nowhere afterwards. */
const CANARIES = [
  "wilhelmina",
  "Wilhelmina",
  "WILHELMINA",
  "Quixote",
  "quixote",
  HOLDER,
  "912345678",
  "52998224725",
  "Zephyrina",
  "Minaxote",
]
const ADDRESS = { line2: null, district: null, country: "BR" }
const ERASED = { email: "erased@invalid", name: null, phone: null, document: null, address: null, metadata: {} }

describe("vintem customers erase", function () {
  this.timeout(120_000)
  let vintem: Running
  let databases: Databases
  let utmify: Utmify
  let merchant: Merchant
  before(async () => {
    await trustTestAuthority()
    databases = await freshDatabases()
    utmify = await startUtmify(["token"])
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", UTMIFY_URL: utmify.url }, { databases })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(async () => {
    await utmify.close()
    await databases.remove()
  })

  const erase = (id: string, ...args: string[]) => vintem.cli("customers", "erase", id, ...args)
  const customerOf = async (id: string) => expectStatus(await merchant.request("GET", `/v1/customers/${id}`), 200)
  const refused = async (id: string, named: string) => {
    const { status, stderr } = await erase(id)
    expect([status, stderr.includes(named)], stderr).to.deep.equal([1, true])
    expect(await customerOf(id)).to.include({ email: PERSON.email })
  }

  const mailsOf = async (): Promise<Json[]> =>
    (await vintem.cli("mail", "list", "--mode", "test", "--account", merchant.account, "--json")).json

  /** What is sealed in the database, in clear. */
  async function opened(): Promise<Record<string, string>> {
    const { test } = vintem.server.modes
    const texts: Record<string, string> = {}
    for (const each of await findSealed(test)) {
      const text = await openSealed(test, each)
      const isPacked = each.place === "mails.sealed_mail"
      texts[`${each.place} ${each.row.id}`] = isPacked ? gunzipSync(Buffer.from(text, "base64")).toString() : text
    }
    return texts
  }

  it("empties the customer, detaches its cards and keeps its money. It can be repeated, and is in the audit log", async () => {
    const { id } = await newCustomer(merchant, PERSON)
    const card = await saveNewCard(merchant, id)
    const paid = await payOne(merchant, CARDS.approved, { customer: id })
    const balance = (await merchant.request("GET", "/v1/balance")).body
    const tried = await erase(id, "--dry-run", "--json")
    expect([tried.status, tried.json.cards]).to.deep.equal([0, 1])
    expect(tried.json.events).to.be.greaterThan(2)
    expect(await customerOf(id)).to.deep.include({ ...PERSON, address: { ...ADDRESS, ...PERSON.address } })
    const { json, status } = await erase(id, "--json")
    expect([status, json]).to.deep.equal([0, { id, cards: 1, pages: 0, orders: 0 }])
    expect(await customerOf(id)).to.deep.include(ERASED)
    expect((await merchant.request("GET", `/v1/payment_methods/${card}`)).body).to.deep.include({ customer: null })
    const kept = (await merchant.request("GET", `/v1/payment_intents/${paid.id}`)).body
    expect(kept).to.deep.equal(paid)
    expect((await merchant.request("GET", "/v1/balance")).body).to.deep.equal(balance)
    for (const query of ["Wilhelmina", "52998224725", PERSON.email]) {
      const found = await merchant.request("GET", `/v1/payment_intents?query=${encodeURIComponent(query)}`, undefined, {
        headers: { "service-version": "2026-12-01" },
      })
      expect(expectStatus(found, 200).data, query).to.deep.equal([])
    }
    expect((await erase(id)).status).to.equal(0)
    const audited = await vintem.cli("audit", "list", "--mode", "test", "--account", merchant.account, "--json")
    expect(
      audited.json.filter(
        ({ action, target }: { action: string; target: string }) => action === "customer.erase" && target === id,
      ),
    ).to.have.length(2)
    const told = (
      await merchant.request("GET", "/v1/events?type=customer.updated", undefined, {
        headers: { "service-version": "2026-12-01" },
      })
    ).body
    expect(told.data).to.have.length(1)
    expect(told.data[0].data.object).to.deep.include({ id, ...ERASED })
    expect(told.data[0].data.previous_attributes).to.equal(undefined)
  })

  it("is refused while a payment, a subscription, a refund or a dispute is open, and names it", async () => {
    const { id } = await newCustomer(merchant, PERSON)
    const pix = await payWith(merchant, "pix", { customer: id })
    await refused(id, pix.id)
    expectStatus(await help(merchant, pix.id, "succeed"), 200)
    const product = await newRecurringProduct(vintem, merchant)
    const subscription = await subscribe(merchant, product, { customer: id })
    await refused(id, subscription.id)
    expectStatus(await merchant.request("POST", `/v1/customer_subscriptions/${subscription.id}/cancel`, {}), 200)
    const boleto = await payWith(merchant, "boleto", { customer: id })
    expectStatus(await help(merchant, boleto.id, "succeed"), 200)
    const refund = expectStatus(await merchant.request("POST", "/v1/refunds", { payment_intent: boleto.id }), 201)
    if (refund.status === "pending") {
      await refused(id, refund.id)
      expect((await vintem.cli("refunds", "settle", refund.id)).status).to.equal(0)
    }
    const opened = await vintem.cli("disputes", "open", pix.id, "--respond-by", "2099-01-01", "--json")
    expect(opened.status, opened.stderr).to.equal(0)
    await refused(id, opened.json.id)
    expect((await vintem.cli("disputes", "close", opened.json.id, "--lost")).status).to.equal(0)
    const done = await erase(id)
    expect([done.status, done.stderr]).to.deep.equal([0, ""])
    expect((await erase("cus_none")).status).to.equal(1)
  })

  it("is finished by a worker if its process dies in the middle", async () => {
    const { id } = await newCustomer(merchant, PERSON)
    await merchant.request("POST", `/v1/customers/${id}`, { name: "Quixote Wilhelmina" })
    const { database } = vintem.server.modes.test
    const one = await erase(id)
    expect(one.status).to.equal(0)
    // As it is after the first transaction, if nothing follows.
    const body = JSON.stringify({ data: { object: { object: "customer", id, name: "Quixote" } } })
    await database.transaction(async (tx) => {
      await tx.run(
        sql(`UPDATE events SET body = '${body}' WHERE account = '${merchant.account}' AND type = 'customer.created'`),
        {},
      )
      await tx.run(sql(`UPDATE erasures SET step = 'events', position = '' WHERE customer = '${id}'`), {})
    })
    await until(async () => {
      const found = await database.all(sql<{ body: string }>(`SELECT body FROM events WHERE account = '${merchant.account}'`), {})
      return found.every((each) => !each.body.includes("Quixote"))
    })
  })

  // It closes the server, so it is the last one: SQLite's files can be read only then.
  it("leaves who it was nowhere in the database, sealed or not: not in mails, events, deliveries, responses, pages, orders, cards or terms", async () => {
    const sink = await startSink((request, response) => response.end(`thanks for ${request.body.toString()}`))
    await newEndpoint(merchant, sink.url, ["*"])
    await connectUtmify(vintem, merchant, { token: "token" })
    const { id } = await newCustomer(merchant, PERSON)
    await postOnce(merchant, `/v1/customers/${id}`, { phone: "+5511912345679" }, 200)
    await postOnce(merchant, `/v1/customers/${id}`, { phone: PERSON.phone }, 200)
    const token = await postOnce(merchant, "/v1/tokens", cardBody(CARDS.approved, { holderName: HOLDER }))
    const saved = await postOnce(merchant, "/v1/payment_methods", { token: token.id, customer: id })
    await postOnce(merchant, `/v1/payment_methods/${saved.id}/detach`, {}, 200)
    await payOne(merchant, CARDS.approved, { customer: id })
    const boleto = await payWith(merchant, "boleto", { customer: id })
    expectStatus(await help(merchant, boleto.id, "succeed"), 200)
    const other = await newCustomer(merchant, { email: "other@mail.example", name: "Benedita Outra" })
    await payOne(merchant, CARDS.approved, { customer: other.id })
    const mails = await until(async () => {
      const made = (await mailsOf()).filter(({ status }) => status !== "pending")
      const found = made.filter(({ customer }) => customer === id)
      return made.length > found.length && found.length >= 2 && found.every(({ to }) => to === PERSON.email) ? found : undefined
    })
    const { database } = vintem.server.modes.test
    const pending = sql<{ id: string }>(`SELECT id FROM deliveries WHERE account = '${merchant.account}' AND status = 'pending'`)
    await until(async () => (await database.all(pending, {})).length === 0 || undefined)
    expect(Object.keys(await opened()).filter((place) => place.startsWith("mails."))).to.have.length.above(2)
    const { status, stderr, json } = await erase(id, "--json")
    expect([status, stderr]).to.deep.equal([0, ""])
    expect(json).to.include({ pages: 1, cards: 0 })
    const page = await fetch(boleto.next_action.pdf_url)
    expect(page.status).to.be.oneOf([200, 404, 410])
    expect(await customerOf(other.id)).to.include({ name: "Benedita Outra" })
    await until(async () => (await database.all(pending, {})).length === 0 || undefined)
    const left = await mailsOf()
    for (const mail of mails) expect(left).to.deep.include({ ...mail, to: "erased@invalid" })
    expect(left.map(({ to }) => to)).to.include("other@mail.example")
    const texts = await opened()
    await vintem.close()
    await sink.close()
    expect(await findCanaries(CANARIES, databases, texts)).to.deep.equal([])
  })
})
