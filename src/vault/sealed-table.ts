import type { AnyTable, Columns } from "../db/columns.ts"
import type { Table } from "../db/table.ts"

/**
 * A table with values that the ring has sealed. SEALED_TABLES in modes/wiring.ts lists them all, because a rotation must rewrap each
 * value.
 */
export type SealedTable = Sealed<string, string> & { readonly table: AnyTable }

type Sealed<Column extends string, Key extends string> = {
  /** The columns of the primary key. They are texts. */
  readonly key: readonly Key[]
  /** For each column with sealed values, the context of a row's value. It is the argument of `seal` and `open`. */
  readonly contexts: Readonly<Record<Column, (row: Record<Key, string>) => string>>
  /** Whether the table is one of the unlogged tables (Database.unlogged). */
  readonly unlogged?: true
}

export function sealedTable<C extends Columns, Column extends keyof C & string, Key extends keyof C & string>(
  table: Table<C>,
  sealed: Sealed<Column, Key>,
): SealedTable {
  return { table, ...sealed }
}
