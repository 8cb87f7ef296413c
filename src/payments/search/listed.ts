import type { PaymentType } from "../../acquirers/sale.ts"
import { integer, json, text } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { isPostgres } from "../../db/dialect.ts"
import type { Markers, Query, Rows, Sql } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import type { ValuesOf } from "../../db/table.ts"
import { SHOWN_STATE, SHOWN_STATES, type ShownState, shownState } from "../intents/shown-state.ts"
import { type IntentRow, paymentIntents } from "../intents/table.ts"
import { between, type Databases, type Days, eachOrder, endsOf, type From, inOrder, type Order, RANGE } from "./places.ts"

export const METHOD_TYPES: readonly PaymentType[] = ["card", "pix", "boleto"]

/** The filter for payment intents. A member that is left out filters nothing. */
export type IntentsWanted = Days & {
  states?: readonly ShownState[]
  /** The method of the payment, once an acquirer has answered. */
  method?: PaymentType
  /** In cents, of any currency. */
  amount?: number
  /** Ids. There must be only a few, because each is searched on its own. */
  customers?: readonly string[]
}

/** How many payments of a customer are read at once, after the first ones. */
const READ_AHEAD = 100

/** On Postgres, lists. One statement then reads the parts of all of their values. */
const PART = [
  "account",
  RANGE,
  { state: json<ShownState | readonly ShownState[]>(), method: json<string | readonly string[]>() },
] as const
type Range = ValuesOf<IntentRow, ["account", typeof RANGE]>
type Part = ValuesOf<IntentRow, typeof PART>

const whole = eachOrder((order) => paymentIntents.statement(["account", RANGE], (rows, p) => listed(rows, p, order)))
const parts = eachOrder((order) => paymentIntents.statement(PART, (rows, p, k) => part(listed(rows, p, order), p, k, order)))
const partsOfAmount = eachOrder((order) =>
  paymentIntents.statement([...PART, "amount"], (rows, p, k) => {
    // SQLite has no statistics from which it could know that an amount selects fewer rows than a state.
    const indexed = isPostgres(k) ? rows : rows.from(k.raw("payment_intents INDEXED BY payment_intents_amount_state"))
    return part(listed(indexed, p, order).where({ amount: p.amount }), p, k, order)
  }),
)

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

function listed(rows: Rows<IntentRow>, p: Markers<Range>, order: Order): Rows<IntentRow> {
  return between(rows.select<IntentRow>(...paymentIntents.names).where({ account: p.account }), p, order)
}

const ofCustomer = eachOrder((order) =>
  paymentIntents.find(["account", "customer", { cursor: text(), limit: integer() }], (rows, p) =>
    rows
      .where("id", order === "asc" ? ">" : "<", p.cursor)
      .orderBy("id", order)
      .limit(LIMIT),
  ),
)

/**
 * Reads the next wanted payments of an account in the order of (created, id), with one more than `limit` if there are more. `customers` is
 * no filter here.
 */
export async function readListed(
  db: Databases,
  account: string,
  wanted: IntentsWanted,
  { order, after, limit }: From & { limit: number },
): Promise<IntentRow[]> {
  const range = { account, ...endsOf(wanted, { order, after }), limit: limit + 1 }
  const lists = isParted(wanted) ? await readParts(db, wanted, order, range) : [await db.all(whole[order], range)]
  return merge(lists, order).slice(0, limit + 1)
}

const isParted = ({ states, method, amount }: IntentsWanted) => [states, method, amount].some((filter) => filter !== undefined)

/** Reads one part for every state and method that the wanted payments can have. */
function readParts(
  db: Databases,
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

/** The payments of some customers, in the order of ids, after one payment. Reads little more than the caller takes. */
export async function* paymentsOf(
  db: Queries,
  account: string,
  customers: readonly string[],
  { order, after }: From,
): AsyncGenerator<IntentRow> {
  const first = Math.ceil(READ_AHEAD / customers.length) + 10
  const lists = customers.map((customer) => ({
    customer,
    rows: [] as IntentRow[],
    cursor: after?.id ?? "pi_~",
    limit: first,
    ended: false,
  }))
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

/** Whether a payment passes the filters. `customers` is no filter here. */
export function isWanted(row: IntentRow, { states, method, amount, created_gte, created_lt }: IntentsWanted): boolean {
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

/** Merges several lists into the order of the statements. */
function merge(lists: IntentRow[][], order: Order): IntentRow[] {
  const [only, ...others] = lists
  return only && others.length === 0 ? only : lists.flat().sort(inOrder(order))
}
