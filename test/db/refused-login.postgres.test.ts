import { randomBytes } from "node:crypto"
import { expect } from "chai"
import pino from "pino"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { administer, databaseUrl } from "../support/databases/postgres.ts"
import { until } from "../support/merchants/merchant.ts"

/** Roles belong to the whole server, where other tests run too. */
const ROLE = `vintem_login_${randomBytes(6).toString("hex")}`

describe("While Postgres refuses the service's login", () => {
  let databases: Databases
  let vintem: Running
  let owner: string
  let database: string
  before(async () => {
    databases = await freshDatabases()
    owner = databases.env.TEST_DATABASE_URL!
    const url = new URL(owner)
    database = url.pathname.slice(1)
    await administer(owner, `CREATE ROLE ${ROLE} LOGIN PASSWORD 'right'; GRANT ${url.username} TO ${ROLE}`)
    Object.assign(url, { username: ROLE, password: "right" })
    vintem = await startVintem({ TEST_DATABASE_URL: url.href }, { databases, log: pino({ level: "silent" }) })
  })
  after(async () => {
    await vintem.close()
    await administer(owner, `DROP OWNED BY ${ROLE}; DROP ROLE ${ROLE}`)
    await databases.remove()
  })

  const inPostgres = (sql: string) => administer(databaseUrl(owner, "postgres"), sql)
  const endConnections = () => inPostgres(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${ROLE}'`)

  const refusals = [
    ["its password was changed", "ROLE", "PASSWORD 'other'", "PASSWORD 'right'"],
    ["its role may not log in", "ROLE", "NOLOGIN", "LOGIN"],
    ["the database takes no connections", "DATABASE", "ALLOW_CONNECTIONS false", "ALLOW_CONNECTIONS true"],
  ] as const
  for (const [why, what, refuse, admit] of refusals) {
    it(`because ${why}, clients are asked to retry, and the service recovers by itself`, async () => {
      const alter = (how: string) => inPostgres(`ALTER ${what} ${what === "ROLE" ? ROLE : database} ${how}`)
      await alter(refuse)
      await endConnections()
      // A connection that Postgres is to end may serve one more request, or fail one more.
      const codes = new Set<string>()
      const answeredWith = (status: number) => async () => {
        const response = await vintem.request("GET", "/v1/customers")
        if (response.status !== 200) codes.add(`${response.status} ${response.body.error.code}`)
        return response.status === status
      }
      await until(answeredWith(503))
      await alter(admit)
      await until(answeredWith(200))
      expect([...codes]).to.deep.equal(["503 not_ready"])
    })
  }
})
