// The pages of the log of requests. The filters have no indexes, because each index would cost every request of the API a write.
import { integer, text } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { isPostgres } from "../db/dialect.ts"
import { INDEXED } from "../db/request-tables.ts"
import { pick, type Sql } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import { LONGEST_MS, type Wanted } from "./find.ts"
import { findRequest, type Index, indexAbout, NEWEST } from "./store.ts"
import { apiRequests, type RequestRow } from "./table.ts"

/** A filter for the requests of an account. A member that is left out filters nothing. */
export type Search = Pick<Wanted, "about" | "key" | "status" | "since"> & {
  account: string
  operation?: string
  /** Real milliseconds, exclusive. */
  until?: number
}

/**
 * A page of a list of requests. If there may be more requests, those of the next page were written before the request `next`. Its id is of the
 * account itself. Its place in the log would say how many requests all accounts send.
 */
export type RequestPage = { rows: RequestRow[]; next: string | undefined }

/** How many requests one page reads. Reading them takes well under 100 ms. */
export const SEARCHED_OF_PAGE = 20_000

/**
 * Returns the newest requests that fit the filter and were written before the request `before`, newest first, at most `count`. None if the
 * account has no such request, as when it was deleted by its age with all before it. Reads 20,000 requests of the wanted days. If few
 * requests fit the filter, a page may be empty although the next page is not.
 */
export async function pageOfRequests(
  db: Queries,
  search: Search,
  { before, count }: { before?: string; count: number },
): Promise<RequestPage> {
  const lastShown = before === undefined ? undefined : await findRequest(db, before)
  if (before !== undefined && lastShown?.account !== search.account) return { rows: [], next: undefined }
  const { first, end } = await placesOf(db, search)
  const { about, account } = search
  const { searched, bottom } = by[about ? indexAbout(about) : "account"]
  const range = { account, value: about ?? account, before: Math.min(lastShown?.seq ?? NEWEST, end), first }
  const isFiltered = [search.key, search.status, search.operation].some((filter) => filter !== undefined)
  const last = isFiltered ? await db.one(bottom, { ...range, offset: SEARCHED_OF_PAGE - 1 }) : undefined
  const rows = await db.all(searched, { ...range, ...filtersOf(search), first: last?.seq ?? first, limit: count + 1 })
  if (rows.length > count) return { rows: rows.slice(0, count), next: rows[count - 1]?.id }
  return { rows, next: last?.id }
}

/** The places of the requests of some dates: from `first` on, and before `end`. Times rise with places, except by up to LONGEST_MS. */
async function placesOf(db: Queries, { since, until }: Search): Promise<{ first: number; end: number }> {
  const placeOf = async (atMs: number) => (await db.one(placeAt, { at_ms: atMs }))?.place
  const [first, end] = await Promise.all([
    since === undefined ? undefined : placeOf(since - LONGEST_MS),
    until === undefined ? undefined : placeOf(until + LONGEST_MS),
  ])
  return { first: first ?? 0, end: end ?? NEWEST }
}

/**
 * A place in the log with later requests from it on and earlier requests before it. It is found by bisection, because there is no index of
 * the time. If times do not rise, it is one of several such places.
 */
const placeAt = apiRequests.statement(["at_ms"], (_, p, k) => {
  const middle = "(low + high) / 2"
  const isEarlier = `(SELECT at_ms FROM api_requests WHERE seq >= ${middle} ORDER BY seq LIMIT 1) < :at`
  return k.raw<{ place: number | null }>(
    `WITH RECURSIVE halves (low, high) AS (
       SELECT (SELECT min(seq) FROM api_requests), (SELECT max(seq) FROM api_requests) + 1
       UNION ALL
       SELECT CASE WHEN ${isEarlier} THEN ${middle} + 1 ELSE low END, CASE WHEN ${isEarlier} THEN high ELSE ${middle} END
       FROM halves WHERE low < high
     )
     SELECT min(high) AS place FROM halves`,
    { at: p.at_ms },
  )
})

const RANGE = ["account", "value", "first", "before"] as const
const by = { account: searchBy("account"), payment_intent: searchBy("payment_intent"), resource: searchBy("resource") }

/** The requests between two places, in the order of an index. */
function rangeOf(index: Index, k: Sql): string {
  if (index === "account") return "account = :account AND seq >= :first AND seq < :before"
  // The conditions rule out the index of the account, which has more rows: the order does so on Postgres, and the sign on SQLite.
  return isPostgres(k)
    ? `(${index}, seq) >= (:value, :first) AND (${index}, seq) < (:value, :before) AND ${INDEXED[index]} AND account = :account`
    : `${index} = :value AND seq >= :first AND seq < :before AND ${INDEXED[index]} AND +account = :account`
}

function searchBy(index: Index) {
  const range = ["account", { value: text(), first: integer(), before: integer() }] as const
  const filters = { status_from: integer(), status_to: integer(), since: integer(), until: integer() }
  const newestFirst = `ORDER BY ${index} DESC, seq DESC`
  const rangeIn = (k: Sql) => `FROM api_requests WHERE ${rangeOf(index, k)}`
  return {
    searched: apiRequests.statement([...range, "key", "operation", filters, { limit: integer() }], (_, p, k) => {
      const is = (column: string) => `(CAST(:${column} AS text) IS NULL OR ${column} = :${column})`
      return k.raw<RequestRow>(
        `SELECT ${apiRequests.names} ${rangeIn(k)} AND ${is("key")} AND ${is("operation")} AND status >= :status_from AND status <= :status_to
         AND at_ms >= :since AND at_ms < :until ${newestFirst} LIMIT :limit`,
        { ...pick(p, [...RANGE, "key", "operation", "status_from", "status_to", "since", "until"]), limit: LIMIT },
      )
    }),
    /** The oldest of the requests that the search reads. No row if there are fewer. */
    bottom: apiRequests.statement([...range, { offset: integer() }], (_, p, k) =>
      k.raw<Pick<RequestRow, "seq" | "id">>(
        `SELECT seq, id ${rangeIn(k)} ${newestFirst} LIMIT 1 OFFSET :offset`,
        pick(p, [...RANGE, "offset"]),
      ),
    ),
  }
}

function filtersOf({ key, operation, status, since = 0, until = NEWEST }: Search) {
  const [from, to] = statusesOf(status)
  return { key: key ?? null, operation: operation ?? null, status_from: from, status_to: to, since, until }
}

/** A status such as `402`, or a class such as `4xx`. */
function statusesOf(status: string | undefined): [from: number, to: number] {
  if (status === undefined) return [0, 999]
  return status.endsWith("xx") ? [Number(status[0]) * 100, Number(status[0]) * 100 + 99] : [Number(status), Number(status)]
}
