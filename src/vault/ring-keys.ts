import type { Knex } from "knex"
import { statement } from "../db/statement.ts"
import { decrypt, encrypt } from "./aead.ts"

/** A row of a ring's key. `created` is in Unix seconds, and rises from each sealing key to the next. */
export type KeyRow = { id: string; purpose: "digest" | "seal"; wrapped: string; created: number }

export const listKeys = statement<KeyRow, never>((k) => k("encryption_keys").orderBy("id"))

/** Every process that adds a key or replaces the master key locks this row. */
export const lockDigest = statement<KeyRow, never>((k) => k("encryption_keys").where({ purpose: "digest" }).forUpdate())

const sealing = (k: Knex) => k("encryption_keys").where({ purpose: "seal" })
/** Ordered by time, not by id, because a host whose clock is behind makes smaller ids. */
const newest = (k: Knex) =>
  sealing(k)
    .orderBy([
      { column: "created", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(1)
export const findNewest = statement<KeyRow, never>((k) => newest(k))
/** Keeps a rotation from retiring the key before this transaction ends. */
export const holdNewest = statement<KeyRow, never>((k) => newest(k).forKeyShare())

/** This is one statement, so a key that is added meanwhile is not among the older ones. */
export const holdOlder = statement<{ id: string }, never>((k) =>
  sealing(k).where("id", "<>", newest(k).select("id")).orderBy("id").select("id").forUpdate(),
)

/** Wraps a key of the ring with the master key. */
export function wrapKey(master: Buffer, { id, purpose }: Pick<KeyRow, "id" | "purpose">, bytes: Buffer): string {
  return encrypt(master, bytes, `${purpose} ${id}`).toString("base64url")
}

/** Unwraps a key of the ring. Returns undefined if another master key has wrapped it. */
export function unwrapKey(master: Buffer, { id, purpose, wrapped }: KeyRow): Buffer | undefined {
  try {
    return decrypt(master, Buffer.from(wrapped, "base64url"), `${purpose} ${id}`)
  } catch {
    return undefined
  }
}

/** Unwraps a key of the ring. Throws if another master key has wrapped it. */
export function mustUnwrapKey(master: Buffer, row: KeyRow, livemode: boolean): Buffer {
  const key = unwrapKey(master, row)
  if (key) return key
  const name = livemode ? "LIVE_ENCRYPTION_KEY, or ENCRYPTION_KEY without it," : "ENCRYPTION_KEY"
  throw new Error(`${name} does not open this database: set the key that it was created with, or the one that replaced it.`)
}
