import type { Knex } from "knex"

/** Adds a column unless it is there: a process may have died before the migration was recorded. */
export async function addColumn(knex: Knex, table: string, column: string, type: string): Promise<void> {
  if (!(await knex.schema.hasColumn(table, column))) await knex.raw(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`)
}
