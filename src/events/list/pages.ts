import type { Scope } from "../../accounts/scope.ts"
import type { Config } from "../../config/config.ts"
import { integer, seconds } from "../../db/columns.ts"
import type { Database, Queries } from "../../db/database.ts"
import { type Dates, DEFAULT_LIMIT, type Exactly, type Page, type PageRequest, pageOf, startOf } from "../../db/page.ts"
import type { Markers } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { listCommitted } from "./order.ts"
import { EVENT_COLUMNS, type EventRow, events } from "./table.ts"
import type { EventType } from "./types.ts"

type ListMode = { readonly database: Database; readonly config: Pick<Config, "retainEventsDays"> }

/** A part of an account's list: the places between `after` and `before`, and the dates of the events to show. */
type Range = { after: number; before: number; created_gte: number; created_lt: number }

type EventRequest = PageRequest & Dates & { type?: EventType }

const END = Number.MAX_SAFE_INTEGER

const findPlace = events.find(["account", "id"], (rows) => rows.whereNotNull("seq").select<{ seq: number }>("seq"))

const DATES = { created_gte: seconds(), created_lt: seconds() }
const RANGE = { ...DATES, after: integer(), before: integer(), limit: integer() }
const oldestFirst = { every: everyIn("asc"), ofType: ofTypeIn("asc") }
const newestFirst = { every: everyIn("desc"), ofType: ofTypeIn("desc") }

function everyIn(order: "asc" | "desc") {
  return events.statement(["account", RANGE], (rows, p) =>
    madeIn(rows, p).where("seq", ">", p.after).where("seq", "<", p.before).orderBy("seq", order),
  )
}

function ofTypeIn(order: "asc" | "desc") {
  return events.statement(["account", "type", RANGE], (rows, p) =>
    madeIn(rows, p)
      // This is the order of the index by type. Otherwise SQLite would rather walk the whole list than use that index.
      .whereRaw("(type, seq) > (?, ?) AND (type, seq) < (?, ?)", [p.type, p.after, p.type, p.before])
      .orderBy("type", order)
      .orderBy("seq", order),
  )
}

function madeIn(
  rows: ReturnType<typeof events.rows>,
  { account, created_gte, created_lt }: Markers<{ account: string; created_gte: number; created_lt: number }>,
) {
  const found = rows.where({ account }).whereNotNull("seq").limit(LIMIT)
  return found
    .where("created", ">=", created_gte)
    .where("created", "<", created_lt)
    .select(...EVENT_COLUMNS)
}

/**
 * The places that can have events of some dates: from `first` on, and before `end`. `latest` only rises along the list, so an index
 * finds both. An event is at most `max_lateness` behind `latest`.
 */
const placesOfDates = events.statement(["account", DATES], (_, p, k) => {
  const firstFrom = (time: string) =>
    `SELECT seq FROM events WHERE account = ? AND latest >= ${time} ORDER BY latest, seq LIMIT 1`
  return k.raw<{ first: number | null; end: number | null }>(
    `SELECT (${firstFrom("?")}) AS first,
            (${firstFrom("? + (SELECT max_lateness FROM event_lists WHERE account = ?)")}) AS "end"`,
    [p.account, p.created_gte, p.account, p.created_lt, p.account],
  )
})

/**
 * Lists events, newest first. Every event that is committed by now has its place, and later events come before all of them. So a client
 * that reads on from the newest event sees each event once. Throws parameter_invalid for a wrong cursor.
 */
export async function listEvents<Given extends EventRequest>(
  { mode: { database, config }, account }: Scope<ListMode>,
  request: Exactly<EventRequest, Given>,
): Promise<Page<EventRow>> {
  const { type, limit = DEFAULT_LIMIT }: EventRequest = request
  await listCommitted(database, account)
  const { direction, cursor } = await startOf(request, (id) => database.one(findPlace, { account, id }), keptFor(config))
  const range = await rangeOf(database, account, request)
  if (cursor && direction === "newer") range.after = Math.max(range.after, cursor.seq)
  if (cursor && direction === "older") range.before = Math.min(range.before, cursor.seq)
  const pages = direction === "newer" ? oldestFirst : newestFirst
  const values = { account, ...range, limit: limit + 1 }
  const found = await (type ? database.all(pages.ofType, { ...values, type }) : database.all(pages.every, values))
  return pageOf(found, limit, direction)
}

/** The words for how long events are kept. A client that has not polled for too long must learn that events are missing. */
function keptFor({ retainEventsDays: days }: ListMode["config"]): string {
  return days === 0
    ? ""
    : ` Events are kept for ${days} days. If you saw it before, later events may be gone too: list without a cursor.`
}

async function rangeOf(db: Queries, account: string, { created_gte, created_lt }: Dates): Promise<Range> {
  if (created_gte === undefined && created_lt === undefined) return { after: 0, before: END, created_gte: 0, created_lt: END }
  const dates = { created_gte: created_gte ?? 0, created_lt: created_lt ?? END }
  const { first, end } = await db.only(placesOfDates, { account, ...dates })
  return { after: (first ?? END) - 1, before: end ?? END, ...dates }
}
