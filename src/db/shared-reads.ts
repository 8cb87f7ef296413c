import type pg from "pg"
import { inOnePacket } from "./packet.ts"

/** How many reads share a connection before another one is taken, and how many connections are shared at a time. */
const READS_EACH = 16
const MAX_CONNECTIONS = 4
/** How long others may join. So none waits behind a slow read that has begun before, and each connection goes back to those who wait for one. */
const OPEN_MS = 20

type Shared = { client: Promise<pg.PoolClient>; reads: number; takenAt: number; error?: Error }

/**
 * Sends small reads of many requests over few connections of the pool, where a connection for each would cost more than the read itself. A
 * connection is taken when there is something to read, and given back when all that shared it have their rows.
 */
export function sharedReads(pool: pg.Pool): (query: pg.QueryConfig) => Promise<pg.QueryResult> {
  const open = new Set<Shared>()

  function leastUsed(): Shared {
    const now = performance.now()
    for (const shared of open) if (now - shared.takenAt > OPEN_MS) open.delete(shared)
    const [found] = [...open].sort((a, b) => a.reads - b.reads)
    if (found && (found.reads < READS_EACH || open.size === MAX_CONNECTIONS)) return found
    const taken = { client: pool.connect(), reads: 0, takenAt: now }
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
    shared.reads++
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
      if (--shared.reads === 0) await giveBack(shared)
    }
  }
}
