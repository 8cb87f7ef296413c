// What owners can do with the users of the dashboard. The operator of the service can do more, by commands.
import type { Knex } from "knex"
import { Refusal } from "../../base/errors.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { type CursorRequest, type Page, pageOf, startOf } from "../../db/page.ts"
import { columnsOf } from "../../db/schema.ts"
import { LIMIT, statement } from "../../db/statement.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import { createLoginLink, removeLinksOf } from "./login-links.ts"
import { removePasskeysOf } from "./passkeys.ts"
import type { Role } from "./roles.ts"
import { endSessionsOf } from "./sessions.ts"
import { mayManage, removeUser, type User } from "./users.ts"

/** A user, with the number of the user's passkeys. */
export type Listed = User & { passkeys: number }

const listed = (k: Knex, account: Knex.Value | null) =>
  k("users")
    .where({ account })
    .whereNull("removed_at_ms")
    .limit(LIMIT)
    .select(
      ...columnsOf("users").map((column) => `users.${column}`),
      k("passkeys").whereRaw("passkeys.user_id = users.id").count("*").as("passkeys"),
    )

const listsOf = (ofAccount: boolean) => ({
  first: statement<Listed>((k, p) => listed(k, ofAccount ? p.account : null).orderBy("users.id", "desc")),
  older: statement<Listed>((k, p) =>
    listed(k, ofAccount ? p.account : null)
      .where("users.id", "<", p.cursor)
      .orderBy("users.id", "desc"),
  ),
  newer: statement<Listed>((k, p) =>
    listed(k, ofAccount ? p.account : null)
      .where("users.id", ">", p.cursor)
      .orderBy("users.id", "asc"),
  ),
})
const ofOneAccount = listsOf(true)
const ofEveryAccount = listsOf(false)

const findById = statement<User, "id">((k, p) => k("users").where({ id: p.id }))
const findByIds = statement<User, "ids">((k, p) => k("users").whereRaw(isOneOf(k, "id"), [p.ids]))
const lockOwners = statement<Pick<User, "id" | "account">, "account">((k, p) =>
  k("users")
    .where({ role: "owner" })
    .whereNull("removed_at_ms")
    .where((where) => void where.where({ account: p.account }).orWhereNull("account"))
    .orderBy("id")
    .select("id", "account")
    .forUpdate(),
)
const changeRole = statement<User, "id" | "role">((k, p) =>
  k("users").where({ id: p.id }).whereNull("removed_at_ms").update({ role: p.role }).returning("*"),
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
  const rows = await db.all(list, { account, cursor: cursor?.id ?? null, limit: limit + 1 })
  return pageOf(
    rows.map((row) => ({ ...row, passkeys: Number(row.passkeys) })),
    limit,
    direction,
  )
}

/** Finds a user by id, including removed users. */
export function findUserById(db: Queries, id: string): Promise<User | undefined> {
  return db.one(findById, { id })
}

/** Finds users by their ids, including removed users. An id without a user is left out. */
export function findUsersById(db: Queries, ids: readonly string[]): Promise<User[]> {
  return db.all(findByIds, { ids: JSON.stringify(ids) })
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
  // The user is read again, because only now can nobody else change it.
  const user = (await findUserById(tx, id))!
  if (user.removed_at_ms !== null) return gone()
  const others = owners.filter((owner) => owner.id !== id && (user.account !== null || owner.account === null))
  if (leaves && user.role === "owner" && others.length === 0)
    throw new Refusal("last_owner", "This is the last owner. Make somebody else an owner first.")
  return user
}

function gone(): never {
  throw new Refusal("not_found", "This user was removed. Go back to the list of users.")
}
