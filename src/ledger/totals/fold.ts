// Adds the rows of `total_deltas` to `totals`. A change only inserts delta rows, which no other transaction touches, so payments never
// wait for each other here.

import { integer } from "../../db/columns.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { isPostgres, skipLocked } from "../../db/dialect.ts"
import { isHere } from "../../db/here.ts"
import type { Sql } from "../../db/rows.ts"
import type { Chore } from "../../jobs/chore.ts"
import { inBatches } from "../../jobs/sweep.ts"
import { MONEY_KINDS, SIGNED_AMOUNT } from "./kinds.ts"
import { totalDeltas } from "./tables.ts"

const KEYS = "account, day, currency, kind, method, brand, code"
const oldest = (k: Sql, columns: string) =>
  `SELECT ${columns} FROM total_deltas WHERE account > '' AND ${isHere(k)} ORDER BY account, id LIMIT ?`

/** Adds `taken`. The fixed order keeps two concurrent folds from a deadlock. */
const ADD = `
  INSERT INTO totals (${KEYS}, count, amount)
  SELECT ${KEYS}, sum(count), sum(amount) FROM (
    SELECT ${KEYS}, count, amount FROM taken
    UNION ALL
    SELECT account, 0, currency, 'available', '', '', '', 0, ${SIGNED_AMOUNT} FROM taken WHERE kind IN (${MONEY_KINDS})
  ) AS lines WHERE true GROUP BY ${KEYS} ORDER BY ${KEYS}
  ON CONFLICT (${KEYS}) DO UPDATE SET count = totals.count + excluded.count, amount = totals.amount + excluded.amount`

const BATCH = { limit: integer() }

const anyDelta = totalDeltas.find([], (rows, _, k) =>
  rows.where("account", ">", "").whereRaw(isHere(k)).select("account").limit(1),
)

/**
 * On Postgres one statement removes and adds, because two statements would see two snapshots. It finds the rows again by their ctid,
 * because the planner's statistics may be from a moment when there were none. On SQLite the statement only adds.
 */
const add = totalDeltas.statement([BATCH], (_, p, k) =>
  isPostgres(k)
    ? k.raw<{ taken: number }>(
        `WITH taken AS (
           DELETE FROM total_deltas WHERE ctid = ANY(ARRAY(${oldest(k, "ctid")} ${skipLocked(k)}))
           RETURNING ${KEYS}, count, amount
         ),
         added AS (${ADD})
         SELECT count(*) AS taken FROM taken`,
        [p.limit],
      )
    : k.raw<{ taken: number }>(
        `WITH taken AS (SELECT ${KEYS}, count, amount FROM total_deltas WHERE (account, id) IN (${oldest(k, "account, id")})) ${ADD}`,
        [p.limit],
      ),
)
const remove = totalDeltas.statement([BATCH], (_, p, k) =>
  k.raw<void>(`DELETE FROM total_deltas WHERE (account, id) IN (${oldest(k, "account, id")})`, [p.limit]),
)

/** Adds at most `limit` deltas to the totals, each exactly once. Returns how many deltas it has added. */
export async function foldBatch(tx: Transaction, limit: number): Promise<number> {
  if (tx.dialect === "postgres") return (await tx.only(add, { limit })).taken
  await tx.run(add, { limit })
  return tx.run(remove, { limit })
}

/** Keeps the deltas few, because each read of the totals adds them up. Any number of workers may do this at once. */
export const foldTotals: Chore<{ readonly database: Database }> = {
  kind: "fold_totals",
  run: async ({ database }) => {
    if (await database.one(anyDelta, {})) await inBatches(database, foldBatch)
  },
}
