import { expect } from "chai"
import type { Database } from "../../src/db/database.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import { tables } from "../../src/db/table.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { accountTables, RowMaker } from "../support/databases/rows-of-accounts.ts"
import { referencesOf } from "./references-of.ts"

const REFUSED = ["23503", "SQLITE_CONSTRAINT_FOREIGNKEY"]

const REFERENCES = accountTables().flatMap((table) =>
  referencesOf(table)
    .filter(({ columns }) => columns.length > 1)
    .flatMap(({ column, to }) => {
      const named = tables.get(to)
      return named ? [{ table, column, named }] : []
    }),
)

describe("A row of one account", () => {
  let databases: Databases
  let database: Database
  before(async () => {
    databases = await freshDatabases()
    database = connect(databases.env.TEST_DATABASE_URL!, false)
  })
  after(async () => {
    await database.close()
    await databases.remove()
  })

  /** Inserts a row that names another, in a transaction that is undone. Returns the code of the refusal. */
  const refusal = async ({ table, column, named }: (typeof REFERENCES)[number], ofWhom: "own" | "another") => {
    const undo = new Error("undo")
    const failure = await database
      .transaction(async (tx) => {
        const rows = new RowMaker(tx)
        const [own, another] = [await rows.account(), await rows.account()]
        const id = await rows.make(named, ofWhom === "own" ? own : another)
        await rows.make(table, own, { [column]: id })
        throw undo
      })
      .catch((error: Error & { code?: string }) => error)
    return failure === undo ? "none" : (failure as { code?: string }).code
  }

  it("names rows of its account only: the declarations know of each such reference", () => {
    expect(REFERENCES).to.have.lengthOf(46)
  })

  for (const reference of REFERENCES) {
    const { table, column, named } = reference
    it(`can name a row of ${named.name} by ${table.name}.${column}, but none of another account`, async () => {
      expect(await refusal(reference, "own")).to.equal("none")
      expect(await refusal(reference, "another")).to.be.oneOf(REFUSED)
    })
  }

  it("may have the id that a row of another account has", async () => {
    for (const table of accountTables()) {
      if (!("id" in table.columns) || table.uniqueOverAll) continue
      await database
        .transaction(async (tx) => {
          const rows = new RowMaker(tx)
          const id = table.columns.id?.kind === "integer" ? undefined : { id: `same_${table.name}` }
          if (id) for (const account of [await rows.account(), await rows.account()]) await rows.make(table, account, id)
          throw new Error("undo")
        })
        .catch((error: Error) => expect(error.message, table.name).to.equal("undo"))
    }
  })
})
