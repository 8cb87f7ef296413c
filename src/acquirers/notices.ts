// What an acquirer that cannot be asked has told, in signed notifications and in its answers, and what was ordered of it. A chargeback may come
// years after its sale.
import { newId } from "../base/ids.ts"
import { boolean, cents, id, json, seconds, text } from "../db/columns.ts"
import type { Database, Queries } from "../db/database.ts"
import { type RowOf, table } from "../db/table.ts"

export const acquirerNotices = table(
  "acquirer_notices",
  {
    id: id(),
    account: id(),
    created: seconds(),
    acquirer: text(),
    /** The merchant's own name at the acquirer. */
    merchant: text(),
    /** What has happened, as the acquirer names it: in upper case. What the adapter has ordered or was answered is in lower case. */
    event: text(),
    /** The acquirer's id of what has happened, or our reference of an order. */
    subject: text(),
    /** The acquirer's id of the payment. Null if the event names none. */
    charge: text().nullable(),
    /** Our reference of the sale or of the refund, as the acquirer repeats it. */
    reference: text().nullable(),
    success: boolean(),
    amount: cents().nullable(),
    /** In lower case. */
    currency: text().nullable(),
    /** What the adapter keeps beside. It has nothing of payers and cards, and of a notification only what no key has signed. */
    detail: json<NoticeDetail>().nullable(),
    /** Whether the engine has been told. */
    is_told: boolean(),
  },
  {
    of: "account",
    key: ["account", "id"],
    unique: [["account", "acquirer", "merchant", "event", "subject", "success"]],
  },
)

export type NoticeDetail = { readonly [name: string]: string | number | boolean | null }
export type Notice = RowOf<typeof acquirerNotices>
export type NewNotice = Omit<Notice, "id" | "account" | "acquirer" | "created" | "is_told">

/** The notices of one account at one acquirer. */
export type Notices = {
  /** Oldest first. */
  ofCharge(charge: string): Promise<Notice[]>
  ofReference(reference: string): Promise<Notice[]>
  ofSubject(event: string, subject: string): Promise<Notice | undefined>
  /** Stores what is not stored yet. The engine need not be told of it. `now` is in Unix seconds. */
  keep(notices: readonly NewNotice[], now: number): Promise<void>
  /** Stores a notice in the place of the one that there may be. */
  put(notice: NewNotice, now: number): Promise<void>
}

const GIVEN = ["merchant", "event", "subject", "charge", "reference", "success", "amount", "currency", "detail"] as const
const INSERTED = ["id", "account", "acquirer", "created", "is_told", ...GIVEN] as const
const KEY = ["account", "acquirer", "merchant", "event", "subject", "success"] as const

const insertRow = acquirerNotices.insert(INSERTED, (rows) => rows.onConflict(KEY).ignore())
const putRow = acquirerNotices.insert(INSERTED, (rows) =>
  rows.onConflict(KEY).merge(["created", "charge", "reference", "amount", "currency", "detail"]),
)
const byCharge = acquirerNotices.find(["account", "acquirer", "charge"], (rows) => rows.orderBy("id"))
const byReference = acquirerNotices.find(["account", "acquirer", "reference"], (rows) => rows.orderBy("id"))
const bySubject = acquirerNotices.find(["account", "acquirer", "event", "subject"], (rows) => rows.orderBy("id", "desc").limit(1))
const byKey = acquirerNotices.find([...KEY])
const markTold = acquirerNotices.update(["account", "id"], ["is_told"])

type Of = Pick<Notice, "account" | "acquirer">

export function noticesOf(database: Database, of: Of): Notices {
  const write = (statement: typeof insertRow, notices: readonly NewNotice[], created: number) =>
    database.transaction(async (tx) => {
      for (const notice of notices) await tx.run(statement, { id: newId("notc"), ...of, created, is_told: true, ...notice })
    })
  return {
    ofCharge: (charge) => database.all(byCharge, { ...of, charge }),
    ofReference: (reference) => database.all(byReference, { ...of, reference }),
    ofSubject: (event, subject) => database.one(bySubject, { ...of, event, subject }),
    keep: (notices, now) => write(insertRow, notices, now),
    put: (notice, now) => write(putRow, [notice], now),
  }
}

/** Stores what a notification tells, each once. Returns those of which the engine was not told yet. `now` is in Unix seconds. */
export function storeNotices(database: Database, of: Of, notices: readonly NewNotice[], now: number): Promise<Notice[]> {
  return database.transaction(async (tx) => {
    const untold = []
    for (const notice of notices) {
      await tx.run(insertRow, { id: newId("notc"), ...of, created: now, is_told: false, ...notice })
      const row = await tx.only(byKey, { ...of, ...notice })
      if (!row.is_told) untold.push(row)
    }
    return untold
  })
}

/** The engine has been told of a notice. */
export async function noteTold(database: Database, { account, id }: Notice): Promise<void> {
  await database.transaction((tx) => tx.run(markTold, { account, id, is_told: true }))
}

export type EventCount = { event: string; count: number; latest: number }

const countRows = acquirerNotices.statement(["account", "acquirer"], (rows, p, k) =>
  rows
    .where({ account: p.account, acquirer: p.acquirer })
    .groupBy("event")
    .orderBy("event")
    .select<EventCount>("event", k.raw("count(*) AS count"), k.raw("max(created) AS latest")),
)

/** How often each event was told. */
export function eventsOf(db: Queries, of: Of): Promise<EventCount[]> {
  return db.all(countRows, of)
}

/** What an acquirer has told that this release does not know, with how often. It has changed nothing here. */
export async function unknownEventsOf(
  db: Queries,
  { account, acquirer }: Of,
  { isKnown }: { isKnown(event: string): boolean },
): Promise<string[]> {
  const events = await eventsOf(db, { account, acquirer })
  return events.filter(({ event }) => !isKnown(event)).map(({ event, count }) => `${event} (${count})`)
}
