// What Postgres itself says of its tables.
import type pg from "pg"
import { rowsOf } from "./client.ts"

/** A column as the database has it. `type` has the length and the precision, too. */
export type StoredColumn = { name: string; type: string; required: boolean }

export type StoredTable = {
  name: string
  /** The columns that have values of their own, by name: two databases may have them in another order. */
  columns: StoredColumn[]
  /** The columns of the primary key. */
  key: string[]
  /** The tables that its foreign keys name. */
  parents: string[]
  /** The sequences by their columns. */
  sequences: Record<string, string>
}

const TABLES = `
  SELECT c.relname AS name,
    (SELECT json_agg(json_build_object('name', attname, 'type', format_type(atttypid, atttypmod), 'required', attnotnull)
       ORDER BY attname COLLATE "C")
     FROM pg_attribute WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
    (SELECT coalesce(json_agg(a.attname ORDER BY k.at), '[]') FROM pg_index i, unnest(i.indkey) WITH ORDINALITY AS k(attnum, at)
     JOIN pg_attribute a ON a.attnum = k.attnum AND a.attrelid = c.oid WHERE i.indrelid = c.oid AND i.indisprimary) AS key,
    (SELECT coalesce(json_agg(DISTINCT p.relname), '[]') FROM pg_constraint f JOIN pg_class p ON p.oid = f.confrelid
     WHERE f.conrelid = c.oid AND f.contype = 'f' AND f.confrelid <> c.oid) AS parents,
    (SELECT coalesce(json_object_agg(a.attname, s.oid::regclass::text), '{}') FROM pg_depend d JOIN pg_class s ON s.oid = d.objid
     JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
     WHERE d.refobjid = c.oid AND d.deptype IN ('a', 'i') AND s.relkind = 'S' AND d.classid = 'pg_class'::regclass) AS sequences
  FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
  ORDER BY c.relname COLLATE "C"`

/** The tables of a database, by name. */
export function storedTables(client: pg.Client): Promise<StoredTable[]> {
  return rowsOf<StoredTable>(client, TABLES)
}

/** Puts tables after those that their foreign keys name. The tables of a circle stay in their order. */
export function parentsFirst(tables: readonly StoredTable[]): StoredTable[] {
  const sorted: StoredTable[] = []
  const seen = new Set<string>()
  const visit = (table: StoredTable) => {
    if (seen.has(table.name)) return
    seen.add(table.name)
    for (const parent of tables) if (table.parents.includes(parent.name)) visit(parent)
    sorted.push(table)
  }
  for (const table of tables) visit(table)
  return sorted
}
