import { setTimeout as pause } from "node:timers/promises"
import type { Knex } from "knex"
import { buildIndex, dropIndex } from "./indexes.ts"
import {
  type AccountTable,
  INDEXES,
  keyName,
  MARK_DISPUTED,
  OLD_INDEXES,
  OLD_UNIQUE_KEYS,
  referenceName,
  SUPERFLUOUS,
  TABLES,
} from "./tables.ts"

/** Adds the keys with the account beside the old ones. The release before goes on, and finds by its own keys. Safe to repeat. */
export async function expandPostgres(knex: Knex): Promise<void> {
  await knex.raw(`CREATE OR REPLACE FUNCTION mark_disputed() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN ${MARK_DISPUTED}; RETURN NULL; END $$`)
  for (const table of TABLES) await requireAccount(knex, table)
  for (const { table, key } of TABLES) await makeIndex(knex, keyName(table), `${table} (account, ${key.join(", ")})`, true)
  for (const { name, on, unique } of INDEXES) await makeIndex(knex, name, on, unique)
  for (const table of TABLES) await refer(knex, table)
  for (const name of SUPERFLUOUS) await dropIndex(knex, name)
}

/** Removes the keys without the account. Only the catalog changes, so no lock is held for long. Safe to repeat. */
export async function contractPostgres(knex: Knex): Promise<void> {
  for (const { table, references = {} } of TABLES)
    for (const column of Object.keys(references)) await dropConstraint(knex, table, `${table}_${column}_foreign`)
  for (const [name, table] of Object.entries(OLD_UNIQUE_KEYS)) await dropConstraint(knex, table, name)
  for (const { table } of TABLES) {
    if (await hasConstraint(knex, keyName(table))) continue
    await briefly(
      knex,
      `ALTER TABLE ${table} DROP CONSTRAINT ${table}_pkey,
       ADD CONSTRAINT ${keyName(table)} PRIMARY KEY USING INDEX ${keyName(table)}`,
    )
  }
  for (const name of OLD_INDEXES) await dropIndex(knex, name)
}

/** Fills the column, and refuses null from now on. The constraint lets Postgres read the rows while others write. */
async function requireAccount(knex: Knex, { table, accountOf }: AccountTable): Promise<void> {
  if (accountOf === undefined || (await isRequired(knex, table))) return
  let filled: { rowCount: number }
  do {
    filled = await knex.raw(
      `UPDATE ${table} SET account = named.account FROM ${accountOf.table} AS named
       WHERE named.id = ${table}.${accountOf.column}
       AND ${table}.ctid = ANY(ARRAY(SELECT ctid FROM ${table} WHERE account IS NULL LIMIT 5000))`,
    )
  } while (filled.rowCount > 0)
  const check = `${table}_account_filled`
  await dropConstraint(knex, table, check)
  await briefly(knex, `ALTER TABLE ${table} ADD CONSTRAINT ${check} CHECK (account IS NOT NULL) NOT VALID`)
  await knex.raw(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${check}`)
  await briefly(knex, `ALTER TABLE ${table} ALTER COLUMN account SET NOT NULL, DROP CONSTRAINT ${check}`)
}

async function isRequired(knex: Knex, table: string): Promise<boolean> {
  const { rowCount } = await knex.raw(
    "SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass(?) AND attname = 'account' AND attnotnull",
    [table],
  )
  return rowCount > 0
}

/** Refers to rows of the same account. A column that is null refers to none. */
async function refer(knex: Knex, { table, references = {}, onDelete }: AccountTable): Promise<void> {
  for (const [column, to] of Object.entries(references)) {
    const name = referenceName(table, column)
    if (!(await hasConstraint(knex, name)))
      await briefly(
        knex,
        `ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (account, ${column}) REFERENCES ${to} (account, id)
         ${onDelete ? `ON DELETE ${onDelete}` : ""} NOT VALID`,
      )
    await knex.raw(`ALTER TABLE ${table} VALIDATE CONSTRAINT ${name}`)
  }
}

/** Builds an index unless it is there. A constraint may depend on it already, so it is not built again. */
async function makeIndex(knex: Knex, name: string, on: string, unique: true | undefined): Promise<void> {
  const { rowCount } = await knex.raw("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(?) AND indisvalid", [name])
  if (rowCount === 0) await buildIndex(knex, name, on, unique ? "UNIQUE INDEX" : "INDEX")
}

async function hasConstraint(knex: Knex, name: string): Promise<boolean> {
  const { rowCount } = await knex.raw(
    "SELECT 1 FROM pg_constraint WHERE conname = ? AND connamespace = current_schema()::regnamespace",
    [name],
  )
  return rowCount > 0
}

async function dropConstraint(knex: Knex, table: string, name: string): Promise<void> {
  if (await hasConstraint(knex, name)) await briefly(knex, `ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
}

const BUSY = ["55P03", "40P01"] // lock_timeout, deadlock

/**
 * Changes a table whose rows others read and write. While the change waits for its lock, they wait behind it. So it gives way after a
 * while, and tries again.
 */
async function briefly(knex: Knex, sql: string): Promise<void> {
  for (;;) {
    try {
      return await knex.transaction(async (tx) => {
        await tx.raw("SET LOCAL lock_timeout = 500")
        await tx.raw(sql)
      })
    } catch (error) {
      if (!BUSY.includes((error as { code?: string }).code ?? "")) throw error
      await pause(200)
    }
  }
}
