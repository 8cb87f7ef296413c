import { execFile } from "node:child_process"
import { once } from "node:events"
import { readFileSync, statSync } from "node:fs"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { promisify } from "node:util"
import { expect } from "chai"
import { migrations } from "../../src/db/migrations/index.ts"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { ROOT, spawnCommand, startCommand } from "../support/app/commands.ts"
import { runCommand, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { expectStatus } from "../support/merchants/payments.ts"

describe("The vintem command", function () {
  this.timeout(120_000)
  let databases: Databases
  before(async () => {
    databases = await freshDatabases()
  })
  after(() => databases.remove())
  const vintem = (args: string[], env: Record<string, string> = {}) => runCommand(args, { ...databases.env, ...env })

  it("prints help to stdout with exit status 0; wrong usage is 2 and a failure is 1, with an empty stdout", async () => {
    const alone = (args: string[], env: Record<string, string> = {}) => spawnCommand(args, { ...databases.env, ...env })
    const [help, unknown, nothing, wrong, debugged] = await Promise.all([
      alone(["keys", "--help"]),
      alone(["coins", "list"]),
      alone(["keys", "revoke"]),
      alone(["keys", "list"], { PORT: "http" }),
      alone(["keys", "list"], { PORT: "http", LOG_LEVEL: "debug" }),
    ])
    expect([help.status, help.stderr]).to.deep.equal([0, ""])
    expect(help.stdout).to.contain("revoke")
    for (const usage of [unknown, nothing]) {
      expect([usage.status, usage.stdout]).to.deep.equal([2, ""])
      expect(usage.stderr).to.match(/^error: /)
    }
    expect([wrong.status, wrong.stdout]).to.deep.equal([1, ""])
    expect(wrong.stderr).to.match(/^vintem: PORT [^\n]*\n$/)
    expect(debugged.stderr).to.match(/^vintem: PORT .*\n.*\n {4}at /)
  })

  it("--version prints the version of the software", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
    const { status, stdout, stderr } = await vintem(["--version"])
    expect([status, stdout, stderr]).to.deep.equal([0, `${version}\n`, ""])
  })

  it("serve --demo prints, once it serves, a first request that works and a link into the dashboard", async () => {
    const ports = { PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", METRICS_PORT: "0" }
    const serving = startCommand(["serve", "--demo"], { ...databases.env, ...ports })
    let printed = ""
    for await (const chunk of serving.stderr) {
      printed += chunk
      if (printed.includes("Ctrl-C")) break
    }
    expect(printed.indexOf("Vintém is ready")).to.be.within(0, printed.indexOf("Your test key"))
    const [request] = printed.match(/export VINTEM_KEY=.*?\}'/s)!
    const { stdout } = await promisify(execFile)("bash", ["-eu", "-c", request])
    expect(JSON.parse(stdout)).to.include({ object: "payment_intent", amount: 4990 })
    expect((await fetch(printed.match(/Documentation: (\S+)/)![1]!)).status).to.equal(200)
    expect(await (await fetch(printed.match(/Dashboard: (\S+)/)![1]!)).text()).to.contain("demo@example.com")
    serving.kill()
    expect(await once(serving, "close")).to.deep.equal([0, null])
  })

  it("serve says which variable is wrong where the machine refuses what it names", async () => {
    const ports = { PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", METRICS_PORT: "0" }
    for (const [env, message] of [
      [{ HOST: "192.0.2.1" }, /^vintem: HOST 192\.0\.2\.1 is not an address of this machine/m],
      [{ REDIS_URL: "redis://127.0.0.1:1" }, /^vintem: The Redis of REDIS_URL cannot be reached/m],
    ] as const) {
      const { status, stdout, stderr } = await spawnCommand(["serve"], { ...databases.env, ...ports, ...env })
      expect([status, stdout]).to.deep.equal([1, ""])
      expect(stderr).to.match(message)
    }
  })

  it("serve --json prints the addresses that it listens on, as one line", async () => {
    const ports = { PORT: "0", FRAME_PORT: "0", DASHBOARD_PORT: "0", METRICS_PORT: "0" }
    const serving = startCommand(["serve", "--json"], { ...databases.env, ...ports })
    const [line] = await once(createInterface(serving.stdout), "line")
    const { url, frame_origin, metrics_url } = JSON.parse(line)
    const statuses = [`${url}/readyz`, `${frame_origin}/`, metrics_url].map(async (address) => (await fetch(address)).status)
    expect(await Promise.all(statuses)).to.deep.equal([200, 404, 200])
    serving.kill()
    expect(await once(serving, "close")).to.deep.equal([0, null])
  })

  it("migrate lists the migrations that it applied; a second run applies none", async () => {
    const TEST_DATABASE_URL = `sqlite:${join(databases.directory, "new.sqlite")}`
    const first = await vintem(["migrate"], { TEST_DATABASE_URL })
    expect([first.status, first.stderr]).to.deep.equal([0, ""])
    expect(first.stdout).to.match(/^test: 0049\w+(, \d{4}\w+)*\n$/)
    const second = await vintem(["migrate", "--json"], { TEST_DATABASE_URL })
    expect(second.json).to.deep.equal([{ mode: "test", applied: [], newer: [] }])
    expect((await vintem(["migrate"], { TEST_DATABASE_URL })).stdout).to.equal("test: up to date\n")
    const newer = { ...migrations, "9999_newer": { up: async () => {} } }
    await migrateDatabase(TEST_DATABASE_URL, false, newer)
    const older = await vintem(["migrate"], { TEST_DATABASE_URL })
    expect([older.status, older.stderr]).to.deep.equal([0, ""])
    expect(older.stdout).to.equal("test: nothing to do: a newer version has migrated this database (9999_newer)\n")
  })

  it("migrate creates a directory that only its owner can read", async () => {
    const data = join(databases.directory, "owner", "only")
    await vintem(["migrate"], { TEST_DATABASE_URL: `sqlite:${join(data, "test.sqlite")}` })
    expect(statSync(data).mode & 0o777).to.equal(0o700)
  })

  it("seed prints the same keys every time, in a file only for its owner, and new keys for a new database", async () => {
    const { json: demo } = await vintem(["seed", "--json"])
    const again = await vintem(["seed"])
    expect(again.stdout).to.contain(`Secret key       ${demo.secret_key}\n`)
    expect(again.stdout).to.contain(`Publishable key  ${demo.publishable_key}\n`)
    expect(statSync(join(databases.directory, "demo-keys.json")).mode & 0o777).to.equal(0o600)
    const { json: keys } = await vintem(["keys", "list", "--json"])
    const names = keys.map(({ name }: { name: string }) => name)
    expect(names, "the dashboard says by name who acted").to.have.members(["Demo server", "Demo browser"])

    const server = await startVintem({}, { databases })
    try {
      const get = async (path: string) =>
        expectStatus(await server.request("GET", path, undefined, { key: demo.secret_key }), 200)
      expect((await get(`/v1/customers/${demo.customer}`)).address).to.include({ city: "São Paulo" })
      expect(await get(`/v1/products/${demo.product}`)).to.include({ recurring: false })
      expect(await get(`/v1/products/${demo.product}/price`)).to.include({ amount: 4990, currency: "brl" })
      expect(await get(`/v1/products/${demo.recurring_product}`)).to.include({ recurring: true })
      expect(await get(`/v1/products/${demo.recurring_product}/price`)).to.include({ amount: 2990, currency: "brl" })
      const refused = await server.request("GET", "/v1/customers", undefined, { key: demo.publishable_key })
      expect(expectStatus(refused, 403).error.code).to.equal("origin_not_allowed")
    } finally {
      await server.close()
    }

    for (const end of ["", "-wal", "-shm"]) await rm(join(databases.directory, `test.sqlite${end}`), { force: true })
    await vintem(["migrate"])
    const { json: other } = await vintem(["seed", "--json"])
    expect(other.secret_key).not.to.equal(demo.secret_key)

    await rm(join(databases.directory, "demo-keys.json"))
    const { json: second } = await vintem(["seed", "--json"])
    expect(second.customer, "a second demo account in the same database").not.to.equal(other.customer)
  })
})
