// The movements of an account's available balance. They are the payments and refunds themselves, so their sum is the balance.

import { startOfDay } from "../day.ts"
import type { Queries } from "../db/database.ts"
import { type Direction, type Page, type PageRequest, pageOf, startOf } from "../db/page.ts"
import { LIMIT, statement } from "../db/statement.ts"

export type MovementKind = "charge" | "refund" | "dispute" | "refund_failed"

export type Movement = {
  kind: MovementKind
  /** When it changed the balance, in Unix seconds of account time. */
  at: number
  /** The payment or refund. That of a failed refund ends in -failed. */
  source: string
  payment_intent: string
  description: string | null
  /** In cents. Negative where money leaves. */
  amount: number
  currency: string
}

export type ListedMovement = Movement & { id: string }

type Place = { at: number; source: string }

const PAID = "coalesce(ended_at, created)"
const FAILED = "coalesce(failed_at, created)"

/** Each part reads from its index no more than a page. */
function movementsIn(order: "asc" | "desc") {
  return statement<Movement, "account" | "currency" | "from" | "from_source" | "to" | "to_source" | "limit">((k, p) => {
    const part = (columns: string, table: string, where: string, time: string, source: string) =>
      `SELECT * FROM (
         SELECT ${columns} FROM ${table} WHERE account = ? AND ${where} AND (currency = ? OR '' = ?)
         AND ${time} >= ? AND ${time} <= ? AND (${time}, ${source}) > (?, ?) AND (${time}, ${source}) < (?, ?)
         ORDER BY ${time} ${order}, ${source} ${order} LIMIT ?
       ) AS ${table}_${order}`
    const parts = [
      part(
        `'charge' AS kind, ${PAID} AS at, id AS source, id AS payment_intent, description, amount, currency`,
        "payment_intents",
        "status = 'succeeded'",
        PAID,
        "id",
      ),
      part(
        `CASE WHEN reason = 'dispute' THEN 'dispute' ELSE 'refund' END, created, id, payment_intent, CAST(NULL AS text), -amount, currency`,
        "refunds",
        "true",
        "created",
        "id",
      ),
      part(
        `'refund_failed', ${FAILED}, (id || '-failed'), payment_intent, CAST(NULL AS text), amount, currency`,
        "refunds",
        "status = 'failed'",
        FAILED,
        "(id || '-failed')",
      ),
    ]
    const one = [p.account, p.currency, p.currency, p.from, p.to, p.from, p.from_source, p.to, p.to_source, LIMIT]
    return k.raw(`SELECT * FROM (${parts.join(" UNION ALL ")}) AS movements ORDER BY at ${order}, source ${order} LIMIT ?`, [
      ...one,
      ...one,
      ...one,
      LIMIT,
    ])
  })
}

const STATEMENTS = { first: movementsIn("desc"), older: movementsIn("desc"), newer: movementsIn("asc") }

type Range = {
  currency?: string | undefined /** Days, both included (src/day.ts). */
  from?: number
  to?: number
}

/** Lists the movements of an account, newest first, by keyset. Throws parameter_invalid for a wrong cursor. */
export async function pageOfMovements(
  db: Queries,
  account: string,
  { limit = 10, ...request }: PageRequest,
  { currency = "", from, to }: Range = {},
): Promise<Page<ListedMovement>> {
  const { direction, cursor } = await startOf(request, async (id) => placeOf(id))
  const begin = { at: from === undefined ? 0 : startOfDay(from), source: "" }
  const end = { at: to === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(to + 1), source: "" }
  const { first, last } = endsOf(direction, cursor, begin, end)
  const found = await db.all(STATEMENTS[direction], {
    account,
    currency,
    from: first.at,
    from_source: first.source,
    to: last.at,
    to_source: last.source,
    limit: limit + 1,
  })
  return pageOf(
    found.map((row) => ({ ...row, id: idOf(row) })),
    limit,
    direction,
  )
}

function endsOf(direction: Direction, cursor: Place | undefined, begin: Place, end: Place) {
  return {
    first: direction === "newer" && cursor && cursor.at >= begin.at ? cursor : begin,
    last: direction === "older" && cursor && cursor.at < end.at ? cursor : end,
  }
}

const idOf = ({ at, source }: Place) => `${at}_${source}`

function placeOf(id: string): Place | undefined {
  const [, at, source] = /^(\d{1,15})_([\w-]{1,64})$/.exec(id) ?? []
  return at === undefined ? undefined : { at: Number(at), source: source! }
}
