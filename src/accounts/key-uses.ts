import type { Logger } from "../base/log.ts"
import { json, milliseconds } from "../db/columns.ts"
import type { Database } from "../db/database.ts"
import { pairsOf, skipLocked } from "../db/dialect.ts"
import { nowMs } from "../db/now.ts"
import { IS_OPEN } from "./move/table.ts"
import { apiKeys, type KeyRow } from "./tables.ts"

/** The precision of the last use of a key. */
const EVERY_MS = 5 * 60_000
/** How long a use waits for uses of other keys, which are written in the same batch. */
const DELAY_MS = 1000
/** How many keys a process remembers, and how many it writes at a time. */
const MAX_KEYS = 10_000
const BATCH = 500

type Used = Pick<KeyRow, "account" | "id">

/** Skips a key that is locked because it is being revoked, and a key whose use another process has written in the last minutes. */
const writeUses = apiKeys.statement([{ keys: json<Used[]>(), every_ms: milliseconds() }], (_, p, k) =>
  k.raw<void>(
    `UPDATE api_keys SET last_used_ms = ${nowMs(k)} WHERE (account, id) IN (
       SELECT account, id FROM api_keys WHERE (account, id) IN (${pairsOf(k)})
       AND (last_used_ms IS NULL OR last_used_ms <= ${nowMs(k)} - ?) AND ${IS_OPEN} ${skipLocked(k)}
     )`,
    [p.keys, p.every_ms],
  ),
)

/**
 * Records when API keys are used: at most once in five minutes for each key, in batches, a moment after the request. No request writes
 * the use or waits for it. A use that cannot be written is dropped, and the next use takes its place.
 */
export class KeyUses {
  readonly #database: Database
  readonly #log: Logger
  /** When this process last recorded the use of each key, in milliseconds of performance.now(). */
  readonly #notedAt = new Map<string, number>()
  readonly #waiting = new Map<string, Used>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(database: Database, log: Logger) {
    this.#database = database
    this.#log = log
  }

  /** Records that a key is used. It takes a microsecond, and never throws. */
  note({ account, id }: Used): void {
    const now = performance.now()
    const notedAt = this.#notedAt.get(id)
    if (notedAt !== undefined && now - notedAt < EVERY_MS) return
    if (this.#notedAt.size >= MAX_KEYS) this.#notedAt.clear()
    this.#notedAt.set(id, now)
    this.#waiting.set(id, { account, id })
    this.#timer ??= setTimeout(() => this.#write(), DELAY_MS).unref()
  }

  /** Writes the waiting uses. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#write()
  }

  #write(): Promise<void> {
    this.#timer = undefined
    const keys = [...this.#waiting.values()]
    this.#waiting.clear()
    this.#writing = this.#writing.then(async () => {
      for (let i = 0; i < keys.length; i += BATCH) await this.#writeBatch(keys.slice(i, i + BATCH))
    })
    return this.#writing
  }

  async #writeBatch(keys: Used[]): Promise<void> {
    try {
      await this.#database.transaction((tx) => tx.run(writeUses, { keys, every_ms: EVERY_MS }))
    } catch (err) {
      for (const { id } of keys) this.#notedAt.delete(id)
      this.#log.warn({ err, keys: keys.length, livemode: this.#database.livemode }, "could not note when API keys were used")
    }
  }
}
