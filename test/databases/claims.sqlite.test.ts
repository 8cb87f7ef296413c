// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { registerOrigin } from "../../src/accounts/origins.ts"
import { scopeOf } from "../../src/accounts/scope.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import type { Json } from "../support/app/client.ts"
import { runCommand } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIdempotencyKey } from "../support/merchants/payments.ts"
import { newOpenIntent, payWith } from "../support/merchants/rails.ts"
import { NAMES, type Name, startOnTwo, type Two } from "./two-databases.ts"

const OTHER: Record<Name, Name> = { main: "east", east: "main" }
/** What a restore of a dump does, for one table: it makes the tables anew. */
const RESTORE = [
  "CREATE TABLE restored (LIKE settings INCLUDING ALL)",
  "INSERT INTO restored SELECT * FROM settings",
  "DROP TABLE settings",
  "ALTER TABLE restored RENAME TO settings",
]
const ROWS_OF_SHOP = ["accounts", "api_keys", "merchant_origins"]

describe("Which of two databases has an account", function () {
  this.timeout(180_000)
  let two: Two
  before(async () => {
    two = await startOnTwo({}, { compareAccountsEveryMs: 300 })
  })
  after(() => two?.close())

  const rowsIn = (name: Name, text: string) => two.modeOn(name).database.all(sql<Json>(text), {})
  const change = (name: Name, text: string) => two.modeOn(name).database.transaction((tx) => tx.run(sql<void>(text), {}))
  const run = (...args: string[]) => runCommand(args, two.databases.env)
  const list = ({ request }: Merchant) => request("GET", "/v1/payment_intents")
  const preflight = async (origin: string) => {
    const headers = { Origin: origin, "Access-Control-Request-Method": "POST" }
    const { status, headers: sent } = await fetch(`${two.vintem.url}/v1/tokens`, { method: "OPTIONS", headers })
    return status === 204 ? sent.get("access-control-allow-origin") : status
  }

  /** A shop with an origin, a page that a payer has open, a payment whose acquirer is asked again and again, and a saved response. */
  async function newBusyShop(name: Name): Promise<Merchant & { url: string; charge: string; origin: string }> {
    const shop = await two.newShop(name)
    const mode = two.modeOn(name)
    const origin = `https://${shop.account.toLowerCase().replace("_", "-")}.example`
    await mode.database.transaction(async (tx) => registerOrigin(tx, await scopeOf(tx, mode, shop.account), origin))
    const once = { idempotencyKey: newIdempotencyKey() }
    expectStatus(await shop.request("POST", "/v1/customers", { name: "Ana", email: "ana@example.com" }, once), 201)
    const waiting = await payWith(shop, "pix")
    expect(waiting.status).to.equal("requires_action")
    const { charge } = two.bank.sales(shop.account).at(-1)!
    const { hosted_url: url } = await newOpenIntent(shop)
    return { ...shop, url, charge, origin }
  }

  /** Makes the look-ups of an account due long ago. */
  const makeDue = (name: Name, { account }: Merchant) =>
    change(name, `UPDATE attempts SET due_at = 1, held_until_ms = 0 WHERE account = '${account}' AND due_at IS NOT NULL`)
  const isDue = async (name: Name, { account }: Merchant) =>
    (await rowsIn(name, `SELECT id FROM attempts WHERE account = '${account}' AND due_at = 1`)).length > 0
  const workDue = async (name: Name) => {
    const text = await (await fetch(two.vintem.metricsUrl)).text()
    const database = name === "main" ? "" : `,database="${name}"`
    return Number(new RegExp(`vintem_work_due\\{mode="live"${database},kind="call_acquirer"\\} (\\d+)`).exec(text)?.[1])
  }

  async function expectNotServed(shop: Merchant & { url: string; charge: string }): Promise<void> {
    expect(expectStatus(await list(shop), 503).error.code).to.equal("not_ready")
    expect((await fetch(shop.url)).status, "its payers' pages").to.equal(503)
    const notice = { PaymentId: shop.charge, ChangeType: 7 }
    const noted = await two.vintem.request("POST", "/acquirers/bank/notifications", notice, { key: null })
    expect(noted.status, "its acquirer's notifications, which are sent again").to.equal(503)
  }

  /** Copies what makes a shop be found to the other database, as a move does at last. */
  async function copy(from: Name, { account }: Merchant): Promise<void> {
    for (const table of ROWS_OF_SHOP) {
      const [row] = await rowsIn(from, `SELECT to_json(${table}) AS row FROM ${table} WHERE ${table === "accounts" ? "id" : "account"} = '${account}'`)
      const json = JSON.stringify({ ...row!.row, ...(table === "accounts" && { database: OTHER[from] }) }).replaceAll("'", "''")
      await change(OTHER[from], `INSERT INTO ${table} SELECT * FROM json_populate_record(NULL::${table}, '${json}')`)
    }
  }

  for (const home of NAMES)
    it(`an account that ${home} says is in the other one is not served by it, and nothing of it is done there`, async () => {
      const [gone, here] = [await newBusyShop(home), await newBusyShop(home)]
      expectStatus(await list(gone), 200)
      await change(home, `UPDATE accounts SET database = '${OTHER[home]}' WHERE id = '${gone.account}'`)
      await expectNotServed(gone)
      await makeDue(home, gone)
      await makeDue(home, here)
      await change(home, `UPDATE idempotency_keys SET expires_at = 1 WHERE account IN ('${gone.account}', '${here.account}')`)
      await until(async () => !(await isDue(home, here)))
      await two.vintem.server.tick()
      expect(await isDue(home, gone), "its acquirer is not asked").to.equal(true)
      await until(async () => (await workDue(home)) === 0)
      const kept = await rowsIn(home, "SELECT DISTINCT account FROM idempotency_keys WHERE expires_at = 1")
      expect(kept.map(({ account }) => account)).to.deep.equal([gone.account])
      const { json: items } = await run("attention", "list", "--mode", "live", "--json")
      expect(items.filter(({ account }: Json) => account === gone.account)).to.deep.equal([])
      const { json: keys } = await run("keys", "list", "--json")
      expect(keys.filter(({ account }: Json) => account === gone.account)).to.deep.equal([])
    })

  it("a key and an origin that have moved are found where they are now, although the process remembers where they were", async () => {
    const shop = await newBusyShop("main")
    expectStatus(await list(shop), 200)
    expect(await preflight(shop.origin)).to.equal(shop.origin)
    await change("main", `UPDATE accounts SET database = 'east' WHERE id = '${shop.account}'`)
    expect(expectStatus(await list(shop), 503).error.code, "it is nowhere yet").to.equal("not_ready")
    await copy("main", shop)
    expect(expectStatus(await list(shop), 200).data, "the rows of its new database").to.deep.equal([])
    expect(await preflight(shop.origin)).to.equal(shop.origin)
    expect((await fetch(shop.url)).status, "a page that only the old one has").to.equal(503)
  })

  it("an account that both claim is served by neither until it is settled, and the others notice nothing", async () => {
    const [shop, other] = [await newBusyShop("main"), await newBusyShop("east")]
    await copy("main", shop)
    const both = async () => (await Promise.all(NAMES.map((name) => rowsIn(name, `SELECT database FROM accounts WHERE id = '${shop.account}'`)))).flat()
    await until(async () => (await both()).every(({ database }) => database === "east+main"))
    await expectNotServed(shop)
    await makeDue("main", shop)
    await makeDue("east", other)
    await until(async () => !(await isDue("east", other)))
    await two.vintem.server.tick()
    expect(await isDue("main", shop), "nothing of it is done").to.equal(true)
    expectStatus(await list(other), 200)
    const { json: items, stderr } = await run("attention", "list", "--mode", "live", "--json")
    expect(stderr).to.equal("")
    const mine = items.filter(({ account }: Json) => account === shop.account)
    expect(mine.map(({ kind, id }: Json) => [kind, id])).to.deep.equal(NAMES.map(() => ["account_claimed_twice", shop.account]))
    expect(mine[0].message).to.contain(`vintem databases settle ${shop.account} --in NAME`)
    const checked = await run("databases", "check", "--json")
    const flaws = JSON.parse(checked.stdout).filter(({ problem }: Json) => problem.includes(shop.account))
    expect([checked.status, flaws.map(({ database }: Json) => database)]).to.deep.equal([1, ["east, main"]])
    expect(await run("databases", "settle", shop.account, "--in", "west")).to.include({ status: 1 })
    const settled = await run("databases", "settle", shop.account, "--in", "main", "--json")
    expect(settled.json, settled.stderr).to.deep.equal({ account: shop.account, database: "main" })
    expect(await both()).to.deep.equal([{ database: "main" }, { database: "main" }])
    expect(expectStatus(await list(shop), 200).data).to.have.lengthOf(2)
    await until(async () => !(await isDue("main", shop)))
    const again = await run("databases", "settle", shop.account, "--in", "east")
    expect([again.status, again.stderr.includes("is in the database main alone")]).to.deep.equal([1, true])
  })

  it("what a comparison that died has marked in one database alone is served there again", async () => {
    const shop = await newBusyShop("east")
    await change("east", `UPDATE accounts SET database = 'east+main' WHERE id = '${shop.account}'`)
    await until(async () => (await list(shop)).status === 200)
  })

  it("an account that none claims, as after a restore from before its move, is in one again once the operator says so", async () => {
    const shop = await newBusyShop("main")
    await change("main", `UPDATE accounts SET database = 'east' WHERE id = '${shop.account}'`)
    const { stdout } = await run("databases", "check", "--json")
    expect(stdout).to.contain(`The account ${shop.account} is in no database: main says east.`)
    expect(await run("databases", "settle", shop.account, "--in", "east")).to.include({ status: 1 })
    expect(await run("databases", "settle", shop.account, "--in", "main")).to.include({ status: 0 })
    expectStatus(await list(shop), 200)
    const [sign] = await rowsIn("east", `SELECT database FROM accounts WHERE id = '${shop.account}'`)
    expect(sign, "a move that is still under way cannot put it there").to.deep.equal({ database: "main" })
  })

  describe("when a database may have been restored", () => {
    let shop: Merchant
    before(async () => {
      shop = await newBusyShop("main")
    })
    afterEach(async () => {
      await two.lines.east.up()
      await until(async () => two.vintem.server.modes.absent?.length === 0)
      await until(async () => !(await isDue("main", shop).catch(() => true)))
    })

    async function expectWaiting(): Promise<void> {
      await makeDue("main", shop)
      for (let times = 0; times < 3; times++) await two.vintem.server.tick()
      expect(await isDue("main", shop)).to.equal(true)
      expectStatus(await list(shop), 200)
    }

    it("a worker that starts works on the others while one is away, if they are what they were", async () => {
      await two.stop()
      await two.lines.east.down()
      await two.start()
      await makeDue("main", shop)
      await until(async () => !(await isDue("main", shop)))
    })

    it("nothing of it is done before all others have answered", async () => {
      await two.stop()
      const main = connect(two.databases.env.LIVE_DATABASE_URL!, true)
      await main.transaction((tx) => tx.run(sql<void>("UPDATE settings SET value = 'another' WHERE name = 'compared'"), {}))
      await main.close()
      await two.lines.east.down()
      await two.start()
      await expectWaiting()
    })

    it("nothing of it is done by a worker that runs while it is restored, either", async () => {
      await two.lines.east.down()
      await two.modeOn("main").database.transaction(async (tx) => {
        for (const step of RESTORE) await tx.run(sql<void>(step), {})
      })
      await two.lines.main.down()
      await two.lines.main.up()
      await until(async () => (await list(shop)).status === 200)
      await expectWaiting()
    })
  })
})
