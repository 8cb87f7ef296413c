import type pg from "pg"
import type { AnyStatement, Values } from "../statement.ts"
import { gatheredReads } from "./gathered-reads.ts"
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
type Shared = { client: Promise<pg.PoolClient>; queries: number; takenAt: number; error?: Error }

/**
 * Reads single rows for many requests (docs/decisions/0018-shared-reads.md). Reads of the same statement that arrive together become one
 * query, and the queries share a few connections of the pool.
 */
export function sharedReads(pool: pg.Pool): (statement: AnyStatement, values: Values) => Promise<Row> {
  const run = overFewConnections(pool)
  return gatheredReads<Row>({
    most: MAX_MERGED,
    merged: setBased,
    run,
    alone: async (statement, values) => {
      const { name, sql: text, bind } = statement.compiled("postgres")
      return (await run({ name, text, values: bind(values) })).rows[0]
    },
    resultOf: ([row]) => row,
  })
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
