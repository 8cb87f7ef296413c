import { IS_STAYING } from "../accounts/move/table.ts"
import { type Column, type Columns, integer, json, milliseconds, seconds, text } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { isPostgres, skipLocked, textsOf } from "../db/dialect.ts"
import { nowMs } from "../db/now.ts"
import type { Sql } from "../db/rows.ts"
import { LIMIT, type Statement } from "../db/statement.ts"
import { asTableOf, type Table } from "../db/table.ts"
import { failingWork } from "./table.ts"
import type { Claim, DueItem, Queue, Turns, TurnsRequest } from "./work.ts"

/** How many accounts get a turn in one scan. */
const ACCOUNTS_A_SCAN = 200

/** The columns that the table of a queue must have. The column `held_until_ms` says until when a process holds the row. */
type QueueColumns = { id: Column<string>; account: Column<string>; held_until_ms: Column<number> }

/** The names of the columns with a time that can be null. */
type DueName<C> = {
  [Name in keyof C & string]: C[Name] extends Column<number | null> ? (Column<null> extends C[Name] ? Name : never) : never
}[keyof C & string]

/** The names of the columns with a text. */
type GroupName<C> = { [Name in keyof C & string]: C[Name] extends Column<string | null> ? Name : never }[keyof C & string]

/**
 * The queue of the rows of a table whose column `due` has a time. The table needs two indexes on these rows: one on the due time, and one on
 * `account` and the due time. `group` names the column of the acquirer.
 */
export function queueOf<C extends QueueColumns & Columns>(
  table: Table<C>,
  { due, group }: { due: DueName<C>; group?: GroupName<C> },
): Queue {
  const names: Names = { of: asTableOf<QueueColumns>(table), table: table.name, due, group: group ?? "NULL" }
  const ofAccount = itemsOfAccount(names)
  const turns = itemsByTurns(names, nextAccounts(names))
  const turnsAhead = itemsByTurns(names, ACCOUNTS_AHEAD)
  const earliest = earliestItems(names)
  const next = nextOfAccount(names)
  const { claim, release, hold } = holds(names)
  const { count, oldest } = measures(names)
  const forget = forgetting(names)
  return {
    earliest: (db, { now, limit, fullAccounts, fullGroups }) => {
      return db.all(earliest, { now, limit, full_accounts: fullAccounts, full_groups: fullGroups })
    },
    turns: (db, request) => takeTurns(db, turns, request),
    turnsAhead: (db, request) => takeTurns(db, turnsAhead, request),
    ofAccount: (db, account, now, limit) => db.all(ofAccount, { account, now, limit }),
    nextDue: async (db, kind, account) => (await db.one(next, { kind, account }))?.due_at,
    claim: (database, items, leaseMs) => {
      const wanted = items.map(({ account, id, due_at }) => ({ account, id, due_at }))
      return database.transaction((tx) => tx.all(claim, { wanted, lease_ms: leaseMs }))
    },
    release: async (tx, claims, again_ms) => {
      const ended = claims.map(({ account, id, due_at, held_until_ms }) => ({ account, id, due_at, held_until_ms }))
      const rows = await tx.all(release, { ended, again_ms })
      return claims.filter((claim) =>
        rows.some(({ account, id, due_at }) => account === claim.account && id === claim.id && due_at === claim.due_at),
      )
    },
    putOff: async (tx, { account, id, held_until_ms, due_at }, ms) =>
      void (await tx.run(hold, { account, id, held_until_ms, due_at, ms })),
    countDue: async (db, now, limit) => (await db.only(count, { now, limit })).due,
    oldestFree: async (db, now) => (await db.one(oldest, { now }))?.due_at,
    forgetEnded: (tx, kind) => tx.run(forget, { kind }),
  }
}

function forgetting({ table, due }: Names) {
  return failingWork.statement(["kind"], (_, p, k) =>
    k.raw<void>(
      `DELETE FROM failing_work WHERE kind = ?
       AND NOT EXISTS (
         SELECT 1 FROM ${table}
         WHERE ${table}.account = failing_work.account AND ${table}.id = failing_work.item AND ${due} IS NOT NULL
       )`,
      [p.kind],
    ),
  )
}

type Names = { of: Table<QueueColumns>; table: string; due: string; group: string }

/** Accounts or groups that are full. */
const full = json<readonly string[]>()

const item = ({ due, group }: Names, from = "") => `${from}id, ${from}account, ${from}${due} AS due_at, ${group} AS "group"`

function earliestItems(names: Names) {
  const { of, table, due, group } = names
  const parameters = [{ now: seconds(), full_accounts: full, full_groups: full, limit: integer() }] as const
  return of.statement(parameters, (_, p, k) =>
    k.raw<DueItem>(
      `SELECT ${item(names)} FROM ${table}
       WHERE ${due} IS NOT NULL AND ${due} <= ? AND held_until_ms <= ${nowMs(k)}
       AND account NOT IN (${textsOf(k)}) AND coalesce(${group}, '') NOT IN (${textsOf(k)})
       ORDER BY ${due} LIMIT ?`,
      [p.now, p.full_accounts, p.full_groups, LIMIT],
    ),
  )
}

function itemsOfAccount(names: Names) {
  const { of, table, due } = names
  return of.statement(["account", { now: seconds(), limit: integer() }], (_, p, k) =>
    k.raw<DueItem>(
      `SELECT ${item(names)} FROM ${table}
       WHERE account = ? AND ${due} IS NOT NULL AND ${due} <= ? AND held_until_ms <= ${nowMs(k)} ORDER BY ${due} LIMIT ?`,
      [p.account, p.now, LIMIT],
    ),
  )
}

function nextOfAccount({ of, table, due }: Names) {
  return of.statement(["account", { kind: text() }], (_, p, k) =>
    k.raw<{ due_at: number }>(
      `SELECT ${due} AS due_at FROM ${table} WHERE account = ? AND ${due} IS NOT NULL
       AND (held_until_ms <= ${nowMs(k)}
         OR NOT EXISTS (SELECT 1 FROM failing_work WHERE failing_work.account = ${table}.account AND kind = ? AND item = ${table}.id))
       ORDER BY ${due} LIMIT 1`,
      [p.account, p.kind],
    ),
  )
}

type TurnRow = { turn: string } & { [Member in keyof DueItem]: DueItem[Member] | null }
type TurnsStatement = Statement<TurnRow, { after: string; now: number; full_groups: readonly string[]; limit: number }>

/** Uses the index to jump from one account to the next, however many rows each of them has. */
const nextAccounts = ({ table, due }: Names) => `
  WITH RECURSIVE turn(account, number) AS (
    SELECT (SELECT min(account) FROM ${table} WHERE ${due} IS NOT NULL AND account > ?), 1
    UNION ALL
    SELECT (SELECT min(account) FROM ${table} WHERE ${due} IS NOT NULL AND account > turn.account), number + 1
    FROM turn WHERE turn.account IS NOT NULL AND number < ${ACCOUNTS_A_SCAN}
  )`

const ACCOUNTS_AHEAD = `
  WITH turn AS (
    SELECT id AS account FROM accounts WHERE id > ? AND clock_offset > 0 ORDER BY id LIMIT ${ACCOUNTS_A_SCAN}
  )`

function itemsByTurns(names: Names, accounts: string): TurnsStatement {
  const { of, table, due, group } = names
  const parameters = [{ after: text(), now: seconds(), full_groups: full, limit: integer() }] as const
  return of.statement(parameters, (_, p, k) => {
    const ofTurn = (columns: string) => `
      SELECT ${columns} FROM ${table} AS entry WHERE entry.account = accounts.id
      AND entry.${due} IS NOT NULL AND entry.${due} <= ? + accounts.clock_offset AND entry.held_until_ms <= ${nowMs(k)}
      AND coalesce(${group}, '') NOT IN (${textsOf(k)})
      ORDER BY entry.${due} LIMIT ?`
    // SQLite has no LATERAL. It evaluates the list of ids for each account, and looks each id up.
    const items = isPostgres(k)
      ? `LEFT JOIN LATERAL (${ofTurn(item(names, "entry."))}) AS item ON true`
      : `LEFT JOIN (SELECT ${item(names)} FROM ${table}) AS item
         ON item.account = accounts.id AND item.id IN (${ofTurn("entry.id")})`
    return k.raw<TurnRow>(
      `${accounts}
       SELECT accounts.id AS turn, item.id, item.account, item.due_at, item."group"
       FROM turn JOIN accounts ON accounts.id = turn.account ${items} ORDER BY accounts.id`,
      [p.after, p.now, p.full_groups, LIMIT],
    )
  })
}

async function takeTurns(db: Queries, statement: TurnsStatement, request: TurnsRequest): Promise<Turns> {
  const { after, now, perAccount, fullGroups } = request
  const rows = await db.all(statement, { after, now, full_groups: fullGroups, limit: perAccount })
  const items = rows.filter(({ id }) => id !== null).map(({ turn: _, ...item }) => item as DueItem)
  const accounts = new Set(rows.map(({ turn }) => turn))
  return { items, last: accounts.size < ACCOUNTS_A_SCAN ? undefined : rows.at(-1)?.turn }
}

function holds(names: Names) {
  const { of, table, due } = names
  const listed = (k: Sql, name: string) =>
    isPostgres(k)
      ? `json_to_recordset(?::json) AS ${name}(account text, id text, due_at bigint, held_until_ms bigint)`
      : `(SELECT value ->> 'account' AS account, value ->> 'id' AS id, value ->> 'due_at' AS due_at,
           value ->> 'held_until_ms' AS held_until_ms
         FROM json_each(?)) AS ${name}`
  const wanted = json<readonly Pick<Claim, "account" | "id" | "due_at">[]>()
  const claim = of.statement([{ wanted, lease_ms: milliseconds() }], (_, p, k) =>
    k.raw<Claim>(
      `WITH picked AS MATERIALIZED (
         SELECT ${table}.account, ${table}.id FROM ${listed(k, "wanted")}
         JOIN ${table} ON ${table}.account = wanted.account AND ${table}.id = wanted.id
         WHERE ${table}.${due} = wanted.due_at AND ${table}.held_until_ms <= ${nowMs(k)} AND ${table}.${IS_STAYING}
         ${skipLocked(k, table)}
       )
       UPDATE ${table} SET held_until_ms = ${nowMs(k)} + ? WHERE (account, id) IN (SELECT account, id FROM picked)
       RETURNING ${item(names)}, held_until_ms`,
      [p.wanted, p.lease_ms],
    ),
  )
  const ended = json<readonly Pick<Claim, "account" | "id" | "due_at" | "held_until_ms">[]>()
  const release = of.statement([{ ended, again_ms: milliseconds() }], (_, p, k) =>
    k.raw<{ account: string; id: string; due_at: number | null }>(
      `UPDATE ${table} SET held_until_ms = CASE WHEN ${table}.${due} = ended.due_at THEN ${nowMs(k)} + ? ELSE 0 END
       FROM ${listed(k, "ended")} WHERE ${table}.account = ended.account AND ${table}.id = ended.id
       AND (${table}.held_until_ms = ended.held_until_ms OR ${table}.${due} = ended.due_at)
       RETURNING ${table}.account, ${table}.id, ${table}.${due} AS due_at`,
      [p.again_ms, p.ended],
    ),
  )
  // The work may have renewed the claim, or ended it before it failed.
  const hold = of.statement(["account", "id", "held_until_ms", { due_at: seconds(), ms: milliseconds() }], (_, p, k) =>
    k.raw<void>(
      `UPDATE ${table} SET held_until_ms = ${nowMs(k)} + ?
       WHERE account = ? AND id = ? AND (held_until_ms = ? OR held_until_ms <= ${nowMs(k)} OR ${due} = ?)`,
      [p.ms, p.account, p.id, p.held_until_ms, p.due_at],
    ),
  )
  return { claim, release, hold }
}

function measures({ of, table, due }: Names) {
  const count = of.statement([{ now: seconds(), limit: integer() }], (_, p, k) =>
    k.raw<{ due: number }>(
      `SELECT count(*) AS due FROM
       (SELECT 1 FROM ${table} WHERE ${due} IS NOT NULL AND ${due} <= ? LIMIT ?) AS counted`,
      [p.now, LIMIT],
    ),
  )
  const oldest = of.statement([{ now: seconds() }], (_, p, k) =>
    k.raw<{ due_at: number }>(
      `SELECT ${due} AS due_at FROM ${table}
       WHERE ${due} IS NOT NULL AND ${due} <= ? AND held_until_ms <= ${nowMs(k)} ORDER BY ${due} LIMIT 1`,
      [p.now],
    ),
  )
  return { count, oldest }
}
