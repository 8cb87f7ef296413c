import type { Queries } from "../../db/database.ts"
import { refunds } from "./table.ts"

/** How many pending refunds are counted. */
const MOST_PENDING = 100

const refundsNow = refunds.statement(["account"], (_, p, k) =>
  k.raw<{ newest: string | null; pending: number }>(
    `SELECT (SELECT id FROM refunds WHERE account = ? ORDER BY id DESC LIMIT 1) AS newest,
       (SELECT count(*) FROM (SELECT 1 FROM refunds WHERE account = ? AND status = 'pending' LIMIT ${MOST_PENDING}) AS waiting) AS pending`,
    [p.account, p.account],
  ),
)

/** A text that changes when a refund is made, and when a pending one ends. A refund has no event. The text can be requested often. */
export async function refundMark(db: Queries, account: string): Promise<string> {
  const { newest, pending } = await db.only(refundsNow, { account })
  return `${newest ?? ""}.${pending}`
}
