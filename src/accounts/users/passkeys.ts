import { Refusal, refuseCardNumber } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { integer } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { nowMs } from "../../db/now.ts"
import { pick } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { type Passkey, passkeys, type User, users } from "./tables.ts"

/** A user. Only the id matters here. */
type HasId = { id: string }

const MAX_PASSKEYS = 20
const MAX_NAME = 60

const INSERTED = ["id", "user_id", "credential", "public_key", "counter", "transports", "name"] as const
const insertPasskey = passkeys.statement(INSERTED, (rows, p, k) =>
  rows
    .insert({ ...pick(p, INSERTED), created_ms: nowMs(k) })
    .onConflict("credential")
    .ignore()
    .returning("*"),
)
const ofUser = passkeys.find(["user_id", { limit: integer() }], (rows) => rows.orderBy("id").limit(LIMIT))
const lockUser = users.find(["id"], (rows) => rows.whereNull("removed_at_ms").select("id").forUpdate())
const byCredential = passkeys.statement(["credential"], (rows, p) =>
  rows
    .join("users", "users.id", "passkeys.user_id")
    .where({ credential: p.credential })
    .whereNull("removed_at_ms")
    .select<Passkey & Pick<User, "account">>(...passkeys.names.map((column) => `passkeys.${column}`), "users.account"),
)
const noteUse = passkeys.statement(["id", "counter"], (rows, p, k) =>
  rows
    .where({ id: p.id })
    .whereRaw("(counter < ? OR (counter = 0 AND ? = 0))", [p.counter, p.counter])
    .update({ counter: p.counter, used_ms: nowMs(k) })
    .returning("*"),
)
const rename = passkeys.update(["id", "user_id"], ["name"], (rows) => rows.returning("*"))
const deleteOne = passkeys.delete(["id", "user_id"])
const deleteAll = passkeys.delete(["user_id"])

/** Lists the passkeys of a user, oldest first. */
export function listPasskeys(db: Queries, user: HasId): Promise<Passkey[]> {
  return db.all(ofUser, { user_id: user.id, limit: MAX_PASSKEYS })
}

/** The data of a passkey that its registration contains. */
export type NewPasskey = Pick<Passkey, "credential" | "public_key" | "counter" | "transports" | "name">

/**
 * Adds a passkey to a user. With `first`, only if the user has none yet. Throws a Refusal if the user has one by now, if the user has too
 * many, or if this passkey is already registered.
 */
export async function addPasskey(
  tx: Transaction,
  user: HasId,
  wanted: NewPasskey,
  { first }: { first: boolean },
): Promise<Passkey> {
  if (!(await tx.one(lockUser, { id: user.id })))
    throw new Refusal("user_removed", "Your user was removed. Ask an owner to add you again.")
  const known = await listPasskeys(tx, user)
  if (first && known.length > 0)
    throw new Refusal("proof_missing", "You already have a passkey. Confirm your identity with it first.")
  if (known.length >= MAX_PASSKEYS) throw new Refusal("limit_reached", `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
  const name = nameOf(wanted.name, `Passkey ${known.length + 1}`)
  const added = await tx.one(insertPasskey, { ...wanted, name, id: newId("psk"), user_id: user.id })
  if (!added)
    throw new Refusal("passkey_exists", "This passkey is already registered. Use it to sign in, or register another device.")
  return added
}

/** Finds a passkey by its credential id, unless its user was removed. */
export function findPasskey(db: Queries, credential: string): Promise<(Passkey & Pick<User, "account">) | undefined> {
  return db.one(byCredential, { credential })
}

/**
 * Records the use of a passkey, with the counter of its authenticator. Returns undefined if the counter has not risen: the authenticator
 * was copied, or this response was used before.
 */
export function notePasskeyUse(tx: Transaction, id: string, counter: number): Promise<Passkey | undefined> {
  return tx.one(noteUse, { id, counter })
}

/** Gives a passkey of the user another name. Returns undefined if the user has no such passkey. */
export function renamePasskey(tx: Transaction, user: HasId, id: string, name: string): Promise<Passkey | undefined> {
  return tx.one(rename, { id, user_id: user.id, name: nameOf(name, "Passkey") })
}

/** Removes a passkey of the user. Returns false if the user has no such passkey. */
export async function removePasskey(tx: Transaction, user: HasId, id: string): Promise<boolean> {
  return (await tx.run(deleteOne, { id, user_id: user.id })) > 0
}

/** Removes all passkeys of a user. */
export async function removePasskeysOf(tx: Transaction, user: HasId): Promise<void> {
  await tx.run(deleteAll, { user_id: user.id })
}

function nameOf(text: string, fallback: string): string {
  refuseCardNumber(text, "name")
  const name = text.replace(/\p{C}/gu, "").trim().slice(0, MAX_NAME)
  return name || fallback
}
