// Live mode is on Postgres, so SQLite is enough for test mode.
import { randomBytes } from "node:crypto"
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { masterKeyOf } from "../../src/modes/modes.ts"
import { addKeyToAll } from "../../src/vault/add-key.ts"
import type { Json } from "../support/app/client.ts"
import { runCommand } from "../support/app/vintem.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, until } from "../support/merchants/merchant.ts"
import { payWith } from "../support/merchants/rails.ts"
import { NAMES, type Name, startOnTwo, type Two } from "./two-databases.ts"

const keys = sql<{ id: string; seals: boolean }>(
  "SELECT id, created > 0 AS seals FROM encryption_keys WHERE purpose = 'seal' ORDER BY created, id",
)
const sealed = sql<{ key: string }>(
  "SELECT DISTINCT split_part(coalesce(sealed_members, sealed_merchant_key), '.', 2) AS key FROM acquirer_credentials",
)

describe("vintem encryption rotate, with two databases of live mode,", function () {
  this.timeout(120_000)
  let two: Two
  let shops: Record<Name, Merchant>
  before(async () => {
    two = await startOnTwo()
    shops = { main: await two.newShop("main"), east: await two.newShop("east") }
  })
  after(() => two?.close())

  const rotate = () => runCommand(["encryption", "rotate", "--json"], two.databases.env)
  const keysIn = (name: Name) => two.modeOn(name).database.all(keys, {})
  const sealedIn = async (name: Name) => (await two.modeOn(name).database.all(sealed, {})).map(({ key }) => key)
  const payBoth = async () => {
    for (const name of NAMES) expect((await payWith(shops[name])).status, name).to.equal("succeeded")
  }
  /** Adds a key as the command does, and dies before it begins to seal in a database. */
  const dieBefore = (name: Name) =>
    addKeyToAll(
      [two.modeOn("main").database, two.modeOn("east").database],
      masterKeyOf(two.modeOn("main").config, true),
      (database, work) => (database.name === name ? Promise.reject(new Error("dead")) : database.transaction(work)),
    ).catch(({ message }: Error) => message)

  /** Expects that all is sealed with one key, which is the only one, and the same in both. */
  async function expectRotated(): Promise<void> {
    const { status, stdout, stderr } = await rotate()
    expect(status, stderr).to.equal(0)
    const live = JSON.parse(stdout).filter(({ mode }: Json) => mode === "live")
    expect(live.map(({ database }: Json) => database)).to.deep.equal(["main", "east"])
    const [{ key }] = live
    for (const name of NAMES) {
      expect(await keysIn(name), name).to.deep.equal([{ id: key, seals: true }])
      expect(await sealedIn(name), name).to.deep.equal([key])
    }
    expect(await runCommand(["databases", "check"], two.databases.env)).to.include({ status: 0, stderr: "" })
    await payBoth()
  }

  it("seals with the same new key in both, and deletes the old one in both", async () => {
    const [old] = await keysIn("main")
    expect(await keysIn("east")).to.deep.equal([old])
    await expectRotated()
    expect(await keysIn("main")).to.not.deep.include(old)
  })

  it("changes nothing while one of them does not answer", async () => {
    const before = await keysIn("main")
    await two.lines.east.down()
    const { status, stderr } = await rotate()
    await two.lines.east.up()
    await until(async () => (await shops.east.request("GET", "/v1/payment_intents")).status === 200)
    expect([status, stderr.includes("A new key must reach all databases before it seals")]).to.deep.equal([1, true])
    for (const name of NAMES) expect(await keysIn(name), name).to.deep.equal(before)
  })

  it("lets no database seal with a key that another one lacks, wherever it dies", async () => {
    const [old] = await keysIn("main")
    expect(await dieBefore("main")).to.equal("dead")
    const pending = (await keysIn("main")).find(({ seals }) => !seals)
    for (const name of NAMES) expect(await keysIn(name), name).to.deep.equal([pending, old])
    await payBoth()
    expect(await dieBefore("east")).to.equal("dead")
    expect(await keysIn("main")).to.deep.equal([old, { ...pending, seals: true }])
    expect(await keysIn("east")).to.deep.equal([pending, old])
    await payBoth()
    await expectRotated()
  })

  it("refuses where the rings have become different, and says what to do", async () => {
    const { database, ring } = two.modeOn("east")
    const before = await keysIn("main")
    const { id } = await database.transaction((tx) => ring.addKey(tx))
    const { status, stderr } = await rotate()
    await database.transaction((tx) => tx.run(sql(`DELETE FROM encryption_keys WHERE id = '${id}'`), {}))
    expect([status, stderr.includes(`differs from that of main, in the key ${id}`)], stderr).to.deep.equal([1, true])
    expect(await keysIn("main")).to.deep.equal(before)
  })

  it("knows the rings as the same after another master key has wrapped them", async () => {
    const { env, directory } = two.databases
    const file = join(directory, "old-key")
    await writeFile(file, env.ENCRYPTION_KEY!, { mode: 0o600 })
    const next = { ...env, ENCRYPTION_KEY: randomBytes(32).toString("base64") }
    const { status, stdout, stderr } = await runCommand(["encryption", "rewrap", "--old-key-file", file, "--json"], next)
    expect(status, stderr).to.equal(0)
    expect(JSON.parse(stdout).map(({ mode, database }: Json) => [mode, database])).to.deep.equal([
      ["test", undefined],
      ["live", undefined],
      ["live", "east"],
    ])
    expect(await runCommand(["databases", "check"], next)).to.include({ status: 0, stderr: "" })
  })
})
