import { integer, seconds, text } from "../../db/columns.ts"
import type { Database, Queries } from "../../db/database.ts"
import type { Rows } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"

/** The place of a payment in a list, which is in the order of (created, id). */
export type Place = { id: string; created: number }
export type Order = "asc" | "desc"
/** The direction of reading, and the payment after which it begins. */
export type From = { order: Order; after: Place | undefined }
export type Databases = Queries & Pick<Database, "dialect">
/** In Unix seconds. */
export type Days = { created_gte?: number; created_lt?: number }

/** The parameters of a statement that reads places of a range in their order. */
export const RANGE = { from_created: seconds(), from_id: text(), to_created: seconds(), to_id: text(), limit: integer() } as const

type Ends = { readonly [Name in Exclude<keyof typeof RANGE, "limit">]: { readonly name: string } }

export function between<Row extends Place, Result extends Place>(
  rows: Rows<Row, Result>,
  p: Ends,
  order: Order,
): Rows<Row, Result> {
  return rows
    .whereRaw("(created, id) > (?, ?)", [p.from_created, p.from_id])
    .whereRaw("(created, id) < (?, ?)", [p.to_created, p.to_id])
    .orderByRaw(`created ${order}, id ${order}`)
    .limit(LIMIT)
}

export function eachOrder<Each>(make: (order: Order) => Each): Record<Order, Each> {
  return { asc: make("asc"), desc: make("desc") }
}

/** Both ends of what is left to read, exclusive. The empty id sorts before every id of the same second. */
export function endsOf({ created_gte = 0, created_lt = Number.MAX_SAFE_INTEGER }: Days, { order, after }: From) {
  const from = order === "asc" && after && after.created >= created_gte ? after : { created: created_gte, id: "" }
  const to = order === "desc" && after && after.created < created_lt ? after : { created: created_lt, id: "" }
  return { from_created: from.created, from_id: from.id, to_created: to.created, to_id: to.id }
}

/** Compares the places of two payments. */
export function inOrder(order: Order): (a: Place, b: Place) => number {
  const sign = order === "asc" ? 1 : -1
  return (a, b) => sign * (a.created - b.created || (a.id < b.id ? -1 : Number(a.id > b.id)))
}
