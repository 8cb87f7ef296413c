// Balance transactions by SQL: more than payments could make in the time of a test.
import { newId } from "../../../src/base/ids.ts"
import type { Database } from "../../../src/db/database.ts"
import { foldTotals } from "../../../src/ledger/totals/fold.ts"
import { sql } from "../databases/sql.ts"

const AT_ONCE = 10_000
const DAY = 86_400

/** Payments of R$10.00 with a fee of R$0.30, spread over the days up to `now` (Unix seconds), which are available at once. No payment intent is behind them. */
export async function addTransactions(
  database: Database,
  account: string,
  { count, days, now }: { count: number; days: number; now: number },
): Promise<void> {
  const prefix = newId("txn").slice(4, 14)
  const id = `'${prefix}' || substr('00000000000000' || CAST(n AS text), -15)`
  const digits = database.dialect === "postgres" ? `'${prefix}' || lpad(CAST(n AS text), 15, '0')` : id
  const time = `${now} - ${(days - 1) * DAY} + CAST(n AS bigint) * ${(days - 1) * DAY} / ${count}`
  for (let from = 0; from < count; from += AT_ONCE) {
    const to = Math.min(count, from + AT_ONCE)
    await database.transaction(async (tx) => {
      if (tx.dialect === "postgres") await tx.run(sql<void>("SET LOCAL statement_timeout = 0"), {})
      const insert = `INSERT INTO balance_transactions
          (id, account, created, type, source, part, amount, fee, net, currency, funds, available_on)
        WITH RECURSIVE numbers (n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ${to})
        SELECT 'txn_' || ${digits}, '${account}', ${time}, 'payment', 'pi_' || ${digits}, 0, 1000, 30, 970, 'brl', 'platform', ${time}
        FROM numbers`
      await tx.run(sql<void>(insert), {})
    })
    await foldTotals.run({ database })
  }
}
