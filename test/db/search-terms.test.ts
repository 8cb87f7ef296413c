import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { migrations } from "../../src/db/migrations/index.ts"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { addMissingTerms } from "../../src/payments/search/missing-terms.ts"
import { emptyDatabase } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"

const BEFORE = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0055"))
const COUNT = 2100

describe("The terms of what an earlier version has written", () => {
  let empty: Awaited<ReturnType<typeof emptyDatabase>>
  let database: Database
  before(async () => {
    empty = await emptyDatabase()
    await migrateDatabase(empty.url, false, BEFORE)
    database = connect(empty.url, false)
    await write("acct_a", 1, COUNT)
    await run(`UPDATE customers SET name = NULL WHERE id = 'cus_acct_a_7'`)
  })
  after(async () => {
    await database.close()
    await empty.remove()
  })

  const run = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))

  /** Writes customers and payments as the version before does. */
  async function write(account: string, from: number, to: number): Promise<void> {
    const numbers = `WITH RECURSIVE s(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM s WHERE n < ${to})`
    await run(
      `INSERT INTO accounts (id, name, created) SELECT '${account}', 'Loja', 1 WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE id = '${account}')`,
    )
    await run(`INSERT INTO customers (id, account, created, email, email_lower, name) ${numbers}
      SELECT 'cus_${account}_' || n, '${account}', n, 'c@example.com', 'c@example.com', 'Zoé Nº' || n FROM s`)
    await run(`INSERT INTO payment_intents (id, account, created, customer, amount, currency, status, payment_method_types, description, metadata) ${numbers}
      SELECT 'pi_${account}_' || n, '${account}', n, 'cus_${account}_' || n, 100, 'brl', 'canceled', '["pix"]',
      CASE WHEN n % 2 = 0 THEN 'Pão ' || n END, CASE WHEN n % 3 = 0 THEN '{"order":"A-' || n || '"}' ELSE '{}' END FROM s`)
  }

  const termsOf = async (id: string) =>
    (await database.all(sql<{ term: string }>(`SELECT term FROM search_terms WHERE id = '${id}' ORDER BY term`), {})).map(
      ({ term }) => term,
    )
  const count = async (from: string) =>
    Number((await database.all(sql<{ n: number }>(`SELECT count(*) AS n FROM ${from}`), {}))[0]?.n)

  it("are written by the migration, in parts, and once if it is interrupted and runs again", async () => {
    await migrateDatabase(empty.url, false, { ...BEFORE, "0055_search_terms": migrations["0055_search_terms"]! })
    const all = await count("search_terms")
    expect(all).to.equal(2 * (COUNT - 1) + 2 * (COUNT / 2) + COUNT / 3 - "2468".length)
    expect(await termsOf(`cus_acct_a_${COUNT}`)).to.deep.equal([`name no${COUNT}`, "name zoe"])
    expect(await termsOf("cus_acct_a_7")).to.deep.equal([])
    expect(await termsOf("pi_acct_a_6")).to.deep.equal(["description pao", "metadata a-6"])
    expect(await termsOf("pi_acct_a_12")).to.deep.equal(["description 12", "description pao", "metadata a-12"])
    expect(await count("customers WHERE name IS DISTINCT FROM name_in_terms")).to.equal(0)
    expect(await count("payment_intents WHERE NOT has_terms AND (description IS NOT NULL OR metadata <> '{}')")).to.equal(0)
    await run("DELETE FROM knex_migrations WHERE name = '0055_search_terms'")
    await migrateDatabase(empty.url, false)
    expect(await count("search_terms")).to.equal(all)
  })

  it("are written by a worker for what that version still writes afterwards", async () => {
    await write("acct_b", 1, 600)
    await run("UPDATE customers SET name = 'Bia' WHERE id = 'cus_acct_a_9'")
    await run("UPDATE customers SET name = NULL WHERE id = 'cus_acct_a_8'")
    expect(await termsOf("pi_acct_b_6")).to.deep.equal([])
    await addMissingTerms.run({ database })
    expect(await termsOf("pi_acct_b_6")).to.deep.equal(["description pao", "metadata a-6"])
    expect(await termsOf("cus_acct_b_600")).to.deep.equal(["name no600", "name zoe"])
    expect(await termsOf("cus_acct_a_9")).to.deep.equal(["name bia"])
    expect(await termsOf("cus_acct_a_8")).to.deep.equal([])
    expect(await count("customers WHERE name IS DISTINCT FROM name_in_terms")).to.equal(0)
  })
})
