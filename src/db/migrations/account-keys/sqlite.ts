import type { Knex } from "knex"
import {
  type AccountTable,
  INDEXES,
  keyName,
  MARK_DISPUTED,
  OLD_INDEXES,
  OLD_UNIQUE_KEYS,
  SUPERFLUOUS,
  TABLES,
} from "./tables.ts"

/**
 * Makes each table anew with its keys, and copies its rows (https://sqlite.org/lang_altertable.html#otheralter). SQLite can change no key of
 * a table that exists. No process of the release before has the file open, so the old keys go at once. Safe to repeat.
 */
export async function rebuildSqlite(knex: Knex): Promise<void> {
  // Neither can be set in a transaction. Without the second one, a table cannot be renamed while a trigger names one that is dropped.
  await knex.raw("PRAGMA foreign_keys = OFF")
  await knex.raw("PRAGMA legacy_alter_table = ON")
  try {
    await knex.transaction(rebuildAll)
  } finally {
    await knex.raw("PRAGMA legacy_alter_table = OFF")
    await knex.raw("PRAGMA foreign_keys = ON")
  }
}

async function rebuildAll(tx: Knex): Promise<void> {
  for (const table of TABLES) await fillAccount(tx, table)
  for (const table of TABLES) await rebuild(tx, table)
  for (const { name, on, unique } of INDEXES)
    await tx.raw(`CREATE ${unique ? "UNIQUE" : ""} INDEX IF NOT EXISTS ${name} ON ${on}`)
  for (const [name, change] of Object.entries({ insert: "INSERT", update: "UPDATE OF status" })) {
    await tx.raw(`DROP TRIGGER mark_disputed_${name}`)
    await tx.raw(
      `CREATE TRIGGER mark_disputed_${name} AFTER ${change} ON refunds WHEN NEW.reason = 'dispute' BEGIN ${MARK_DISPUTED}; END`,
    )
  }
  const broken: object[] = await tx.raw("PRAGMA foreign_key_check")
  if (broken.length > 0)
    throw new Error(`Rows name a row that does not exist, or one of another account: ${JSON.stringify(broken.slice(0, 10))}`)
}

async function fillAccount(tx: Knex, { table, accountOf }: AccountTable): Promise<void> {
  if (accountOf === undefined) return
  await tx.raw(
    `UPDATE ${table} SET account = (SELECT account FROM ${accountOf.table} WHERE id = ${table}.${accountOf.column}) WHERE account IS NULL`,
  )
}

const GONE = [...SUPERFLUOUS, ...OLD_INDEXES, ...Object.keys(OLD_UNIQUE_KEYS)]

type Column = { name: string; type: string; notnull: number; dflt_value: string | null }

async function rebuild(tx: Knex, { table, key, references = {}, onDelete }: AccountTable): Promise<void> {
  const columns: Column[] = await tx.raw(`PRAGMA table_info(${table})`)
  const toAccounts: { from: string }[] = await tx.raw(
    `SELECT * FROM pragma_foreign_key_list('${table}') WHERE "table" = 'accounts'`,
  )
  const others: { sql: string }[] = await tx("sqlite_master")
    .where({ tbl_name: table })
    .whereIn("type", ["index", "trigger"])
    .whereNotNull("sql")
    .whereNotIn("name", GONE)
    .select("sql")
  const primary = ["account", ...key]
  const parts = [
    ...columns.map(({ name, type, notnull, dflt_value }) => {
      const required = notnull || primary.includes(name) ? "NOT NULL" : ""
      return `"${name}" ${type} ${required} ${dflt_value === null ? "" : `DEFAULT ${dflt_value}`}`.trimEnd()
    }),
    `CONSTRAINT ${keyName(table)} PRIMARY KEY (${primary.join(", ")})`,
    ...Object.entries(references).map(
      ([column, to]) =>
        `FOREIGN KEY (account, ${column}) REFERENCES ${to} (account, id) ${onDelete ? `ON DELETE ${onDelete}` : ""}`,
    ),
    ...toAccounts.map(({ from }) => `FOREIGN KEY (${from}) REFERENCES accounts (id)`),
  ]
  const names = columns.map(({ name }) => `"${name}"`).join(", ")
  await tx.raw(`CREATE TABLE made_anew (${parts.join(", ")})`)
  // The rowid is the order in which events were written.
  await tx.raw(`INSERT INTO made_anew (rowid, ${names}) SELECT rowid, ${names} FROM ${table}`)
  await tx.raw(`DROP TABLE ${table}`)
  await tx.raw(`ALTER TABLE made_anew RENAME TO ${table}`)
  for (const { sql } of others) await tx.raw(sql.replaceAll("?", "\\?"))
}
