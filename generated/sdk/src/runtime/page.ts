import { APIError, VintemError } from "./errors.ts"
import type { WithResponse } from "./types.ts"

/** A list as the service returns it. */
export type List<T> = {
  object: "list"
  data: T[]
  /** Whether there are more items in this direction. */
  has_more: boolean
  /** The path of the list. */
  url: string
}

/** `limit` is the maximum number of items to return. */
export type ToArrayOptions = { limit?: number }

/** Iterates over all items from here on. Fetches further pages as needed. */
export type AutoPaging<T> = AsyncIterable<T> & {
  /** Collects the items of as many pages as needed, up to `limit`. */
  toArray(options?: ToArrayOptions): Promise<T[]>
}

/**
 * One page of a list. `for await` continues with the following pages. They go from newest to oldest, or with `ending_before` from the item
 * next to the cursor to the newest.
 */
export type Page<T> = WithResponse<List<T>> &
  AutoPaging<T> & {
    /** Fetches the next page. Returns undefined after the last page. */
    nextPage(): Promise<Page<T> | undefined>
  }

/** A list that is fetched when you await it (the first page) or iterate over it (all items). */
export type PagePromise<T> = Promise<Page<T>> & AutoPaging<T>

/** The query parameters of a list. */
export type ListQuery = { starting_after?: string | null; ending_before?: string | null; limit?: number | null }

/** Fetches one page. */
export type FetchPage<T> = (query: ListQuery) => Promise<WithResponse<List<T>>>

const MAX_PAGE_SIZE = 100

const defineHidden = <T extends object, M extends object>(target: T, members: M): T & M => {
  for (const name of Reflect.ownKeys(members)) {
    Object.defineProperty(target, name, { value: members[name as keyof M], configurable: true })
  }
  return target as T & M
}

const toArray = async <T>(items: AsyncIterable<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> => {
  if (!(limit >= 0)) throw new VintemError("toArray: limit must be 0 or more.")
  const array: T[] = []
  if (limit === 0) return array
  for await (const item of items) {
    array.push(item)
    if (array.length >= limit) break
  }
  return array
}

const makePage = <T>(list: WithResponse<List<T>>, query: ListQuery, fetchPage: FetchPage<T>): Page<T> => {
  if (!Array.isArray(list.data)) throw new APIError("The response is not a list: it has no `data`.", list.lastResponse)
  const backwards = query.ending_before != null
  const nextPage = async () => {
    const last = (backwards ? list.data[0] : list.data.at(-1)) as { id?: string } | undefined
    if (!list.has_more || last?.id === undefined) return undefined
    const next = { ...query, [backwards ? "ending_before" : "starting_after"]: last.id }
    return makePage(await fetchPage(next), next, fetchPage)
  }
  const page: Page<T> = defineHidden(list, {
    nextPage,
    async *[Symbol.asyncIterator]() {
      for (let at: Page<T> | undefined = page; at; at = await at.nextPage()) yield* backwards ? [...at.data].reverse() : at.data
    },
    toArray: (options?: ToArrayOptions) => toArray(page, options?.limit),
  })
  return page
}

/** Returns the list of a query without fetching it. Iteration without a `limit` fetches pages of the maximum size. */
export const pagePromise = <T>(query: ListQuery | null | undefined, paged: boolean, fetchPage: FetchPage<T>): PagePromise<T> => {
  let first: Promise<Page<T>> | undefined
  const load = (pageQuery: ListQuery) => fetchPage(pageQuery).then((list) => makePage(list, pageQuery, fetchPage))
  const promise = () => {
    first ??= load({ ...query })
    return first
  }
  const items = (maxItems = MAX_PAGE_SIZE): AsyncIterable<T> => ({
    async *[Symbol.asyncIterator]() {
      const limit = query?.limit ?? Math.max(1, Math.min(Math.ceil(maxItems), MAX_PAGE_SIZE))
      yield* await (first ?? load(paged ? { ...query, limit } : { ...query }))
    },
  })
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is fetched when it is awaited.
    then: (resolve, reject) => promise().then(resolve, reject),
    catch: (reject) => promise().catch(reject),
    finally: (callback) => promise().finally(callback),
    toArray: (options) => toArray(items(options?.limit), options?.limit),
    [Symbol.asyncIterator]: () => items()[Symbol.asyncIterator](),
    [Symbol.toStringTag]: "PagePromise",
  }
}
