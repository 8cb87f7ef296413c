import type { Scope } from "../accounts/scope.ts"
import type { Database, Queries } from "../db/database.ts"
import { statement } from "../db/statement.ts"

/**
 * A kind of work that becomes due in account time. The scheduler runs it as time passes. The test clock runs it in time order as
 * it advances.
 */
export type Job<Mode = unknown> = {
  name: string
  /** Lists accounts for which work is due at `now` (Unix seconds). */
  accountsDue(db: Queries, now: number): Promise<string[]>
  /** Returns when the account's next work is due (Unix seconds), or undefined where there is none. */
  nextDue(db: Queries, account: string): Promise<number | undefined>
  /** Does a bounded amount of the work that is due at `scope.now`. Returns how much. Several processes may call it at once. */
  perform(scope: Scope<Mode>, database: Database): Promise<number>
}

/** Implements the scans for a table with a nullable column of due times. It must be indexed alone and together with `account`. */
export function dueIn(table: string, column: string): Pick<Job, "accountsDue" | "nextDue"> {
  const accounts = statement<{ account: string }, "now">((k, p) =>
    k(table).distinct("account").where(column, "<=", p.now).limit(1000),
  )
  const next = statement<{ at: number | null }, "account">((k, p) =>
    k(table).where({ account: p.account }).whereNotNull(column).min({ at: column }),
  )
  return {
    accountsDue: async (db, now) => (await db.all(accounts, { now })).map(({ account }) => account),
    nextDue: async (db, account) => (await db.one(next, { account }))?.at ?? undefined,
  }
}
