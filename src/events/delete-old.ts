// Deletes events and messages that are older than RETAIN_EVENTS_DAYS (docs/data-kept.md).
import { firstIdAt } from "../base/ids.ts"
import type { Config } from "../config/config.ts"
import { type AnyTable, boolean, id, integer, seconds } from "../db/columns.ts"
import type { Database, Transaction } from "../db/database.ts"
import { isOneOf, skipLocked } from "../db/dialect.ts"
import { LIMIT, type Statement } from "../db/statement.ts"
import { statementOn } from "../db/table.ts"
import { accountsWithOld, keptSince, PART_MS } from "../jobs/retention.ts"
import { type AccountSweep, inBatches } from "../jobs/sweep.ts"
import { events } from "./list/table.ts"
import { accountMs } from "./webhooks/claims.ts"
import { deleteDeliveriesOf } from "./webhooks/deliveries.ts"
import { deliveries, orderMessages, purchaseMessages } from "./webhooks/tables.ts"

type RetentionMode = { readonly database: Database; readonly config: Pick<Config, "retainEventsDays"> }
type Account = { id: string; clock_offset: number }
type Old = { id: string; latest: number; seq: number }

/** How many accounts one statement reads. On SQLite every other statement waits for it. */
const ACCOUNTS = 200

/** The newest event of each list is kept, so that a client that polls the list always has a cursor. */
const IS_NOT_NEWEST = "seq < (SELECT last_seq FROM event_lists WHERE event_lists.account = events.account)"

const nextAccounts = events.statement(
  [{ after: id(), until: seconds(), limit: integer() }],
  (_, p, k) =>
    k.raw<Account & { has_old: boolean }>(
      `SELECT id, clock_offset, EXISTS (
       SELECT 1 FROM events WHERE events.account = page.id AND latest <= ? + page.clock_offset AND ${IS_NOT_NEWEST}
     ) AS has_old
     FROM (SELECT id, clock_offset FROM accounts WHERE id > ? ORDER BY id LIMIT ?) AS page ORDER BY id`,
      [p.until, p.after, LIMIT],
    ),
  { has_old: boolean() },
)
const oldestEvents = events.statement(
  ["account", { until: seconds(), latest: seconds(), seq: integer(), limit: integer() }],
  (_, p, k) =>
    k.raw<Old>(
      `SELECT id, latest, seq FROM events
     WHERE account = ? AND latest <= ? AND (latest, seq) > (?, ?) AND ${IS_NOT_NEWEST}
     ORDER BY latest, seq LIMIT ? ${skipLocked(k, "events")}`,
      [p.account, p.until, p.latest, p.seq, LIMIT],
    ),
)
const MESSAGES = [messagesOf(purchaseMessages, "msg"), messagesOf(orderMessages, "ord")]
const deleteEvents = deleteUndelivered(events)

/** The statements on a table of messages to integrations, whose ids begin with a prefix. */
function messagesOf(table: AnyTable, prefix: string) {
  return {
    prefix,
    withOld: accountsWithOld(table),
    oldest: statementOn<{ id: string }>(table, (_, p, k) =>
      k.raw(
        `SELECT id FROM ${table.name} WHERE account = ? AND id > ? AND id < ? ORDER BY id LIMIT ? ${skipLocked(k, table.name)}`,
        [p.account ?? null, p.after ?? null, p.before ?? null, LIMIT],
      ),
    ),
    remove: deleteUndelivered(table),
  }
}

type Messages = ReturnType<typeof messagesOf>

function deleteUndelivered(table: AnyTable): Statement<void, { account: string; ids: string[] }> {
  return statementOn(table, (rows, p, k) =>
    rows
      .where({ account: p.account })
      .whereRaw(isOneOf(k, "id"), [p.ids ?? null])
      .whereNotExists(
        k(deliveries.name)
          .select(k.raw("1"))
          .where("deliveries.account", k.ref(`${table.name}.account`))
          .where("deliveries.message", k.ref(`${table.name}.id`)),
      )
      .delete(),
  )
}

/** Deletes old events of all accounts. The age of an event is measured in its account's time. */
export async function deleteOldEvents({ database, config }: RetentionMode, deadline: number): Promise<boolean> {
  const since = await keptSince(database, config.retainEventsDays)
  if (since === undefined) return true
  const until = Math.floor(since / 1000)
  for (let after = "", more = true; more; ) {
    const accounts = await database.all(nextAccounts, { after, until, limit: ACCOUNTS })
    for (const { id, clock_offset, has_old } of accounts) {
      if (has_old && !(await deleteEventsOf(database, id, until + clock_offset, deadline))) return false
    }
    more = accounts.length === ACCOUNTS
    after = accounts.at(-1)?.id ?? after
  }
  return true
}

/** Deletes old messages to integrations. No account sees the messages, so their age is measured in real time. */
export async function deleteOldMessages({ database, config }: RetentionMode, deadline: number): Promise<boolean> {
  const since = await keptSince(database, config.retainEventsDays)
  if (since === undefined) return true
  for (const messages of MESSAGES) {
    const before = firstIdAt(messages.prefix, since)
    for (let account = await messages.withOld(database, { after: "", from: "", before }); account !== undefined; ) {
      if (!(await deleteMessagesOf(database, messages, account, before, deadline))) return false
      account = await messages.withOld(database, { after: account, from: "", before })
    }
  }
  return true
}

function deleteMessagesOf(
  database: Database,
  { oldest, remove }: Messages,
  account: string,
  before: string,
  deadline: number,
): Promise<boolean> {
  let after = ""
  return inBatches(
    database,
    async (tx, limit) => {
      const messages = await tx.all(oldest, { account, after, before, limit })
      if (!(await deleteWithDeliveries(tx, { account, messages }, remove, limit))) return limit
      after = messages.at(-1)?.id ?? after
      return messages.length
    },
    deadline,
  )
}

/** Deletes the account's events from before `until` (Unix seconds of the account's time). Returns false if the deadline came first. */
function deleteEventsOf(database: Database, account: string, until: number, deadline: number): Promise<boolean> {
  let last = { latest: 0, seq: 0 }
  return inBatches(
    database,
    async (tx, limit) => {
      const oldest = await tx.all(oldestEvents, { account, until, latest: last.latest, seq: last.seq, limit })
      if (!(await deleteWithDeliveries(tx, { account, messages: oldest }, deleteEvents, limit))) return limit
      last = oldest.at(-1) ?? last
      return oldest.length
    },
    deadline,
  )
}

/**
 * Deletes messages that the transaction has locked, with their deliveries. Messages with a pending delivery stay. If there are more
 * deliveries than `limit`, it deletes only deliveries and returns false. A replay locks its message first, so no delivery can be
 * added meanwhile.
 */
async function deleteWithDeliveries(
  tx: Transaction,
  { account, messages }: { account: string; messages: readonly { id: string }[] },
  remove: Statement<void, { account: string; ids: string[] }>,
  limit: number,
): Promise<boolean> {
  if (messages.length === 0) return true
  const ids = messages.map(({ id }) => id)
  if ((await tx.run(deleteDeliveriesOf, { account, messages: ids, limit })) === limit) return false
  await tx.run(remove, { account, ids })
  return true
}

/** Deletes the old events of an account whose clock is advanced. */
export const oldEventsOfAccount: AccountSweep<RetentionMode> = {
  sweepAccount: async ({ mode: { database, config }, account }) => {
    const since = await keptSince(database, config.retainEventsDays)
    if (since === undefined) return
    const until = Math.floor((await accountMs(database, account, since)) / 1000)
    await deleteEventsOf(database, account, until, performance.now() + PART_MS)
  },
}
