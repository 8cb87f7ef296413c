// In which database an account is, by what its rows in all databases say together (docs/decisions/0034-whole-accounts.md).
import { id, integer } from "../db/columns.ts"
import type { Database, Queries } from "../db/database.ts"
import { LIMIT } from "../db/statement.ts"
import { findAccount, insertSignpost } from "./accounts.ts"
import { type Account, accounts } from "./tables.ts"

/** Stands between the names of the databases that claim an account. No name has it, so none of them is the account's. */
const AND = "+"
const IS_CLAIMED_TWICE = `database LIKE '%${AND}%'`

/** What the row of an account says: its database. If several claim the account, their names. */
export type Place = Pick<Account, "id" | "database">

const allPlaces = accounts.find([], (rows) => rows.select<Place>("id", "database"))
const claimedTwice = accounts.statement([{ of: id().nullable(), limit: integer() }], (rows, p) =>
  rows
    .whereRaw(`${IS_CLAIMED_TWICE} AND (CAST(? AS text) IS NULL OR id = ?)`, [p.of, p.of])
    .orderBy("created")
    .limit(LIMIT),
)
const countClaimedTwice = accounts.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ size: number }>(`SELECT count(*) AS size FROM (SELECT 1 FROM accounts WHERE ${IS_CLAIMED_TWICE} LIMIT ?) AS found`, [
    LIMIT,
  ]),
)
const replacePlace = accounts.statement(["id", { database: "was" }, "database"], (rows, p) =>
  rows.where({ id: p.id, database: p.was }).update({ database: p.database }).returning("id"),
)
/** A row that is marked already, by another process, counts as well. */
const markPlace = accounts.statement(["id", { database: "own" }, "database"], (rows, p) =>
  rows
    .where({ id: p.id })
    .whereRaw(`(database = ? OR ${IS_CLAIMED_TWICE})`, [p.own])
    .update({ database: p.database })
    .returning("id"),
)
const setPlace = accounts.statement(["id", "database"], (rows, p) => rows.where({ id: p.id }).update({ database: p.database }))

export function listPlaces(db: Queries): Promise<Place[]> {
  return db.all(allPlaces, {})
}

/** Lists the oldest accounts that several databases claim, or one account if it is claimed so. */
export function listClaimedTwice(db: Queries, request: { of: string | null; limit: number }): Promise<Account[]> {
  return db.all(claimedTwice, request)
}

export async function sizeOfClaimedTwice(db: Queries, limit: number): Promise<number> {
  return (await db.only(countClaimedTwice, { limit })).size
}

/** The names of the databases that claim an account. One name if it is not claimed twice. */
export function claimantsIn(place: string): string[] {
  return place.split(AND)
}

/** The names of the databases whose row claims an account, or is marked because several do. `places` is what the row in each database says. */
export function holdersOf(places: ReadonlyMap<string, string>): string[] {
  return [...places].flatMap(([name, place]) => (place === name || place.includes(AND) ? [name] : [])).sort()
}

/** What the rows of each account say, by the names of the databases. */
export function placesByAccount(lists: ReadonlyMap<string, readonly Place[]>): Map<string, Map<string, string>> {
  const places = new Map<string, Map<string, string>>()
  for (const [name, list] of lists)
    for (const { id, database } of list) {
      const known = places.get(id) ?? new Map<string, string>()
      places.set(id, known.set(name, database))
    }
  return places
}

/**
 * Marks an account that several databases claim in each of them, so that no process serves it and no worker has work of it. What was read may be
 * old: if one does not claim it any more, as after a move meanwhile, the account stays where it is. Returns whether it is marked.
 */
export async function markClaimedTwice(databases: readonly Database[], id: string): Promise<boolean> {
  const mark = databases
    .map(({ name }) => name)
    .sort()
    .join(AND)
  const marked: Database[] = []
  for (const database of databases) {
    if (await database.write(markPlace, { id, own: database.name, database: mark })) marked.push(database)
    else {
      for (const each of marked) await each.write(replacePlace, { id, was: mark, database: each.name })
      return false
    }
  }
  return true
}

/**
 * Ends a mark that a process has left in one database alone: it died, or the account was settled there. Nothing else says that the account is
 * claimed twice, so it is in this database.
 */
export async function unmark(database: Database, { id, database: was }: Place): Promise<void> {
  await database.write(replacePlace, { id, was, database: database.name })
}

/**
 * Puts an account into one of all databases, and a signpost into each other one, so that a move that is still under way cannot put it there. The
 * account is served once all others say where it is. Safe to repeat. Throws if the database does not have the account, and if another one alone has it.
 */
export async function settleAccount(databases: readonly Database[], id: string, name: string): Promise<void> {
  const rows = new Map<string, Account>()
  for (const database of databases) {
    const row = await findAccount(database, id)
    if (row) rows.set(database.name, row)
  }
  const row = rows.get(name)
  if (!row) throw new Error(`The database ${name} does not have the account ${id}.`)
  const [holder, ...more] = holdersOf(new Map(Array.from(rows, ([each, { database }]) => [each, database])))
  if (holder !== undefined && more.length === 0 && holder !== name)
    throw new Error(`The account ${id} is in the database ${holder} alone, so there is nothing to settle.`)
  const others = databases.filter((each) => each.name !== name)
  for (const database of [...others, ...databases.filter((each) => each.name === name)])
    await database.transaction(async (tx) => {
      await insertSignpost(tx, { ...row, database: name })
      await tx.run(setPlace, { id, database: name })
    })
}
