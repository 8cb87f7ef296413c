import type { Config } from "../../config/config.ts"
import { integer, seconds } from "../../db/columns.ts"
import type { Database } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import { LIMIT } from "../../db/statement.ts"
import { keptSince } from "../../jobs/retention.ts"
import { inBatches } from "../../jobs/sweep.ts"
import { chargebackFiles } from "./tables.ts"

const deleteOld = chargebackFiles.statement([{ before: seconds(), limit: integer() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `DELETE FROM chargeback_files WHERE (account, id) IN (
       SELECT chargeback_files.account, chargeback_files.id FROM chargeback_cases
       JOIN chargeback_files ON chargeback_files.account = chargeback_cases.account AND chargeback_files.chargeback = chargeback_cases.id
       WHERE chargeback_cases.closed_at IS NOT NULL AND chargeback_cases.closed_at < ?
       AND ${isHere(k, "chargeback_cases.account")} ORDER BY chargeback_cases.closed_at LIMIT ?
     ) RETURNING id`,
    [p.before, LIMIT],
  ),
)

/** Deletes the documents of cases that were decided long ago. */
export async function deleteOldChargebackFiles(
  { database, config }: { readonly database: Database; readonly config: Pick<Config, "retainChargebackFilesDays"> },
  deadline: number,
): Promise<boolean> {
  const since = await keptSince(database, config.retainChargebackFilesDays)
  if (since === undefined) return true
  const before = Math.floor(since / 1000)
  return inBatches(database, async (tx, limit) => (await tx.all(deleteOld, { before, limit })).length, deadline)
}
