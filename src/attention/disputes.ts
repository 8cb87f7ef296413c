import { money } from "../base/currency.ts"
import { id, integer } from "../db/columns.ts"
import { LIMIT } from "../db/statement.ts"
import { type DisputeRow, disputes } from "../payments/disputes/table.ts"
import type { Source } from "./item.ts"

/** As the partial index has it, so that it is used. */
const UNDECIDED = "excess > 0 AND excess_taken IS NULL"

type Row = Pick<DisputeRow, "id" | "account" | "created" | "payment_intent" | "refund" | "excess" | "currency">

const list = disputes.statement([{ account: id().nullable(), limit: integer() }], (_, p, k) =>
  k.raw<Row>(
    `SELECT id, account, created, payment_intent, refund, excess, currency FROM disputes
     WHERE ${UNDECIDED} AND (CAST(:account AS text) IS NULL OR account = :account) ORDER BY created LIMIT :limit`,
    { account: p.account, limit: LIMIT },
  ),
)
const count = disputes.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ size: number }>(`SELECT count(*) AS size FROM (SELECT 1 FROM disputes WHERE ${UNDECIDED} LIMIT :limit) AS found`, {
    limit: LIMIT,
  }),
)

/** Disputes that took more than their payment had left, so the payer may have the money twice. */
export const excessDisputes: Source = {
  list: async (db, { account, limit }) =>
    (await db.all(list, { account, limit })).map(({ id, account, created: since, payment_intent, refund, excess, currency }) => ({
      ...{ id, kind: "dispute_exceeds_payment", account, since, payment_intent, refund, amount: excess, currency },
      message:
        `The card network has taken ${money(excess, currency, "pt-BR")} more than the payment had left. The payer may have the money ` +
        `twice: answer the chargeback at the acquirer. Then run 'vintem disputes excess ${id} --taken' or ` +
        `'vintem disputes excess ${id} --not-taken'.`,
    })),
  count: async (db, { limit }) => {
    const { size } = await db.only(count, { limit })
    return size > 0 ? [{ kind: "dispute_exceeds_payment", size }] : []
  },
}
