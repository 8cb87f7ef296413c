import type { Clock } from "../base/clock.ts"
import { foldedName, namesFrom } from "../base/folded-name.ts"
import { newId } from "../base/ids.ts"
import { id, integer, json, text } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { textsOf } from "../db/dialect.ts"
import { ownAccount } from "../db/here.ts"
import { type CursorRequest, type Page, pageOf, startOf } from "../db/page.ts"
import { pick } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import { OWN_NAME } from "../db/tables.ts"
import { NotAnswering } from "../db/unreachable.ts"
import { type Account, accounts } from "./tables.ts"

const insertAccount = accounts.statement(["id", "name", "name_folded", "created"], (rows, p, k) =>
  rows
    .insert({ ...pick(p, ["id", "name", "name_folded", "created"]), database: k.raw(OWN_NAME) })
    .onConflict("id")
    .ignore()
    .returning("*"),
)
const insertPlaced = accounts.statement(["id", "name", "name_folded", "created", "clock_offset", "database"], (rows, p) =>
  rows
    .insert(pick(p, ["id", "name", "name_folded", "created", "clock_offset", "database"]))
    .onConflict("id")
    .ignore(),
)
const accountById = accounts.find(["id"])
const accountsByIds = accounts.statement([{ ids: json<readonly string[]>() }], (rows, p, k) =>
  rows.whereRaw(`id IN (${textsOf(k)})`, [p.ids]),
)
const lockRow = accounts.find(["id"], (rows, _, k) => rows.update({ created: k.ref("created") }).returning("*"))
const raiseOffset = accounts.statement(["id", { clock_offset: "offset" }], (rows, p) =>
  rows.where({ id: p.id }).where("clock_offset", "<", p.offset).update({ clock_offset: p.offset }),
)
const allAccounts = accounts.find([], (rows) => rows.orderBy("id"))

const byName = (order: "asc" | "desc") =>
  accounts.statement([{ from: text(), from_id: id(), to: text(), to_id: id(), limit: integer() }], (rows, p, k) =>
    rows
      .whereRaw("(name_folded, id) > (?, ?) AND (name_folded, id) < (?, ?)", [p.from, p.from_id, p.to, p.to_id])
      .whereRaw(ownAccount(k))
      .orderBy("name_folded", order)
      .orderBy("id", order)
      .limit(LIMIT),
  )
const named = { first: byName("asc"), older: byName("asc"), newer: byName("desc") }

/** Creates an account. Pass `id` to create the same account in the other mode's database. */
export async function createAccount(tx: Transaction, clock: Clock, name: string, id = newId("acct")): Promise<Account> {
  const created = Math.floor(clock.now() / 1000)
  const row = await tx.one(insertAccount, { id, name, name_folded: foldedName(name), created })
  return row ?? tx.only(accountById, { id })
}

/** Says in a database which other one an account is in. A row that is there stays as it is. */
export async function insertSignpost(tx: Transaction, account: Account): Promise<void> {
  await tx.run(insertPlaced, account)
}

export function listAccounts(db: Queries): Promise<Account[]> {
  return db.all(allAccounts, {})
}

/**
 * Lists the accounts whose name begins with a text, in the order of their names. Case and accents do not matter. `starting_after` leads to
 * later names. Throws parameter_invalid for a wrong cursor.
 */
export async function pageOfAccounts(db: Queries, text: string, request: CursorRequest): Promise<Page<Account>> {
  const { direction, cursor } = await startOf(request, (id) => findAccount(db, id))
  const { from, to } = namesFrom(text)
  const begin = direction === "older" && cursor ? { from: foldedName(cursor.name), from_id: cursor.id } : { from, from_id: "" }
  const end = direction === "newer" && cursor ? { to: foldedName(cursor.name), to_id: cursor.id } : { to, to_id: "" }
  const found = await db.all(named[direction], { ...begin, ...end, limit: request.limit + 1 })
  return pageOf(found, request.limit, direction)
}

export function findAccount(db: Queries, id: string): Promise<Account | undefined> {
  return db.one(accountById, { id })
}

/** Throws NotAnswering if an account is in another database, even if that one does not have it yet. */
export function mustBeIn({ name }: { readonly name: string }, { id, database }: Pick<Account, "id" | "database">): void {
  if (database !== name) throw new NotAnswering(`the account ${id} is in the database ${database}`)
}

/** Returns an account that exists. Throws if it does not. */
export function accountOf(db: Queries, id: string): Promise<Account> {
  return db.only(accountById, { id })
}

export function accountsOfIds(db: Queries, ids: readonly string[]): Promise<Account[]> {
  return db.all(accountsByIds, { ids })
}

/** Locks an account until the transaction ends. */
export async function lockAccount(tx: Transaction, id: string): Promise<void> {
  await tx.one(lockRow, { id })
}

/** Sets an account's clock to `offset` seconds ahead of real time. The clock only moves forward: a lower offset is ignored. */
export async function advanceOffset(tx: Transaction, id: string, offset: number): Promise<void> {
  await tx.run(raiseOffset, { id, offset })
}
