import { money } from "../base/currency.ts"
import { minuteOf } from "../base/day.ts"
import { id, integer } from "../db/columns.ts"
import { isHere } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { type CaseRow, chargebackCases } from "../payments/chargebacks/tables.ts"
import type { AttentionKind, Found, Source } from "./item.ts"

/** As the partial index has it, so that it is used. */
const WAITING = "needs_join OR (status = 'needs_response' AND dispute IS NULL AND payment_intent IS NOT NULL)"

const KIND = "CASE WHEN needs_join THEN 'chargeback_unconfirmed' ELSE 'dispute_deadline' END"

type Row = Pick<
  CaseRow,
  "id" | "account" | "created" | "number" | "payment_intent" | "amount" | "due_by" | "is_inquiry" | "needs_join"
>

const list = chargebackCases.statement([{ of: id().nullable(), limit: integer() }], (_, p, k) =>
  k.raw<Row>(
    `SELECT id, account, created, number, payment_intent, amount, due_by, is_inquiry, needs_join FROM chargeback_cases
     WHERE (${WAITING}) AND (CAST(:of AS text) IS NULL OR account = :of) AND ${isHere(k)} ORDER BY created LIMIT :limit`,
    { of: p.of, limit: LIMIT },
  ),
)
const count = chargebackCases.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ kind: AttentionKind; size: number }>(
    `SELECT kind, count(*) AS size FROM (SELECT ${KIND} AS kind FROM chargeback_cases
       WHERE (${WAITING}) AND ${isHere(k)} LIMIT :limit) AS found
     GROUP BY kind`,
    { limit: LIMIT },
  ),
)

/** Cases that wait for an answer and have no dispute, and those of which nobody knows the payment. */
export const waitingCases: Source = {
  list: async (db, { account: of, limit }) => (await db.all(list, { of, limit })).map(itemOf),
  count: (db, { limit }) => db.all(count, { limit }),
}

function itemOf(row: Row): Found {
  const { id, account, created: since, payment_intent, amount, needs_join } = row
  const kind = needs_join ? "chargeback_unconfirmed" : "dispute_deadline"
  return {
    id,
    kind,
    account,
    since,
    payment_intent,
    refund: null,
    amount,
    currency: amount === null ? null : "brl",
    message: textOf(row),
  }
}

function textOf({ id, number, amount, due_by, is_inquiry, needs_join }: Row): string {
  const sum = amount === null ? "" : ` of ${money(amount, "brl", "pt-BR")}`
  const until = due_by === null ? "" : ` It waits for an answer until ${minuteOf(due_by).replace("T", " ")} in Brasília.`
  const what = is_inquiry ? "An inquiry" : "A chargeback"
  if (needs_join)
    return (
      `${what}${sum} (case ${number}) names no payment that Vintém knows, or two.${until} Run 'vintem disputes join ${id} pi_…' with its ` +
      `payment, or 'vintem disputes dismiss ${id}' if the sale was not made with Vintém.`
    )
  return (
    `${what}${sum} (case ${number}) has no dispute so far.${until} Run 'vintem disputes accept ${id}' or ` +
    `'vintem disputes refuse ${id} --file FILE --reason TEXT'.`
  )
}
