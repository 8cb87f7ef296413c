import { expect } from "chai"
import { load, payBy, send } from "../checkout/payer.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { findCanaries } from "../support/bytes/canary.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus, newIntent, newToken } from "../support/merchants/payments.ts"
import { help } from "../support/merchants/rails.ts"
import { advance, DAY, saveNewCard } from "../support/merchants/subscriptions.ts"

const CPF = "529.982.247-25"
const CANARIES = ["Zelmira", "zelmira", "Rua Zephyrina", "11144477735", "111.444.777-35"]
const NEWEST = { headers: { "service-version": "2026-12-01" } }

describe("A customer of a payment link who did not pay", function () {
  this.timeout(120_000)
  let vintem: Running
  let databases: Databases
  let merchant: Merchant
  let link: Json
  before(async () => {
    databases = await freshDatabases()
    vintem = await startVintem({}, { databases })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    const product = expectStatus(await merchant.request("POST", "/v1/products", { name: "Livro" }), 201).id
    expectStatus(await merchant.request("POST", `/v1/products/${product}/price`, { amount: 4990, currency: "brl" }), 201)
    link = expectStatus(await merchant.request("POST", "/v1/payment_links", { product }), 201)
  })
  after(() => databases.remove())

  /** Sends the first form of the link. */
  async function buy(
    name = "Wilhelmina Quixote",
    email = "wilhelmina@mail.example",
  ): Promise<{ customer: string; intent: string; page: string }> {
    const response = await send(await load(link.url), { name, email })
    expect(response.status).to.equal(303)
    const [intent] = expectStatus(await merchant.request("GET", "/v1/payment_intents?limit=1", undefined, NEWEST), 200).data
    return { customer: intent.customer, intent: intent.id, page: intent.hosted_url }
  }
  const nameOf = async (id: string) => expectStatus(await merchant.request("GET", `/v1/customers/${id}`), 200).name
  const statusOf = async (id: string) => {
    const { status, cancellation_reason } = expectStatus(await merchant.request("GET", `/v1/payment_intents/${id}`), 200)
    return `${status} ${cancellation_reason}`
  }

  it("is erased after 30 days, and what was never confirmed is canceled", async () => {
    const { customer, intent } = await buy()
    await advance(merchant, { seconds: 29 * DAY })
    expect([await nameOf(customer), await statusOf(intent)]).to.deep.equal(["Wilhelmina Quixote", "requires_payment_method null"])
    await advance(merchant, { seconds: DAY + 60 })
    expect([await nameOf(customer), await statusOf(intent)]).to.deep.equal([null, "canceled abandoned"])
  })

  it("is kept for as long as a PIX that has expired can still be paid on its page", async () => {
    const { customer, intent, page } = await buy()
    await advance(merchant, { seconds: 20 * DAY })
    expect((await payBy(page, "pix", { document: CPF })).status).to.equal(303)
    await advance(merchant, { seconds: 12 * DAY })
    expect([await nameOf(customer), (await load(page)).status]).to.deep.equal(["Wilhelmina Quixote", 200])
    await advance(merchant, { seconds: 18 * DAY })
    expect([await nameOf(customer), (await load(page)).status]).to.deep.equal(["Wilhelmina Quixote", 200])
    await advance(merchant, { seconds: 3 * DAY })
    expect([await nameOf(customer), await statusOf(intent), (await load(page)).status]).to.deep.equal([
      null,
      "canceled null",
      410,
    ])
  })

  it("is kept once it has paid, or its merchant uses it", async () => {
    const paid = await buy("Paga")
    expect((await payBy(paid.page, "pix", { document: CPF })).status).to.equal(303)
    expectStatus(await help(merchant, paid.intent, "succeed"), 200)
    const changed = await buy("Mudada")
    expectStatus(await merchant.request("POST", `/v1/customers/${changed.customer}`, { metadata: { vip: "yes" } }), 200)
    const saved = await buy("Salva")
    const card = await saveNewCard(merchant, saved.customer)
    const detached = await buy("Removida")
    const other = expectStatus(
      await merchant.request("POST", "/v1/payment_methods", {
        token: (await newToken(merchant)).id,
        customer: detached.customer,
      }),
      201,
    )
    expectStatus(await merchant.request("POST", `/v1/payment_methods/${other.id}/detach`, {}), 200)
    const charged = await buy("Cobrada")
    await newIntent(merchant, { customer: charged.customer })
    await advance(merchant, { seconds: 400 * DAY })
    const names = await Promise.all([paid, changed, saved, detached, charged].map(({ customer }) => nameOf(customer)))
    expect(names).to.deep.equal(["Paga", "Mudada", "Salva", "Removida", "Cobrada"])
    expect(card).to.match(/^pm_/)
  })

  it("is kept forever with RETAIN_LINK_CUSTOMERS_DAYS=0, and erased by a worker in real time", async () => {
    const { customer } = await buy()
    const { database } = vintem.server.modes.test
    const { sql } = await import("../support/databases/sql.ts")
    await database.transaction((tx) =>
      tx.run(sql(`UPDATE customers SET link_unpaid_since = link_unpaid_since - ${31 * DAY} WHERE id = '${customer}'`), {}),
    )
    await database.transaction((tx) =>
      tx.run(sql(`UPDATE payment_intents SET created = created - ${31 * DAY} WHERE customer = '${customer}'`), {}),
    )
    const pass = async (days: string) => {
      const worker = await startVintem({ RETAIN_LINK_CUSTOMERS_DAYS: days }, { role: "worker", databases })
      await worker.server.tick()
      await worker.server.close()
      return nameOf(customer)
    }
    expect(await pass("0")).to.equal("Wilhelmina Quixote")
    expect(await pass("30")).to.equal(null)
  })

  // It closes the server, so it is the last one: SQLite's files can be read only then.
  it("is nowhere in the database afterwards", async () => {
    const { customer, page } = await buy("Zelmira Zephyrina", "zelmira@mail.example")
    const address = { postal_code: "50711-123", line1: "Rua Zephyrina", number: "1", city: "Recife", state: "PE" }
    expect((await payBy(page, "boleto", { document: "111.444.777-35", ...address })).status).to.equal(303)
    await advance(merchant, { seconds: 100 * DAY })
    expect(await nameOf(customer)).to.equal(null)
    await vintem.close()
    expect(await findCanaries(CANARIES, databases)).to.deep.equal([])
  })
})
