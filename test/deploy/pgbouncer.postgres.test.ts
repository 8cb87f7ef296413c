// PgBouncer as deploy/ configures it, with the real program. Its addresses, files and names are those of the test, and its pool is smaller.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect } from "chai"
import pg from "pg"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { administer, freePort } from "../support/databases/postgres.ts"
import { until } from "../support/merchants/merchant.ts"
import { CARDS, expectStatus, newToken } from "../support/merchants/payments.ts"
import { installed } from "../support/network/installed.ts"

const DEPLOY = resolve(import.meta.dirname, "../../deploy")
const read = (file: string) => readFileSync(join(DEPLOY, file), "utf8")
const POOL = 3
const NEEDED = [1, 21]

describe("Behind PgBouncer, as deploy/ configures it", () => {
  const role = `vintem_service_${randomBytes(4).toString("hex")}`
  let databases: Databases
  let bouncer: Bouncer
  let vintem: Running
  before(async function () {
    const why = whyNot()
    if (why) {
      console.warn(`NOT TESTED: PgBouncer in front of Postgres. ${why}`)
      return this.skip()
    }
    databases = await freshDatabases()
    const owner = databases.env.TEST_DATABASE_URL!
    await administer(owner, `CREATE ROLE ${role} LOGIN PASSWORD 'vintem'`)
    for (const file of ["postgres/grants.sql", "pgbouncer/role.sql"]) {
      await administer(owner, read(file).replaceAll("vintem_service", role))
    }
    bouncer = await startBouncer(new URL(owner), role)
    vintem = await startVintem({ TEST_DATABASE_URL: bouncer.url }, { databases })
  })
  after(async () => {
    await vintem?.close()
    await bouncer?.stop()
    if (databases) await administer(databases.env.TEST_DATABASE_URL!, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
    await databases?.remove()
  })

  it("thirty payers pay at once over three connections", async () => {
    const { id: customer } = expectStatus(
      await vintem.request("POST", "/v1/customers", { email: "ana@example.com" }, { key: vintem.key }),
      201,
    )
    const paid = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const body = { amount: 1000 + n, currency: "brl", customer }
        const intent = expectStatus(await vintem.request("POST", "/v1/payment_intents", body, { key: vintem.key }), 201)
        const token = await newToken(vintem, CARDS.approved)
        const confirm = { payment_method: token.id }
        return vintem.request("POST", `/v1/payment_intents/${intent.id}/confirm`, confirm, { key: vintem.key })
      }),
    )
    expect(paid.map(({ body }) => [body.status, body.amount])).to.deep.equal(paid.map((_, n) => ["succeeded", 1000 + n]))
    expect(await bouncer.ask("SHOW POOLS")).to.satisfy((pools: Pool[]) =>
      pools.every(({ sv_active, sv_idle, sv_used }) => sv_active + sv_idle + sv_used <= POOL),
    )
  })

  it("each connection has the limits of the service, and does not write outside a transaction", async () => {
    const client = new pg.Client({ connectionString: bouncer.url })
    await client.connect()
    const settings = ["statement_timeout", "idle_in_transaction_session_timeout", "default_transaction_read_only"]
    const shown = []
    for (const name of settings) shown.push(Object.values((await client.query(`SHOW ${name}`)).rows[0])[0])
    await client.end()
    expect(shown).to.deep.equal(["36s", "30s", "on"])
  })

  it("the service is ready again after PgBouncer was restarted", async () => {
    await bouncer.restart()
    const { id } = await until(async () => {
      const { status, body } = await vintem.request("POST", "/v1/customers", { email: "bia@example.com" }, { key: vintem.key })
      return status === 201 && body
    })
    expect((await vintem.request("GET", `/v1/customers/${id}`, undefined, { key: vintem.key })).status).to.equal(200)
  })
})

/** The reason why this machine cannot run the test, and what to do. */
function whyNot(): string | undefined {
  const file = programFile()
  if (!file) return "Install it with the package manager of your system: apt-get install pgbouncer."
  const [, major, minor] = /^PgBouncer (\d+)\.(\d+)/.exec(execFileSync(file, ["--version"], { encoding: "utf8" })) ?? []
  const isNewEnough = Number(major) > NEEDED[0]! || (Number(major) === NEEDED[0] && Number(minor) >= NEEDED[1]!)
  return isNewEnough
    ? undefined
    : `This one is ${major}.${minor}. The test needs ${NEEDED.join(".")}, as Debian 13 has; PGBOUNCER names its file.`
}

function programFile(): string | undefined {
  return process.env.PGBOUNCER ?? installed("pgbouncer")
}

type Pool = { sv_active: number; sv_idle: number; sv_used: number }
type Bouncer = { url: string; ask(command: string): Promise<object[]>; restart(): Promise<void>; stop(): Promise<void> }

async function startBouncer(postgres: URL, role: string): Promise<Bouncer> {
  const directory = await mkdtemp(join(tmpdir(), "vintem-pgbouncer-"))
  await chmod(directory, 0o755) // PgBouncer does not run as root
  const port = await freePort()
  const name = postgres.pathname.slice(1)
  const ini = read("pgbouncer/pgbouncer.ini")
    .replace(/^vintem_test = .*$/m, `${name} = host=${postgres.hostname} port=${postgres.port}`)
    .replace("listen_port = 6432", `listen_port = ${port}`)
    .replace("/etc/pgbouncer/userlist.txt", join(directory, "userlist.txt"))
    .replace(/^default_pool_size = .*$/m, `default_pool_size = ${POOL}`)
  await writeFile(join(directory, "userlist.txt"), `"${role}" "vintem"\n`)
  await writeFile(join(directory, "pgbouncer.ini"), `${ini}\nunix_socket_dir =\nstats_users = ${role}\n`)
  const url = `postgres://${role}:vintem@127.0.0.1:${port}/${name}`

  const start = async (): Promise<ChildProcess> => {
    const user = process.getuid?.() === 0 ? ["-u", "nobody"] : []
    const child = spawn(programFile()!, [...user, join(directory, "pgbouncer.ini")], { stdio: ["ignore", "pipe", "pipe"] })
    let said = ""
    child.stderr.on("data", (chunk) => (said += chunk))
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended: ${said}`)
      return administer(url, "SELECT 1").then(
        () => true,
        () => false,
      )
    })
    return child
  }
  const end = async (child: ChildProcess) => {
    const exited = once(child, "exit")
    child.kill("SIGKILL")
    await exited
  }
  let running = await start()
  return {
    url,
    ask: async (command) => {
      const client = new pg.Client({ connectionString: url.replace(/[^/]+$/, "pgbouncer") })
      await client.connect()
      const { rows } = await client.query(command)
      await client.end()
      return rows.filter(({ database }) => database === name)
    },
    restart: async () => {
      await end(running)
      running = await start()
    },
    stop: async () => {
      await end(running)
      await rm(directory, { recursive: true, force: true })
    },
  }
}
