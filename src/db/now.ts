import type { Queries } from "./database.ts"
import { isPostgres } from "./dialect.ts"
import type { Binding, Raw, Sql } from "./rows.ts"
import { define } from "./statement.ts"

/**
 * The database's time in real milliseconds, as an expression inside a statement. Leases use it, because the clocks of hosts differ. On
 * Postgres it is the time at which the statement arrived. So an index can be used. Also, a statement that waited for a row does not
 * consider a lease lapsed that was valid when the statement began.
 */
export function nowMs(k: Sql): Raw<number> {
  return k.raw(
    isPostgres(k) ? "(extract(epoch FROM statement_timestamp()) * 1000)::bigint" : "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  )
}

/** The database's time plus `ms`, a number of milliseconds or a parameter of the statement. */
export function msFromNow(k: Sql, ms: Binding): Raw<number> {
  return k.raw("? + ?", [nowMs(k), ms])
}

const readNow = define<{ now: number }, Record<never, never>>((k) => k.select({ now: nowMs(k) }))

/** Reads the database's time in real milliseconds. */
export async function databaseNow(db: Queries): Promise<number> {
  return (await db.only(readNow, {})).now
}
