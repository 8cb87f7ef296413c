import type { Scope } from "../../accounts/scope.ts"
import type { Config } from "../../config/config.ts"
import { integer, json, seconds, text } from "../../db/columns.ts"
import type { Database, Queries } from "../../db/database.ts"
import { isPostgres } from "../../db/dialect.ts"
import { type Dates, DEFAULT_LIMIT, type Exactly, type Page, type PageRequest, pageOf, startOf } from "../../db/page.ts"
import type { Markers } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { NEWEST_VERSION } from "../../versions.ts"
import { listCommitted } from "./order.ts"
import { EVENT_COLUMNS, type EventRow, events } from "./table.ts"
import type { EventType, Shown } from "./types.ts"

type ListMode = { readonly database: Database; readonly config: Pick<Config, "retainEventsDays"> }

/** A part of an account's list: the places between `after` and `before`, and the dates of the events to show. */
type Range = { after: number; before: number; created_gte: number; created_lt: number }

type EventRequest = PageRequest & Dates & { type?: EventType }
type Order = "asc" | "desc"

const END = Number.MAX_SAFE_INTEGER

const findPlace = events.find(["account", "id"], (rows) => rows.whereNotNull("seq").select<{ seq: number }>("seq"))

const DATES = { created_gte: seconds(), created_lt: seconds() }
const RANGE = { ...DATES, after: integer(), before: integer(), limit: integer() }
const oldestFirst = { every: everyIn("asc"), ofType: ofTypeIn("asc"), ofTypes: ofTypesIn("asc") }
const newestFirst = { every: everyIn("desc"), ofType: ofTypeIn("desc"), ofTypes: ofTypesIn("desc") }

/** Begins the condition that a version has an event, whose type it has. */
const OF_VERSION = "coalesce(since, '') <= "

function everyIn(order: Order) {
  return events.statement(["account", RANGE], (rows, p) =>
    madeIn(rows, p).where("seq", ">", p.after).where("seq", "<", p.before).orderBy("seq", order),
  )
}

function ofTypeIn(order: Order) {
  return events.statement(["account", "type", { version: text() }, RANGE], (rows, p) =>
    madeIn(rows, p)
      .whereRaw(`${OF_VERSION}?`, [p.version])
      // This is the order of the index by type. Otherwise SQLite would rather walk the whole list than use that index.
      .whereRaw("(type, seq) > (?, ?) AND (type, seq) < (?, ?)", [p.type, p.after, p.type, p.before])
      .orderBy("type", order)
      .orderBy("seq", order),
  )
}

/**
 * Reads a page of each type by the index by type, so what is read does not grow with the events of other types. SQLite has no LATERAL, and
 * looks each id up.
 */
function ofTypesIn(order: Order) {
  return events.statement(["account", { types: json<string[]>(), version: text(), ...RANGE }], (_, p, k) => {
    const ofType = (what: string) =>
      `SELECT ${what} FROM events AS own
       WHERE own.account = ? AND (own.type, own.seq) > (wanted.value, ?) AND (own.type, own.seq) < (wanted.value, ?)
         AND own.seq IS NOT NULL AND own.created >= ? AND own.created < ?
         AND ${OF_VERSION}?
       ORDER BY own.type ${order}, own.seq ${order} LIMIT ?`
    const columns = EVENT_COLUMNS.map((name) => `found.${name}`)
    const found = isPostgres(k)
      ? `json_array_elements_text(?::json) AS wanted CROSS JOIN LATERAL (${ofType("own.*")}) AS found`
      : `json_each(?) AS wanted CROSS JOIN events AS found WHERE found.account = ? AND found.id IN (${ofType("own.id")})`
    const own = [p.account, p.after, p.before, p.created_gte, p.created_lt, p.version, LIMIT]
    return k.raw<EventRow>(`SELECT ${columns} FROM ${found} ORDER BY found.seq ${order} LIMIT ?`, [
      p.types,
      ...(isPostgres(k) ? [] : [p.account]),
      ...own,
      LIMIT,
    ])
  })
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
 * Lists events, newest first, of all types or of some. Every event that is committed by now has its place, and later events come before all of them. So a client
 * that reads on from the newest event sees each event once. Throws parameter_invalid for a wrong cursor.
 */
export async function listEvents<Given extends EventRequest>(
  { mode: { database, config }, account }: Scope<ListMode>,
  request: Exactly<EventRequest, Given>,
  shown?: Shown,
): Promise<Page<EventRow>> {
  const { type, limit = DEFAULT_LIMIT }: EventRequest = request
  await listCommitted(database, account)
  const { direction, cursor } = await startOf(request, (id) => database.one(findPlace, { account, id }), keptFor(config))
  const range = await rangeOf(database, account, request)
  if (cursor && direction === "newer") range.after = Math.max(range.after, cursor.seq)
  if (cursor && direction === "older") range.before = Math.min(range.before, cursor.seq)
  const pages = direction === "newer" ? oldestFirst : newestFirst
  const values = { account, ...range, limit: limit + 1 }
  return pageOf(await read(database, pages, values, type === undefined ? shown : of(type, shown)), limit, direction)
}

/** A type that is not shown has no events. */
function of(type: EventType, { types, version }: Shown = { types: [type], version: NEWEST_VERSION }): Shown {
  return { types: types.filter((each) => each === type), version }
}

function read(
  db: Queries,
  { every, ofType, ofTypes }: typeof oldestFirst,
  values: Range & { account: string; limit: number },
  shown: Shown | undefined,
): Promise<EventRow[]> {
  if (!shown) return db.all(every, values)
  const { types, version } = shown
  const [type] = types
  const own = { ...values, version }
  return type && types.length === 1 ? db.all(ofType, { ...own, type }) : db.all(ofTypes, { ...own, types: [...types] })
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
