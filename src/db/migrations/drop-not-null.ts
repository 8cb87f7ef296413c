import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

/** Lets a column be null. No other table may refer to this one, because SQLite changes no column of a table that exists. Safe to repeat. */
export async function dropNotNull(knex: Knex, table: string, column: string): Promise<void> {
  if (isPostgres(knex)) await knex.raw(`ALTER TABLE ${table} ALTER COLUMN ${column} DROP NOT NULL`)
  else await knex.transaction((tx) => rebuild(tx, table, column))
}

async function rebuild(tx: Knex, table: string, column: string): Promise<void> {
  const own = () => tx("sqlite_master").where({ tbl_name: table }).whereNotNull("sql")
  const [{ sql }] = await own().where({ type: "table" }).select("sql")
  const others: { sql: string }[] = await own().whereIn("type", ["index", "trigger"]).select("sql")
  const nullable = sql
    .replace(new RegExp(`((["\`]?)${column}\\2 \\w+)\\s+not null`, "i"), "$1")
    .replace(new RegExp(`(["\`]?)${table}\\1`, "i"), `${table}_rebuilt`)
  await tx.raw(nullable)
  await tx.raw(`INSERT INTO ${table}_rebuilt SELECT * FROM ${table}`)
  await tx.raw(`DROP TABLE ${table}`)
  await tx.raw(`ALTER TABLE ${table}_rebuilt RENAME TO ${table}`)
  for (const other of others) await tx.raw(other.sql)
}
