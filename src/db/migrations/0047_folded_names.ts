import type { Knex } from "knex"
import { foldedName } from "../../base/folded-name.ts"
import { isPostgres } from "../dialect.ts"
import { id } from "./columns.ts"
import { buildIndex, dropIndex } from "./indexes.ts"

export const config = { transaction: false }

/** The number of names that are folded in one statement. */
const BATCH = 2000

/**
 * Names are searched and sorted as the service folds them, so a database's locale does not matter. A process of the previous version writes
 * no folded names: a chore folds those that it inserts, and a trigger marks those that it changes. While it runs, its searches by name read
 * all customers.
 */
export async function up(knex: Knex, batch = BATCH): Promise<void> {
  for (const table of ["customers", "accounts"]) {
    if (!(await knex.schema.hasColumn(table, "name_folded")))
      await knex.schema.alterTable(table, (t) => void id(knex, t, "name_folded"))
  }
  if (isPostgres(knex)) await markChanges(knex)
  await buildIndex(knex, "customers_unfolded", "customers (id) WHERE name IS NOT NULL AND name_folded IS NULL")
  for (const table of ["customers", "accounts"]) await foldAll(knex, table, batch)
  await buildIndex(knex, "customers_name_folded", "customers (account, name_folded, id) WHERE name_folded IS NOT NULL")
  await buildIndex(knex, "accounts_name_folded", "accounts (name_folded, id)")
  await dropIndex(knex, "customers_name")
  await dropIndex(knex, "accounts_name")
}

/** A process of this version changes both columns, because another name always has another folding. */
async function markChanges(knex: Knex): Promise<void> {
  await knex.raw(
    `CREATE OR REPLACE FUNCTION forget_folded_name() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN NEW.name_folded := NULL; RETURN NEW; END $$`,
  )
  await knex.raw(
    `CREATE OR REPLACE TRIGGER customers_forget_folded_name BEFORE UPDATE OF name ON customers FOR EACH ROW
     WHEN (NEW.name IS DISTINCT FROM OLD.name AND NEW.name_folded IS NOT DISTINCT FROM OLD.name_folded)
     EXECUTE FUNCTION forget_folded_name()`,
  )
}

async function foldAll(knex: Knex, table: string, batch: number): Promise<void> {
  for (let after = ""; ; ) {
    const rows: { id: string; name: string }[] = await knex(table)
      .where("id", ">", after)
      .whereNotNull("name")
      .whereNull("name_folded")
      .orderBy("id")
      .limit(batch)
      .select("id", "name")
    const last = rows.at(-1)?.id
    if (last === undefined) return
    const values = JSON.stringify(rows.map((row) => ({ ...row, folded: foldedName(row.name) })))
    await knex.raw(
      isPostgres(knex)
        ? `UPDATE ${table} SET name_folded = v.folded FROM json_to_recordset(?::json) AS v (id text, name text, folded text)
           WHERE ${table}.id = v.id COLLATE "C" AND ${table}.name = v.name`
        : `UPDATE ${table} SET name_folded = v.value ->> 'folded' FROM json_each(?) AS v
           WHERE ${table}.id = v.value ->> 'id' AND ${table}.name = v.value ->> 'name'`,
      [values],
    )
    after = last
  }
}
