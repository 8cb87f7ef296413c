import type { Clock } from "../base/clock.ts"
import { foldedName, namesFrom } from "../base/folded-name.ts"
import { newId } from "../base/ids.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { textsOf } from "../db/dialect.ts"
import { type CursorRequest, type Page, pageOf, startOf } from "../db/page.ts"
import { LIMIT, statement } from "../db/statement.ts"

/** A merchant. Every API key and every row belongs to one account. `clock_offset` is the advance of its test clock in seconds. */
export type Account = { id: string; name: string; clock_offset: number; created: number; name_folded: string | null }

const insertAccount = statement<Account, "id" | "name" | "name_folded" | "created">((k, p) =>
  k("accounts")
    .insert({ id: p.id, name: p.name, name_folded: p.name_folded, created: p.created })
    .onConflict("id")
    .ignore()
    .returning("*"),
)
const accountById = statement<Account, "id">((k, p) => k("accounts").where({ id: p.id }))
const accountsByIds = statement<Account, "ids">((k, p) => k("accounts").whereRaw(`id IN (${textsOf(k)})`, [p.ids]))
const lockRow = statement<Account, "id">((k, p) =>
  k("accounts")
    .where({ id: p.id })
    .update({ created: k.ref("created") })
    .returning("*"),
)
const raiseOffset = statement<void, "id" | "offset">((k, p) =>
  k("accounts").where({ id: p.id }).where("clock_offset", "<", p.offset).update({ clock_offset: p.offset }),
)
const allAccounts = statement<Account, never>((k) => k("accounts").orderBy("id"))

const byName = (order: "asc" | "desc") =>
  statement<Account, "from" | "from_id" | "to" | "to_id" | "limit">((k, p) =>
    k("accounts")
      .whereRaw("(name_folded, id) > (?, ?) AND (name_folded, id) < (?, ?)", [p.from, p.from_id, p.to, p.to_id])
      .orderBy("name_folded", order)
      .orderBy("id", order)
      .limit(LIMIT),
  )
const named = { first: byName("asc"), older: byName("asc"), newer: byName("desc") }

/** Creates an account. Pass `id` to create the same account in the other mode's database. */
export async function createAccount(tx: Transaction, clock: Clock, name: string, id = newId("acct")): Promise<Account> {
  const created = Math.floor(clock.now() / 1000)
  const row = await tx.one(insertAccount, { id, name, name_folded: foldedName(name), created })
  return row ?? (await tx.one(accountById, { id }))!
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

export function accountsOfIds(db: Queries, ids: readonly string[]): Promise<Account[]> {
  return db.all(accountsByIds, { ids: JSON.stringify(ids) })
}

/** Locks an account until the transaction ends. */
export async function lockAccount(tx: Transaction, id: string): Promise<void> {
  await tx.one(lockRow, { id })
}

/** Sets an account's clock to `offset` seconds ahead of real time. The clock only moves forward: a lower offset is ignored. */
export async function advanceOffset(tx: Transaction, id: string, offset: number): Promise<void> {
  await tx.run(raiseOffset, { id, offset })
}
