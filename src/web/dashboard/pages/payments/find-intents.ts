import type { PaymentType } from "../../../../acquirers/acquirer.ts"
import { integer, json, seconds, text } from "../../../../db/columns.ts"
import type { Database, Queries } from "../../../../db/database.ts"
import { isPostgres } from "../../../../db/dialect.ts"
import { type CursorRequest, type Direction, pageOf, startOf } from "../../../../db/page.ts"
import type { Markers, Query, Rows, Sql } from "../../../../db/rows.ts"
import { LIMIT } from "../../../../db/statement.ts"
import type { ValuesOf } from "../../../../db/table.ts"
import { SHOWN_STATE, SHOWN_STATES, type ShownState, shownState } from "../../../../payments/intents/shown-state.ts"
import { type IntentRow, paymentIntents } from "../../../../payments/intents/table.ts"

export const METHOD_TYPES: readonly PaymentType[] = ["card", "pix", "boleto"]

/** The filter for payment intents. A member that is left out filters nothing. */
export type IntentsWanted = {
  states?: readonly ShownState[]
  /** The method of the payment, once an acquirer has answered. */
  method?: PaymentType
  /** In cents, of any currency. */
  amount?: number
  /** Unix seconds. */
  created_gte?: number
  created_lt?: number
  /** Ids. There must be only a few, because each is searched on its own. */
  customers?: readonly string[]
}

/** `ends`: the first and the last payment that were examined. The neighboring pages begin there. */
export type IntentsFound = { rows: IntentRow[]; has_more: boolean; ends: { id: string }[] }

type Cursor = { id: string; created: number }
type Order = "asc" | "desc"

/** How many payments of customers one page examines, for a filter that few of them fit. */
const MAX_WALKED = 300
/** How many payments of a customer are read at once, after the first ones. */
const READ_AHEAD = 100

const findCursor = paymentIntents.find(["account", "id"], (rows) => rows.select("id", "created"))

const RANGE = [
  "account",
  { from_created: seconds(), from_id: text(), to_created: seconds(), to_id: text(), limit: integer() },
] as const
/** On Postgres, lists. One statement then reads the parts of all of their values. */
const PART = [
  ...RANGE,
  { state: json<ShownState | readonly ShownState[]>(), method: json<string | readonly string[]>() },
] as const
type Range = ValuesOf<IntentRow, typeof RANGE>
type Part = ValuesOf<IntentRow, typeof PART>

const whole = eachOrder((order) => paymentIntents.statement(RANGE, (rows, p) => between(rows, p, order)))
const parts = eachOrder((order) => paymentIntents.statement(PART, (rows, p, k) => part(between(rows, p, order), p, k, order)))
const partsOfAmount = eachOrder((order) =>
  paymentIntents.statement([...PART, "amount"], (rows, p, k) => {
    // SQLite has no statistics from which it could know that an amount selects fewer rows than a state.
    const indexed = isPostgres(k) ? rows : rows.from(k.raw("payment_intents INDEXED BY payment_intents_amount_shown"))
    return part(between(indexed, p, order).where({ amount: p.amount }), p, k, order)
  }),
)

function eachOrder<Each>(make: (order: Order) => Each): Record<Order, Each> {
  return { asc: make("asc"), desc: make("desc") }
}

/**
 * Reads the wanted payments of an account as parts, each ordered by (created, id). One index has exactly the rows of a shown state and a method
 * in this order, and another one has the rows of an amount. So a filter by state or method alone reads one part for each value of the
 * other. On Postgres one statement reads all parts. On SQLite many statements cost less than merging the parts in one.
 */
function part(rows: Rows<IntentRow>, p: Markers<Part>, k: Sql, order: Order): Query<IntentRow> {
  if (!isPostgres(k))
    return rows.whereRaw(`${SHOWN_STATE} = ? AND coalesce(payment_method_details ->> '$.type', '') = ?`, [p.state, p.method])
  rows.whereRaw(`${SHOWN_STATE} = wanted.state AND coalesce(payment_method_details::json ->> 'type', '') = wanted.method`)
  // Postgres expects few elements of an array, and so does not JIT-compile the statement before it runs it.
  const each = "unnest(ARRAY(SELECT json_array_elements_text(?::json)))"
  const wanted = `SELECT state, method FROM ${each} AS state, ${each} AS method`
  return k.raw<IntentRow>(
    `SELECT part.* FROM (${wanted}) AS wanted CROSS JOIN LATERAL (?) AS part ORDER BY created ${order}, id ${order} LIMIT ?`,
    [p.state, p.method, rows, LIMIT],
  )
}

function between(rows: Rows<IntentRow>, p: Markers<Range>, order: Order): Rows<IntentRow> {
  return rows
    .select<IntentRow>(...paymentIntents.names)
    .where({ account: p.account })
    .whereRaw("(created, id) > (?, ?)", [p.from_created, p.from_id])
    .whereRaw("(created, id) < (?, ?)", [p.to_created, p.to_id])
    .orderByRaw(`created ${order}, id ${order}`)
    .limit(LIMIT)
}

const ofCustomer = eachOrder((order) =>
  paymentIntents.find(["account", "customer", { cursor: text(), limit: integer() }], (rows, p) =>
    rows
      .where("id", order === "asc" ? ">" : "<", p.cursor)
      .orderBy("id", order)
      .limit(LIMIT),
  ),
)

/** Lists the wanted payment intents, newest first. Throws parameter_invalid for a wrong cursor. */
export async function searchIntents(
  db: Queries & Pick<Database, "dialect">,
  account: string,
  wanted: IntentsWanted,
  request: CursorRequest,
): Promise<IntentsFound> {
  const { direction, cursor } = await startOf(request, (id) => db.one(findCursor, { account, id }))
  const { limit } = request
  if (wanted.customers) return walk(db, account, { ...wanted, customers: wanted.customers }, { direction, cursor, limit })
  const order = orderOf(direction)
  const range = { account, ...endsOf(wanted, direction, cursor), limit: limit + 1 }
  const lists = isParted(wanted) ? await readParts(db, wanted, order, range) : [await db.all(whole[order], range)]
  const { rows, has_more } = pageOf(merge(lists, order).slice(0, limit + 1), limit, direction)
  return { rows, has_more, ends: rows }
}

const isParted = ({ states, method, amount }: IntentsWanted) => [states, method, amount].some((filter) => filter !== undefined)

/** Reads one part for every state and method that the wanted payments can have. */
function readParts(
  db: Queries & Pick<Database, "dialect">,
  { states = SHOWN_STATES, method, amount }: IntentsWanted,
  order: Order,
  range: Range,
): Promise<IntentRow[][]> {
  const methods = method ? [method] : [...METHOD_TYPES, ""]
  const wanted: Pick<Part, "state" | "method">[] =
    db.dialect === "postgres"
      ? [{ state: states, method: methods }]
      : states.flatMap((each) => methods.map((name) => ({ state: each, method: name })))
  const read = (part: Part) =>
    amount === undefined ? db.all(parts[order], part) : db.all(partsOfAmount[order], { ...part, amount })
  return Promise.all(wanted.map((part) => read({ ...range, ...part })))
}

/** Both ends of a page, exclusive. The empty id sorts before every id of the same second. */
function endsOf({ created_gte = 0, created_lt = Number.MAX_SAFE_INTEGER }: IntentsWanted, direction: Direction, cursor?: Cursor) {
  const from = direction === "newer" && cursor && cursor.created >= created_gte ? cursor : { created: created_gte, id: "" }
  const to = direction === "older" && cursor && cursor.created < created_lt ? cursor : { created: created_lt, id: "" }
  return { from_created: from.created, from_id: from.id, to_created: to.created, to_id: to.id }
}

type Walk = { direction: Direction; cursor: Cursor | undefined; limit: number }

/** Examines the payments of customers in order until enough are wanted or MAX_WALKED is reached. The next page goes on from there. */
async function walk(
  db: Queries,
  account: string,
  wanted: IntentsWanted & { customers: readonly string[] },
  { direction, cursor, limit }: Walk,
): Promise<IntentsFound> {
  const order = orderOf(direction)
  const rows: IntentRow[] = []
  const looked: IntentRow[] = []
  let more = false
  for await (const row of paymentsOf(db, account, wanted.customers, order, cursor?.id ?? "pi_~")) {
    more = rows.length === limit || looked.length === MAX_WALKED
    if (more) break
    looked.push(row)
    if (isWanted(row, wanted)) rows.push(row)
  }
  const ends = [looked[0], looked.at(-1)].filter((row) => row !== undefined)
  if (direction !== "newer") return { rows, has_more: more, ends }
  return { rows: rows.reverse(), has_more: more, ends: ends.reverse() }
}

/** The payments of some customers, by customer ids, after one payment. Reads little more than the caller takes. */
async function* paymentsOf(
  db: Queries,
  account: string,
  customers: readonly string[],
  order: Order,
  after: string,
): AsyncGenerator<IntentRow> {
  const first = Math.ceil(READ_AHEAD / customers.length) + 10
  const lists = customers.map((customer) => ({ customer, rows: [] as IntentRow[], cursor: after, limit: first, ended: false }))
  for (;;) {
    // Before the next payment is chosen, each list must have a row or be at its end.
    const unknown = lists.filter(({ rows, ended }) => rows.length === 0 && !ended)
    await Promise.all(
      unknown.map(async (list) => {
        const { customer, cursor, limit } = list
        list.rows = await db.all(ofCustomer[order], { account, customer, cursor, limit })
        list.ended = list.rows.length < limit
        list.cursor = list.rows.at(-1)?.id ?? cursor
        list.limit = READ_AHEAD
      }),
    )
    const heads = lists.flatMap(({ rows }) => rows.slice(0, 1).map((head) => ({ head, rows })))
    const [next] = heads.sort((a, b) => (a.head.id < b.head.id === (order === "asc") ? -1 : 1))
    if (!next) return
    next.rows.shift()
    yield next.head
  }
}

function isWanted(row: IntentRow, { states, method, amount, created_gte, created_lt }: IntentsWanted): boolean {
  const type = row.payment_method_details?.type
  const wants = [
    states === undefined || states.includes(shownState(row)),
    method === undefined || type === method,
    amount === undefined || row.amount === amount,
    created_gte === undefined || row.created >= created_gte,
    created_lt === undefined || row.created < created_lt,
  ]
  return wants.every(Boolean)
}

const orderOf = (direction: Direction): Order => (direction === "newer" ? "asc" : "desc")

/** Merges several lists of payments into the order of the statements. */
function merge(lists: IntentRow[][], order: Order): IntentRow[] {
  const [only, ...others] = lists
  if (only && others.length === 0) return only
  const sign = order === "asc" ? 1 : -1
  return lists.flat().sort((a, b) => sign * (a.created - b.created || (a.id < b.id ? -1 : 1)))
}
