import type { Scope } from "../accounts/scope.ts"
import type { Database, Queries } from "../db/database.ts"
import { statement } from "../db/statement.ts"

/**
 * One kind of work that falls due on an account's axis of time: the scheduler does it as time passes, the test clock in time
 * order as it is turned.
 */
export type Job<Mode = unknown> = {
  name: string
  /** The accounts that have some of it due at `now`. */
  accountsDue(db: Queries, now: number): Promise<string[]>
  /** When the account's next piece of it falls due; undefined where there is none. */
  nextDue(db: Queries, account: string): Promise<number | undefined>
  /** Does what is due at `scope.now`, a bounded number of pieces at a time; answers how many. Safe in several processes at once. */
  perform(scope: Scope<Mode>, database: Database): Promise<number>
}

/** The two scans of a table that has a nullable column of due times, indexed alone and after `account`. */
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
