import { expect } from "chai"
import pg from "pg"
import { listStatements } from "../../src/db/page.ts"
import { setBased, setBasedList } from "../../src/db/shared/set-based.ts"
import { findIntent } from "../../src/payments/intents/store.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statements } from "../support/databases/every-statement.ts"

/** Values of two works, each of its own row. */
const WORKS = ["a", "b"]

describe("A statement that Postgres runs once for many works", () => {
  let databases: Databases
  let client: pg.Client
  before(async () => {
    databases = await freshDatabases()
    client = new pg.Client(databases.env.TEST_DATABASE_URL!)
    await client.connect()
    await client.query("SET enable_seqscan = off")
  })
  after(async () => {
    await client.end()
    await databases.remove()
  })

  const sets = new Map(
    statements.flatMap((each) => {
      const set = setBased(each)
      return set ? [[set.sql, { ...set, alone: each.compiled("postgres").sql }] as const] : []
    }),
  )
  const planOf = async (sql: string) => {
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${sql}`)
    return rows.map((row) => row["QUERY PLAN"]).join("\n")
  }

  it("is understood by Postgres, whichever statement it restates", async () => {
    expect(sets.size).to.be.above(200)
    for (const { sql, alone } of sets.values())
      await planOf(sql).catch((error: Error) => {
        throw new Error(`${error.message}: ${alone}`)
      })
  })

  it("finds the rows of a change by an index, as the statement alone does", async () => {
    for (const { sql, rowOf, alone } of sets.values()) {
      if (!rowOf || sql.startsWith("insert")) continue
      const plan = await planOf(sql)
      expect(plan, alone).to.match(/Index Scan|Bitmap Index Scan/)
      expect(plan, alone).not.to.contain("Seq Scan")
    }
  })

  it("reads lists by an index, and sorts none of them", async () => {
    const lists = new Set(listStatements.flatMap(({ statement }) => setBasedList(statement)?.sql ?? []))
    expect(lists.size).to.be.above(10)
    await client.query("SET enable_sort = off")
    for (const sql of lists) expect(await planOf(sql), sql).not.to.match(/Sort|Seq Scan/)
    await client.query("RESET enable_sort")
  })

  it("is planned for each connection a few times, and not for each run", async () => {
    const { name, sql, bind } = setBased(findIntent)!
    for (let i = 0; i < 20; i++) {
      const ids = Array.from({ length: 2 + (i % 7) }, (_, each) => ({ account: "acct", id: `pi_${each}` }))
      await client.query({ name, text: sql, values: bind(ids) })
    }
    const { rows } = await client.query("SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE name = $1", [name])
    // Postgres plans a statement for its values five times before it considers a plan for all values.
    expect(rows).to.deep.equal([{ custom_plans: "5", generic_plans: "15" }])
  })

  it("never changes one row for two works: their rows have different names", () => {
    for (const { rowOf, alone } of sets.values()) {
      if (!rowOf) continue
      const [first, second] = WORKS.map((id) => rowOf(new Proxy({}, { get: () => id })))
      expect(first, alone).not.to.equal(second)
    }
  })
})
