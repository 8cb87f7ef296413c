import { ApiError } from "../errors.ts"
import type { Queries } from "./database.ts"
import { LIMIT, type Statement, statement } from "./statement.ts"

/** The parameters of a list (openapi.yaml, Lists). */
export type PageRequest = { limit?: number; starting_after?: string; ending_before?: string }
export type Page<Row> = { rows: Row[]; has_more: boolean }

type Direction = "first" | "older" | "newer"
type Filters<Name extends string> = Partial<Record<Name, string | null>>

/**
 * Lists the rows of a table, newest first, by keyset on (account, filter …, id). Rows that are inserted between two pages cause
 * no duplicates and no gaps. Throws parameter_invalid for a wrong cursor.
 */
export function pages<Row extends { id: string }, Name extends string = never>(table: string, filterable: Name[] = []) {
  const cursors = statement<{ id: string }, "account" | "id">((k, p) =>
    k(table).where({ account: p.account, id: p.id }).select("id"),
  )
  const variants = new Map<string, Statement<Row>>()
  for (const filters of subsets(filterable)) {
    for (const direction of ["first", "older", "newer"] as const) {
      variants.set(`${direction} ${filters}`, pageStatement(table, filters, direction))
    }
  }

  return async function page(
    db: Queries,
    account: string,
    { limit = 10, starting_after, ending_before }: PageRequest,
    filters: Filters<Name> = {},
  ): Promise<Page<Row>> {
    if (starting_after && ending_before) {
      throw new ApiError("parameter_invalid", "Send starting_after or ending_before, not both.", "ending_before")
    }
    const param = starting_after ? "starting_after" : "ending_before"
    const cursor = starting_after ?? ending_before
    if (cursor && !(await db.one(cursors, { account, id: cursor }))) {
      throw new ApiError("parameter_invalid", `No such item in this list: '${cursor.slice(0, 64)}'.`, param)
    }
    const direction: Direction = starting_after ? "older" : ending_before ? "newer" : "first"
    const used = filterable.filter((name) => filters[name] != null)
    const values = Object.fromEntries(used.map((name) => [name, filters[name] as string]))
    const found = await db.all(variants.get(`${direction} ${used}`)!, {
      account,
      ...values,
      cursor: cursor ?? null,
      limit: limit + 1,
    })
    const rows = found.slice(0, limit)
    return { rows: direction === "newer" ? rows.reverse() : rows, has_more: found.length > limit }
  }
}

function pageStatement<Row>(table: string, filters: string[], direction: Direction): Statement<Row> {
  return statement<Row>((k, p) => {
    const query = k(table).where({ account: p.account }).limit(LIMIT)
    for (const name of filters) query.where(name, p[name])
    if (direction === "older") query.where("id", "<", p.cursor)
    if (direction === "newer") query.where("id", ">", p.cursor)
    return query.orderBy("id", direction === "newer" ? "asc" : "desc")
  })
}

function subsets<T>(items: T[]): T[][] {
  return items.reduce<T[][]>((sets, item) => sets.concat(sets.map((set) => [...set, item])), [[]])
}
