import { expect } from "chai"
import pg from "pg"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { statements } from "../support/databases/every-statement.ts"

const BOOLEAN = 16

/** SQLite has no booleans. Which columns of a result they are, only Postgres knows. */
describe("The booleans that a statement returns", () => {
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

  it("are declared, so that they are no numbers on SQLite", async () => {
    const wrong: string[] = []
    let booleans = 0
    for (const statement of statements) {
      const { sql } = statement.compiled("postgres")
      for (const name of await booleansOf(client, sql)) {
        const row: Record<string, unknown> = { [name]: 1 }
        statement.decode?.(row)
        if (row[name] !== true) wrong.push(`${name}: ${sql}`)
        booleans++
      }
    }
    expect(wrong, wrong.join("\n\n")).to.deep.equal([])
    expect(booleans).to.be.greaterThan(20)
  })
})

/** Describes the result of a statement without running it, and returns its booleans. */
function booleansOf(client: pg.Client, sql: string): Promise<string[]> {
  let names: string[] = []
  return new Promise((resolve, reject) => {
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: "", text: sql, types: [] }, true)
        connection.describe({ type: "S", name: "" }, true)
        connection.sync()
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        names = fields.filter(({ dataTypeID }) => dataTypeID === BOOLEAN).map(({ name }) => name)
      },
      handleReadyForQuery: () => resolve(names),
      handleError: reject,
    })
  })
}
