import { randomBytes } from "node:crypto"
import { newId } from "../base/ids.ts"
import type { Database, Queries, Transaction } from "../db/database.ts"
import { nowMs } from "../db/now.ts"
import { pick, type Rows, type Sql } from "../db/rows.ts"
import { command } from "../db/statement.ts"
import type { RowOf } from "../db/table.ts"
import { decrypt, encrypt } from "./aead.ts"
import type { KeyRing } from "./key-ring.ts"
import { sealedTable } from "./sealed-table.ts"
import { shortLivedKeys } from "./tables.ts"

/**
 * The keys that seal new cards. Each key seals for five minutes, and is destroyed 25 minutes after it was made. From then on no process can
 * open what it sealed, wherever a copy may be: in freed pages, in write-ahead logs, in backups. The ring wraps these keys, and they
 * are stored in a table that is in no log (Database.unlogged). See docs/threat-model.md.
 */
export type ShortLivedKeys = {
  /** Returns a function that seals texts with the newest key. Opening needs the same `context`, such as the row's id. */
  sealer(tx: Transaction): Promise<(text: string, context: string) => string>
  /** Returns undefined if the key no longer exists. Throws if the text was sealed with another context, or was changed. */
  open(db: Queries, sealed: string, context: string): Promise<string | undefined>
  /**
   * Destroys the expired keys, in memory and on disk. If another session of Postgres holds their table, it tries again after ten
   * seconds. Two workers may collide once, so it returns false only after two or more failures in a row.
   */
  destroyExpired(): Promise<boolean>
}

const SEALS_MS = 5 * 60_000
/** A token lives 15 minutes. A payment that begins in its last second has five more minutes. */
export const LIFETIME_MS = 25 * 60_000
/** After a crash of Postgres, cards may be sealed for this long under a key that only this process still has in memory. */
const CHECK_MS = 10_000
const TRY_AGAIN_MS = 10_000
const VERSION = "s1"
const LOCK_NOT_AVAILABLE = "55P03"

export const SEALED_KEYS = sealedTable(shortLivedKeys, {
  key: ["id"],
  contexts: { sealed: ({ id }) => id },
  unlogged: true,
})

type KeyRow = RowOf<typeof shortLivedKeys>
type Key = { id: string; bytes: Buffer; madeAt: number }
/** The age is in milliseconds of the database's time, because the clocks of hosts differ. */
type AgedRow = Pick<KeyRow, "id" | "sealed"> & { age_ms: number }

const aged = (rows: Rows<KeyRow>, k: Sql) => rows.select<AgedRow>("id", "sealed", k.raw("? - made_ms AS age_ms", [nowMs(k)]))
const findNewest = shortLivedKeys.find([], (rows, _, k) =>
  aged(rows, k)
    .whereRaw("made_ms BETWEEN ? - ? AND ?", [nowMs(k), SEALS_MS, nowMs(k)])
    .orderBy("made_ms", "desc")
    .limit(1),
)
const findKey = shortLivedKeys.find(["id"], (rows, _, k) => aged(rows, k).whereRaw("made_ms > ? - ?", [nowMs(k), LIFETIME_MS]))
const insertNew = shortLivedKeys.statement(["id", "sealed"], (rows, p, k) =>
  rows.insert({ ...pick(p, ["id", "sealed"]), made_ms: nowMs(k) }).returning("id"),
)
const putBack = shortLivedKeys.insert(["id", "sealed", "made_ms"])
/** A key from far in the future is old: it was made before the database's clock was set back. */
const expired = (k: Sql) => k.raw("made_ms NOT BETWEEN ? - ? AND ? + ?", [nowMs(k), LIFETIME_MS, nowMs(k), LIFETIME_MS])
const findExpired = shortLivedKeys.find([], (rows, _, k) =>
  rows
    .whereRaw("?", [expired(k)])
    .select("id")
    .limit(1),
)
// On SQLite, Knex drops the result of a DELETE … RETURNING.
const deleteExpired = shortLivedKeys.statement([], (_rows, _p, k) =>
  k.raw<{ id: string }>("DELETE FROM short_lived_keys WHERE ? RETURNING id", [expired(k)]),
)
const listAll = shortLivedKeys.find([], (rows) => rows.select("id", "sealed", "made_ms"))

export function openShortLivedKeys(database: Database, ring: KeyRing): ShortLivedKeys {
  const known = new Map<string, Key>()
  let newest: string | undefined
  /** Transactions that have made a key. Until they commit, no other transaction can use the key. */
  const makers = new WeakSet<Transaction>()
  let checkedAt = 0
  let heldAt = Number.NEGATIVE_INFINITY
  let failures = 0

  const remember = async (db: Queries, { id, sealed, age_ms }: AgedRow): Promise<Key> => {
    const bytes = Buffer.from(await ring.open(db, sealed, id), "base64url")
    const key = { id, bytes, madeAt: Date.now() - age_ms }
    known.set(id, key)
    return key
  }

  async function make(tx: Transaction): Promise<Key> {
    const [id, bytes] = [newId("slk"), randomBytes(32)]
    const sealed = await ring.seal(tx, bytes.toString("base64url"), id)
    await database.unlogged(tx).one(insertNew, { id, sealed })
    makers.add(tx)
    return { id, bytes, madeAt: Date.now() }
  }

  async function newestOf(tx: Transaction): Promise<Key> {
    forgetExpired()
    const last = newest && known.get(newest)
    if (last && isYounger(last, SEALS_MS) && Math.abs(Date.now() - checkedAt) < CHECK_MS) return last
    const row = await database.unlogged(tx).one(findNewest, {})
    // A SQLite file may contain a key of an earlier database in the same place.
    const key = row && (known.get(row.id) ?? (await remember(tx, row).catch(() => undefined)))
    if (!key) return make(tx)
    if (!makers.has(tx)) [newest, checkedAt] = [key.id, Date.now()]
    return key
  }

  async function find(db: Queries, id: string): Promise<Key | undefined> {
    const row = await database.unlogged(db).one(findKey, { id })
    return row && remember(db, row)
  }

  function forgetExpired(): void {
    for (const [id, key] of known) if (!isYounger(key, LIFETIME_MS)) known.delete(id)
  }

  return {
    sealer: async (tx) => {
      const { id, bytes } = await newestOf(tx)
      return (text, context) => [VERSION, id, encrypt(bytes, Buffer.from(text), context).toString("base64url")].join(".")
    },
    open: async (db, sealed, context) => {
      const [, id, text] = sealed.split(".") as [string, string, string]
      forgetExpired()
      const key = known.get(id) ?? (await find(db, id))
      return key && decrypt(key.bytes, Buffer.from(text, "base64url"), context).toString()
    },
    destroyExpired: async () => {
      forgetExpired()
      // The absolute value is for a clock that was set back, which must not stop the next try.
      if (Math.abs(Date.now() - heldAt) < TRY_AGAIN_MS) return true
      const isDone = !(await database.unlogged(database).one(findExpired, {})) || (await destroyOnDisk(database))
      failures = isDone ? 0 : failures + 1
      if (!isDone) heldAt = Date.now()
      return failures < 2
    },
  }
}

/** Whether a short-lived key sealed a text. The ring sealed all other texts. */
export function isShortLived(sealed: string): boolean {
  return sealed.startsWith(`${VERSION}.`)
}

/** Uses this host's clock. If the clock was set back, the key counts as old. */
function isYounger({ madeAt }: Key, ms: number): boolean {
  const age = Date.now() - madeAt
  return age >= -1000 && age < ms
}

/** Returns false if another session holds the table. */
async function destroyOnDisk(database: Database): Promise<boolean> {
  if (database.dialect === "postgres") return rewrite(database)
  await database.unlogged(database).all(deleteExpired, {})
  return true
}

/**
 * On Postgres, a deleted row stays in its file. So this writes the remaining keys into a new file and removes the old file. Other
 * sessions wait for a moment. This session never waits for a lock, because others would then queue behind it.
 */
async function rewrite(database: Database): Promise<boolean> {
  try {
    await database.transaction(async (tx) => {
      await tx.run(command("LOCK TABLE short_lived_keys IN ACCESS EXCLUSIVE MODE NOWAIT"), {})
      await tx.all(deleteExpired, {})
      const rows = await tx.all(listAll, {})
      await tx.run(command("TRUNCATE short_lived_keys"), {})
      for (const row of rows) await tx.run(putBack, row)
    })
    return true
  } catch (error) {
    if ((error as { code?: string }).code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}
