import type pg from "pg"
import { mergedRead, rowsOfMerged } from "./merged-reads.ts"
import { inOnePacket } from "./packet.ts"

/** How many queries share a connection before another one is taken, and how many connections are shared at a time. */
const QUERIES_EACH = 16
const MAX_CONNECTIONS = 4
/** How many reads of a statement become one query. */
const MAX_MERGED = 50
/** How long others may join. So none waits behind a slow read that has begun before, and each connection goes back to those who wait for one. */
const OPEN_MS = 20

type Row = object | undefined
type Asked = { values: unknown[]; resolve(row: Row): void; reject(error: unknown): void }
type Shared = { client: Promise<pg.PoolClient>; queries: number; takenAt: number; error?: Error }

/**
 * Reads single rows for many requests (docs/decisions/0018-shared-reads.md): reads of the same statement that are asked for together become one
 * query, and queries share few connections of the pool.
 */
export function sharedReads(pool: pg.Pool): (query: pg.QueryConfig) => Promise<Row> {
  const run = overFewConnections(pool)
  const asked = new Map<string, { query: pg.QueryConfig; reads: Asked[] }>()

  /** Sends what has been asked for before the event loop goes on. */
  function sendAll(): void {
    const groups = [...asked.values()]
    asked.clear()
    for (const { query, reads } of groups) while (reads.length > 0) void send(query, reads.splice(0, MAX_MERGED))
  }

  async function send(query: pg.QueryConfig, reads: Asked[]): Promise<void> {
    if (reads.length === 1) return sendEach(query, reads)
    const values = reads.map((read) => read.values)
    const merged = mergedRead(query, values)
    if (!merged) return sendEach(query, reads)
    try {
      const found = rowsOfMerged((await run(merged)).rows, reads.length)
      for (const [i, { resolve }] of reads.entries()) resolve(found[i])
    } catch (error) {
      if (isRefusal(error)) sendEach(query, reads)
      else for (const { reject } of reads) reject(error)
    }
  }

  function sendEach(query: pg.QueryConfig, reads: Asked[]): void {
    for (const { values, resolve, reject } of reads) run({ ...query, values }).then(({ rows }) => resolve(rows[0]), reject)
  }

  return (query) =>
    new Promise((resolve, reject) => {
      if (asked.size === 0) process.nextTick(sendAll)
      const group = asked.get(query.text) ?? { query, reads: [] }
      asked.set(query.text, group)
      group.reads.push({ values: query.values!, resolve, reject })
    })
}

/** Whether Postgres has refused a value, or what the query does with it. Of several reads that are merged, it may be only one. */
function isRefusal(error: unknown): boolean {
  return /^(22|42)/.test((error as { code?: string }).code ?? "")
}

/** A connection is taken when there is something to read, and given back when all that shared it have their rows. */
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
      // As after any failed statement outside of a transaction, the connection is not used again.
      shared.error = error as Error
      open.delete(shared)
      throw error
    } finally {
      if (--shared.queries === 0) await giveBack(shared)
    }
  }
}
