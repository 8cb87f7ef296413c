import { expect } from "chai"
import pg from "pg"
import { mergedRead } from "../../src/db/shared/merged-reads.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statements } from "../support/databases/every-statement.ts"

/** A value whose type in JavaScript is that of a parameter. */
const VALUES: Record<string, unknown> = { text: "", "character varying": "", bigint: 0, integer: 0, numeric: 0, boolean: true }

describe("Reads of one row that become one query", () => {
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

  async function typesOf(name: string, sql: string): Promise<string[]> {
    await client.query(`PREPARE "${name}" AS ${sql}`)
    const found = await client.query("SELECT parameter_types::text[] AS types FROM pg_prepared_statements WHERE name = $1", [
      name,
    ])
    await client.query(`DEALLOCATE "${name}"`)
    return found.rows[0].types
  }

  const reads = statements
    .map((each) => each.compiled("postgres"))
    .filter(({ sql }) => /^select/i.test(sql) && /\$1/.test(sql) && !/for (update|share|key)/i.test(sql))

  it("are understood by Postgres, for every statement that selects", async () => {
    expect(reads.length).to.be.above(100)
    for (const { name, sql } of reads) {
      const values = (await typesOf(name, sql)).map((type) => VALUES[type])
      const merged = mergedRead({ name, text: sql }, [values, values])
      if (!merged) continue
      await client.query(`EXPLAIN (GENERIC_PLAN) ${merged.text}`).catch((error: Error) => {
        throw new Error(`${error.message}: ${sql}`)
      })
    }
  })

  function intents(count: number) {
    const { name, sql } = reads.find((read) => /from "payment_intents" where "account" = \$1 and "id" = \$2/.test(read.sql))!
    return mergedRead(
      { name, text: sql },
      Array.from({ length: count }, (_, i) => ["acct", `pi_${i}`]),
    )!
  }

  it("are planned for each connection a few times, and not for each query", async () => {
    for (let i = 0; i < 20; i++) await client.query(intents(2 + (i % 7)))
    const { rows } = await client.query("SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE name = $1", [
      intents(2).name,
    ])
    // Postgres plans a statement for its values five times before it considers a plan for all values.
    expect(rows).to.deep.equal([{ custom_plans: "5", generic_plans: "15" }])
  })

  it("find each payment intent by its index, however many are asked for", async () => {
    const { text } = intents(2)
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n")
    expect(plan)
      .to.match(/Index Scan using \w+ on payment_intents/)
      .and.not.to.contain("Seq Scan")
  })
})
