import { must } from "../base/must.ts"
import { id, integer, milliseconds, text } from "../db/columns.ts"
import type { Queries } from "../db/database.ts"
import { unindexed } from "../db/dialect.ts"
import { type Page, type PageRequest, pageOf, startOf } from "../db/page.ts"
import { LIMIT } from "../db/statement.ts"
import { byNewest, type Entry } from "./log.ts"
import { auditLog, type EntryRow } from "./table.ts"

/** A search. `account` is null for entries that concern no account. The dates are Unix seconds, and the second one is exclusive. */
export type Search = {
  account: string | null
  action?: string | undefined
  actor?: string | undefined
  target?: string | undefined
  since?: number | undefined
  until?: number | undefined
}

type Point = Pick<EntryRow, "at_ms" | "id">

/** In the order of the indexes. */
const FILTERS = ["actor", "action", "target"] as const
type Filter = (typeof FILTERS)[number]

const findPoint = auditLog.find(["id"], (rows) => rows.select("at_ms", "id", "account"))

type Variant = { filters: readonly Filter[]; ofAccount: boolean; newer: boolean }

const nameOf = ({ filters, ofAccount, newer }: Variant) => `${filters} ${ofAccount} ${newer}`

/** Null if the entries are not filtered by it. */
const filter = text().nullable()

const PARAMETERS = [
  "account",
  { actor: filter, action: filter, target: filter },
  { from_ms: milliseconds(), from_id: id(), to_ms: milliseconds(), to_id: id(), limit: integer() },
] as const

/**
 * Reads entries between two entries. The order names all columns of an index. Otherwise a database could choose the index of the times
 * alone, which it would read to its end for an action that never happened. A target has few entries, so its index is always the best.
 */
const variant = ({ filters, ofAccount, newer }: Variant) =>
  auditLog.statement(PARAMETERS, (rows, p) => {
    const query = (ofAccount ? rows.where({ account: p.account }) : rows.whereNull("account")).limit(LIMIT)
    const looked = filters.includes("target") ? (["target"] as const) : filters
    for (const name of filters) if (!looked.includes(name)) query.whereRaw(`${unindexed(name)} = ?`, [p[name]])
    const key = [...looked, "at_ms", "id"]
    const order = newer ? "asc" : "desc"
    const values = looked.map((name) => p[name])
    const marks = key.map(() => "?")
    return query
      .whereRaw(`(${key}) > (${marks})`, [...values, p.from_ms, p.from_id])
      .whereRaw(`(${key}) < (${marks})`, [...values, p.to_ms, p.to_id])
      .orderByRaw(key.map((column) => `${column} ${order}`).join())
  })

const variants = new Map<string, ReturnType<typeof variant>>()
for (const bits of Array.from({ length: 2 ** FILTERS.length }, (_, number) => number)) {
  const filters = FILTERS.filter((_, place) => bits & (1 << place))
  for (const ofAccount of [true, false])
    for (const newer of [true, false]) {
      const each = { filters, ofAccount, newer }
      variants.set(nameOf(each), variant(each))
    }
}

/**
 * Lists the entries of several modes' databases that match a search, newest first, by keyset. Throws parameter_invalid for a
 * wrong cursor.
 */
export async function searchEntries(
  databases: readonly (Queries & { livemode: boolean })[],
  search: Search,
  request: PageRequest & { limit: number },
): Promise<Page<Entry>> {
  const find = async (id: string) => {
    const found = await Promise.all(databases.map((database) => database.one(findPoint, { id })))
    return found.find((point) => point?.account === search.account)
  }
  const { direction, cursor } = await startOf(request, find)
  const newer = direction === "newer"
  const { limit } = request
  const filters = FILTERS.filter((name) => search[name])
  const name = nameOf({ filters, ofAccount: search.account !== null, newer })
  const list = must(variants.get(name), name)
  const { account, actor = null, action = null, target = null } = search
  const parameters = { account, actor, action, target, ...endsOf(search, newer, cursor), limit: limit + 1 }
  const lists = await Promise.all(
    databases.map(async (database) =>
      (await database.all(list, parameters)).map((row) => ({ ...row, livemode: database.livemode })),
    ),
  )
  const found = lists.flat().sort(newer ? (a, b) => byNewest(b, a) : byNewest)
  return pageOf(found.slice(0, limit + 1), limit, direction)
}

const LAST_MS = Number.MAX_SAFE_INTEGER

/** Both ends, exclusive. The empty id sorts before every id of the same millisecond. */
function endsOf({ since, until }: Search, newer: boolean, cursor: Point | undefined) {
  const [first, last] = [since === undefined ? 0 : since * 1000, until === undefined ? LAST_MS : until * 1000]
  const from = newer && cursor && cursor.at_ms >= first ? cursor : { at_ms: first, id: "" }
  const to = !newer && cursor && cursor.at_ms < last ? cursor : { at_ms: last, id: "" }
  return { from_ms: from.at_ms, from_id: from.id, to_ms: to.at_ms, to_id: to.id }
}
