import { seconds } from "../../db/columns.ts"
import type { Queries } from "../../db/database.ts"
import { type RefundRow, type RefundStatus, refunds } from "./table.ts"

type Sum = Pick<RefundRow, "currency" | "reason" | "amount"> & { count: number }

/** What refunds of one currency add up to. Amounts are in cents. */
export type RefundSum = {
  currency: string
  count: number
  amount: number
  /** The part whose outcome is open. */
  pending: number
  /** The part that the card network has taken back. */
  disputed: number
}

const sumUp = refunds.find(["account", "status", { from: seconds(), to: seconds() }], (rows, p, k) =>
  rows
    .where("created", ">=", p.from)
    .where("created", "<", p.to)
    .groupBy("currency", "reason")
    .select<Sum>("currency", "reason", k.raw("count(*) AS count, sum(amount) AS amount")),
)

/**
 * Sums up the refunds that were made in a range of time, by currency in alphabetical order. Times are Unix seconds, and `created_lt` is
 * exclusive. Without a status, refunds that failed are left out, because their money did not go back.
 */
export async function sumUpRefundsOf(
  db: Queries,
  account: string,
  { created_gte = 0, created_lt = Number.MAX_SAFE_INTEGER }: { created_gte?: number; created_lt?: number },
  status?: RefundStatus,
): Promise<RefundSum[]> {
  const statuses = status ? [status] : (["succeeded", "pending"] as const)
  const sums = new Map<string, RefundSum>()
  for (const each of statuses) {
    for (const row of await db.all(sumUp, { account, status: each, from: created_gte, to: created_lt })) {
      const { currency, reason, count, amount } = row
      const sum = sums.get(currency) ?? { currency, count: 0, amount: 0, pending: 0, disputed: 0 }
      sum.count += count
      sum.amount += amount
      if (each === "pending") sum.pending += amount
      if (reason === "dispute") sum.disputed += amount
      sums.set(currency, sum)
    }
  }
  return [...sums.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1))
}
