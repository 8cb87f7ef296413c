import { statSync } from "node:fs"
import { join } from "node:path"
import { expect } from "chai"
import { webhooks } from "../../src/sdk/runtime/index.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { freePort } from "../support/databases/postgres.ts"
import { cancelOne, type Merchant, newMerchant, payOne } from "../support/merchants/merchant.ts"
import { CARDS } from "../support/merchants/payments.ts"
import { outcomesOf } from "../support/merchants/subscriptions.ts"
import { type Listener, listenWith, type Shop, startShop } from "./listening.ts"

describe("vintem listen", function () {
  this.timeout(120_000)
  let vintem: Running
  let merchant: Merchant
  let listeners: Listener[]
  let shops: Shop[]
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    ;[listeners, shops] = [[], []]
  })
  afterEach(async () => {
    await Promise.all(listeners.map((listener) => listener.stop()))
    await Promise.all(shops.map((shop) => shop.close()))
  })

  const shopWith = async (...args: Parameters<typeof startShop>) => {
    const shop = await startShop(...args)
    shops.push(shop)
    return shop
  }
  const listen = async (...args: string[]) => {
    const listener = await listenWith(vintem.databases.env, "--account", merchant.account, ...args)
    listeners.push(listener)
    return listener
  }
  const secretOf = async (account: string) =>
    (await vintem.cli("listen", "--account", account, "--print-secret")).stdout.trimEnd()
  const idsOf = async () => (await outcomesOf(merchant)).map(({ id }) => id)

  it("forwards each event once, in the order of the list, while payments are made at the same time", async () => {
    const shop = await shopWith()
    await cancelOne(merchant)
    const listener = await listen("--forward-to", shop.url)
    const pay = () => payOne(merchant)
    const stranger = await newMerchant(vintem)
    await Promise.all([pay(), pay(), cancelOne(merchant), pay(), cancelOne(stranger), cancelOne(merchant), pay(), pay()])
    await cancelOne(merchant)
    const lines = await listener.printed(8)
    const [, ...since] = await outcomesOf(merchant)
    expect(shop.ids(), "what was there before, and other accounts' events, are not forwarded").to.deep.equal(
      since.map(({ id }) => id),
    )
    const shown = since.map(({ id, type }) => `${type}  ${id}  200`)
    const bare = (line: string) => line.replace(/^\d\d:\d\d:\d\d {2}/, "").replace(/ +\d+ ms$/, "")
    expect(lines.map((line) => bare(line).replace(/ {2,}/g, "  "))).to.deep.equal(shown)
  })

  it("signs as a webhook is signed, with a secret of the account that stays on this machine", async () => {
    const shop = await shopWith()
    const secret = await secretOf(merchant.account)
    const listener = await listen("--forward-to", shop.url)
    const intent = await cancelOne(merchant)
    const [{ path, headers, body }] = (await shop.has(1)) as [Shop["arrived"][0]]
    const event = webhooks.constructEvent(body, String(headers["service-signature"]), secret) as Json
    expect([path, headers["content-type"], headers["user-agent"]]).to.deep.equal(["/webhooks", "application/json", "Vintem/1.0"])
    expect(event).to.deep.equal((await merchant.request("GET", `/v1/events/${event.id}`)).body)
    expect(event.data.object.id).to.equal(intent.id)
    expect(listener.stderr()).to.contain(`Signing secret   ${secret} `)
    const file = join(vintem.databases.directory, "listen", `${merchant.account}.secret`)
    expect((statSync(file).mode & 0o777).toString(8)).to.equal("600")
    expect(await secretOf(vintem.account))
      .to.match(/^whsec_test_\w{43}$/)
      .and.not.equal(secret)
  })

  it("has one secret where it runs twice at once, and each run gets every event once", async () => {
    const [first, second] = [await shopWith(), await shopWith()]
    const both = await Promise.all([listen("--forward-to", first.url), listen("--forward-to", second.url)])
    await Promise.all([payOne(merchant), cancelOne(merchant), payOne(merchant, CARDS.declined)])
    await Promise.all(both.map((listener) => listener.printed(3)))
    const ids = await idsOf()
    expect([first.ids(), second.ids()]).to.deep.equal([ids, ids])
    const secrets = both.map((listener) => /whsec_\w+/.exec(listener.stderr())?.[0])
    expect(secrets[0]).to.be.a("string").and.equal(secrets[1])
  })

  it("waits for a server that restarts, and the event arrives once", async () => {
    const before = await startShop()
    const listener = await listen("--forward-to", before.url)
    await cancelOne(merchant)
    await listener.printed(1)
    await before.close()
    await cancelOne(merchant)
    await new Promise((resolve) => setTimeout(resolve, 1000)) // the first attempts find nobody
    const after = await shopWith(undefined, before.port)
    const [, line] = await listener.printed(2)
    expect(line).to.match(/ {2}200 +\d+ ms$/)
    expect([...before.ids(), ...after.ids()]).to.deep.equal(await idsOf())
  })

  it("says why an event could not be forwarded and what to do, and goes on with the next one", async () => {
    const port = await freePort()
    const listener = await listen("--forward-to", `http://localhost:${port}/webhooks`)
    await cancelOne(merchant)
    await cancelOne(merchant)
    for (const line of await listener.printed(2)) expect(line).to.match(/ {2}connection refused$/)
    expect(listener.stderr().match(/Nothing listens on localhost:\d+\. Start your server there\./g), "once").to.have.length(1)

    const statuses = [500, 404, 200]
    const shop = await shopWith((response) => void response.writeHead(statuses[shop.arrived.length - 1]!).end(), port)
    for (const _ of statuses) await cancelOne(merchant)
    const lines = (await listener.printed(5)).slice(2)
    expect(lines.map((line) => / {2}(\d+) +\d+ ms$/.exec(line)?.[1])).to.deep.equal(["500", "404", "200"])
    expect(listener.stderr()).to.contain("Your server has no POST /webhooks.")
    expect(shop.ids()).to.deep.equal((await idsOf()).slice(2))
  })

  it("ends with status 0 at Ctrl-C, also while the server keeps a request waiting", async () => {
    const shop = await shopWith(() => {})
    const listener = await listen("--forward-to", shop.url)
    await cancelOne(merchant)
    await shop.has(1)
    expect(await listener.stop("SIGINT")).to.equal(0)
    expect(listener.lines()).to.deep.equal([])
    expect(listener.stderr()).not.to.contain("Error")
  })

  it("begins with the newest events if asked, forwards only the types that are named, and prints JSON", async () => {
    const shop = await shopWith()
    await cancelOne(merchant)
    await payOne(merchant, CARDS.declined)
    await payOne(merchant)
    const types = "payment_intent.succeeded,payment_intent.canceled"
    const listener = await listen("--forward-to", shop.url, "--latest", "2", "--events", types, "--json")
    await cancelOne(merchant)
    const lines = (await listener.printed(2)).map((line) => JSON.parse(line))
    const [, , paid, canceled] = await outcomesOf(merchant)
    expect(lines.map(({ event }) => event)).to.deep.equal([paid, canceled])
    for (const { forwarded } of lines) {
      expect(forwarded).to.include({ url: shop.url, http_status: 200, error: null })
      expect(forwarded.duration_ms).to.be.within(0, 30_000)
    }
  })

  it("shows events without forwarding them, and ends with the program that reads its output", async () => {
    const listener = await listen()
    const intent = await cancelOne(merchant)
    const [line] = await listener.printed(1)
    expect(line!.replace(/ {2,}/g, "  ")).to.contain(`payment_intent.canceled  ${(await idsOf())[0]}  ${intent.id}`)
    expect(listener.stderr()).to.not.contain("whsec_")
    listener.closeOutput()
    await cancelOne(merchant)
    expect(await listener.ended()).to.deep.equal({ status: 0 })
  })
})
