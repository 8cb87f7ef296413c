// The order of an account's events (docs/decisions/0010-the-order-of-events.md). A transaction writes its event without a place in
// the account's list. Committed events get the next places, one batch at a time for each account.

import { integer, seconds } from "../../db/columns.ts"
import type { Database, Queries, Transaction } from "../../db/database.ts"
import { isPostgres } from "../../db/dialect.ts"
import { isHere } from "../../db/here.ts"
import { LIMIT } from "../../db/statement.ts"
import type { Chore } from "../../jobs/chore.ts"
import { eventLists, events } from "./table.ts"

/** How many events of an account get their places in one statement. The number is part of the SQL, so Postgres plans for it. */
const BATCH = 500
/** How many accounts one transaction handles. */
const ACCOUNTS = 50

type Listed = { seq: number; latest: number; created: number }

const findUnlisted = events.find(["account"], (rows) => rows.whereNull("seq").select("id").limit(1))
const accountsWithUnlisted = events.statement([{ limit: integer() }], (rows, _, k) =>
  rows.whereNull("seq").whereRaw(isHere(k)).distinct("account").orderBy("account").limit(LIMIT),
)

/** Returns the account's list and locks it until the transaction ends. */
const lockList = eventLists.statement(["account"], (rows, p) =>
  rows
    .insert({ account: p.account, last_seq: 0, latest: 0, max_lateness: 0 })
    .onConflict("account")
    .merge(["account"])
    .returning(["last_seq", "latest", "max_lateness"]),
)

/** Lists events in the order of writing: an event that was committed before another began comes first, whatever the clocks say. */
const listOldest = events.statement(["account", { last_seq: integer(), latest: seconds() }], (_, p, k) => {
  const written = isPostgres(k) ? "written" : "rowid"
  return k.raw<Listed>(
    `UPDATE events SET seq = next.at_seq, latest = next.at_latest
     FROM (
       SELECT id, ? + row_number() OVER list AS at_seq, max(CASE WHEN created > ? THEN created ELSE ? END) OVER list AS at_latest
       FROM (
         SELECT id, created, ${written} AS at FROM events WHERE account = ? AND seq IS NULL ORDER BY ${written} LIMIT ${BATCH}
       ) AS unlisted WINDOW list AS (ORDER BY at)
     ) AS next
     WHERE events.id = next.id AND events.account = ?
     RETURNING seq, latest, created`,
    [p.last_seq, p.latest, p.latest, p.account, p.account],
  )
})
const growList = eventLists.update(["account"], ["last_seq", "latest", "max_lateness"])

/** Gives all of the account's events that are committed by now their places in its list. */
export async function listCommitted(database: Database, account: string): Promise<void> {
  if (!(await database.one(findUnlisted, { account }))) return
  while ((await database.transaction((tx) => listBatch(tx, account))) === BATCH);
}

/** Gives the committed events of all accounts their places. Otherwise a list that was not read for long would have many to give. */
export const giveEventsTheirPlaces: Chore<{ readonly database: Database }> = {
  kind: "give_events_their_places",
  run: async ({ database }) => {
    for (let more = true; more; ) {
      const accounts = await unlistedAccounts(database)
      if (accounts.length === 0) return
      const fullest = await database.transaction(async (tx) => {
        const sizes: number[] = []
        for (const account of accounts) sizes.push(await listBatch(tx, account))
        return Math.max(...sizes)
      })
      more = accounts.length === ACCOUNTS || fullest === BATCH
    }
  },
}

/** The accounts are sorted, so no two processes lock lists in opposite orders. */
async function unlistedAccounts(db: Queries): Promise<string[]> {
  return (await db.all(accountsWithUnlisted, { limit: ACCOUNTS })).map(({ account }) => account)
}

/** Returns the number of events that got a place. The statement after the lock sees everything that earlier holders of the lock wrote. */
async function listBatch(tx: Transaction, account: string): Promise<number> {
  const list = await tx.only(lockList, { account })
  const { last_seq, latest } = list
  const listed = await tx.all(listOldest, { account, last_seq, latest })
  if (listed.length === 0) return 0
  await tx.run(growList, {
    account,
    last_seq: last_seq + listed.length,
    latest: Math.max(...listed.map((event) => event.latest)),
    max_lateness: Math.max(list.max_lateness, ...listed.map((event) => event.latest - event.created)),
  })
  return listed.length
}
