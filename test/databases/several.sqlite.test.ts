import { expect } from "chai"
import { createAccount } from "../../src/accounts/accounts.ts"
import { createKey } from "../../src/accounts/keys.ts"
import { registerOrigin } from "../../src/accounts/origins.ts"
import { scopeOf } from "../../src/accounts/scope.ts"
import { readConfig } from "../../src/config/config.ts"
import { livesOf } from "../../src/http/mode.ts"
import { serve } from "../../src/serve.ts"
import type { Response } from "../support/app/client.ts"
import { DEFAULTS, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { sql } from "../support/databases/sql.ts"
import { until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"

type Shop = { account: string; key: string }

const ORIGIN = "https://loja-leste.example"
const NO_KEY = `zsk_live_${"0".repeat(40)}`

describe("Live mode on two databases", function () {
  this.timeout(60_000)
  let databases: Databases
  let line: Line
  let vintem: Running
  let [main, east]: Shop[] = []
  before(async () => {
    databases = await freshDatabases({ live: true, further: ["east"] })
    line = await openLine(databases.env.LIVE_DATABASE_URL_EAST!)
    databases.env.LIVE_DATABASE_URL_EAST = line.url
    expect((await runCommand(["databases", "add", "east"], databases.env)).stderr).to.equal("")
    vintem = await startVintem({}, { databases })
    main = await newShop("main")
    east = await newShop("east")
  })
  after(async () => {
    await vintem.close()
    await line.close()
    await databases.remove()
  })

  const modeOn = (name: string) => livesOf(vintem.server.modes).find(({ database }) => database.name === name)!

  async function newShop(name: string): Promise<Shop> {
    const mode = modeOn(name)
    return mode.database.transaction(async (tx) => {
      const { id: account } = await createAccount(tx, mode.clock, `Loja ${name}`)
      const { key } = await createKey(tx, mode, { account, kind: "secret" })
      await registerOrigin(tx, await scopeOf(tx, mode, account), ORIGIN.replace("leste", name))
      return { account, key }
    })
  }

  const get = (path: string, { key }: { key: string }) => vintem.request("GET", path, undefined, { key })
  const post = (path: string, body: object, { key }: { key: string }) => vintem.request("POST", path, body, { key })
  const preflight = (origin: string) =>
    fetch(`${vintem.url}/v1/tokens`, { method: "OPTIONS", headers: { Origin: origin, "Access-Control-Request-Method": "POST" } })
  const readiness = async () => (await fetch(vintem.metricsUrl.replace("/metrics", "/readyz"))).status

  async function newPayment(shop: Shop) {
    const customer = expectStatus(await post("/v1/customers", { name: "Ana", email: "ana@example.com" }, shop), 201)
    return expectStatus(await post("/v1/payment_intents", { amount: 4990, currency: "brl", customer: customer.id }, shop), 201)
  }

  function expectNotReady(response: Response): void {
    expect(expectStatus(response, 503).error.code).to.equal("not_ready")
    expect(response.headers["service-should-retry"]).to.equal("true")
    expect(Number(response.headers["retry-after"])).to.be.above(0)
  }

  /** Expects that the other account notices nothing, while those of `east` are refused. */
  async function expectOnlyMainServed(): Promise<void> {
    const { id } = await newPayment(main!)
    expectStatus(await get(`/v1/payment_intents/${id}`, main!), 200)
    expectNotReady(await get("/v1/payment_intents", east!))
    expectNotReady(await post("/v1/payment_intents", { amount: 1, currency: "brl" }, east!))
    expectNotReady(await get("/v1/payment_intents", { key: NO_KEY }))
    expect((await fetch(`${vintem.url}/pay/${"x".repeat(22)}`)).status, "an unknown link").to.equal(503)
    expect((await preflight("https://unknown.example")).status, "an unknown origin").to.equal(503)
    expect((await preflight("https://loja-main.example")).headers.get("access-control-allow-origin")).to.contain("main")
    expectStatus(await vintem.request("GET", "/v1/customers"), 200)
    expect(await readiness()).to.equal(200)
  }

  it("keeps each account whole in its own database", async () => {
    for (const [shop, home, other] of [
      [main!, "main", "east"],
      [east!, "east", "main"],
    ] as const) {
      const { id } = await newPayment(shop)
      expect(expectStatus(await get(`/v1/payment_intents/${id}`, shop), 200).id).to.equal(id)
      const count = sql<{ count: number }>(`SELECT count(*) AS count FROM payment_intents WHERE id = '${id}'`)
      expect(await modeOn(home).database.all(count, {})).to.deep.equal([{ count: 1 }])
      expect(await modeOn(other).database.all(count, {})).to.deep.equal([{ count: 0 }])
      const place = sql(`SELECT database FROM accounts WHERE id = '${shop.account}'`)
      expect(await modeOn(home).database.all(place, {})).to.deep.equal([{ database: home }])
    }
    expectStatus(await get("/v1/payment_intents", { key: NO_KEY }), 401)
  })

  it("finds a payer's page and an origin in either, and knows what none has", async () => {
    for (const shop of [main!, east!]) {
      const { hosted_url } = await newPayment(shop)
      expect((await fetch(hosted_url)).status).to.equal(200)
      expect((await fetch(`${hosted_url}/status`)).status).to.equal(200)
    }
    for (const name of ["main", "east"])
      expect((await preflight(`https://loja-${name}.example`)).headers.get("access-control-allow-origin")).to.contain(name)
    expect((await preflight("https://unknown.example")).headers.get("access-control-allow-origin")).to.equal(null)
    expect((await fetch(`${vintem.url}/pay/${"x".repeat(22)}`)).status).to.equal(404)
  })

  it("measures each database apart, also while the other one is away", async () => {
    const series = async () => {
      const text = await (await fetch(vintem.metricsUrl)).text()
      return text.split("\n").filter((line) => /^vintem_work_due\{mode="live".*kind="call_acquirer"/.test(line))
    }
    const main = 'vintem_work_due{mode="live",kind="call_acquirer"} 0'
    expect(await series()).to.deep.equal([main, main.replace("live", 'live",database="east')])
    await line.down()
    await until(async () => (await series()).length === 1)
    expect(await series()).to.deep.equal([main])
    await line.up()
    await until(async () => (await series()).length === 2)
  })

  it("stops the accounts of a database alone while it refuses connections, and serves them when it is back", async () => {
    const { id, hosted_url } = await newPayment(east!)
    await line.down()
    await expectOnlyMainServed()
    expect((await fetch(hosted_url)).status, "the page of a payment that may be there").to.equal(503)
    await line.up()
    await until(async () => (await get(`/v1/payment_intents/${id}`, east!)).status === 200)
    expect((await fetch(hosted_url)).status).to.equal(200)
    expectStatus(await get("/v1/payment_intents", { key: NO_KEY }), 401)
  })

  it("starts without a database that is away, and finds it again by itself", async () => {
    const { id } = await newPayment(east!)
    await vintem.close()
    await line.down()
    vintem = await startVintem({}, { databases })
    expect(vintem.server.modes.absent).to.deep.equal(["east"])
    await expectOnlyMainServed()
    await line.up()
    await until(async () => (await get(`/v1/payment_intents/${id}`, east!)).status === 200)
    expect(vintem.server.modes.absent).to.deep.equal([])
    expectStatus(await get("/v1/payment_intents", { key: NO_KEY }), 401)
    expect((await newPayment(east!)).status).to.equal("requires_payment_method")
  })

  it("does not start where no database of live mode answers", async () => {
    await vintem.close()
    const nowhere = { LIVE_DATABASE_URL: "postgres://127.0.0.1:1/main", LIVE_DATABASE_URL_EAST: "postgres://127.0.0.1:1/east" }
    const failure = await serve(readConfig({ ...DEFAULTS, ...databases.env, ...nowhere, LOG_LEVEL: "silent" })).catch(String)
    expect(failure).to.contain("The live database cannot be used").and.to.contain("LIVE_DATABASE_URL")
    vintem = await startVintem({}, { databases })
  })
})
