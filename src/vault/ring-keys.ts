import type { Rows } from "../db/rows.ts"
import { decrypt, encrypt } from "./aead.ts"
import { encryptionKeys, type RingKeyRow } from "./tables.ts"

export const listKeys = encryptionKeys.find([], (rows) => rows.orderBy("id"))

/** Every process that adds a key or replaces the master key locks this row. */
export const lockDigest = encryptionKeys.find([], (rows) => rows.where({ purpose: "digest" }).forUpdate())

const sealing = (rows: Rows<RingKeyRow>) => rows.where({ purpose: "seal" })
/** Ordered by time, not by id, because a host whose clock is behind makes smaller ids. */
const newest = (rows: Rows<RingKeyRow>) =>
  sealing(rows)
    .orderBy([
      { column: "created", order: "desc" },
      { column: "id", order: "desc" },
    ])
    .limit(1)
export const findNewest = encryptionKeys.find([], (rows) => newest(rows))
/** Keeps a rotation from retiring the key before this transaction ends. */
export const holdNewest = encryptionKeys.find([], (rows) => newest(rows).forKeyShare())

/** The time of a sealing key that does not seal yet, because not all databases have it (add-key.ts). It is never the newest. */
export const NOT_YET = 0

/** This is one statement, so a key that is added meanwhile is not among the older ones. */
export const holdOlder = encryptionKeys.find([], (rows, _, k) =>
  sealing(rows)
    .where("created", ">", NOT_YET)
    .where("id", "<>", newest(encryptionKeys.rows(k)).select("id"))
    .orderBy("id")
    .select("id")
    .forUpdate(),
)

type WrappedKey = Pick<RingKeyRow, "id" | "purpose" | "wrapped">

/** Wraps a key of the ring with the master key. */
export function wrapKey(master: Buffer, { id, purpose }: Pick<RingKeyRow, "id" | "purpose">, bytes: Buffer): string {
  return encrypt(master, bytes, `${purpose} ${id}`).toString("base64url")
}

/** Unwraps a key of the ring. Returns undefined if another master key has wrapped it. */
export function unwrapKey(
  master: Buffer,
  { id, purpose, wrapped }: Pick<RingKeyRow, "id" | "purpose" | "wrapped">,
): Buffer | undefined {
  try {
    return decrypt(master, Buffer.from(wrapped, "base64url"), `${purpose} ${id}`)
  } catch {
    return undefined
  }
}

/** Unwraps a key of the ring. Throws if another master key has wrapped it. */
export function mustUnwrapKey(master: Buffer, row: WrappedKey, livemode: boolean): Buffer {
  const key = unwrapKey(master, row)
  if (key) return key
  const name = livemode ? "LIVE_ENCRYPTION_KEY, or ENCRYPTION_KEY without it," : "ENCRYPTION_KEY"
  throw new Error(`${name} does not open this database: set the key that it was created with, or the one that replaced it.`)
}
