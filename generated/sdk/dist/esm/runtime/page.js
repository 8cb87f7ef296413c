import { VintemError } from "./errors.js";
const MOST_A_PAGE = 100;
const hide = (target, members) => {
    for (const name of Reflect.ownKeys(members)) {
        Object.defineProperty(target, name, { value: members[name], configurable: true });
    }
    return target;
};
const toArray = async (items, limit = Number.POSITIVE_INFINITY) => {
    if (!(limit >= 0))
        throw new VintemError("toArray: limit must be a number that is not negative.");
    const array = [];
    if (limit === 0)
        return array;
    for await (const item of items) {
        array.push(item);
        if (array.length >= limit)
            break;
    }
    return array;
};
const makePage = (list, query, fetchPage) => {
    const backwards = query.ending_before != null;
    const nextPage = async () => {
        const last = (backwards ? list.data[0] : list.data.at(-1));
        if (!list.has_more || last?.id === undefined)
            return undefined;
        const next = { ...query, [backwards ? "ending_before" : "starting_after"]: last.id };
        return makePage(await fetchPage(next), next, fetchPage);
    };
    const page = hide(list, {
        nextPage,
        async *[Symbol.asyncIterator]() {
            for (let at = page; at; at = await at.nextPage())
                yield* backwards ? [...at.data].reverse() : at.data;
        },
        toArray: (options) => toArray(page, options?.limit),
    });
    return page;
};
/** The list of a query; nothing is asked for yet. Who iterates and names no `limit` gets the largest pages there are. */
export const pagePromise = (query, paged, fetchPage) => {
    let first;
    const ask = (asked) => fetchPage(asked).then((list) => makePage(list, asked, fetchPage));
    const promise = () => {
        first ??= ask({ ...query });
        return first;
    };
    const items = (atMost = MOST_A_PAGE) => ({
        async *[Symbol.asyncIterator]() {
            const limit = query?.limit ?? Math.max(1, Math.min(Math.ceil(atMost), MOST_A_PAGE));
            yield* await (first ?? ask(paged ? { ...query, limit } : { ...query }));
        },
    });
    return {
        // biome-ignore lint/suspicious/noThenProperty: a list is asked for when it is awaited.
        then: (resolve, reject) => promise().then(resolve, reject),
        catch: (reject) => promise().catch(reject),
        finally: (callback) => promise().finally(callback),
        toArray: (options) => toArray(items(options?.limit), options?.limit),
        [Symbol.asyncIterator]: () => items()[Symbol.asyncIterator](),
        [Symbol.toStringTag]: "PagePromise",
    };
};
