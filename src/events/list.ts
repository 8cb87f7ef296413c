import type { Queries } from "../db/database.ts"
import { DEFAULT_LIMIT, type Page, type PageRequest, pageOf, startOf } from "../db/page.ts"
import { LIMIT, statement } from "../db/statement.ts"
import { EVENT_COLUMNS, type EventRow } from "./events.ts"
import type { EventScope } from "./mode.ts"
import { listCommitted } from "./order.ts"
import type { EventType } from "./types.ts"

/** A part of an account's list: the places between `after` and `before`, and the dates of the events to show. */
type Range = { after: number; before: number; created_gte: number; created_lt: number }

const END = Number.MAX_SAFE_INTEGER

const findPlace = statement<{ seq: number }, "account" | "id">((k, p) =>
  k("events").where({ account: p.account, id: p.id }).whereNotNull("seq").select("seq"),
)
const oldestFirst = { every: pageIn("asc", false), ofType: pageIn("asc", true) }
const newestFirst = { every: pageIn("desc", false), ofType: pageIn("desc", true) }

function pageIn(order: "asc" | "desc", ofType: boolean) {
  return statement<EventRow>((k, p) => {
    const query = k("events").where({ account: p.account }).whereNotNull("seq").limit(LIMIT)
    query
      .where("created", ">=", p.created_gte)
      .where("created", "<", p.created_lt)
      .select(...EVENT_COLUMNS)
    if (!ofType) return query.where("seq", ">", p.after).where("seq", "<", p.before).orderBy("seq", order)
    // This is the order of the index by type. Otherwise SQLite would rather walk the whole list than use that index.
    query.whereRaw("(type, seq) > (?, ?) AND (type, seq) < (?, ?)", [p.type, p.after, p.type, p.before])
    return query.orderBy("type", order).orderBy("seq", order)
  })
}

/**
 * The places that can have events of some dates: from `first` on, and before `end`. `latest` only rises along the list, so an index
 * finds both. An event is at most `max_lateness` behind `latest`.
 */
const placesOfDates = statement<{ first: number | null; end: number | null }, "account" | "created_gte" | "created_lt">(
  (k, p) => {
    const firstFrom = (time: string) =>
      `SELECT seq FROM events WHERE account = ? AND latest >= ${time} ORDER BY latest, seq LIMIT 1`
    return k.raw(
      `SELECT (${firstFrom("?")}) AS first,
            (${firstFrom("? + (SELECT max_lateness FROM event_lists WHERE account = ?)")}) AS "end"`,
      [p.account, p.created_gte, p.account, p.created_lt, p.account],
    )
  },
)

/**
 * Lists events, newest first. Every event that is committed by now has its place, and later events come before all of them. So a client
 * that reads on from the newest event sees each event once. Throws parameter_invalid for a wrong cursor.
 */
export async function listEvents(
  { mode: { database, config }, account }: EventScope,
  { type, ...request }: PageRequest & { type?: EventType },
): Promise<Page<EventRow>> {
  const { limit = DEFAULT_LIMIT } = request
  await listCommitted(database, account)
  const { direction, cursor } = await startOf(request, (id) => database.one(findPlace, { account, id }), keptFor(config))
  const range = await rangeOf(database, account, request)
  if (direction === "newer") range.after = Math.max(range.after, cursor!.seq)
  if (direction === "older") range.before = Math.min(range.before, cursor!.seq)
  const pages = direction === "newer" ? oldestFirst : newestFirst
  const values = { account, ...range, limit: limit + 1 }
  const found = await (type ? database.all(pages.ofType, { ...values, type }) : database.all(pages.every, values))
  return pageOf(found, limit, direction)
}

/** The words for how long events are kept. A client that has not polled for too long must learn that events are missing. */
function keptFor({ retainEventsDays: days }: EventScope["mode"]["config"]): string {
  return days === 0
    ? ""
    : ` Events are kept for ${days} days. If you saw it before, later events may be gone too: list without a cursor.`
}

async function rangeOf(db: Queries, account: string, { created_gte, created_lt }: PageRequest): Promise<Range> {
  if (created_gte === undefined && created_lt === undefined) return { after: 0, before: END, created_gte: 0, created_lt: END }
  const dates = { created_gte: created_gte ?? 0, created_lt: created_lt ?? END }
  const { first, end } = (await db.one(placesOfDates, { account, ...dates }))!
  return { after: (first ?? END) - 1, before: end ?? END, ...dates }
}
