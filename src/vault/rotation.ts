import { setTimeout as pause } from "node:timers/promises"
import { must } from "../base/must.ts"
import type { Database, Transaction } from "../db/database.ts"
import { LIMIT, marker, type Statement } from "../db/statement.ts"
import { statementOn } from "../db/table.ts"
import { CannotOpenError, type KeyRing, VERSION } from "./key-ring.ts"
import { findNewest, holdOlder, listKeys } from "./ring-keys.ts"
import type { SealedTable } from "./sealed-table.ts"
import { encryptionKeys } from "./tables.ts"

/** The result of a rotation: the number of rewrapped values of each table, the retired keys, and the values that it could not open. */
export type Rotated = { key: string; rewrapped: Record<string, number>; retired: string[]; unreadable: Unreadable[] }

/** A value that the ring cannot open. `name` says where the value is, and `key` is the key that the value names. */
export type Unreadable = { name: string; key: string; reason: string }

/** Called after each page, with the numbers of one pass over a table. */
export type OnProgress = (progress: { table: string; rows: number; rewrapped: number }) => void

/** How many rows a query reads, and how many values one transaction rewraps. On SQLite other writers wait for that transaction. */
const PAGE = 1000
const BATCH = 100
/** The pause between two transactions, in which other writers have their turn. */
const PAUSE_MS = 5

const deleteKey = encryptionKeys.delete(["id"])

/** A row of any of the tables: its primary key and its sealed values. */
type Row = Record<string, string | null>
type Column = { column: string; contextOf: SealedTable["contexts"][string]; replace: Statement<object> }
type Table = SealedTable & { page: Statement<Row>; columns: Column[] }

/** Returns the function that rotates the values of these tables. It defines statements, so call it while the program loads. */
export function rotationOf(tables: readonly SealedTable[]) {
  const prepared: Table[] = tables.map((table) => ({ ...table, page: pageOf(table), columns: columnsOf(table) }))
  return (rotations: readonly Rotation[]) => rotateAll(rotations, prepared)
}

export type Rotation = { database: Database; ring: KeyRing; onProgress: OnProgress }

/**
 * Wraps with the newest key everything that an older key of the ring has wrapped, in all databases with this ring, the main one first. Then
 * deletes the older keys that no database needs. Safe to repeat, to interrupt and to run twice at once, while other processes read and write.
 */
async function rotateAll(rotations: readonly Rotation[], tables: Table[]): Promise<Rotated[]> {
  const done: (Omit<Rotated, "retired"> & { database: Database; older: readonly string[] })[] = []
  for (const rotation of rotations) done.push({ database: rotation.database, ...(await rewrapAll(rotation, tables)) })
  const needed = new Set(done.flatMap(({ unreadable }) => unreadable.map(({ key }) => key)))
  for (const { database, older } of done)
    for (const { id } of await database.all(listKeys, {})) if (!older.includes(id)) needed.add(id)
  const rotated: Rotated[] = []
  // The main database is the last, so it has each key that another one has.
  for (const { database, older, ...each } of done.toReversed()) {
    const retired = older.filter((id) => !needed.has(id))
    await database.transaction(async (tx) => {
      for (const id of retired) await tx.run(deleteKey, { id })
    })
    rotated.unshift({ ...each, retired })
  }
  return rotated
}

async function rewrapAll(rotation: Rotation, tables: Table[]) {
  const { database } = rotation
  const older = await olderKeys(database)
  const counts = tables.map((table) => ({ table, rewrapped: 0 }))
  const unreadable = new Map<string, Unreadable>()
  for (let isDone = false; !isDone; ) {
    isDone = true
    const newest = (await database.only(findNewest, {})).id
    for (const count of counts) {
      const { found, replaced } = await rewrapTable({ ...rotation, table: count.table, newest, unreadable })
      count.rewrapped += replaced
      // A value may have been copied to a column that this pass had already read. So passes go on until one finds nothing.
      if (found > 0) isDone = false
    }
  }
  const { id: key } = await database.only(findNewest, {})
  const rewrapped = Object.fromEntries(counts.map(({ table, rewrapped }) => [table.table.name, rewrapped]))
  return { key, older, rewrapped, unreadable: [...unreadable.values()] }
}

/**
 * Returns the keys that are older than the newest one, once no transaction seals with them. Each transaction holds its key (KeyRing.seal),
 * and later transactions take the newest.
 */
function olderKeys(database: Database): Promise<string[]> {
  return database.transaction(async (tx) => (await tx.all(holdOlder, {})).map(({ id }) => id))
}

/** `unreadable` has the sealed text of each value that cannot be opened, so each is examined only once. */
type Pass = Rotation & { table: Table; newest: string; unreadable: Map<string, Unreadable> }

async function rewrapTable(pass: Pass): Promise<{ found: number; replaced: number }> {
  const { database, table, newest, unreadable, onProgress } = pass
  const db = table.unlogged ? database.unlogged(database) : database
  let [found, replaced] = [0, 0]
  let after: Row = Object.fromEntries(table.key.map((name) => [name, ""]))
  for (let rows = 0; ; ) {
    const page = await db.all(table.page, { ...after, newest: `${VERSION}.${newest}.%`, limit: PAGE })
    const values = page.flatMap((row) => valuesOf(table, row)).filter(({ sealed }) => !unreadable.has(sealed))
    for (let from = 0; from < values.length; from += BATCH) {
      const batch = values.slice(from, from + BATCH)
      const done = await database.transaction((tx) => rewrapBatch(tx, pass, batch))
      for (const [sealed, each] of done.unreadable) unreadable.set(sealed, each)
      found += batch.length - done.unreadable.size
      replaced += done.replaced
      await pause(PAUSE_MS)
    }
    rows += page.length
    onProgress({ table: table.table.name, rows, rewrapped: replaced })
    const last = page.at(-1)
    if (!last || page.length < PAGE) return { found, replaced }
    after = keyOf(table, last)
  }
}

/** A sealed value. `name` tells a person where the value is. */
type Value = Column & { name: string; key: Record<string, string>; sealed: string }

function valuesOf(table: Table, row: Row): Value[] {
  const key = keyOf(table, row)
  return table.columns.flatMap((column) => {
    const sealed = row[column.column]
    const name = `${table.table.name}.${column.column} of ${Object.values(key).join(" ")}`
    return sealed ? [{ ...column, name, key, sealed }] : []
  })
}

/** Replaces each value that has not changed since it was read. The next pass examines the others again. */
async function rewrapBatch(tx: Transaction, pass: Pass, values: Value[]) {
  const { database, ring, table } = pass
  const db = table.unlogged ? database.unlogged(tx) : tx
  const rewrap = await ring.rewrapper(tx)
  const unreadable = new Map<string, Unreadable>()
  let replaced = 0
  for (const { name, contextOf, replace, key, sealed } of values) {
    try {
      const replacement = await rewrap(sealed, contextOf(key))
      replaced += (await db.all(replace, { ...key, sealed, replacement })).length
    } catch (error) {
      if (!(error instanceof CannotOpenError)) throw error
      unreadable.set(sealed, { name, key: must(sealed.split(".")[1], `the key of ${name}`), reason: error.message })
    }
  }
  return { replaced, unreadable }
}

function keyOf({ table, key }: SealedTable, row: Row): Record<string, string> {
  return Object.fromEntries(key.map((name) => [name, must(row[name], `${table.name}.${name}`)]))
}

/** Reads the rows in the order of the primary key. A value is null if it need not be rewrapped. */
function pageOf({ table, key, contexts }: SealedTable): Statement<Row> {
  return statementOn<Row>(table, (rows, _, k) => {
    const newest = marker("newest")
    const values = Object.keys(contexts).map((column) =>
      k.raw(`CASE WHEN ?? LIKE '${VERSION}.%' AND ?? NOT LIKE ? THEN ?? END AS ??`, [column, column, newest, column, column]),
    )
    const after = key.map(marker)
    return rows
      .select(...key, ...values)
      .whereRaw(`(${key.map(() => "??")}) > (${key.map(() => "?")})`, [...key, ...after])
      .orderBy([...key])
      .limit(LIMIT)
  })
}

function columnsOf({ table, key, contexts }: SealedTable): Column[] {
  const replace = (column: string) =>
    statementOn<object>(table, (rows) =>
      rows
        .where(Object.fromEntries(key.map((name) => [name, marker(name)])))
        .where(column, marker("sealed"))
        .update({ [column]: marker("replacement") })
        .returning([...key]),
    )
  return Object.entries(contexts).map(([column, contextOf]) => ({ column, contextOf, replace: replace(column) }))
}
