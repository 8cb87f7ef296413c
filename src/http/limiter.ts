import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { type RateLimiterAbstract, RateLimiterPostgres, RateLimiterSQLite } from "rate-limiter-flexible"
import type { Logger } from "../base/log.ts"
import { modeName } from "../base/mode-name.ts"
import type { Config } from "../config/config.ts"
import type { Database } from "../db/database.ts"
import { makePrivateDatabase } from "../db/drivers/private-file.ts"
import { transactionPerIteration } from "../db/shared/transaction-per-iteration.ts"
import type { HttpMode } from "./mode.ts"
import { KEPT_MS, PayerQuota, type WindowStore } from "./payer-quota.ts"
import { type Quota, QuotaLeases } from "./quota-leases.ts"
import { openRedis } from "./redis-limiter.ts"

/**
 * Counts the requests of each key in fixed windows of a minute, across all processes (openapi.yaml, Limits). The quota of tokens is that of
 * one payer's address.
 */
export type Limiter = {
  take(bucket: Bucket, key: string, address: string): Promise<Quota>
  /** Returns the quota without taking from it. */
  look(bucket: Bucket, key: string, address: string): Promise<Omit<Quota, "allowed">>
  close(): Promise<void>
}

export type Bucket = "requests" | "tokens"

export const WINDOW_SECONDS = 60
const CLEANUP_INTERVAL_MS = 5 * 60 * 1000
const TABLES = ["rate_limits", "rate_windows"]

/**
 * Opens the limiter of a mode. It counts in Redis if REDIS_URL is set, otherwise in Postgres or in a SQLite file of its own.
 * The file uses synchronous=NORMAL: a power cut may lose the last second of counts, but no request waits for a sync.
 */
export async function openLimiter(config: Config, database: Database, log: Logger): Promise<Limiter> {
  const store = await openStore(config, database, log)
  const mode = modeName(database)
  const tokens = { points: config.rateLimitTokens, duration: KEPT_MS / 1000 }
  const quotas: Record<Bucket, QuotaLeases | PayerQuota> = {
    requests: new QuotaLeases(store.limiter({ points: config.rateLimit, duration: WINDOW_SECONDS, keyPrefix: mode })),
    tokens: new PayerQuota(store.windows(`${mode}-windows`), {
      total: store.limiter({ ...tokens, keyPrefix: `${mode}-tokens` }),
      ofAddress: store.limiter({ ...tokens, keyPrefix: `${mode}-payers` }),
    }),
  }
  return {
    take: (bucket, key, address) => quotas[bucket].take(key, address),
    look: (bucket, key, address) => quotas[bucket].look(key, address),
    close: store.close,
  }
}

/** The limiters of all modes. Each is opened when it is first needed, and again if that failed. */
export function openLimiters(config: Config, log: Logger) {
  const opened = new Map<HttpMode, Promise<Limiter>>()
  return {
    of: (mode: HttpMode): Promise<Limiter> => {
      const known = opened.get(mode)
      if (known !== undefined) return known
      const limiter = openLimiter(config, mode.database, log)
      opened.set(mode, limiter)
      limiter.catch(() => opened.delete(mode))
      return limiter
    },
    close: async (): Promise<void> => {
      for (const limiter of opened.values()) await (await limiter).close()
    },
  }
}

type Options = { points: number; duration: number; keyPrefix: string }
type Store = { limiter(options: Options): RateLimiterAbstract; windows(prefix: string): WindowStore; close(): Promise<void> }

const READ_WINDOW = "SELECT value FROM rate_windows WHERE key = ?"
/** Writes nothing if the value is not the expected one. The expected value of a new row is the empty text. */
const REPLACE_WINDOW = `INSERT INTO rate_windows (key, value, expire) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value, expire = excluded.expire WHERE rate_windows.value = ? RETURNING key`

async function openStore(config: Config, database: Database, log: Logger): Promise<Store> {
  if (config.redisUrl) return openRedis(config.redisUrl, log)
  if (database.dialect === "sqlite") return sqliteStore(config.dataDir, log)
  return postgresStore(database, log)
}

function sqliteStore(dataDir: string, log: Logger): Store {
  const file = join(dataDir, "limits.sqlite")
  makePrivateDatabase(file)
  const connection = new Sqlite(file, { timeout: 5000 })
  connection.pragma("journal_mode = WAL")
  connection.pragma("synchronous = NORMAL")
  connection.exec(
    "CREATE TABLE IF NOT EXISTS rate_limits (key TEXT PRIMARY KEY, points INTEGER NOT NULL DEFAULT 0, expire INTEGER)",
  )
  connection.exec("CREATE TABLE IF NOT EXISTS rate_windows (key TEXT PRIMARY KEY, value TEXT NOT NULL, expire INTEGER NOT NULL)")
  const storeClient = cachingStatements(
    connection,
    transactionPerIteration(connection, (err) =>
      log.error({ err }, "could not write the rate limits; requests are not counted meanwhile"),
    ),
  )
  const deletion = () => {
    for (const table of TABLES) storeClient.prepare(`DELETE FROM ${table} WHERE expire < ?`).run(Date.now())
  }
  const cleanup = deleteExpiredRegularly(deletion, log)
  return {
    limiter: (options) =>
      new RateLimiterSQLite({
        ...options,
        storeClient,
        storeType: "better-sqlite3",
        tableName: "rate_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    windows: (prefix) => sqlWindows(prefix, async (sql, values) => storeClient.prepare(sql).all(...values) as Row[]),
    close: async () => {
      clearInterval(cleanup)
      connection.close()
    },
  }
}

/**
 * Caches prepared statements and removes transactions. The library prepares a statement on every call and wraps each call in a transaction.
 * But the statements of one iteration of the event loop already share a transaction.
 */
function cachingStatements(connection: Sqlite.Database, enter: () => void): Pick<Sqlite.Database, "prepare" | "transaction"> {
  const statements = new Map<string, Sqlite.Statement>()
  return {
    prepare: ((sql: string) => {
      enter()
      const known = statements.get(sql) ?? connection.prepare(sql)
      statements.set(sql, known)
      return known
    }) as Sqlite.Database["prepare"],
    transaction: ((work: () => unknown) => work) as Sqlite.Database["transaction"],
  }
}

type Query = { name?: string; text: string; values: (string | number | null)[] }

/** Counts on the connections of the database, each statement in a transaction of its own. */
function postgresStore(database: Database, log: Logger): Store {
  const query = async ({ name = "", text, values }: Query) => {
    const statement = { compiled: () => ({ name, sql: text, bind: () => values }) }
    const rows = await database.transaction((tx) => tx.all(statement, {}))
    return { rows, rowCount: rows.length }
  }
  const deletion = async () => {
    for (const table of TABLES) await query({ text: `DELETE FROM ${table} WHERE expire < $1`, values: [Date.now()] })
  }
  const cleanup = deleteExpiredRegularly(deletion, log)
  return {
    limiter: (options) =>
      new RateLimiterPostgres({
        ...options,
        storeClient: { query },
        storeType: "client",
        tableName: "rate_limits",
        tableCreated: true,
        clearExpiredByTimeout: false,
      }),
    windows: (prefix) =>
      sqlWindows(prefix, async (sql, values) => {
        let n = 0
        const text = sql.replaceAll("?", () => `$${++n}`)
        return (await query({ name: `rate_limits:windows ${n}`, text, values })).rows as Row[]
      }),
    close: async () => clearInterval(cleanup),
  }
}

type Row = { key: string; value?: string }

/** The windows in a table of Postgres or SQLite. `run` runs a statement whose parameters are question marks. */
function sqlWindows(prefix: string, run: (sql: string, values: (string | number)[]) => Promise<Row[]>): WindowStore {
  const named = (key: string) => `${prefix}:${key}`
  return {
    read: async (key) => (await run(READ_WINDOW, [named(key)]))[0]?.value,
    replace: async (key, before = "", after) =>
      (await run(REPLACE_WINDOW, [named(key), after, Date.now() + KEPT_MS, before])).length > 0,
  }
}

/** Deletes windows that have ended. The library's own timer outlives its store, and an error in it ends the process. */
function deleteExpiredRegularly(deleteExpired: () => unknown, log: Logger): NodeJS.Timeout {
  const round = async () => {
    try {
      await deleteExpired()
    } catch (err) {
      log.warn({ err }, "could not delete expired rate limits; trying again later")
    }
  }
  return setInterval(() => void round(), CLEANUP_INTERVAL_MS).unref()
}
