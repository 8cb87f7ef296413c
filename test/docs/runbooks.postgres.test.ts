import { readFileSync } from "node:fs"
import { expect } from "chai"
import pg from "pg"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"

const text = readFileSync(new URL("../../docs/operations/runbooks.md", import.meta.url), "utf8")
const STATEMENTS = [...text.matchAll(/`(SELECT [^`]+ FROM [^`]+)`/g)].map(([, statement]) => statement!)

describe("The statements of the runbooks", () => {
  let databases: Databases
  let client: pg.Client
  before(async () => {
    databases = await freshDatabases()
    client = new pg.Client({ connectionString: databases.env.TEST_DATABASE_URL! })
    await client.connect()
  })
  after(async () => {
    await client.end()
    await databases.remove()
  })

  it("are those that Postgres can run on the schema", async () => {
    expect(STATEMENTS).to.have.length.above(6)
    for (const statement of STATEMENTS) await client.query(statement)
  })

  it("count failing deliveries by their cause", async () => {
    await client.query("INSERT INTO accounts (id, name, created) VALUES ('acct_1', 'Loja', 1)")
    const failures = [
      ["we_1", "dns_error", null],
      ["we_2", "dns_error", null],
      ["we_2", "dns_error", null],
      ["we_3", null, 500],
    ]
    for (const [i, [target, error, http_status]] of failures.entries()) {
      const last = JSON.stringify({ at: 1_800_000_000 + i, http_status, error, duration_ms: i })
      await client.query(
        "INSERT INTO deliveries (id, account, created, target, message, status, last_attempt) VALUES ($1, 'acct_1', 1, $2, 'evt_1', 'pending', $3)",
        [`wd_${i}`, target, last],
      )
    }
    const { rows } = await client.query(STATEMENTS.find((statement) => statement.includes("FROM deliveries"))!)
    expect(rows).to.deep.equal([
      { error: "dns_error", http_status: null, count: "3", endpoints: "2" },
      { error: null, http_status: "500", count: "1", endpoints: "1" },
    ])
  })
})
