import { expect } from "chai"
import pg from "pg"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statements } from "../support/databases/every-statement.ts"

/** Foreign keys to a table, and whether an index begins with their columns. The last column alone finds few rows, too. */
const REFERENCES = `
  SELECT con.conrelid::regclass || '.' || attname AS referring, con.confrelid::regclass::text AS referred, EXISTS (
    SELECT 1 FROM pg_index WHERE indrelid = con.conrelid
      AND (indkey[0] = attnum OR indkey[0] = con.conkey[1] AND indkey[1] = attnum)
      AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = '(' || attname || ' IS NOT NULL)')
  ) AS indexed
  FROM pg_constraint con JOIN pg_attribute ON attrelid = con.conrelid AND attnum = con.conkey[cardinality(con.conkey)]
  WHERE con.contype = 'f'`

type Reference = { referring: string; referred: string; indexed: boolean }

describe("A row that is deleted", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases()
  })
  after(() => databases.remove())

  it("has its references found by an index, however large the referring table is", async () => {
    const deleted = new Set(
      statements
        .map((each) => /delete from "?(\w+)/i.exec(each.compiled("postgres").sql)?.[1])
        .filter((table) => table !== undefined),
    )
    expect([...deleted]).to.include.members(["cards", "tokens", "deliveries", "events", "attempts"])
    const client = new pg.Client({ connectionString: databases.env.TEST_DATABASE_URL! })
    await client.connect()
    const { rows } = await client.query<Reference>(REFERENCES)
    await client.end()
    const checked = rows.filter(({ referred }) => deleted.has(referred))
    expect(checked.length).to.be.at.least(3)
    expect(checked.filter(({ indexed }) => !indexed)).to.deep.equal([])
  })
})
