// The movements of an account's available balance. They are the payments and refunds themselves, so their sum is the balance.
import { startOfDay } from "../../../../base/day.ts"
import { integer, seconds, text } from "../../../../db/columns.ts"
import type { Queries } from "../../../../db/database.ts"
import { type Direction, type Page, type PageRequest, pageOf, startOf } from "../../../../db/page.ts"
import { LIMIT } from "../../../../db/statement.ts"
import { paymentIntents } from "../../../../payments/intents/table.ts"

export type MovementKind = "charge" | "refund" | "dispute" | "refund_failed"

export type Movement = {
  kind: MovementKind
  /** When it changed the balance, in Unix seconds of account time. */
  at: number
  /** The id of the payment or refund. The source of a failed refund ends in -failed. */
  source: string
  payment_intent: string
  description: string | null
  /** In cents. Negative if money leaves. */
  amount: number
  currency: string
}

export type ListedMovement = Movement & { id: string }

type Place = { at: number; source: string }

/** The places of the page's ends, both exclusive, and its length. */
const PLACES = { from: seconds(), from_source: text(), to: seconds(), to_source: text(), limit: integer() }

const PAID = "coalesce(ended_at, created)"
const FAILED = "coalesce(failed_at, created)"

/**
 * The movements in one currency. Each part reads at most a page from its index. The order names all columns of the index, so that no
 * database chooses an index without the currency. SQLite cannot compare a row value with expressions in an index, so a time that is an
 * expression is also compared on its own.
 */
function movementsIn(order: "asc" | "desc") {
  return paymentIntents.statement(["account", "currency", PLACES], (_, p, k) => {
    const part = (columns: string, table: string, where: string, time: string, source: string) => {
      const key = ["currency", time, source]
      return `SELECT * FROM (
        SELECT ${columns} FROM ${table} WHERE account = :account AND ${where}
        AND (${key}) > (:currency, :from, :from_source) AND (${key}) < (:currency, :to, :to_source)
        ORDER BY ${key.map((column) => `${column} ${order}`)} LIMIT :limit
      ) AS part`
    }
    const between = (time: string) => `currency = :currency AND ${time} >= :from AND ${time} <= :to`
    const parts = [
      part(
        `'charge' AS kind, ${PAID} AS at, id AS source, id AS payment_intent, description, amount, currency`,
        "payment_intents",
        `status = 'succeeded' AND amount > 0 AND ${between(PAID)}`,
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
        `status = 'failed' AND ${between(FAILED)}`,
        FAILED,
        "(id || '-failed')",
      ),
    ]
    return k.raw<Movement>(
      `SELECT * FROM (${parts.join(" UNION ALL ")}) AS movements ORDER BY at ${order}, source ${order} LIMIT :limit`,
      {
        account: p.account,
        currency: p.currency,
        from: p.from,
        from_source: p.from_source,
        to: p.to,
        to_source: p.to_source,
        limit: LIMIT,
      },
    )
  })
}

const PAID_IN = "SELECT min(currency) FROM payment_intents WHERE account = ? AND status = 'succeeded'"

/** The currencies of an account's movements. Payments alone have them all, because only payments that succeeded are refunded. */
const currenciesOf = paymentIntents.statement(["account"], (_, p, k) =>
  k.raw<{ currency: string }>(
    `WITH RECURSIVE step(currency) AS (
       SELECT (${PAID_IN})
       UNION ALL SELECT (${PAID_IN} AND currency > step.currency) FROM step WHERE step.currency IS NOT NULL
     ) SELECT currency FROM step WHERE currency IS NOT NULL`,
    [p.account, p.account],
  ),
)

const STATEMENTS = { first: movementsIn("desc"), older: movementsIn("desc"), newer: movementsIn("asc") }

/** If `currency` is empty or left out, all currencies are meant. `from` and `to` are days, both included (src/base/day.ts). */
type Range = { currency?: string | undefined; from?: number; to?: number }

/** Lists the movements of an account, newest first, by keyset. Throws parameter_invalid for a wrong cursor. */
export async function pageOfMovements(
  db: Queries,
  account: string,
  { limit = 10, ...request }: PageRequest,
  { currency, from, to }: Range = {},
): Promise<Page<ListedMovement>> {
  const { direction, cursor } = await startOf(request, async (id) => placeOf(id))
  const begin = { at: from === undefined ? 0 : startOfDay(from), source: "" }
  const end = { at: to === undefined ? Number.MAX_SAFE_INTEGER : startOfDay(to + 1), source: "" }
  const { first, last } = endsOf(direction, cursor, begin, end)
  const range = { from: first.at, from_source: first.source, to: last.at, to_source: last.source, limit: limit + 1 }
  const currencies = currency ? [{ currency }] : await db.all(currenciesOf, { account })
  const lists = await Promise.all(currencies.map((one) => db.all(STATEMENTS[direction], { account, ...one, ...range })))
  const found = lists.flat().sort(direction === "newer" ? byPlace : (a, b) => byPlace(b, a))
  return pageOf(
    found.slice(0, limit + 1).map((row) => ({ ...row, id: idOf(row) })),
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

/** Compares as the statements do: texts by their bytes. */
function byPlace(a: Place, b: Place): number {
  return a.at - b.at || (a.source < b.source ? -1 : 1)
}

const idOf = ({ at, source }: Place) => `${at}_${source}`

function placeOf(id: string): Place | undefined {
  const [, at, source] = /^(\d{1,15})_([\w-]{1,64})$/.exec(id) ?? []
  return at === undefined || source === undefined ? undefined : { at: Number(at), source }
}
