import type { WithResponse } from "./types.js";
/** A list as the service answers it. */
export type List<T> = {
    object: "list";
    data: T[];
    /** Whether there is more in the direction of travel. */
    has_more: boolean;
    /** The path of the list. */
    url: string;
};
/** How many items to take at most. */
export type ToArrayOptions = {
    limit?: number;
};
/** What a page and a list that is still to be asked for have in common: all items from there on, page after page. */
export type AutoPaging<T> = AsyncIterable<T> & {
    /** Gathers the items, over as many pages as it takes, up to `limit`. */
    toArray(options?: ToArrayOptions): Promise<T[]>;
};
/**
 * One page of a list. `for await` over it goes on with the pages after it, in the direction of travel: from newest to
 * oldest, or with `ending_before` from the item next to the cursor to the newest.
 */
export type Page<T> = WithResponse<List<T>> & AutoPaging<T> & {
    /** The next page in the direction of travel, or undefined after the last. */
    nextPage(): Promise<Page<T> | undefined>;
};
/** A list that is asked for when it is awaited (its first page) or iterated (all of its items). */
export type PagePromise<T> = Promise<Page<T>> & AutoPaging<T>;
/** The query of a list. */
export type ListQuery = {
    starting_after?: string | null;
    ending_before?: string | null;
    limit?: number | null;
};
/** Asks for one page. */
export type FetchPage<T> = (query: ListQuery) => Promise<WithResponse<List<T>>>;
/** The list of a query; nothing is asked for yet. Who iterates and names no `limit` gets the largest pages there are. */
export declare const pagePromise: <T>(query: ListQuery | null | undefined, paged: boolean, fetchPage: FetchPage<T>) => PagePromise<T>;
