import { expect } from "chai"
import { findAccount, listAccounts } from "../../src/accounts/accounts.ts"
import { listKeys } from "../../src/accounts/keys.ts"
import { listIntegrations } from "../../src/events/webhooks/integrations.ts"
import type { Json } from "../support/app/client.ts"
import { type CommandResult, type Running, runCommand, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("vintem accounts", function () {
  this.timeout(120_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())

  it("creates an account in both modes and lists accounts oldest first", async () => {
    const { json } = await vintem.cli("accounts", "create", "--name", "Padaria São João", "--json")
    expect(json).to.deep.equal({ id: json.id, name: "Padaria São João", created: json.created })
    expect(json.created).to.be.closeTo(Date.now() / 1000, 60)
    for (const mode of [vintem.server.modes.test, vintem.server.modes.live!]) {
      expect(await findAccount(mode.database, json.id)).to.include({ name: "Padaria São João" })
    }
    expect(await listAccounts(vintem.server.modes.live!.database)).to.have.lengthOf(2)
    const { json: list } = await vintem.cli("accounts", "list", "--json")
    expect(list.map(({ id }: Json) => id)).to.deep.equal([vintem.account, json.id])
    expect(list[1]).to.deep.equal(json)
    const { stdout } = await vintem.cli("accounts", "list")
    expect(stdout.split("\n")[1]).to.equal(`${json.id}  Padaria São João`)
  })

  it("accepts a name of up to 255 characters", async () => {
    const named = (name: string) => vintem.cli("accounts", "create", "--name", name)
    const [longest, longer] = await Promise.all([named("🥖".repeat(255)), named("a".repeat(256))])
    expect(longest.stdout).to.match(/^acct_\w+ {2}🥖+\n$/u)
    expect([longer.status, longer.stdout]).to.deep.equal([2, ""])
  })
})

describe("The account that a command uses", function () {
  this.timeout(120_000)

  describe("with no account yet", () => {
    let databases: Databases
    before(async () => {
      databases = await freshDatabases()
    })
    after(() => databases.remove())
    const vintem = (...args: string[]) => runCommand([...args, "--json"], databases.env)

    it("the first key creates an account, the second uses it, and other commands require one", async () => {
      const refused = await vintem("origins", "add", "--mode", "test", "https://shop.example")
      expect([refused.status, refused.stdout]).to.deep.equal([1, ""])
      expect(refused.stderr).to.contain("vintem accounts create")
      const first = await vintem("keys", "create", "--mode", "test", "--kind", "secret")
      const second = await vintem("keys", "create", "--mode", "test", "--kind", "secret")
      expect(second.json.account).to.equal(first.json.account)
      const list = await vintem("accounts", "list")
      expect(list.json.map(({ id }: Json) => id)).to.deep.equal([first.json.account])
    })
  })

  describe("with several accounts", () => {
    let vintem: Running
    let other: string
    before(async () => {
      vintem = await startVintem()
      other = await vintem.newAccount()
    })
    after(() => vintem.close())

    async function everything() {
      const { database } = vintem.server.modes.test
      const keys = await listKeys(database, false)
      const integrations = await Promise.all([vintem.account, other].map((account) => listIntegrations(database, account)))
      const { data: origins } = expectStatus(await vintem.request("GET", "/merchant-origins"), 200)
      // When a key was last used is written a little later.
      return {
        keys: keys.map((key) => ({ ...key, last_used_at: null })),
        integrations,
        origins,
        accounts: await listAccounts(database),
      }
    }

    const commands = [
      ["keys", "create", "--mode", "test", "--kind", "secret"],
      ["origins", "add", "--mode", "test", "https://shop.example"],
      ["integrations", "create", "--mode", "test", "--url", "https://tool.example/in"],
      ["plans", "list"],
    ]

    it("without --account, a command changes nothing and exits with 1", async () => {
      const before = await everything()
      const results = await Promise.all(commands.map((args) => vintem.cli(...args, "--json")))
      for (const [i, { status, stdout, stderr }] of results.entries()) {
        expect([status, stdout], commands[i]!.join(" ")).to.deep.equal([1, ""])
        expect(stderr).to.contain("--account")
      }
      expect(await everything()).to.deep.equal(before)
    })

    it("--account selects an account, which must exist", async () => {
      const create = (account: string) =>
        vintem.cli("keys", "create", "--mode", "test", "--kind", "secret", "--account", account, "--json")
      expect((await create(other)).json.account).to.equal(other)
      const unknown = await create("acct_none")
      expect([unknown.status, unknown.stdout, unknown.stderr]).to.deep.equal([
        1,
        "",
        "vintem: No such account: 'acct_none'. List them with: vintem accounts list\n",
      ])
    })
  })
})

describe("vintem origins", function () {
  this.timeout(120_000)
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { live: true })
  })
  after(() => vintem.close())
  const ORIGIN = "https://shop.example"
  const origins = (...args: string[]): Promise<CommandResult> => vintem.cli("origins", ...args)

  it("adds an origin to one mode with immediate effect, lists it and removes it", async () => {
    const live = await vintem.newKey({ mode: "live", kind: "publishable" })
    const test = await vintem.newKey({ kind: "publishable" })
    const tokenize = async ({ key }: { key: string }) =>
      (await vintem.request("POST", "/v1/tokens", { type: "pix" }, { key, headers: { origin: ORIGIN } })).status
    const { json } = await origins("add", "--mode", "live", "HTTPS://Shop.Example:443", "--json")
    expect(json).to.deep.equal({ object: "merchant_origin", origin: ORIGIN, livemode: true, created: json.created })
    expect([await tokenize(live), await tokenize(test)]).to.deep.equal([201, 403])
    expect((await origins("list", "--mode", "live", "--json")).json).to.deep.equal([json])
    expect((await origins("list", "--mode", "live")).stdout).to.equal(`${ORIGIN}\n`)
    const removed = await origins("remove", "--mode", "live", ORIGIN, "--json")
    expect(removed.json).to.deep.equal({ object: "merchant_origin", origin: ORIGIN, deleted: true })
    expect(await tokenize(live)).to.equal(403)
    const again = await origins("remove", "--mode", "live", ORIGIN, "--json")
    expect([again.status, again.stdout]).to.deep.equal([1, ""])
  })

  it("refuses a URL that is not an origin, and http in live mode", async () => {
    const wrong = [
      ["--mode", "test", `${ORIGIN}/path`],
      ["--mode", "live", "http://localhost:5173"],
    ]
    for (const { status, stdout, stderr } of await Promise.all(wrong.map((args) => origins("add", ...args)))) {
      expect([status, stdout]).to.deep.equal([1, ""])
      expect(stderr).to.match(/^vintem: '.*' is not an origin: .*\n$/)
    }
  })
})
