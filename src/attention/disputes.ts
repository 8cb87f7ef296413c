import { money } from "../base/currency.ts"
import { minuteOf } from "../base/day.ts"
import { id, integer } from "../db/columns.ts"
import { isHere } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { type DisputeRow, disputes } from "../payments/disputes/table.ts"
import type { AttentionKind, Found, Source } from "./item.ts"

/** As the partial indexes have them, so that they are used. */
const UNDECIDED = "excess > 0 AND excess_taken IS NULL AND status <> 'won'"
const UNANSWERED = "status = 'needs_response'"

type Row = Pick<
  DisputeRow,
  "id" | "account" | "created" | "payment_intent" | "refund" | "amount" | "excess" | "currency" | "due_by"
>

/** Disputes that took more than their payment had left, so the payer may have the money twice. */
export const excessDisputes = sourceOf("dispute_exceeds_payment", UNDECIDED, ({ id, excess, currency }) => ({
  amount: excess,
  message:
    `The card network has taken ${money(excess, currency, "pt-BR")} more than the payment had left. The payer may have the money ` +
    `twice: answer the chargeback at the acquirer. Then run 'vintem disputes excess ${id} --taken' or ` +
    `'vintem disputes excess ${id} --not-taken'.`,
}))

/** Disputes that wait for the merchant's answer. */
export const unansweredDisputes = sourceOf("dispute_deadline", UNANSWERED, ({ id, amount, currency, due_by }) => ({
  amount,
  message:
    `A chargeback of ${money(amount, currency, "pt-BR")} waits for an answer${due_by === null ? "" : ` until ${minuteOf(due_by).replace("T", " ")} in Brasília`}. ` +
    `Run 'vintem disputes accept ${id}' or 'vintem disputes refuse ${id} --file FILE', which says whether the acquirer takes the answer from Vintém.`,
}))

function sourceOf(kind: AttentionKind, where: string, itemOf: (row: Row) => Pick<Found, "amount" | "message">): Source {
  const list = disputes.statement([{ account: id().nullable(), limit: integer() }], (_, p, k) =>
    k.raw<Row>(
      `SELECT id, account, created, payment_intent, refund, amount, excess, currency, due_by FROM disputes
       WHERE ${where} AND (CAST(:account AS text) IS NULL OR account = :account) AND ${isHere(k)} ORDER BY created LIMIT :limit`,
      { account: p.account, limit: LIMIT },
    ),
  )
  const count = disputes.statement([{ limit: integer() }], (_rows, _p, k) =>
    k.raw<{ size: number }>(
      `SELECT count(*) AS size FROM (SELECT 1 FROM disputes WHERE ${where} AND ${isHere(k)} LIMIT :limit) AS found`,
      {
        limit: LIMIT,
      },
    ),
  )
  return {
    list: async (db, { account, limit }) => {
      const rows = await db.all(list, { account, limit })
      return rows.map((row) => {
        const { id, account, created: since, payment_intent, refund, currency } = row
        return { id, kind, account, since, payment_intent, refund, currency, ...itemOf(row) }
      })
    },
    count: async (db, { limit }) => {
      const { size } = await db.only(count, { limit })
      return size > 0 ? [{ kind, size }] : []
    },
  }
}
