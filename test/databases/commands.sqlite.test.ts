import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect } from "chai"
import { readConfig } from "../../src/config/config.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { serve } from "../../src/serve.ts"
import type { Json } from "../support/app/client.ts"
import { DEFAULTS, runCommand } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { openLine } from "../support/databases/postgres-line.ts"
import { sql } from "../support/databases/sql.ts"

describe("vintem, with two databases of live mode,", function () {
  this.timeout(120_000)
  let databases: Databases
  before(async () => {
    databases = await freshDatabases({ live: true, further: ["east"] })
    expect((await run("databases", "add", "east")).stderr).to.equal("")
  })
  after(() => databases.remove())

  const run = (...args: string[]) => runCommand(args, databases.env)
  const start = (options: object) => serve(readConfig({ ...DEFAULTS, ...databases.env, LOG_LEVEL: "silent" }), options)

  async function idsIn(url: string): Promise<unknown[]> {
    const database = connect(url, true)
    const rows = await database.all(sql<{ id: string }>("SELECT id FROM accounts ORDER BY id"), {})
    return database.close().then(() => rows.map(({ id }) => id))
  }

  it("lists the databases without their passwords", async () => {
    const { json } = await run("databases", "list", "--json")
    expect(json.map(({ name, new_accounts }: Json) => [name, new_accounts])).to.deep.equal([
      ["main", true],
      ["east", false],
    ])
    expect((await run("databases", "list")).stdout).to.not.contain("postgres://")
  })

  it("creates an account in one of them, where each command finds it and none makes it anew", async () => {
    const { json: account } = await run("accounts", "create", "--name", "Leste", "--database", "east", "--json")
    expect(account.database).to.equal("east")
    const { json: other } = await run("accounts", "create", "--name", "Centro", "--json")
    expect(other.database).to.equal("main")
    const key = await run("keys", "create", "--mode", "live", "--account", account.id, "--kind", "secret", "--json")
    expect(key.json, key.stderr).to.include({ account: account.id, mode: "live" })
    for (const args of [
      ["accounts", "update", "--account", account.id, "--support-email", "ola@example.com"],
      ["origins", "add", "--mode", "live", "--account", account.id, "https://leste.example"],
      ["balance", "show", "--mode", "live", "--account", account.id],
    ])
      expect(await run(...args), args.join(" ")).to.include({ status: 0 })
    expect(await idsIn(databases.env.LIVE_DATABASE_URL_EAST!)).to.deep.equal([account.id])
    expect(await idsIn(databases.env.LIVE_DATABASE_URL!)).to.deep.equal([other.id])
    const { json: list } = await run("accounts", "list", "--json")
    expect(list.map(({ id, database }: Json) => [id, database])).to.deep.equal([
      [account.id, "east"],
      [other.id, "main"],
    ])
    expect(await run("accounts", "create", "--name", "West", "--database", "west")).to.include({ status: 1 })
    expect(await run("databases", "check")).to.include({ status: 0, stderr: "" })
  })

  it("says which database does not answer, and goes on with the others", async () => {
    const line = await openLine(databases.env.LIVE_DATABASE_URL_EAST!)
    await line.down()
    const away = { ...databases.env, LIVE_DATABASE_URL_EAST: line.url }
    const listed = await runCommand(["accounts", "list"], away)
    expect([listed.status, listed.stderr]).to.deep.equal([
      0,
      "The live database east does not answer. What is in it is neither found nor shown.\n",
    ])
    const checked = await runCommand(["databases", "check", "--json"], away)
    expect([checked.status, JSON.parse(checked.stdout).map(({ database }: Json) => database)]).to.deep.equal([1, ["east"]])
    const migrated = await runCommand(["migrate"], away)
    expect(migrated.status).to.equal(1)
    expect(migrated.stdout).to.contain("live main: up to date").and.to.contain("live east: ")
    expect(migrated.stderr).to.contain("not migrated: east")
  })

  it("goes through all databases or one, with the commands over all accounts", async () => {
    for (const args of [
      ["attention", "list"],
      ["check"],
      ["audit", "list"],
      ["deliveries", "list", "--mode", "live"],
      ["statements", "list"],
    ]) {
      expect(await run(...args), args.join(" ")).to.include({ status: 0, stderr: "" })
      expect(await run(...args, "--database", "east"), args.join(" ")).to.include({ status: 0, stderr: "" })
      const unknown = await run(...args, "--database", "west")
      expect([unknown.status, unknown.stderr], args.join(" ")).to.deep.equal([
        1,
        "vintem: There is no live database west. List them with: vintem databases list\n",
      ])
    }
    const { json: entries } = await run("audit", "list", "--json")
    const { json: ofEast } = await run("audit", "list", "--json", "--database", "east")
    expect(ofEast.length).to.be.above(0)
    expect(entries.filter(({ mode }: Json) => mode === "live").length).to.be.above(ofEast.length)
  })

  it("says that a check was not made of a database that does not answer", async () => {
    const line = await openLine(databases.env.LIVE_DATABASE_URL_EAST!)
    await line.down()
    const away = { ...databases.env, LIVE_DATABASE_URL_EAST: line.url }
    const checked = await runCommand(["check"], away)
    expect([checked.status, checked.stderr.includes("was not checked, because they do not answer: east")]).to.deep.equal([
      1,
      true,
    ])
    expect(await runCommand(["check", "--database", "main"], away)).to.include({ status: 0 })
    expect(await runCommand(["check", "--mode", "test"], away)).to.include({ status: 0 })
  })

  it("writes the payouts of one database in a file, and finds the database of what the bank says of each", async () => {
    const unnamed = await run("payouts", "export")
    expect([unnamed.status, unnamed.stderr.includes("Choose one with --database NAME")]).to.deep.equal([1, true])
    const none = await run("payouts", "export", "--database", "east")
    expect([none.status, none.stderr.includes("No payout is due.")]).to.deep.equal([1, true])
    const file = join(databases.directory, "return.csv")
    await writeFile(file, "payout,status,reference,failure_code\npo_nobody,paid,ref1,\n")
    const line = await openLine(databases.env.LIVE_DATABASE_URL_EAST!)
    await line.down()
    const away = await runCommand(["payouts", "import", file], { ...databases.env, LIVE_DATABASE_URL_EAST: line.url })
    expect([away.status, away.stderr.includes("these do not answer: east. Nothing is changed.")]).to.deep.equal([1, true])
    expect((await run("payouts", "import", file, "--json")).json).to.deep.equal({ applied: 0, known: 0, unmatched: 1 })
    const { json: items } = await run("attention", "list", "--mode", "live", "--json")
    const [item] = items.filter(({ kind }: Json) => kind === "payout_unmatched")
    expect(await run("attention", "resolve", item.id, "--reason", "It is not ours.")).to.include({ status: 0 })
  })

  it("refuses in words what is not there yet, and changes nothing", async () => {
    const { status, stderr } = await run("statements", "import", "CIELO03.TXT")
    expect([status, stderr.includes("Statements cannot be read yet while live mode has several databases")]).to.deep.equal([
      1,
      true,
    ])
  })

  it("tells of an account that two databases claim", async () => {
    const [id] = await idsIn(databases.env.LIVE_DATABASE_URL!)
    const east = connect(databases.env.LIVE_DATABASE_URL_EAST!, true)
    const change = (text: string) => east.transaction((tx) => tx.run(sql(text), {}))
    await change(`INSERT INTO accounts (id, name, created, database) VALUES ('${id}', 'Centro', 0, 'east')`)
    const checked = await run("databases", "check", "--json")
    await change(`DELETE FROM accounts WHERE id = '${id}'`).finally(() => east.close())
    expect([checked.status, JSON.parse(checked.stdout)]).to.deep.equal([
      1,
      [{ database: "main, east", problem: `The account ${id} is claimed by each of them.` }],
    ])
  })

  it("works on all databases, or on one", async () => {
    const urls = { main: databases.env.LIVE_DATABASE_URL!, east: databases.env.LIVE_DATABASE_URL_EAST! }
    const folded = "SELECT count(name_folded) AS count FROM accounts"
    for (const [database, expected] of [
      ["east", { main: 0, east: 1 }],
      ["main", { main: 1, east: 0 }],
      [undefined, { main: 1, east: 1 }],
    ] as const) {
      const opened = { main: connect(urls.main, true), east: connect(urls.east, true) }
      for (const each of Object.values(opened))
        await each.transaction((tx) => tx.run(sql("UPDATE accounts SET name_folded = NULL"), {}))
      const worker = await start({ role: "worker", database })
      await worker.tick()
      await worker.close()
      for (const [name, each] of Object.entries(opened)) {
        const [row] = await each.all(sql<{ count: number }>(folded), {})
        expect(row?.count, `${name}, by the worker of ${database ?? "all"}`).to.equal(expected[name as "main"])
        await each.close()
      }
    }
    expect(await run("serve", "--role", "api", "--database", "east")).to.include({ status: 2 })
    expect(await run("serve", "--role", "worker", "--database", "west")).to.include({ status: 1 })
  })
})
