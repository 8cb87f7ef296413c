import type { Queries } from "../db/database.ts"
import { payouts } from "./tables.ts"

/** How many pending payouts are counted. */
const MOST_PENDING = 100

const payoutsNow = payouts.statement(["account"], (_, p, k) =>
  k.raw<{ newest: string | null; pending: number }>(
    `SELECT (SELECT id FROM payouts WHERE account = ? ORDER BY id DESC LIMIT 1) AS newest,
       (SELECT count(*) FROM (SELECT 1 FROM payouts WHERE account = ? AND status = 'pending' LIMIT ${MOST_PENDING}) AS waiting) AS pending`,
    [p.account, p.account],
  ),
)

/** A text that changes when a payout is made, sent or canceled: the last two have no event. It can be requested often. */
export async function payoutMark(db: Queries, account: string): Promise<string> {
  const { newest, pending } = await db.only(payoutsNow, { account })
  return `${newest ?? ""}.${pending}`
}
