import { setTimeout as pause } from "node:timers/promises"
import type { Scope } from "../accounts/scope.ts"
import { accounts } from "../accounts/tables.ts"
import { accountTime } from "../base/clock.ts"
import { type Column, type Columns, seconds } from "../db/columns.ts"
import type { Database, Transaction } from "../db/database.ts"
import { isHere, ownAccount } from "../db/here.ts"
import { marker } from "../db/statement.ts"
import { statementOn, type Table } from "../db/table.ts"
import type { Chore } from "./chore.ts"
import type { WorkMode } from "./work.ts"

/** Selects rows whose time is past at `now` (account time in Unix seconds). `account` is null for the rows of every account. */
export type Past = { now: number; account: string | null }

/** Deletes or erases at most `limit` rows in one transaction. Returns how many rows it found. */
export type Batch = (tx: Transaction, limit: number) => Promise<number>

/** Sweeps one account when its clock is advanced. */
export type AccountSweep<Mode> = { sweepAccount(scope: Scope<Mode>): Promise<void> }

/** Deletes or erases rows whose time is past. No caller waits for a sweep, and a sweep delays no other work for long. */
export type Sweep = Chore<WorkMode> & AccountSweep<{ readonly database: Database }>

/** The bounds of one transaction, because other writers wait for it on SQLite. */
export const MAX_ROWS = 500
const MIN_ROWS = 100
const MAX_MS = 50
/** The pause between two transactions, in which other writers have their turn. */
const PAUSE_MS = 10

/** The names of the columns with a time. */
type TimeName<C> = { [Name in keyof C & string]: C[Name] extends Column<number | null> ? Name : never }[keyof C & string]

type Swept<C extends Columns> = { kind: string; table: Table<C>; column: TimeName<C>; only?: string }

/**
 * A sweep of the rows of `table` whose time in `column` is past. The column needs the indexes of a queue. `only` is an SQL condition of the
 * rows that the sweep takes.
 */
export function sweep<C extends { account: Column<string> } & Columns>(
  { kind, table, column, only = "true" }: Swept<C>,
  remove: (tx: Transaction, past: Past & { limit: number }) => Promise<number>,
): Sweep {
  const { name } = table
  const anyPast = statementOn<{ account: string }>(table, (rows, _, k) =>
    rows.where(column, "<=", marker("now")).whereRaw(only).whereRaw(isHere(k)).select("account").limit(1),
  )
  const accountsAhead = accounts.statement([{ now: seconds() }], (rows, p, k) =>
    rows
      .whereRaw("clock_offset > 0") // as a parameter, 0 would not show the database that the index of such accounts fits
      .whereExists(
        table
          .rows(k)
          .select(k.raw("1"))
          .whereRaw("?? = ??", [`${name}.account`, "accounts.id"])
          .whereRaw(`${column} <= ? + clock_offset AND ${only}`, [p.now]),
      )
      .whereRaw(ownAccount(k)),
  )
  const sweepPast = async (database: Database, past: Past) => {
    await inBatches(database, (tx, limit) => remove(tx, { ...past, limit }))
  }
  return {
    kind,
    run: async ({ database, clock }) => {
      const now = Math.floor(clock.now() / 1000)
      // Such a row is rare, and a read is cheaper than a transaction. No clock is behind real time, so a row that is past in real time
      // is past for every account.
      if (await database.one(anyPast, { now })) await sweepPast(database, { now, account: null })
      for (const account of await database.all(accountsAhead, { now })) {
        await sweepPast(database, { now: accountTime(clock, account), account: account.id })
      }
    },
    sweepAccount: ({ mode, account, now }) => sweepPast(mode.database, { now, account }),
  }
}

/**
 * Runs batches until one finds fewer rows than its limit. After a batch that takes long, the batches are smaller. Returns false if the
 * deadline (of `performance.now()`) came first.
 */
export async function inBatches(database: Database, batch: Batch, deadline = Number.POSITIVE_INFINITY): Promise<boolean> {
  for (let limit = MAX_ROWS; ; ) {
    const startedAt = performance.now()
    if (startedAt >= deadline) return false
    const found = await database.transaction((tx) => batch(tx, limit))
    if (found < limit) return true
    const took = performance.now() - startedAt
    limit = took > MAX_MS ? Math.max(MIN_ROWS, limit >> 1) : Math.min(MAX_ROWS, limit * 2)
    await pause(PAUSE_MS)
  }
}
