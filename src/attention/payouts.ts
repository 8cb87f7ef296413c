import { money } from "../base/currency.ts"
import { id, integer, seconds } from "../db/columns.ts"
import { isHere } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { type NegativeBalanceRow, negativeBalances, payoutReturns, type ReturnRow } from "../payouts/tables.ts"
import type { Source } from "./item.ts"

/** As the partial index has it, so that it is used. */
const UNMATCHED = "outcome = 'unmatched' AND resolved_at IS NULL"

const list = payoutReturns.statement([{ of: id().nullable(), limit: integer() }], (_, p, k) =>
  k.raw<ReturnRow>(
    `SELECT id, created, payout, account, status, reference FROM payout_returns
     WHERE ${UNMATCHED} AND (CAST(:of AS text) IS NULL OR account = :of) ORDER BY created LIMIT :limit`,
    { of: p.of, limit: LIMIT },
  ),
)
const count = payoutReturns.statement([{ limit: integer() }], (_rows, _p, k) =>
  k.raw<{ size: number }>(
    `SELECT count(*) AS size FROM (SELECT 1 FROM payout_returns WHERE ${UNMATCHED} LIMIT :limit) AS found`,
    {
      limit: LIMIT,
    },
  ),
)

/** Lines of the bank's return files that fit no payout. */
export const unmatchedReturns: Source = {
  list: async (db, { account: of, limit }) => {
    const rows = await db.all(list, { of, limit })
    return rows.map(({ id, created: since, account, payout, status, reference }) => ({
      ...{ id, kind: "payout_unmatched" as const, account: account ?? "", since },
      ...{ payment_intent: null, refund: null, amount: null, currency: null },
      message:
        `A line of the bank's return file says that the payout ${payout} is ${status} (reference ${reference}), ` +
        `${account === null ? "but there is no such payout" : "which does not fit that payout"}. ` +
        `Find out what the bank has done. Then run 'vintem attention resolve ${id} --reason TEXT'.`,
    }))
  },
  count: async (db, { limit }) => {
    const { size } = await db.only(count, { limit })
    return size > 0 ? [{ kind: "payout_unmatched", size }] : []
  },
}

const SEVEN_DAYS = 7 * 86_400

const below = negativeBalances.statement([{ of: id().nullable(), before: seconds(), limit: integer() }], (_, p, k) =>
  k.raw<NegativeBalanceRow>(
    `SELECT account, currency, since, amount FROM negative_balances
     WHERE since <= :before AND (CAST(:of AS text) IS NULL OR account = :of) AND ${isHere(k)} ORDER BY since LIMIT :limit`,
    { of: p.of, before: p.before, limit: LIMIT },
  ),
)
const countBelow = negativeBalances.statement([{ before: seconds(), limit: integer() }], (_rows, p, k) =>
  k.raw<{ size: number }>(
    `SELECT count(*) AS size FROM (SELECT 1 FROM negative_balances WHERE since <= :before AND ${isHere(k)} LIMIT :limit) AS found`,
    {
      before: p.before,
      limit: LIMIT,
    },
  ),
)

/** Accounts that have owed the platform money for 7 days. */
export const longNegative: Source = {
  list: async (db, { account: of, now, limit }) => {
    const rows = await db.all(below, { of, before: now - SEVEN_DAYS, limit })
    return rows.map(({ account, currency, since, amount }) => ({
      ...{
        id: `${account}:${currency}`,
        kind: "balance_negative" as const,
        account,
        since,
        payment_intent: null,
        refund: null,
        amount,
        currency,
      },
      message:
        `The account owes the platform ${money(-amount, currency, "pt-BR")}: more went back than came since it was paid out. ` +
        "Later payments make up for it. If there will be none, ask the merchant for the money.",
    }))
  },
  count: async (db, { now, limit }) => {
    const { size } = await db.only(countBelow, { before: now - SEVEN_DAYS, limit })
    return size > 0 ? [{ kind: "balance_negative", size }] : []
  },
}
