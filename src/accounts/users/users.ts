import { asciiLower } from "../../base/ascii-lower.ts"
import { MAX_USERS } from "../../base/bounds.ts"
import { Refusal } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { pick } from "../../db/rows.ts"
import { removePasskeysOf } from "./passkeys.ts"
import { ROLES, type Role } from "./roles.ts"
import { type User, users } from "./tables.ts"

const MAX_EMAIL = 254
/** Visible ASCII only. Addresses with other letters can look like those of another person. A host with other letters has a form with xn--. */
const EMAIL = /^[!#-&(-+\--9=?A-~]+@[!#-&(-+\--9=?A-~]+$/

const insertUser = users.statement(["id", "email", "role", "account"], (rows, p, k) =>
  rows
    .insert({ ...pick(p, ["id", "email", "role", "account"]), created_ms: nowMs(k) })
    .onConflict(k.raw("(email, coalesce(account, '')) WHERE removed_at_ms IS NULL"))
    .ignore()
    .returning("*"),
)
const lockUsersOf = users.find(["account"], (rows) => rows.whereNull("removed_at_ms").orderBy("id").select("id").forUpdate())
const countOf = users.find(["account"], (rows) => rows.whereNull("removed_at_ms").count({ count: "*" }))
const findByEmail = users.find(["email"], (rows) => rows.whereNull("removed_at_ms").orderBy("id"))
const present = users.find([], (rows) => rows.whereNull("removed_at_ms").orderBy("id"))
const markRemoved = users.find(["id"], (rows, _, k) =>
  rows
    .whereNull("removed_at_ms")
    .update({ removed_at_ms: nowMs(k) })
    .returning("*"),
)

/** Whether an owner can manage the users of an account. An owner who sees every account can manage all users. */
export function mayManage(owner: Pick<User, "account">, account: string | null): boolean {
  return owner.account === null || owner.account === account
}

/**
 * Adds a user to the dashboard. Throws a Refusal if the text is not an e-mail address, `user_exists` if the account already has a user
 * with the address, and `limit_reached` if the account has as many users as it may have. The case of A to Z does not matter. Users of
 * other accounts do not matter either, nor do users of every account (docs/decisions/0021-an-email-is-not-an-identity.md).
 */
export async function addUser(tx: Transaction, wanted: { email: string; role: Role; account: string | null }): Promise<User> {
  const email = readEmail(wanted.email)
  if (wanted.account !== null) await mustHaveRoom(tx, wanted.account)
  const user = await tx.one(insertUser, { id: newId("usr"), email, role: wanted.role, account: wanted.account })
  if (user) return user
  throw new Refusal(
    "user_exists",
    `A user with the e-mail ${email} already exists. Change that user's role, or remove the user first.`,
  )
}

/** Two owners who add users at once wait for each other, because the users that they lock are the same. */
async function mustHaveRoom(tx: Transaction, account: string): Promise<void> {
  await tx.all(lockUsersOf, { account })
  const { count } = await tx.only(countOf, { account })
  if (count < MAX_USERS) return
  throw new Refusal(
    "limit_reached",
    `This account already has ${MAX_USERS} users. Remove one who no longer needs access, then try again.`,
  )
}

/** Lists the users who have not been removed, oldest first. */
export function listUsers(db: Queries): Promise<User[]> {
  return db.all(present, {})
}

/** Lists the users with this e-mail address, oldest first: at most one for each account, and one for every account. */
export function usersWithEmail(db: Queries, email: string): Promise<User[]> {
  return db.all(findByEmail, { email: asciiLower(email) })
}

/**
 * Removes a user and the user's passkeys. The user's sessions and links end at once. Returns undefined if the user was removed before.
 */
export async function removeUser(tx: Transaction, id: string): Promise<User | undefined> {
  await removePasskeysOf(tx, { id })
  return tx.one(markRemoved, { id })
}

/** Whether a text names a role. */
export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text)
}

function readEmail(text: string): string {
  if (text.length <= MAX_EMAIL && EMAIL.test(text)) return asciiLower(text)
  throw new Refusal("email_invalid", `'${text.slice(0, 64)}' is not an e-mail address in plain ASCII characters.`)
}
