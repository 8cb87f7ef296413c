// Live mode is on Postgres, so SQLite is enough for test mode.
import { expect } from "chai"
import { runCommand } from "../support/app/vintem.ts"
import { signIn, type Visitor, visit } from "../support/dashboard/dashboard.ts"
import { type Merchant, until } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { payWith } from "../support/merchants/rails.ts"
import { startOnTwo, type Two } from "./two-databases.ts"

const ENGLISH = { "accept-language": "en" }

describe("While the main database of live mode does not answer", function () {
  this.timeout(120_000)
  let two: Two
  let owner: Visitor
  let [main, east]: Merchant[] = []
  before(async () => {
    two = await startOnTwo()
    main = await two.newShop("main")
    east = await two.newShop("east")
    owner = await signIn(two.vintem, "owner@example.com", "owner")
  })
  after(() => two?.close())
  afterEach(async () => {
    await two.lines.main.down()
    await two.lines.main.up()
    await until(async () => (await main!.request("GET", "/v1/payment_intents")).status === 200)
  })

  async function expectOnlyEastServed(visitor: Visitor): Promise<void> {
    expect((await payWith(east!)).status).to.equal("succeeded")
    expect(expectStatus(await main!.request("GET", "/v1/payment_intents"), 503).error.code).to.equal("not_ready")
    expectStatus(await two.vintem.request("GET", "/v1/customers"), 200)
    for (const path of ["/", "/sign-in", `/${east!.account}/live/payments`, `/${east!.account}/test/payments`]) {
      const page = await visitor.get(path, ENGLISH)
      if (path === "/sign-in" && page.status === 200) continue
      expect([page.status, page.headers["retry-after"]], path).to.deep.equal([503, "5"])
      expect(page.html, path).to.contain("A database does not answer")
    }
  }

  it("the accounts of the others are paid, and the dashboard says that it is not available", async () => {
    await two.lines.main.down()
    await expectOnlyEastServed(owner)
    await two.lines.main.up()
    await until(async () => (await owner.get(`/${main!.account}/live/payments`, ENGLISH)).status === 200)
  })

  it("the service starts all the same, and lets people sign in when it is back", async () => {
    await two.stop()
    await two.lines.main.down()
    await two.start()
    expect(two.vintem.server.modes.absent).to.deep.equal(["main"])
    await expectOnlyEastServed(visit(two.vintem))
    await two.lines.main.up()
    await until(async () => two.vintem.server.modes.absent?.length === 0)
    expect((await payWith(main!)).status).to.equal("succeeded")
    const again = await signIn(two.vintem, "again@example.com", "owner")
    expect((await again.get(`/${main!.account}/live/payments`, ENGLISH)).status).to.equal(200)
  })

  it("commands that need the users or the platform's rows refuse in words, and those of other accounts work", async () => {
    await two.lines.main.down()
    const run = (...args: string[]) => runCommand(args, two.databases.env)
    for (const args of [
      ["users", "list"],
      ["users", "add", "new@example.com", "--role", "owner"],
      ["mail", "list", "--mode", "live", "--operators"],
    ]) {
      const { status, stderr } = await run(...args)
      expect([status, stderr.includes("The live database main does not answer")], args.join(" ")).to.deep.equal([1, true])
    }
    const shown = await run("balance", "show", "--mode", "live", "--account", east!.account)
    expect(shown.status, shown.stderr).to.equal(0)
    const lost = await run("balance", "show", "--mode", "live", "--account", main!.account)
    expect([lost.status, lost.stderr.includes("may be in a database that does not answer")]).to.deep.equal([1, true])
  })
})
