import { ApiError } from "../../base/errors.ts"
import { MAX_SEARCH, MIN_SEARCH } from "../../base/search-terms.ts"
import { type Dates, DEFAULT_LIMIT, type Page, type PageRequest } from "../../db/page.ts"
import { statesOf } from "../intents/shown-state.ts"
import type { IntentStatus } from "../intents/state.ts"
import type { IntentRow } from "../intents/table.ts"
import type { Databases } from "./places.ts"
import { readSearch } from "./query.ts"
import { searchIntents } from "./search.ts"

/** The parameters of the list of payment intents, with the text that is searched for. */
export type FoundIntentsRequest = PageRequest & Dates & { query: string; customer?: string; status?: IntentStatus }

/**
 * Lists the payment intents of an account that a text finds and that pass the filters, newest first. Each page has as many as there are.
 * `readsCustomers`: whether the caller may find payments by the data of their customers. Throws parameter_invalid for a wrong cursor, and for
 * a text of less than 2 or more than 100 characters.
 */
export async function pageOfFoundIntents(
  database: Databases,
  account: string,
  { query: text, customer, status, created_gte, created_lt, limit = DEFAULT_LIMIT, ...page }: FoundIntentsRequest,
  { readsCustomers }: { readsCustomers: boolean },
): Promise<Page<IntentRow>> {
  const query = readSearch(text, readsCustomers)
  if (!query)
    throw new ApiError(
      "parameter_invalid",
      `'query' must have ${MIN_SEARCH} to ${MAX_SEARCH} characters, without blanks around them.`,
      "query",
    )
  const { rows, has_more } = await searchIntents(
    database,
    account,
    {
      query,
      ...(status !== undefined && { states: statesOf(status) }),
      ...(customer !== undefined && { customers: [customer] }),
      ...(created_gte !== undefined && { created_gte }),
      ...(created_lt !== undefined && { created_lt }),
    },
    { ...page, limit },
  )
  return { rows, has_more }
}
