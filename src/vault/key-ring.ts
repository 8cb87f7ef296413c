import { createHmac, createSecretKey, randomBytes } from "node:crypto"
import type { Database } from "../db/database.ts"
import { statement } from "../db/statement.ts"
import { newId } from "../ids.ts"
import { decrypt, encrypt } from "./aead.ts"

/**
 * The keys of one mode. Each is stored in the mode's database, wrapped by the mode's master key (config/config.ts). There is one digest key, which never
 * changes, and one or more sealing keys. The newest sealing key seals; older ones still open what they sealed.
 */
export type KeyRing = {
  /** Returns a keyed digest (HMAC-SHA256, hex). Used to compare API keys and request bodies without storing them. */
  digest(text: string): string
  /** Encrypts a text with its own data key, which the ring wraps. `open` needs the same `context`, such as the row's id. */
  seal(text: string, context: string): string
  /** Throws where the text was sealed by another ring or with another context, or was changed. */
  open(sealed: string, context: string): Promise<string>
  /** Adds a sealing key, which seals from now on. */
  rotate(): Promise<void>
  /** Wraps the data key of a sealed text again, with the newest key. The text itself is not decrypted. */
  rewrap(sealed: string, context: string): Promise<string>
}

type KeyRow = { id: string; purpose: "digest" | "seal"; wrapped: string }

const listKeys = statement<KeyRow, never>((k) => k("encryption_keys").orderBy("id"))
const insertKey = statement<void, "id" | "purpose" | "wrapped" | "only_one" | "created">((k, p) =>
  k("encryption_keys")
    .insert({ id: p.id, purpose: p.purpose, wrapped: p.wrapped, only_one: p.only_one, created: p.created })
    .onConflict("only_one")
    .ignore(),
)

const VERSION = "v1"

/** Opens the ring of a database, and creates its first keys where there are none. Throws where `master` is the wrong key. */
export async function openKeyRing(database: Database, master: Buffer): Promise<KeyRing> {
  await addKey(database, master, "digest", "digest")
  await addKey(database, master, "seal", "first seal")
  const keys = new Map<string, Buffer>()
  let digestKey = createSecretKey(Buffer.alloc(32))
  let newest = ""

  async function load(): Promise<void> {
    for (const row of await database.all(listKeys, {})) {
      const key = unwrap(master, row, database.livemode)
      if (row.purpose === "digest") {
        digestKey = createSecretKey(key)
        continue
      }
      keys.set(row.id, key)
      newest = row.id
    }
  }
  await load()

  async function keyOf(id: string): Promise<Buffer> {
    // Another process may have added a key.
    if (!keys.has(id)) await load()
    const key = keys.get(id)
    if (!key) throw new Error(`The key ring has no key ${id}: the value may have been sealed in another database.`)
    return key
  }

  async function openDataKey(sealed: string, context: string): Promise<{ dataKey: Buffer; text: string }> {
    const [version, id, wrapped, text] = sealed.split(".") as [string, string, string, string]
    if (version !== VERSION) throw new Error("The value was not sealed by a key ring.")
    return { dataKey: decrypt(await keyOf(id), Buffer.from(wrapped, "base64url"), context), text }
  }

  function wrapDataKey(dataKey: Buffer, text: string, context: string): string {
    const wrapped = encrypt(keys.get(newest)!, dataKey, context).toString("base64url")
    return [VERSION, newest, wrapped, text].join(".")
  }

  return {
    digest: (text) => createHmac("sha256", digestKey).update(text).digest("hex"),
    seal: (text, context) => {
      const dataKey = randomBytes(32)
      return wrapDataKey(dataKey, encrypt(dataKey, Buffer.from(text), context).toString("base64url"), context)
    },
    open: async (sealed, context) => {
      const { dataKey, text } = await openDataKey(sealed, context)
      return decrypt(dataKey, Buffer.from(text, "base64url"), context).toString()
    },
    rotate: async () => {
      await addKey(database, master, "seal", null)
      await load()
    },
    rewrap: async (sealed, context) => {
      const { dataKey, text } = await openDataKey(sealed, context)
      return wrapDataKey(dataKey, text, context)
    },
  }
}

async function addKey(database: Database, master: Buffer, purpose: KeyRow["purpose"], onlyOne: string | null): Promise<void> {
  const id = newId("rk")
  const wrapped = encrypt(master, randomBytes(32), `${purpose} ${id}`).toString("base64url")
  const created = Math.floor(Date.now() / 1000)
  await database.transaction((tx) => tx.run(insertKey, { id, purpose, wrapped, only_one: onlyOne, created }))
}

function unwrap(master: Buffer, { id, purpose, wrapped }: KeyRow, livemode: boolean): Buffer {
  try {
    return decrypt(master, Buffer.from(wrapped, "base64url"), `${purpose} ${id}`)
  } catch {
    const name = livemode ? "LIVE_ENCRYPTION_KEY, or ENCRYPTION_KEY without it," : "ENCRYPTION_KEY"
    throw new Error(`${name} does not open this database: set the key that the database was created with.`)
  }
}
