import { expect } from "chai"
import { connect } from "../../src/db/drivers/connect.ts"
import { listStatements } from "../../src/db/page.ts"
import { type Databases, freshDatabases, kind } from "../support/databases/databases.ts"
import "../support/databases/every-statement.ts"
import { sql } from "../support/databases/sql.ts"
import { plainSql, plansOf } from "./plans-of.ts"

describe("Every list", () => {
  let databases: Databases
  before(async () => {
    databases = await freshDatabases({})
  })
  after(() => databases.remove())

  it("is read by an index of its filters and its order, and none sorts more than the rows of one owner", async () => {
    expect(listStatements.length).to.be.greaterThan(60)
    const url = databases.env.TEST_DATABASE_URL!
    const indexes = await indexesOf(url)
    const plans = await plansOf(
      listStatements.map(({ statement }) => statement),
      url,
    )
    const wrong = listStatements.flatMap((list, i) => {
      const sql = plainSql(list.statement)
      const byDate = kind === "postgres" && / order by created /.test(sql) ? [["account", "created", "id"]] : []
      const wanted = [...list.indexes, ...byDate]
      const fitting = indexes.filter(
        ({ table, columns }) => table === list.table && wanted.some((needed) => begins(columns, needed)),
      )
      const needed = list.indexes.map((columns) => `(${columns.join(", ")})`).join(" or ")
      if (fitting.length === 0) return [`${list.table} has no index on ${needed}: ${sql}`]
      // Postgres learns from its statistics which of several indexes leaves the fewest rows. On an empty table any of them will do.
      const isRead = kind === "postgres" || fitting.some(({ name }) => new RegExp(`\\b${name}\\b`).test(plans[i]!))
      const isSorted = !list.hasOwner && /TEMP B-TREE|Sort/.test(plans[i]!)
      return isRead && !isSorted ? [] : [`${list.table} is not read by ${needed}: ${sql}\n${plans[i]}`]
    })
    expect(wrong, wrong.join("\n\n")).to.deep.equal([])
  })
})

const begins = (columns: string[], needed: string[]) => needed.every((column, i) => columns[i] === column)

const INDEXES: Record<string, string> = {
  sqlite: `SELECT tables.name AS "table", list.name AS name, json_group_array(info.name) AS columns
           FROM sqlite_master AS tables JOIN pragma_index_list(tables.name) AS list JOIN pragma_index_info(list.name) AS info
           WHERE tables.type = 'table' GROUP BY 1, 2`,
  postgres: `SELECT tables.relname AS "table", indexes.relname AS name, json_agg(pg_get_indexdef(entry.indexrelid, n, true) ORDER BY n)::text AS columns
             FROM pg_index AS entry JOIN pg_class AS tables ON tables.oid = entry.indrelid JOIN pg_class AS indexes ON indexes.oid = entry.indexrelid
             CROSS JOIN generate_series(1, entry.indnkeyatts) AS n
             WHERE tables.relnamespace = 'public'::regnamespace GROUP BY 1, 2`,
}

/** The indexes of a database, with their columns. */
async function indexesOf(url: string): Promise<{ table: string; name: string; columns: string[] }[]> {
  const database = connect(url, false)
  const rows = await database.all(sql<{ table: string; name: string; columns: string }>(INDEXES[kind]!), {})
  await database.close()
  return rows.map((row) => ({ ...row, columns: JSON.parse(row.columns) }))
}
