import pg from "pg"
import { openForStatements } from "../support/databases/every-statement.ts"

/** A column of a table, or one of its keys. `columns` has a text for each column of a key, which is null for an expression. */
type Column = { table: string; column: string; type: string; isNullable: boolean }
type Key = { table: string; kind: "key" | "unique"; columns: (string | null)[] }
/** The columns that name a row of another table, and the columns of that table. */
type Reference = { table: string; columns: string[]; to: string; toColumns: string[] }
export type Schema = { columns: Column[]; keys: Key[]; references: Reference[] }

/** Tables of Knex, of SQLite and of the rate limiter. No statement of the program reads the first ones, and Redis may have the last. */
const OTHERS = /^(knex_|sqlite_|rate_limits|rate_windows)/

const isOurs = ({ table }: { table: string }) => !OTHERS.test(table)

/** Reads the schema of a SQLite file, with the tables of the other files. */
export function schemaOfSqlite(file: string): Schema {
  const database = openForStatements(file)
  const all = <Row extends { table: string }>(sql: string) => (database.prepare(sql).all() as Row[]).filter(isOurs)
  const from = "FROM sqlite_master AS tables JOIN"
  const columns = all<Column & { isRequired: number; place: number }>(
    `SELECT tables.name AS "table", info.name AS "column", lower(info.type) AS type, info."notnull" AS isRequired, info.pk AS place
     ${from} pragma_table_info(tables.name) AS info WHERE tables.type = 'table' ORDER BY info.pk`,
  )
  const unique = all<{ table: string; columns: string }>(
    `SELECT tables.name AS "table", json_group_array(info.name) AS columns
     ${from} pragma_index_list(tables.name) AS list JOIN pragma_index_info(list.name) AS info
     WHERE tables.type = 'table' AND list."unique" AND NOT list.partial AND list.origin <> 'pk' GROUP BY list.name`,
  )
  const references = all<{ table: string; to: string; columns: string; toColumns: string }>(
    `SELECT name AS "table", "to", json_group_array("from") AS columns, json_group_array(target) AS toColumns FROM (
       SELECT tables.name, list.id, list."from", list."table" AS "to", list."to" AS target
       ${from} pragma_foreign_key_list(tables.name) AS list WHERE tables.type = 'table' ORDER BY list.seq
     ) GROUP BY name, id`,
  )
  database.close()
  const inKey = Map.groupBy(
    columns.filter(({ place }) => place > 0),
    ({ table }) => table,
  )
  return {
    // SQLite lets a primary key be null unless the table says otherwise. The program never stores one.
    columns: columns.map(({ isRequired, place, ...column }) => ({ ...column, isNullable: !isRequired && place === 0 })),
    keys: [
      ...[...inKey].map(([table, own]) => ({ table, kind: "key" as const, columns: own.map(({ column }) => column) })),
      ...unique.map(({ table, columns }) => ({ table, kind: "unique" as const, columns: JSON.parse(columns) })),
    ],
    references: references.map((each) => ({
      ...each,
      columns: JSON.parse(each.columns),
      toColumns: JSON.parse(each.toColumns),
    })),
  }
}

/** Reads the schema of a Postgres database. */
export async function schemaOfPostgres(url: string): Promise<Schema> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const all = async <Row extends { table: string }>(sql: string) => (await client.query<Row>(sql)).rows.filter(isOurs)
  try {
    return {
      columns: await all<Column>(
        `SELECT table_name AS "table", column_name AS "column", data_type AS type, is_nullable = 'YES' AS "isNullable"
         FROM information_schema.columns WHERE table_schema = 'public'`,
      ),
      keys: await all<Key>(
        `SELECT tables.relname AS "table", CASE WHEN entry.indisprimary THEN 'key' ELSE 'unique' END AS kind,
           array_agg(attributes.attname::text ORDER BY place.n) AS columns
         FROM pg_index AS entry JOIN pg_class AS tables ON tables.oid = entry.indrelid
         CROSS JOIN unnest(entry.indkey::int2[]) WITH ORDINALITY AS place(attribute, n)
         LEFT JOIN pg_attribute AS attributes ON attributes.attrelid = tables.oid AND attributes.attnum = place.attribute
         WHERE tables.relnamespace = 'public'::regnamespace AND entry.indisunique AND entry.indpred IS NULL
         GROUP BY entry.indexrelid, tables.relname, entry.indisprimary`,
      ),
      references: await all<Reference>(
        `SELECT tables.relname AS "table", others.relname AS "to",
           (SELECT array_agg(attname::text ORDER BY n) FROM unnest(entry.conkey) WITH ORDINALITY AS own(attribute, n)
            JOIN pg_attribute ON attrelid = tables.oid AND attnum = attribute) AS columns,
           (SELECT array_agg(attname::text ORDER BY n) FROM unnest(entry.confkey) WITH ORDINALITY AS own(attribute, n)
            JOIN pg_attribute ON attrelid = others.oid AND attnum = attribute) AS "toColumns"
         FROM pg_constraint AS entry JOIN pg_class AS tables ON tables.oid = entry.conrelid
         JOIN pg_class AS others ON others.oid = entry.confrelid
         WHERE entry.contype = 'f' AND tables.relnamespace = 'public'::regnamespace`,
      ),
    }
  } finally {
    await client.end()
  }
}
