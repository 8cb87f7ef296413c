// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { signIn, type Visitor } from "../support/dashboard/dashboard.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newEndpoint, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { eventsOf, payWith, retrieve } from "../support/merchants/rails.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"
import { NAMES, type Name, startOnTwo, type Two } from "./two-databases.ts"

describe("The accounts of two databases of live mode", function () {
  this.timeout(120_000)
  let two: Two
  let sink: Sink
  let owner: Visitor
  let shops: Record<Name, Merchant>
  before(async () => {
    await trustTestAuthority()
    two = await startOnTwo({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
    sink = await startSink((_request, response) => response.writeHead(200).end())
    owner = await signIn(two.vintem, "owner@example.com", "owner")
    shops = { main: await two.newShop("main"), east: await two.newShop("east") }
  })
  after(async () => {
    await two?.close()
    await sink?.close()
  })

  const pageOf = ({ account }: Merchant, rest: string) => owner.get(`/${account}/live${rest}`, { "accept-language": "en" })
  const receivedOf = (intent: string) => sink.received.filter(({ body }) => body.toString().includes(intent))
  const countIn = async (name: Name, id: string) => {
    const count = sql<{ count: number }>(`SELECT count(*) AS count FROM payment_intents WHERE id = '${id}'`)
    return (await two.modeOn(name).database.all(count, {}))[0]?.count
  }

  it("are paid, hear of it and see it in the dashboard, each by its own database alone", async () => {
    for (const name of NAMES) {
      const shop = shops[name]
      await newEndpoint(shop, sink.url)
      const paid = await payWith(shop)
      expect(paid.status, name).to.equal("succeeded")
      await until(async () => receivedOf(paid.id).length > 0)
      const page = await pageOf(shop, `/payments/${paid.id}`)
      expect([page.status, page.html.includes(paid.id)], name).to.deep.equal([200, true])
      for (const other of NAMES) expect(await countIn(other, paid.id), other).to.equal(other === name ? 1 : 0)
    }
  })

  it("hear what their acquirer says of a charge, wherever it is", async () => {
    const notify = async (PaymentId: string) =>
      (await two.vintem.request("POST", "/acquirers/bank/notifications", { PaymentId, ChangeType: 7 }, { key: null })).status
    for (const name of NAMES) {
      const shop = shops[name]
      const paid = await payWith(shop)
      two.bank.chargeBack(shop.account, paid.amount)
      expect(await notify(two.bank.sales(shop.account).at(-1)!.charge), name).to.equal(200)
      await until(async () => (await eventsOf(shop, paid.id)).includes("charge.dispute.created"))
    }
    expect(await notify("nobody's")).to.equal(200)
    await two.lines.east.down()
    expect(await notify("nobody's"), "it may be there").to.equal(503)
    expect(await notify(two.bank.sales(shops.main.account).at(-1)!.charge)).to.equal(200)
    await two.lines.east.up()
    await until(async () => (await notify("nobody's")) === 200)
  })

  it("see each other's database go away in words, in the API and in the dashboard, and notice nothing of it", async () => {
    const before = await payWith(shops.east)
    await two.lines.east.down()
    const paid = await payWith(shops.main)
    await until(async () => receivedOf(paid.id).length > 0)
    for (const rest of [`/payments/${paid.id}`, "/audit", "/keys", "/settings", "/balance", "/attention"])
      expect((await pageOf(shops.main, rest)).status, rest).to.equal(200)
    const refused = await shops.east.request("POST", "/v1/payment_intents", { amount: 4990, currency: "brl" })
    expect(expectStatus(refused, 503).error.code).to.equal("not_ready")
    const page = await pageOf(shops.east, `/payments/${before.id}`)
    expect([page.status, page.headers["retry-after"]]).to.deep.equal([503, "5"])
    expect(page.html).to.contain("A database does not answer")
    await two.lines.east.up()
    await until(async () => (await shops.east.request("GET", `/v1/payment_intents/${before.id}`)).status === 200)
    expect((await payWith(shops.east)).status).to.equal("succeeded")
    expect((await retrieve(shops.east, before.id)).status).to.equal("succeeded")
    expect((await pageOf(shops.east, `/payments/${before.id}`)).status).to.equal(200)
  })
})
