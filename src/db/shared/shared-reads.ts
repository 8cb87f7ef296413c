import type pg from "pg"
import type { AnyStatement, Values } from "../statement.ts"
import { inOnePacket } from "./packet.ts"
import { setBased } from "./set-based.ts"

/** How many queries share a connection before another one is opened, and how many connections are shared at a time. */
const QUERIES_EACH = 16
const MAX_CONNECTIONS = 4
/** How many reads of a statement are merged into one query. */
const MAX_MERGED = 50
/**
 * How long further queries may join a connection. So no query waits behind an old slow read, and each connection soon returns to the pool.
 */
const OPEN_MS = 20

type Row = object | undefined
type Asked = { values: Values; resolve(row: Row): void; reject(error: unknown): void }
type Shared = { client: Promise<pg.PoolClient>; queries: number; takenAt: number; error?: Error }

/**
 * Reads single rows for many requests (docs/decisions/0018-shared-reads.md). Reads of the same statement that arrive together become one
 * query, and the queries share a few connections of the pool.
 */
export function sharedReads(pool: pg.Pool): (statement: AnyStatement, values: Values) => Promise<Row> {
  const run = overFewConnections(pool)
  const asked = new Map<AnyStatement, Asked[]>()

  /** Sends the collected reads before the event loop continues. */
  function sendAll(): void {
    const groups = [...asked]
    asked.clear()
    for (const [statement, reads] of groups) while (reads.length > 0) void send(statement, reads.splice(0, MAX_MERGED))
  }

  async function send(statement: AnyStatement, reads: Asked[]): Promise<void> {
    const set = reads.length > 1 ? setBased(statement) : undefined
    if (!set) return sendEach(statement, reads)
    const lists = reads.map(({ values }) => values)
    try {
      const found = set.distribute((await run({ name: set.name, text: set.sql, values: set.bind(lists) })).rows, lists)
      for (const [i, { resolve }] of reads.entries()) resolve(found[i]?.[0])
    } catch (error) {
      if (isRefusal(error)) sendEach(statement, reads)
      else for (const { reject } of reads) reject(error)
    }
  }

  function sendEach(statement: AnyStatement, reads: Asked[]): void {
    const { name, sql: text, bind } = statement.compiled("postgres")
    const read = async (values: Values) => (await run({ name, text, values: bind(values) })).rows[0]
    for (const { values, resolve, reject } of reads) read(values).then(resolve, reject)
  }

  return (statement, values) =>
    new Promise((resolve, reject) => {
      if (asked.size === 0) process.nextTick(sendAll)
      const reads = asked.get(statement) ?? []
      asked.set(statement, reads)
      reads.push({ values, resolve, reject })
    })
}

/** Returns whether Postgres refused a value or an operation on it. In a merged query, only one of the reads may be at fault. */
export function isRefusal(error: unknown): boolean {
  return /^(22|42)/.test((error as { code?: string }).code ?? "")
}

/** Takes a connection from the pool when there is something to read. Returns it when all queries that share it have their rows. */
function overFewConnections(pool: pg.Pool): (query: pg.QueryConfig) => Promise<pg.QueryResult> {
  const open = new Set<Shared>()

  function leastUsed(): Shared {
    const now = performance.now()
    for (const shared of open) if (now - shared.takenAt > OPEN_MS) open.delete(shared)
    const [found] = [...open].sort((a, b) => a.queries - b.queries)
    if (found && (found.queries < QUERIES_EACH || open.size === MAX_CONNECTIONS)) return found
    const taken = { client: pool.connect(), queries: 0, takenAt: now }
    open.add(taken)
    return taken
  }

  async function giveBack(shared: Shared): Promise<void> {
    open.delete(shared)
    const client = await shared.client.catch(() => undefined)
    client?.release(shared.error)
  }

  return async (query) => {
    const shared = leastUsed()
    shared.queries++
    try {
      const client = await shared.client
      inOnePacket(client)
      return await client.query(query)
    } catch (error) {
      // After a failed statement outside of a transaction, the connection is not used again.
      shared.error = error as Error
      open.delete(shared)
      throw error
    } finally {
      if (--shared.queries === 0) await giveBack(shared)
    }
  }
}
