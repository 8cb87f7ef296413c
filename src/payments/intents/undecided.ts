import type { Queries } from "../../db/database.ts"
import { type Dates, DEFAULT_LIMIT, type Page, type PageRequest } from "../../db/page.ts"
import { pageOfIntents } from "./store.ts"
import type { IntentRow } from "./table.ts"

/** A page of the intents that are processing or authorized, for clients that see both as processing. The order is that of all lists. */
export async function pageOfUndecided(
  db: Queries,
  account: string,
  request: PageRequest & Dates & { customer?: string; status?: unknown },
): Promise<Page<IntentRow>> {
  const { limit = DEFAULT_LIMIT, ending_before, created_gte, created_lt, customer } = request
  const { starting_after } = request
  const asked = { limit, ending_before, starting_after, created_gte, created_lt, customer } as PageRequest &
    Dates & { customer?: string }
  const pages = []
  for (const status of ["processing", "requires_capture"] as const)
    pages.push(await pageOfIntents(db, account, { ...asked, status }))
  const isDated = created_gte !== undefined || created_lt !== undefined
  const newestFirst = (a: IntentRow, b: IntentRow) => (isDated && b.created - a.created) || (a.id < b.id ? 1 : -1)
  const rows = pages.flatMap((page) => page.rows).sort(newestFirst)
  const has_more = rows.length > limit || pages.some((page) => page.has_more)
  return { rows: ending_before ? rows.slice(-limit) : rows.slice(0, limit), has_more }
}
