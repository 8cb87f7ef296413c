import type { Queries } from "../../db/database.ts"
import { isPostgres } from "../../db/dialect.ts"
import { type Direction, type PageRequest, pageOf, startOf } from "../../db/page.ts"
import { columnsOf } from "../../db/schema.ts"
import { LIMIT, type Statement, statement } from "../../db/statement.ts"
import type { PaymentMethodType } from "./create.ts"
import { INTENT_TRANSITIONS, type IntentStatus } from "./state.ts"
import type { IntentRow } from "./store.ts"

export const INTENT_STATUSES = Object.keys(INTENT_TRANSITIONS) as IntentStatus[]
export const METHOD_TYPES: readonly PaymentMethodType[] = ["card", "pix", "boleto"]

/** Which payment intents are wanted. A member that is left out filters nothing. */
export type IntentsWanted = {
  status?: IntentStatus
  /** What the payment was made with, once an acquirer has answered. */
  method?: PaymentMethodType
  /** In cents, of any currency. */
  amount?: number
  /** Unix seconds. */
  created_gte?: number
  created_lt?: number
  /** Ids. A few, as each is looked for by itself. */
  customers?: readonly string[]
}

/** `ends`: what was looked at first and last, where a neighboring page begins. */
export type IntentsFound = { rows: IntentRow[]; has_more: boolean; ends: { id: string }[] }

type Cursor = { id: string; created: number }
type Order = "asc" | "desc"

/** How many payments of each customer are read at once, and how often, for a filter that fits few of them. */
const WALK = { limit: 100, rounds: 3 }

const findCursor = statement<Cursor, "account" | "id">((k, p) =>
  k("payment_intents").where({ account: p.account, id: p.id }).select("id", "created"),
)

type Ends = "from_created" | "from_id" | "to_created" | "to_id"
type Columns = "account" | "status" | "method" | "amount" | Ends | "limit"

/**
 * A part of the payments of an account, by (created, id). With a status and a method, an index has just these rows in this order, and
 * another one those of one amount. So a filter by one of them reads the few parts that the other one makes.
 */
const partBy = (order: Order, parted: boolean, byAmount: boolean): Statement<IntentRow, Columns> =>
  statement<IntentRow, Columns>((k, p) => {
    // SQLite has no statistics that say that an amount leaves fewer rows than a status.
    const table = byAmount && !isPostgres(k) ? k.raw("payment_intents INDEXED BY payment_intents_amount") : "payment_intents"
    const query = k(table as string)
      .select(columnsOf("payment_intents"))
      .where({ account: p.account })
      .limit(LIMIT)
    const details = isPostgres(k) ? "payment_method_details::json ->> 'type'" : "payment_method_details ->> '$.type'"
    if (byAmount) query.where({ amount: p.amount })
    if (parted) query.where({ status: p.status }).whereRaw(`coalesce(${details}, '') = ?`, [p.method])
    query.whereRaw("(created, id) > (?, ?)", [p.from_created, p.from_id])
    query.whereRaw("(created, id) < (?, ?)", [p.to_created, p.to_id])
    return query.orderByRaw(`created ${order}, id ${order}`)
  })
const whole = { asc: partBy("asc", false, false), desc: partBy("desc", false, false) }
const parts = { asc: partBy("asc", true, false), desc: partBy("desc", true, false) }
const partsOfAmount = { asc: partBy("asc", true, true), desc: partBy("desc", true, true) }

const ofCustomer = Object.fromEntries(
  (["asc", "desc"] as const).map((order) => [
    order,
    statement<IntentRow, "account" | "customer" | "cursor" | "limit">((k, p) =>
      k("payment_intents")
        .where({ account: p.account, customer: p.customer })
        .where("id", order === "asc" ? ">" : "<", p.cursor)
        .orderBy("id", order)
        .limit(LIMIT),
    ),
  ]),
) as Record<Order, Statement<IntentRow, "account" | "customer" | "cursor" | "limit">>

/** Lists the wanted payment intents, newest first. Throws parameter_invalid for a wrong cursor. */
export async function searchIntents(
  db: Queries,
  account: string,
  wanted: IntentsWanted,
  request: Pick<PageRequest, "starting_after" | "ending_before"> & { limit: number },
): Promise<IntentsFound> {
  const { direction, cursor } = await startOf(request, (id) => db.one(findCursor, { account, id }))
  const { limit } = request
  if (wanted.customers) return walk(db, account, { ...wanted, customers: wanted.customers }, { direction, cursor, limit })
  const order = orderOf(direction)
  const byAmount = wanted.amount !== undefined
  const parted = byAmount || wanted.status !== undefined || wanted.method !== undefined
  const lists = byAmount ? partsOfAmount : parted ? parts : whole
  const about = { account, amount: wanted.amount ?? null, ...endsOf(wanted, direction, cursor), limit: limit + 1 }
  const found = await Promise.all(partsOf(parted, wanted).map((part) => db.all(lists[order], { ...about, ...part })))
  const { rows, has_more } = pageOf(merge(found, order, byCreated).slice(0, limit + 1), limit, direction)
  return { rows, has_more, ends: rows }
}

/** Every status and method that the wanted payments can have. */
function partsOf(parted: boolean, { status, method }: IntentsWanted): { status: string | null; method: string | null }[] {
  if (!parted) return [{ status: null, method: null }]
  const methods = method ? [method] : [...METHOD_TYPES, ""]
  return (status ? [status] : INTENT_STATUSES).flatMap((each) => methods.map((name) => ({ status: each, method: name })))
}

/** Both ends of a page, exclusive. The empty id is before every id of the same second. */
function endsOf({ created_gte = 0, created_lt = Number.MAX_SAFE_INTEGER }: IntentsWanted, direction: Direction, cursor?: Cursor) {
  const from = direction === "newer" && cursor && cursor.created >= created_gte ? cursor : { created: created_gte, id: "" }
  const to = direction === "older" && cursor && cursor.created < created_lt ? cursor : { created: created_lt, id: "" }
  return { from_created: from.created, from_id: from.id, to_created: to.created, to_id: to.id }
}

type Walk = { direction: Direction; cursor: Cursor | undefined; limit: number }

/** Reads the payments of customers one after the other until enough are wanted, but not without end: the next page goes on from there. */
async function walk(
  db: Queries,
  account: string,
  wanted: IntentsWanted & { customers: readonly string[] },
  { direction, cursor, limit }: Walk,
): Promise<IntentsFound> {
  const order = orderOf(direction)
  const rows: IntentRow[] = []
  const read: { id: string }[] = []
  let from = cursor?.id ?? "pi_~"
  let more = wanted.customers.length > 0
  for (let round = 0; more && rows.length < limit && round < WALK.rounds; round++) {
    const lists = await Promise.all(
      wanted.customers.map((customer) => db.all(ofCustomer[order], { account, customer, cursor: from, limit: WALK.limit })),
    )
    const next = merge(lists, order, byId).slice(0, WALK.limit)
    more = next.length === WALK.limit
    for (const row of next) {
      if (rows.length === limit) {
        more = true
        break
      }
      read.push(row)
      from = row.id
      if (isWanted(row, wanted)) rows.push(row)
    }
  }
  const ends = [read[0], read.at(-1)].filter((row) => row !== undefined)
  if (direction !== "newer") return { rows, has_more: more, ends }
  return { rows: rows.reverse(), has_more: more, ends: ends.reverse() }
}

function isWanted(row: IntentRow, { status, method, amount, created_gte, created_lt }: IntentsWanted): boolean {
  const type = row.payment_method_details === null ? undefined : JSON.parse(row.payment_method_details).type
  const wants = [
    status === undefined || row.status === status,
    method === undefined || type === method,
    amount === undefined || row.amount === amount,
    created_gte === undefined || row.created >= created_gte,
    created_lt === undefined || row.created < created_lt,
  ]
  return wants.every(Boolean)
}

const orderOf = (direction: Direction): Order => (direction === "newer" ? "asc" : "desc")

type Compare = (a: IntentRow, b: IntentRow) => number
const byId: Compare = (a, b) => (a.id < b.id ? -1 : 1)
const byCreated: Compare = (a, b) => a.created - b.created || byId(a, b)

function merge(lists: IntentRow[][], order: Order, compare: Compare): IntentRow[] {
  if (lists.length === 1) return lists[0]!
  return lists.flat().sort(order === "asc" ? compare : (a, b) => compare(b, a))
}
