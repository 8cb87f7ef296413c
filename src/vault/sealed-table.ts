/**
 * A table with values that the ring has sealed. SEALED_TABLES in modes/wiring.ts lists them all, because a rotation must rewrap each
 * value.
 */
export type SealedTable<Key extends string = string> = {
  readonly table: string
  /** The columns of the primary key. They are texts. */
  readonly key: readonly Key[]
  /** For each column with sealed values, the context of a row's value. It is the argument of `seal` and `open`. */
  readonly contexts: Readonly<Record<string, (row: Record<Key, string>) => string>>
  /** Whether the table is one of the unlogged tables (Database.unlogged). */
  readonly unlogged?: true
}
