import { VintemError } from "./errors.ts"
import type { WithResponse } from "./types.ts"

/** A list as the service answers it. */
export type List<T> = {
  object: "list"
  data: T[]
  /** Whether there is more in the direction of travel. */
  has_more: boolean
  /** The path of the list. */
  url: string
}

/** How many items to take at most. */
export type ToArrayOptions = { limit?: number }

/** What a page and a list that is still to be asked for have in common: all items from there on, page after page. */
export type AutoPaging<T> = AsyncIterable<T> & {
  /** Gathers the items, over as many pages as it takes, up to `limit`. */
  toArray(options?: ToArrayOptions): Promise<T[]>
}

/**
 * One page of a list. `for await` over it goes on with the pages after it, in the direction of travel: from newest to
 * oldest, or with `ending_before` from the item next to the cursor to the newest.
 */
export type Page<T> = WithResponse<List<T>> &
  AutoPaging<T> & {
    /** The next page in the direction of travel, or undefined after the last. */
    nextPage(): Promise<Page<T> | undefined>
  }

/** A list that is asked for when it is awaited (its first page) or iterated (all of its items). */
export type PagePromise<T> = Promise<Page<T>> & AutoPaging<T>

/** The query of a list. */
export type ListQuery = { starting_after?: string | null; ending_before?: string | null; limit?: number | null }

/** Asks for one page. */
export type FetchPage<T> = (query: ListQuery) => Promise<WithResponse<List<T>>>

const MAX_PAGE_SIZE = 100

const hide = <T extends object, M extends object>(target: T, members: M): T & M => {
  for (const name of Reflect.ownKeys(members)) {
    Object.defineProperty(target, name, { value: members[name as keyof M], configurable: true })
  }
  return target as T & M
}

const toArray = async <T>(items: AsyncIterable<T>, limit = Number.POSITIVE_INFINITY): Promise<T[]> => {
  if (!(limit >= 0)) throw new VintemError("toArray: limit must be a number that is not negative.")
  const array: T[] = []
  if (limit === 0) return array
  for await (const item of items) {
    array.push(item)
    if (array.length >= limit) break
  }
  return array
}

const makePage = <T>(list: WithResponse<List<T>>, query: ListQuery, fetchPage: FetchPage<T>): Page<T> => {
  const backwards = query.ending_before != null
  const nextPage = async () => {
    const last = (backwards ? list.data[0] : list.data.at(-1)) as { id?: string } | undefined
    if (!list.has_more || last?.id === undefined) return undefined
    const next = { ...query, [backwards ? "ending_before" : "starting_after"]: last.id }
    return makePage(await fetchPage(next), next, fetchPage)
  }
  const page: Page<T> = hide(list, {
    nextPage,
    async *[Symbol.asyncIterator]() {
      for (let at: Page<T> | undefined = page; at; at = await at.nextPage()) yield* backwards ? [...at.data].reverse() : at.data
    },
    toArray: (options?: ToArrayOptions) => toArray(page, options?.limit),
  })
  return page
}

/** The list of a query; nothing is asked for yet. Who iterates and names no `limit` gets the largest pages there are. */
export const pagePromise = <T>(query: ListQuery | null | undefined, paged: boolean, fetchPage: FetchPage<T>): PagePromise<T> => {
  let first: Promise<Page<T>> | undefined
  const ask = (asked: ListQuery) => fetchPage(asked).then((list) => makePage(list, asked, fetchPage))
  const promise = () => {
    first ??= ask({ ...query })
    return first
  }
  const items = (atMost = MAX_PAGE_SIZE): AsyncIterable<T> => ({
    async *[Symbol.asyncIterator]() {
      const limit = query?.limit ?? Math.max(1, Math.min(Math.ceil(atMost), MAX_PAGE_SIZE))
      yield* await (first ?? ask(paged ? { ...query, limit } : { ...query }))
    },
  })
  return {
    // biome-ignore lint/suspicious/noThenProperty: a list is asked for when it is awaited.
    then: (resolve, reject) => promise().then(resolve, reject),
    catch: (reject) => promise().catch(reject),
    finally: (callback) => promise().finally(callback),
    toArray: (options) => toArray(items(options?.limit), options?.limit),
    [Symbol.asyncIterator]: () => items()[Symbol.asyncIterator](),
    [Symbol.toStringTag]: "PagePromise",
  }
}
