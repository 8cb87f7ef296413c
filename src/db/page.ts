import { ApiError } from "../base/errors.ts"
import { must } from "../base/must.ts"
import { type AnyTable, type Column, type Columns, integer, seconds, text } from "./columns.ts"
import type { Queries } from "./database.ts"
import { isPostgres, unindexed } from "./dialect.ts"
import { type AnyStatement, LIMIT, type Statement, USUAL_LIMIT } from "./statement.ts"
import { type AnyBuild, type RowOf, statementOn, type Table } from "./table.ts"

/** The parameters of each list (openapi.yaml, Lists). */
export type PageRequest = { limit?: number; starting_after?: string; ending_before?: string }
/** The parameters of a list that can be limited to some days, in Unix seconds. */
export type Dates = { created_gte?: number; created_lt?: number }
/** A page whose length the caller sets. */
export type CursorRequest = PageRequest & { limit: number }
/**
 * A request that has no members but those of `Known`. A handler passes the query of the contract on as a whole. So a parameter that the
 * contract has and the list lacks does not compile, instead of being ignored.
 */
export type Exactly<Known, Given> = Given & { readonly [Name in Exclude<keyof Given, keyof Known>]: never }
export type Page<Row> = { rows: Row[]; has_more: boolean }

export const DEFAULT_LIMIT = USUAL_LIMIT - 1

/** The direction of travel: from the newest item on, or from a cursor to older or to newer items. */
export type Direction = "first" | "older" | "newer"

type Cursor = { id: string; created: number }
type WasDeleted = (db: Queries, account: string, id: string) => Promise<boolean>

/** A row that can be listed, by the columns of its table. */
type Listed = { id: Column<string>; account: Column<string>; created: Column<number> }

type Dated = boolean | "always"

/** What a list can be asked for, by its options. */
type Request<Row, Name extends keyof Row, Within extends keyof Row, D extends Dated> = PageRequest & {
  readonly [Filter in Name]?: Row[Filter] | undefined
} & Pick<Row, Within> &
  (D extends false ? unknown : Dates)

type Options<Name extends string, Within extends string, D extends Dated> = {
  /** The columns by which a list can be filtered. */
  filters?: readonly Name[]
  /** A column by which each list is filtered. It leaves few rows. */
  within?: Within
  /** Whether the list can be limited to some days. `always`: it is read in the order of dates without days, too. */
  dated?: D
  /** A filter that leaves few rows, such as a customer. */
  owner?: NoInfer<Name>
  /** If items can be deleted: whether this one was. A client may then page on from it, because its id still has its place. */
  wasDeleted?: WasDeleted
}

/**
 * A statement of a list, and the first columns of the indexes with which it reads no rows of other lists. One of them must exist. If it has
 * an `owner`, it reads the few rows of the owner, and may sort them.
 */
export type ListStatement = { table: string; statement: AnyStatement; indexes: string[][]; hasOwner: boolean }

/** The statements of all lists, for the test of the query plans. */
export const listStatements: ListStatement[] = []

/**
 * Lists the rows of a table, newest first, by keyset on (account, filter …, id). Rows that are inserted between two pages cause no
 * duplicates and no gaps. Each list needs an index on these columns, and a dated one on (account, filter …, created, id).
 * Throws parameter_invalid for a wrong cursor.
 */
export function pages<
  C extends Listed & Columns,
  Name extends keyof C & string = never,
  Within extends keyof C & string = never,
  D extends Dated = false,
>(table: Table<C>, { filters: filterable = [], within, dated, owner, wasDeleted }: Options<Name, Within, D> = {}) {
  type Row = RowOf<{ columns: C }>
  const cursors = statementOn<Cursor>(table, (rows, p) => rows.where({ account: p.account, id: p.id }).select("id", "created"))
  const variants = new Map<string, Statement<Row>>()
  for (const given of subsets(filterable)) {
    for (const direction of ["first", "older", "newer"] as const) {
      const list = { table, filters: within ? [within, ...given] : given, owner: owner ?? within, direction }
      if (dated !== "always") variants.set(`${direction} ${given}`, pageById(list))
      if (dated) variants.set(`${direction} by date ${given}`, pageByDate(list))
    }
  }

  return async function page<Given extends Request<Row, Name, Within, D>>(
    db: Queries,
    account: string,
    request: Exactly<Request<Row, Name, Within, D>, Given>,
  ): Promise<Page<Row>> {
    const { limit = DEFAULT_LIMIT, created_gte, created_lt }: PageRequest & Dates = request
    const find = async (id: string) =>
      (await db.one(cursors, { account, id })) ?? ((await wasDeleted?.(db, account, id)) ? { id, created: 0 } : undefined)
    const { direction, cursor } = await startOf(request, find)
    const used = filterable.filter((name) => request[name] != null)
    const byDate = dated === "always" || created_gte !== undefined || created_lt !== undefined
    const variant = `${direction} ${byDate ? "by date " : ""}${used}`
    const found = await db.all(must(variants.get(variant), variant), {
      ...request,
      account,
      ...(byDate ? endsOf({ created_gte, created_lt }, direction, cursor) : { cursor: cursor?.id ?? null }),
      limit: limit + 1,
    })
    return pageOf(found, limit, direction)
  }
}

/**
 * Returns the item at which a page begins, and the direction of travel from there. `find` looks up the item of the cursor. Throws
 * parameter_invalid for two cursors, and for a cursor that `find` does not know. `hint` says what may have become of that item.
 */
export async function startOf<Found>(
  { starting_after, ending_before }: PageRequest,
  find: (id: string) => Promise<Found | undefined>,
  hint = "",
): Promise<{ direction: Direction; cursor: Found | undefined }> {
  if (starting_after && ending_before) {
    throw new ApiError("parameter_invalid", "Send starting_after or ending_before, not both.", "ending_before")
  }
  const id = starting_after ?? ending_before
  if (!id) return { direction: "first", cursor: undefined }
  const [direction, param] = starting_after ? (["older", "starting_after"] as const) : (["newer", "ending_before"] as const)
  const cursor = await find(id)
  if (!cursor)
    throw new ApiError(
      "parameter_invalid",
      `No such item in this list: '${id.slice(0, 64)}'. Send the id of an item that the list returned.${hint}`,
      param,
    )
  return { direction, cursor }
}

/**
 * Makes a page of the rows that were found. One row more than `limit` means that there are more. Newer rows come oldest first, so they are
 * reversed.
 */
export function pageOf<Row>(found: Row[], limit: number, direction: Direction): Page<Row> {
  const rows = found.slice(0, limit)
  return { rows: direction === "newer" ? rows.reverse() : rows, has_more: found.length > limit }
}

type List = { table: AnyTable; filters: readonly string[]; owner: string | undefined; direction: Direction }

function pageById<Row>({ table, filters, owner, direction }: List): Statement<Row> {
  const cursors: Columns = direction === "first" ? {} : { cursor: text() }
  const list = listOf<Row>(table, filters, cursors, (rows, p) => {
    const query = rows.where({ account: p.account }).limit(LIMIT)
    for (const name of filters) query.whereRaw(`${columnOf(name, filters, owner)} = ?`, [p[name] ?? null])
    if (direction !== "first") query.where("id", direction === "older" ? "<" : ">", p.cursor ?? null)
    return query.orderBy("id", direction === "newer" ? "asc" : "desc")
  })
  listStatements.push({ table: table.name, statement: list, indexes: indexesOf(filters, owner, ["id"]), hasOwner: false })
  return list
}

/**
 * A list with the parameters `others`. The kinds of the parameters let equal lists become one query on Postgres. A list with filters says
 * none: Postgres then chooses an index by how rare the value of a filter is.
 */
function listOf<Row>(table: AnyTable, filters: readonly string[], others: Columns, build: AnyBuild): Statement<Row> {
  const given: Columns = { account: text(), ...others, limit: integer() }
  const kinds = Object.entries(given).map(([name, { kind }]) => [name, { kind, column: undefined }] as const)
  return statementOn<Row>(table, build, undefined, filters.length === 0 ? new Map(kinds) : undefined)
}

/**
 * The order is (created, id). In the order of ids, a page of old rows would first read all newer ones. SQLite has no statistics that show
 * how rare a filter's value is. So on SQLite the filters come first in the order, and only an index with these filters fits.
 */
function pageByDate<Row>({ table, filters, owner, direction }: List): Statement<Row> {
  const hasOwner = owner !== undefined && filters.includes(owner)
  const ends = { from_created: seconds(), from_id: text(), to_created: seconds(), to_id: text() }
  const list = listOf<Row>(table, filters, ends, (rows, p, k) => {
    const query = rows.where({ account: p.account }).limit(LIMIT)
    const inOrder = isPostgres(k) || hasOwner ? [] : filters
    for (const name of filters)
      if (!inOrder.includes(name)) query.whereRaw(`${columnOf(name, filters, owner)} = ?`, [p[name] ?? null])
    const columns = [...inOrder, columnOf("created", filters, owner), "id"]
    const values = `(${columns.map(() => "?")})`
    const same = inOrder.map((name) => p[name] ?? null)
    query.whereRaw(`(${columns.join(", ")}) > ${values}`, [...same, p.from_created ?? null, p.from_id ?? null])
    query.whereRaw(`(${columns.join(", ")}) < ${values}`, [...same, p.to_created ?? null, p.to_id ?? null])
    const order = direction === "newer" ? "asc" : "desc"
    return query.orderByRaw(columns.map((column) => `${column} ${order}`).join(", "))
  })
  listStatements.push({ table: table.name, statement: list, indexes: indexesOf(filters, owner, ["created", "id"]), hasOwner })
  return list
}

/** A column in a condition. An owner has few rows, so its index is the best one. */
function columnOf(name: string, filters: readonly string[], owner: string | undefined): string {
  if (name === owner || owner === undefined || !filters.includes(owner)) return name
  return unindexed(name)
}

/** The indexes with which a list reads its own rows only. That of an owner is enough, and so is that of one of several filters. */
function indexesOf(filters: readonly string[], owner: string | undefined, order: string[]): string[][] {
  if (owner !== undefined && filters.includes(owner)) return [["account", owner]]
  if (filters.length === 0) return [["account", ...order]]
  return filters.map((name) => ["account", name, ...order])
}

/** Both bounds of a page by date, exclusive. The empty id sorts before every id of the same second. */
function endsOf(
  { created_gte = 0, created_lt = Number.MAX_SAFE_INTEGER }: Dates,
  direction: Direction,
  cursor: Cursor | undefined,
) {
  const from = direction === "newer" && cursor && cursor.created >= created_gte ? cursor : { created: created_gte, id: "" }
  const to = direction === "older" && cursor && cursor.created < created_lt ? cursor : { created: created_lt, id: "" }
  return { from_created: from.created, from_id: from.id, to_created: to.created, to_id: to.id }
}

function subsets<T>(items: readonly T[]): T[][] {
  return items.reduce<T[][]>((sets, item) => sets.concat(sets.map((set) => [...set, item])), [[]])
}
