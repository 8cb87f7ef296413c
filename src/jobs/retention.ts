import { accounts } from "../accounts/tables.ts"
import { type AnyTable, id } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { ownAccount } from "../db/here.ts"
import { databaseNow } from "../db/now.ts"
import type { Chore } from "./chore.ts"
import type { WorkMode } from "./work.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** The longest part of a pass that runs at a time. The rest follows a second later. */
export const PART_MS = 5000

/**
 * Goes once over all rows, and deletes or ends those that were kept long enough or are of no use. Stops at the deadline (of
 * `performance.now()`), and returns whether it reached the end. If the process dies, the next pass does the rest.
 */
export type Pass<Mode> = (mode: Mode, deadline: number) => Promise<boolean>

/** Makes a pass each hour. */
export function hourly<Mode extends Pick<WorkMode, "database">>(kind: string, pass: Pass<Mode>): Chore<Mode> {
  return regularly(kind, HOUR_MS, pass)
}

/** Makes a pass every `gapMs`, in parts, so that no backlog makes the chore run for long. */
export function regularly<Mode extends Pick<WorkMode, "database">>(kind: string, gapMs: number, pass: Pass<Mode>): Chore<Mode> {
  const nextAt = new WeakMap<Mode["database"], number>()
  return {
    kind,
    run: async (mode) => {
      const startedAt = performance.now()
      if (startedAt < (nextAt.get(mode.database) ?? 0)) return
      if (await pass(mode, startedAt + PART_MS)) nextAt.set(mode.database, startedAt + gapMs)
    },
  }
}

const nextAccount = (table: AnyTable) =>
  accounts.statement([{ after: id(), from: id(), before: id() }], (_, p, k) =>
    k.raw<{ id: string }>(
      `SELECT id FROM accounts WHERE id > ? AND ${ownAccount(k)} AND EXISTS (
         SELECT 1 FROM ${table.name} AS old WHERE old.account = accounts.id AND old.id > ? AND old.id < ?
       ) ORDER BY id LIMIT 1`,
      [p.after, p.from, p.before],
    ),
  )

/**
 * Finds the next account with rows of a table whose ids are between two. Old rows are read account by account, because ids have no order
 * over all accounts.
 */
export function accountsWithOld(table: AnyTable) {
  const next = nextAccount(table)
  return async (db: Queries, range: { after: string; from: string; before: string }): Promise<string | undefined> =>
    (await db.one(next, range))?.id
}

/**
 * The time before which rows are no longer kept, in real milliseconds. Undefined if they are kept forever (0 days). Uses the
 * earlier of the database's clock and this host's, because what a wrong clock deletes too early is lost.
 */
export async function keptSince(db: Queries, days: number): Promise<number | undefined> {
  return days === 0 ? undefined : Math.min(await databaseNow(db), Date.now()) - days * DAY_MS
}
