// Opens every card that a database's files still contain, like an attacker who has copied the files and has ENCRYPTION_KEY.
import { randomBytes } from "node:crypto"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import pg from "pg"
import type { Database } from "../../../src/db/database.ts"
import { decrypt } from "../../../src/vault/aead.ts"
import { openKeyRing } from "../../../src/vault/key-ring.ts"
import type { Databases } from "../databases/databases.ts"
import { sql } from "../databases/sql.ts"
import { readElsewhere } from "./read-elsewhere.ts"

/** The opened values, as "card_… number" and "card_… cvc". */
export type Opened = Set<string>

const ID = "[0-9A-Za-z]{25}"
/** The lengths in base64url of sealed values: a CVC of 3 digits, a number of 16, and a key. */
const LENGTHS = [42, 59, 95]

const listRing = sql<{ id: string }>("SELECT id FROM encryption_keys")
const listCards = sql<{ id: string }>("SELECT id FROM cards")

/** Returns where a scan begins. Earlier writes belong to other tests. */
export async function startOfScan(databases: Databases): Promise<string | undefined> {
  const url = databases.env.TEST_DATABASE_URL!
  return url.startsWith("sqlite:") ? undefined : (await ask(url, "SELECT pg_walfile_name(pg_current_wal_insert_lsn()) AS value"))!
}

/** Reads the files of a database, and its logs since `start`. Opens the sealed values in them. */
export async function openFromDisk(databases: Databases, database: Database, start: string | undefined): Promise<Opened> {
  const texts = start === undefined ? await sqliteFiles(databases) : await postgresFiles(databases, start)
  const ring = await openKeyRing(database, Buffer.from(databases.env.ENCRYPTION_KEY!, "base64"))
  const own = new Set((await database.all(listRing, {})).map(({ id }) => id))
  const byRing = new Set<string>()
  const byKey = new Map<string, Set<string>>()
  for (const text of texts) {
    // A value ends where the next column begins, with no sign between them. So the matches may overlap.
    for (const [, head, id, sealed] of text.matchAll(new RegExp(`(?=(v1\\.(rk_${ID})\\.[\\w-]{80}\\.)([\\w-]{42,}))`, "g"))) {
      // The log also has the concurrent writes of other tests.
      if (!own.has(id!)) continue
      for (const length of LENGTHS) byRing.add(head! + sealed!.slice(0, length))
    }
    for (const [, id, sealed] of text.matchAll(new RegExp(`(?=s1\\.(slk_${ID})\\.([\\w-]{42,}))`, "g"))) {
      const ofKey = byKey.get(id!) ?? byKey.set(id!, new Set()).get(id!)!
      for (const length of LENGTHS) ofKey.add(sealed!.slice(0, length))
    }
  }
  const contexts = (await database.all(listCards, {})).flatMap(({ id }) => [`${id} number`, `${id} cvc`])
  const opened: Opened = new Set()
  for (const sealed of byRing) {
    for (const context of contexts) if (await ring.open(database, sealed, context).catch(() => undefined)) opened.add(context)
  }
  for (const [id, texts] of byKey) {
    for (const sealed of byRing) {
      const key = await ring.open(database, sealed, id).catch(() => undefined)
      if (!key) continue
      for (const text of texts) {
        for (const context of contexts) if (opens(Buffer.from(key, "base64url"), text, context)) opened.add(context)
      }
    }
  }
  return opened
}

function opens(key: Buffer, text: string, context: string): boolean {
  try {
    return decrypt(key, Buffer.from(text, "base64url"), context).length > 0
  } catch {
    return false
  }
}

async function sqliteFiles({ directory }: Databases): Promise<string[]> {
  return readdirSync(directory).map((name) => readElsewhere(join(directory, name)))
}

/**
 * Returns the files of this database and the write-ahead log. A copy of the database by files makes Postgres first write everything to its
 * files. CHECKPOINT would omit unlogged tables.
 */
async function postgresFiles({ env }: Databases, start: string): Promise<string[]> {
  const url = env.TEST_DATABASE_URL!
  const copy = `vintem_flush_${randomBytes(8).toString("hex")}`
  await ask(url, `CREATE DATABASE ${copy} TEMPLATE template0 STRATEGY FILE_COPY`)
  await ask(url, `DROP DATABASE ${copy}`)
  const directory = (await ask(url, "SHOW data_directory"))!
  const base = join(
    directory,
    "base",
    (await ask(url, "SELECT oid AS value FROM pg_database WHERE datname = current_database()"))!,
  )
  const log = join(directory, "pg_wal")
  return [
    ...readdirSync(base).map((name) => join(base, name)),
    ...readdirSync(log)
      .filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= start)
      .map((name) => join(log, name)),
  ].map((file) => readFileSync(file, "latin1"))
}

/** Returns the first column of the first row. */
async function ask(url: string, text: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: "array" })
    return rows[0] && String(rows[0][0])
  } finally {
    await client.end()
  }
}
