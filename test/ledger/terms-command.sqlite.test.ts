import { randomUUID } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { defaultTerms } from "../../src/ledger/terms/terms.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"

describe("vintem terms", function () {
  this.timeout(60_000)
  let databases: Databases
  let vintem: Running
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases()
    vintem = await startVintem({}, { databases, role: "api" })
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  after(async () => {
    await vintem.close()
    await databases.remove()
  })

  async function run(command: "set" | "show", ...args: string[]) {
    return vintem.cli("terms", command, ...args, "--mode", "test", "--account", merchant.account)
  }
  async function fileWith(content: string): Promise<string> {
    const file = join(databases.directory, `${randomUUID()}.yaml`)
    await writeFile(file, content)
    return file
  }
  const withFee = (refund_fee: number) => ({ ...defaultTerms("brl"), refund_fee })

  it("shows the default before there are terms", async () => {
    const { account } = merchant
    const shown = { account, currency: "brl", version: null, created: null, terms: defaultTerms("brl") }
    expect((await run("show", "--json")).json).to.deep.equal([shown])
  })

  it("sets versions, and shows the newest or all of them", async () => {
    for (const fee of [1, 2]) {
      const { status, stderr, json } = await run("set", await fileWith(JSON.stringify(withFee(fee))), "--json")
      expect([status, stderr]).to.deep.equal([0, ""])
      expect(json).to.deep.include({ currency: "brl", version: fee, terms: withFee(fee) })
    }
    await run("set", await fileWith(JSON.stringify(defaultTerms("usd"))))
    const versions = async (...args: string[]) =>
      (await run("show", ...args, "--json")).json.map(
        ({ currency, version }: { currency: string; version: number }) => `${currency} ${version}`,
      )
    expect(await versions()).to.deep.equal(["brl 2", "usd 1"])
    expect(await versions("--history")).to.deep.equal(["brl 2", "brl 1", "usd 1"])
  })

  it("shows what it takes", async () => {
    await run("set", await fileWith(JSON.stringify(withFee(7))))
    const { stdout } = await run("show")
    expect((await run("set", await fileWith(stdout))).stderr).to.equal("")
    expect((await run("show", "--json")).json[0]).to.deep.include({ version: 2, terms: withFee(7) })
  })

  it("refuses a file with its line, and changes nothing", async () => {
    const { status, stderr } = await run("set", await fileWith(`currency: brl\nrefundfee: 1\n`))
    expect(status).to.equal(1)
    expect(stderr).to.contain("Line 2: refundfee is unknown. Did you mean 'refund_fee'?")
    expect((await run("show", "--json")).json[0].version).to.equal(null)
    expect((await run("set", "/nowhere.yaml")).stderr).to.contain("/nowhere.yaml")
  })

  it("writes what has changed into the audit log", async () => {
    await run("set", await fileWith(JSON.stringify(withFee(7))))
    const { json } = await vintem.cli("audit", "list", "--account", merchant.account, "--json")
    const [entry] = json.filter(({ action }: { action: string }) => action === "terms.set")
    expect(entry).to.deep.include({ target: merchant.account, outcome: "done" })
    expect(entry.changes).to.deep.equal({ before: { refund_fee: 0 }, after: { refund_fee: 7 } })
  })
})
