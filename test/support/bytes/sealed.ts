// All values that the key ring of test mode has sealed, wherever they are.
import { text } from "../../../src/db/columns.ts"
import { integrations } from "../../../src/events/webhooks/tables.ts"
import type { Mode } from "../../../src/modes/wiring.ts"
import { SEALED_TABLES } from "../../../src/modes/wiring.ts"
import { sql } from "../databases/sql.ts"
import { testOnly } from "../databases/statement.ts"
import { mainTables } from "../databases/table.ts"

type Row = Record<string, string>

/** A value with the prefix of the ring's values, even if no table of sealed values lists its column. */
export type Sealed = { place: string; key: string; sealed: string; row: Row }

/** Finds sealed values in every column of every table. */
export async function findSealed({ database }: Pick<Mode, "database">): Promise<Sealed[]> {
  const found: Sealed[] = []
  const add = (table: string, rows: Row[]) => {
    for (const row of rows) {
      for (const [column, value] of Object.entries(row)) {
        const key = /^v1\.(rk_\w{25})\./.exec(value)?.[1]
        if (key) found.push({ place: `${table}.${column}`, key, sealed: value, row })
      }
    }
  }
  for (const { name, columns } of mainTables())
    add(name, await database.all(sql<Row>(`SELECT ${Object.keys(columns)} FROM ${name}`), {}))
  add("short_lived_keys", await database.unlogged(database).all(sql<Row>("SELECT * FROM short_lived_keys"), {}))
  return found
}

/** The columns that a rotation rewraps. */
export const SEALED_PLACES = SEALED_TABLES.flatMap(({ table, contexts }) =>
  Object.keys(contexts).map((name) => `${table.name}.${name}`),
)

/** Opens a value in the place where it was found. */
export function openSealed({ database, ring }: Pick<Mode, "database" | "ring">, { place, sealed, row }: Sealed): Promise<string> {
  const [table, column] = place.split(".") as [string, string]
  const contexts = SEALED_TABLES.find((each) => each.table.name === table)!.contexts
  return ring.open(database, sealed, contexts[column]!(row))
}

/** The sealing keys of the ring. */
export async function ringOf({ database }: Pick<Mode, "database">): Promise<string[]> {
  const rows = await database.all(
    sql<{ id: string }>("SELECT id FROM encryption_keys WHERE purpose = 'seal' ORDER BY created"),
    {},
  )
  return rows.map(({ id }) => id)
}

/** A row with a sealed value, in a table that no other table refers to. */
export const insertIntegration = testOnly(
  integrations.statement(["id", "account", { sealed: text() }], (rows, p) =>
    rows.insert({
      id: p.id,
      account: p.account,
      created: 1,
      url: "https://crm.example",
      active: true,
      sealed_secret: p.sealed,
    }),
  ),
)
