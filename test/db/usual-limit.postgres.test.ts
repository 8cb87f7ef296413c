import { expect } from "chai"
import pg from "pg"
import { listStatements } from "../../src/db/page.ts"
import { USUAL_LIMIT } from "../../src/db/statement.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import "../support/databases/every-statement.ts"

describe("A list of ten on Postgres", () => {
  let databases: Databases
  let client: pg.Client
  before(async () => {
    databases = await freshDatabases()
    client = new pg.Client(databases.env.TEST_DATABASE_URL!)
    await client.connect()
  })
  after(async () => {
    await client.end()
    await databases.remove()
  })

  it("is planned for each connection a few times, and not for each list", async () => {
    const values = { account: "acct", limit: USUAL_LIMIT, cursor: "x", from_created: 0, from_id: "", to_created: 1, to_id: "" }
    const ofIntents = listStatements.filter(
      ({ table, indexes: [index = []] }) =>
        table === "payment_intents" && !index.includes("customer") && !index.includes("status"),
    )
    expect(ofIntents.length).to.be.above(2)
    // Some lists have the same text.
    const forms = new Map(
      ofIntents.map(({ statement }) => statement.compiled("postgres").withUsualLimit!).map((form) => [form.sql, form]),
    )
    for (const { name, sql, bind } of forms.values()) {
      for (let i = 0; i < 20; i++) await client.query({ name, text: sql, values: bind(values) })
      const { rows } = await client.query("SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE name = $1", [
        name,
      ])
      // Postgres plans a statement for its values five times before it considers a plan for all values.
      expect(rows, sql).to.deep.equal([{ custom_plans: "5", generic_plans: "15" }])
    }
  })
})
