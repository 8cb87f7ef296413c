import { setImmediate as yieldToOthers } from "node:timers/promises"
import type { CustomerRow } from "../../accounts/tables.ts"
import { customersOfIds } from "../../customers/customers.ts"
import { type CursorRequest, type Direction, pageOf, startOf } from "../../db/page.ts"
import type { IntentRow } from "../intents/table.ts"
import { candidatesOf, placeOf, rowsAt } from "./candidates.ts"
import { type IntentsWanted, isWanted, paymentsOf, readListed } from "./listed.ts"
import type { Looking } from "./looking.ts"
import type { Databases, Order, Place } from "./places.ts"
import { isFound, type SearchQuery } from "./query.ts"

/** `query` is what was searched for. Without it, all payments that pass the filters are found. */
export type Search = IntentsWanted & { query?: SearchQuery }

/** `mostExamined`: how many payments of a customer a page may examine. It then has fewer rows than it could, and `has_more`. */
export type SearchRequest = CursorRequest & { mostExamined?: number }

/** `ends`: the first and the last payment that were examined. The neighboring pages begin there. */
export type IntentsFound = { rows: IntentRow[]; has_more: boolean; ends: { id: string }[] }

/** How many candidates are looked up at first, and how many if the newest payments had too few matches. */
const FEW = 300
const MANY = 20_000
/** The same for the meanings whose candidates are read newest first. */
const FEW_IN_ORDER = 50
const MANY_IN_ORDER = 1000
/** How many of the newest payments are compared. If one of 100 payments matches, they fill a page. */
const NEWEST = 1000
/** How many candidates are compared with the filters. Filters that leave fewer are better read by their own index. */
const MOST_COMPARED = 5000
const AT_ONCE = 100
const MOST_AT_ONCE = 500

/**
 * Finds payment intents of an account, newest first. What is found has one of the meanings of the query and passes all filters. Throws
 * parameter_invalid for a wrong cursor.
 *
 * A meaning that few payments have is looked up by its index. One that many have is found among the newest payments. So first some
 * candidates are looked up, then the newest payments are compared, then more candidates are looked up, and then all payments that pass the
 * filters are compared. Each of these finds the same page, and the first that can tell gives it.
 */
export async function searchIntents(
  db: Databases,
  account: string,
  search: Search,
  { mostExamined = Number.POSITIVE_INFINITY, ...request }: SearchRequest,
): Promise<IntentsFound> {
  const { direction, cursor: after } = await startOf(request, (id) => db.one(placeOf, { account, id }))
  const { query, customers, ...wanted } = search
  const page: Page = { db, account, wanted, query, order: orderOf(direction), after, limit: request.limit }
  if (customers) return walked(await walk(page, customers, mostExamined), direction)
  const found = query ? await firstToTell(page, query) : await readListed(db, account, wanted, page)
  const { rows, has_more } = pageOf(found, request.limit, direction)
  return { rows, has_more, ends: rows }
}

const orderOf = (direction: Direction): Order => (direction === "newer" ? "asc" : "desc")

type Page = Omit<Looking, "most" | "mostInOrder" | "isThorough"> & { query: SearchQuery | undefined; limit: number }

/** Returns the rows of the page, and one more if there are more. */
async function firstToTell(page: Page, query: SearchQuery): Promise<IntentRow[]> {
  const compared = compareListed(page)
  return (
    (await lookUp(page, query, FEW)) ?? (await compared(NEWEST)) ?? (await lookUp(page, query, MANY)) ?? (await compared()) ?? []
  )
}

/** Looks up candidates. Returns undefined if more of them would be needed to tell. */
async function lookUp(page: Page, query: SearchQuery, most: number): Promise<IntentRow[] | undefined> {
  const isThorough = most === MANY
  const looking = { ...page, most, mostInOrder: Math.max(page.limit + 1, isThorough ? MANY_IN_ORDER : FEW_IN_ORDER), isThorough }
  const candidates = await candidatesOf(query, looking)
  if (!candidates) return undefined
  const { places, complete } = candidates
  const found: IntentRow[] = []
  for (let at = 0; at < places.length; at += AT_ONCE) {
    if (at >= MOST_COMPARED) return undefined
    found.push(...(await foundIn(page, await rowsAt(looking, places.slice(at, at + AT_ONCE)))))
    if (found.length > page.limit) return found.slice(0, page.limit + 1)
    await yieldToOthers()
  }
  return complete ? found : undefined
}

/** Compares the payments that pass the filters, in order. Each call goes on, and returns undefined if `most` were too few. */
function compareListed(page: Page): (most?: number) => Promise<IntentRow[] | undefined> {
  const { db, account, wanted, order, limit } = page
  const found: IntentRow[] = []
  let after: Place | undefined = page.after
  return async (most = Number.POSITIVE_INFINITY) => {
    let atOnce = AT_ONCE
    for (let compared = 0; compared < most; compared += atOnce) {
      const rows: IntentRow[] = await readListed(db, account, wanted, { order, after, limit: atOnce - 1 })
      found.push(...(await foundIn(page, rows)))
      if (found.length > limit || rows.length < atOnce) return found.slice(0, limit + 1)
      after = rows.at(-1)
      atOnce = Math.min(MOST_AT_ONCE, atOnce * 2)
      await yieldToOthers()
    }
    return undefined
  }
}

/** The payments among some that the query finds and that pass the filters. */
async function foundIn({ db, account, wanted, query }: Page, rows: IntentRow[]): Promise<IntentRow[]> {
  const passing = rows.filter((row) => isWanted(row, wanted))
  if (!query) return passing
  const customers = await customersIn(
    db,
    account,
    query,
    passing.map(({ customer }) => customer),
  )
  return passing.filter((row) => isFound(query, row, customers.get(row.customer)))
}

/** The customers of payments as they are now, if the query is about customers. */
async function customersIn(db: Databases, account: string, query: SearchQuery | undefined, ids: readonly string[]) {
  if (!query?.customer || ids.length === 0) return new Map<string, CustomerRow>()
  return customersOfIds(db, { account }, ids)
}

type Walk = { rows: IntentRow[]; looked: IntentRow[]; has_more: boolean }

/** Examines the payments of a few customers until enough are found. The next page goes on after the last one. */
async function walk(page: Page, ids: readonly string[], most: number): Promise<Walk> {
  const { db, account, wanted, query, limit } = page
  const customers = await customersIn(db, account, query, ids)
  const rows: IntentRow[] = []
  const looked: IntentRow[] = []
  for await (const row of paymentsOf(db, account, ids, page)) {
    if (rows.length === limit || looked.length === most) return { rows, looked, has_more: true }
    looked.push(row)
    if (isWanted(row, wanted) && (!query || isFound(query, row, customers.get(row.customer)))) rows.push(row)
  }
  return { rows, looked, has_more: false }
}

function walked({ rows, looked, has_more }: Walk, direction: Direction): IntentsFound {
  const ends = [looked[0], looked.at(-1)].filter((row) => row !== undefined)
  return direction === "newer" ? { rows: rows.reverse(), has_more, ends: ends.reverse() } : { rows, has_more, ends }
}
