// What owners can do with the users of the dashboard. The operator of the service can do more, by commands.
import { Refusal } from "../../base/errors.ts"
import { integer, json } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { nowMs } from "../../db/now.ts"
import { type CursorRequest, type Page, pageOf, startOf } from "../../db/page.ts"
import type { Marker, Query, Rows, Sql } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { createLoginLink, removeLinksOf } from "./login-links.ts"
import { removePasskeysOf } from "./passkeys.ts"
import type { Role } from "./roles.ts"
import { endSessionsOf } from "./sessions.ts"
import { passkeys, type User, users } from "./tables.ts"
import { mayManage, removeUser } from "./users.ts"

/** A user, with the number of the user's passkeys. */
export type Listed = User & { passkeys: number }

const listed = (rows: Rows<User>, account: Marker<User["account"]> | null, k: Sql) =>
  rows
    .where({ account })
    .whereNull("removed_at_ms")
    .limit(LIMIT)
    .select<Listed>(
      ...users.names,
      passkeys.rows(k).whereRaw("passkeys.user_id = users.id").count({ passkeys: "*" }).as("passkeys"),
    )

const listsOf = (ofAccount: boolean) => {
  const list = (refine: (rows: Rows<User, Listed>, cursor: Marker<string>) => Query<Listed>) =>
    users.statement(["account", { id: "cursor" }, { limit: integer() }], (rows, p, k) =>
      refine(listed(rows, ofAccount ? p.account : null, k), p.cursor),
    )
  return {
    first: list((rows) => rows.orderBy("id", "desc")),
    older: list((rows, cursor) => rows.where("id", "<", cursor).orderBy("id", "desc")),
    newer: list((rows, cursor) => rows.where("id", ">", cursor).orderBy("id", "asc")),
  }
}
const ofOneAccount = listsOf(true)
const ofEveryAccount = listsOf(false)

const findById = users.find(["id"])
const findByIds = users.statement([{ ids: json<readonly string[]>() }], (rows, p, k) => rows.whereRaw(isOneOf(k, "id"), [p.ids]))
const lockOwners = users.statement(["account"], (rows, p) =>
  rows
    .where({ role: "owner" })
    .whereNull("removed_at_ms")
    .where((where) => void where.where({ account: p.account }).orWhereNull("account"))
    .orderBy("id")
    .select("id", "account")
    .forUpdate(),
)
const changeRole = users.statement(["id", "role"], (rows, p, k) =>
  rows
    .where({ id: p.id })
    .whereNull("removed_at_ms")
    .update({ role: p.role, owner_until_ms: k.raw("CASE WHEN role = 'owner' THEN ? ELSE owner_until_ms END", [nowMs(k)]) })
    .returning("*"),
)

/** Lists the users of one account, or those of every account (null), newest first. Throws parameter_invalid for a wrong cursor. */
export async function pageOfUsers(db: Queries, account: string | null, request: CursorRequest): Promise<Page<Listed>> {
  const find = async (id: string) => {
    const user = await db.one(findById, { id })
    return user && user.account === account ? user : undefined
  }
  const { direction, cursor } = await startOf(request, find)
  const { limit } = request
  const list = (account === null ? ofEveryAccount : ofOneAccount)[direction]
  const rows = await db.all(list, { account, cursor: cursor?.id ?? "", limit: limit + 1 })
  return pageOf(rows, limit, direction)
}

/** Finds a user by id, including removed users. */
export function findUserById(db: Queries, id: string): Promise<User | undefined> {
  return db.one(findById, { id })
}

/** Finds users by their ids, including removed users. An id without a user is left out. */
export function findUsersById(db: Queries, ids: readonly string[]): Promise<User[]> {
  return db.all(findByIds, { ids })
}

/** Gives a user another role. Throws a Refusal if no owner would be left, or if `by` is no longer an owner. */
export async function giveRole(tx: Transaction, by: User, id: string, role: Role): Promise<User> {
  const user = await mustLock(tx, by, id, role !== "owner")
  const changed = await tx.one(changeRole, { id: user.id, role })
  return changed ?? gone()
}

/** Removes a user and the user's passkeys. Throws a Refusal if no owner would be left, or if `by` is no longer an owner. */
export async function dismissUser(tx: Transaction, by: User, id: string): Promise<User> {
  await mustLock(tx, by, id, true)
  return (await removeUser(tx, id)) ?? gone()
}

/**
 * Makes a one-time link for a user, which an owner hands over. `forget` removes the user's passkeys, earlier links and sessions, so
 * the link can register a new passkey. Throws a Refusal if `by` is no longer an owner.
 */
export async function handOverLink(
  tx: Transaction,
  ring: KeyRing,
  by: User,
  { id, forget }: { id: string; forget: boolean },
): Promise<{ user: User; token: string }> {
  const user = await mustLock(tx, by, id, false)
  if (forget) {
    // Another person may have the device.
    await removePasskeysOf(tx, user)
    await endSessionsOf(tx, user)
    await removeLinksOf(tx, user)
  }
  return { user, token: await createLoginLink(tx, ring, user) }
}

/**
 * Finds a user, and locks the owners who could manage the user, so that two owners cannot remove each other at once. With `leaves`, an
 * owner must remain. For a user of every account, that is an owner of every account. Otherwise an owner of the user's account also counts.
 */
async function mustLock(tx: Transaction, by: User, id: string, leaves: boolean): Promise<User> {
  const known = await findUserById(tx, id)
  if (!known || !mayManage(by, known.account)) return gone()
  const owners = await tx.all(lockOwners, { account: known.account })
  if (!owners.some((owner) => owner.id === by.id))
    throw new Refusal("not_owner", "You are no longer an owner. Ask an owner to make this change.")
  // The user is read again, because only now can no other owner change it.
  const user = await findUserById(tx, id)
  if (!user || user.removed_at_ms !== null) return gone()
  const others = owners.filter((owner) => owner.id !== id && (user.account !== null || owner.account === null))
  if (leaves && user.role === "owner" && others.length === 0)
    throw new Refusal("last_owner", "This is the last owner. Make another user an owner first.")
  return user
}

function gone(): never {
  throw new Refusal("not_found", "This user was removed. Go back to the list of users.")
}
