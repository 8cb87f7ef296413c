import { createHmac, createSecretKey, randomBytes } from "node:crypto"
import { newId } from "../base/ids.ts"
import { databaseInWords, MAIN } from "../base/mode-name.ts"
import { must } from "../base/must.ts"
import type { Database, Queries, Transaction } from "../db/database.ts"
import { pick } from "../db/rows.ts"
import { decrypt, encrypt } from "./aead.ts"
import { findNewest, holdNewest, listKeys, lockDigest, mustUnwrapKey, wrapKey } from "./ring-keys.ts"
import { encryptionKeys, type RingKeyRow } from "./tables.ts"

/**
 * The keys of one mode. Each key is stored in the mode's database, wrapped by the mode's master key (config/config.ts). There is one digest
 * key, which never changes, and one or more sealing keys. The newest sealing key seals. Older ones still open what they sealed, until a
 * rotation has rewrapped it (rotation.ts). See docs/decisions/0014-rotating-keys.md.
 */
export type KeyRing = {
  /** Returns a keyed digest (HMAC-SHA256, hex). Used to compare API keys and request bodies without storing them. */
  digest(text: string): string
  /**
   * Encrypts a text with its own data key, which the newest key wraps. Store the result in the same transaction, because a rotation
   * waits for that transaction. `open` needs the same `context`, such as the row's id.
   */
  seal(tx: Transaction, text: string, context: string): Promise<string>
  /** Opens a sealed text. Throws CannotOpenError if another ring or another context sealed the text, or if the text was changed. */
  open(db: Queries, sealed: string, context: string): Promise<string>
  /**
   * Returns a function that wraps the data key of a sealed text again, with the newest key. The text itself is not decrypted. Store
   * the results in the same transaction, like those of `seal`.
   */
  rewrapper(tx: Transaction): Promise<(sealed: string, context: string) => Promise<string>>
  /** Adds a sealing key. Once the transaction is committed, every process seals with it. Throws if the master key was replaced. */
  addKey(tx: Transaction): Promise<{ id: string }>
}

type Key = { id: string; bytes: Buffer }

const findKey = encryptionKeys.find(["id"], (rows) => rows.where({ purpose: "seal" }))
const insertFirst = encryptionKeys.insert(["id", "purpose", "wrapped", "only_one", "created"], (rows) =>
  rows.onConflict("only_one").ignore(),
)
const insertNext = encryptionKeys.statement(["id", "wrapped", "created"], (rows, p) =>
  rows.insert({ ...pick(p, ["id", "wrapped", "created"]), purpose: "seal" }),
)

/** The prefix of a sealed value, before the id of its key. */
export const VERSION = "v1"
const MAX_ROTATIONS_AT_ONCE = 100

/** Thrown for a value that this ring did not seal, that was changed, or that was sealed for another place. */
export class CannotOpenError extends Error {}

/**
 * Opens the ring of a database, and creates its first keys if there are none. Throws if `master` is the wrong key, and if the ring is
 * missing in a database that must have that of the main one.
 */
export async function openKeyRing(database: Database, master: Buffer): Promise<KeyRing> {
  const keys = new Map<string, Buffer>()
  const remember = (row: RingKeyRow): Key => {
    const bytes = keys.get(row.id) ?? mustUnwrapKey(master, row, database.livemode)
    keys.set(row.id, bytes)
    return { id: row.id, bytes }
  }
  const rows = await firstKeys(database, master)
  const digestRow = must(
    rows.find(({ purpose }) => purpose === "digest"),
    "the digest key of the ring",
  )
  const digestKey = createSecretKey(mustUnwrapKey(master, digestRow, database.livemode))
  for (const row of rows) if (row !== digestRow) remember(row)

  async function keyOf(db: Queries, id: string): Promise<Buffer> {
    // Another process may have added a key.
    const row = keys.has(id) ? undefined : await db.one(findKey, { id })
    const key = keys.get(id) ?? (row && remember(row).bytes)
    if (!key) throw new CannotOpenError(`The key ring has no key ${id}: the value may have been sealed in another database.`)
    return key
  }

  async function openDataKey(db: Queries, sealed: string, context: string): Promise<{ dataKey: Buffer; text: string }> {
    const [version, id, wrapped, text] = sealed.split(".") as [string, string, string, string]
    if (version !== VERSION) throw new CannotOpenError("The value was not sealed by a key ring.")
    return { dataKey: decryptText(await keyOf(db, id), wrapped, context), text }
  }

  /** The key with which this transaction seals. The key is not retired before the transaction ends. */
  async function sealingKey(tx: Transaction): Promise<Key> {
    for (let rotations = 0; rotations < MAX_ROTATIONS_AT_ONCE; rotations++) {
      const held = await tx.one(holdNewest, {})
      // Before the lock was held, a newer key may have been added, and this one retired.
      const newest = await tx.one(findNewest, {})
      if (held && held.id === newest?.id) return remember(held)
    }
    throw new Error("The key ring has no key that stays the newest.")
  }

  function wrapDataKey(key: Key, dataKey: Buffer, text: string, context: string): string {
    return [VERSION, key.id, encrypt(key.bytes, dataKey, context).toString("base64url"), text].join(".")
  }

  return {
    digest: (text) => createHmac("sha256", digestKey).update(text).digest("hex"),
    seal: async (tx, text, context) => {
      const dataKey = randomBytes(32)
      const sealed = encrypt(dataKey, Buffer.from(text), context).toString("base64url")
      return wrapDataKey(await sealingKey(tx), dataKey, sealed, context)
    },
    open: async (db, sealed, context) => {
      const { dataKey, text } = await openDataKey(db, sealed, context)
      return decryptText(dataKey, text, context).toString()
    },
    rewrapper: async (tx) => {
      const key = await sealingKey(tx)
      return async (sealed, context) => {
        const { dataKey, text } = await openDataKey(tx, sealed, context)
        return wrapDataKey(key, dataKey, text, context)
      }
    },
    addKey: async (tx) => {
      mustUnwrapKey(master, await tx.only(lockDigest, {}), database.livemode)
      const id = newId("rk")
      const wrapped = wrapKey(master, { id, purpose: "seal" }, randomBytes(32))
      const { created } = await tx.only(findNewest, {})
      await tx.run(insertNext, { id, wrapped, created: Math.max(seconds(), created + 1) })
      return { id }
    },
  }
}

/** Returns the keys of the ring. Makes the digest key and the first sealing key if there are none. */
async function firstKeys(database: Database, master: Buffer): Promise<RingKeyRow[]> {
  const known = await database.all(listKeys, {})
  const missing = (["digest", "seal"] as const).filter((purpose) => !known.some((row) => row.purpose === purpose))
  if (missing.length === 0) return known
  if (database.name !== MAIN)
    throw new Error(
      `The ${databaseInWords(database)} has no keys: run 'vintem databases add ${database.name}' before its first start.`,
    )
  await database.transaction(async (tx) => {
    for (const purpose of missing) {
      const id = newId("rk")
      const wrapped = wrapKey(master, { id, purpose }, randomBytes(32))
      // Two processes may start at once. `only_one` lets one insert win, and is null for sealing keys that are added later.
      await tx.run(insertFirst, { id, purpose, wrapped, only_one: purpose, created: seconds() })
    }
  })
  return database.all(listKeys, {})
}

function decryptText(key: Buffer, text: string, context: string): Buffer {
  try {
    return decrypt(key, Buffer.from(text, "base64url"), context)
  } catch {
    throw new CannotOpenError("The value was changed, or it was sealed for another row or column.")
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1000)
}
