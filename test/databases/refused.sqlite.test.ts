import { expect } from "chai"
import { readConfig } from "../../src/config/config.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { serve } from "../../src/serve.ts"
import { openKeyRing } from "../../src/vault/key-ring.ts"
import { DEFAULTS, runCommand } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"

type Env = Record<string, string>

describe("A start on two databases of live mode is refused in words, and writes nothing,", function () {
  this.timeout(60_000)
  let databases: Databases
  let urls: { main: string; east: string }
  beforeEach(async () => {
    databases = await freshDatabases({ live: true, further: ["east"] })
    urls = { main: databases.env.LIVE_DATABASE_URL!, east: databases.env.LIVE_DATABASE_URL_EAST! }
  })
  afterEach(() => databases.remove())

  const run = (...args: string[]) => runCommand(args, databases.env)

  async function read(url: string, text: string): Promise<object[]> {
    const database = connect(url, true)
    return database.all(sql<object>(text), {}).finally(() => database.close())
  }

  async function change(url: string, text: string): Promise<void> {
    const database = connect(url, true)
    await database.transaction((tx) => tx.run(sql(text), {})).finally(() => database.close())
  }

  async function expectRefused(env: Env, ...words: string[]): Promise<void> {
    const state = () =>
      Promise.all(
        [urls.main, urls.east].flatMap((url) =>
          ["settings", "encryption_keys"].map((table) => read(url, `SELECT * FROM ${table} ORDER BY 1`)),
        ),
      )
    const before = await state()
    const started = await serve(readConfig({ ...DEFAULTS, ...databases.env, ...env, LOG_LEVEL: "silent" })).catch(String)
    if (typeof started !== "string") await started.close()
    for (const word of words) expect(started).to.be.a("string").that.contains(word)
    expect(await state()).to.deep.equal(before)
  }

  it("where two names were swapped", async () => {
    await run("databases", "add", "east")
    await expectRefused(
      { LIVE_DATABASE_URL: urls.east, LIVE_DATABASE_URL_EAST: urls.main },
      "live database main leads to the database east",
    )
  })

  it("where the URL leads to the database of test mode", async () => {
    await run("databases", "add", "east")
    await change(urls.east, "UPDATE settings SET value = 'test' WHERE name = 'mode'")
    await expectRefused({}, "belongs to test mode")
  })

  it("before the database was added, or migrated", async () => {
    await run("databases", "list")
    await serve(readConfig({ ...DEFAULTS, ...databases.env, LIVE_DATABASE_URL_EAST: "", LOG_LEVEL: "silent" })).then((one) =>
      one.close(),
    )
    await expectRefused({}, "live database east has no keys", "vintem databases add east")
    await run("databases", "add", "east")
    await change(urls.east, "DELETE FROM knex_migrations WHERE name = '0101_databases'")
    await expectRefused({}, "live database east does not have the schema of this version", "vintem migrate")
  })

  it("where its key ring is another one, which also refuses to be added", async () => {
    await run("databases", "add", "east")
    await change(urls.east, "DELETE FROM encryption_keys")
    const database = connect(urls.east, true)
    await openKeyRing(database, Buffer.from(databases.env.ENCRYPTION_KEY!, "base64")).finally(() => database.close())
    await expectRefused({}, "live database east has another key ring than the live database")
    const added = await run("databases", "add", "east")
    expect([added.status, added.stderr]).to.deep.equal([
      1,
      added.stderr.match(/^vintem: The live database east has a key ring of its own.*\n$/)?.[0],
    ])
  })

  it("but adding a database again changes nothing", async () => {
    expect((await run("databases", "add", "east", "--json")).json).to.include({ database: "east", keys: 2 })
    expect((await run("databases", "add", "east", "--json")).json).to.deep.include({ keys: 0, applied: [] })
    const unknown = await run("databases", "add", "west")
    expect([unknown.status, unknown.stderr]).to.deep.equal([
      1,
      "vintem: There is no further database west: set LIVE_DATABASE_URL_WEST to its URL first.\n",
    ])
  })
})
