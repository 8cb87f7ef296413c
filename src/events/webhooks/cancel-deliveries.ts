// Cancels the deliveries to a target that no longer exists: a deleted endpoint, or an inactive integration.

import { id, integer } from "../../db/columns.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { isPostgres, skipLocked } from "../../db/dialect.ts"
import { isHere } from "../../db/here.ts"
import type { Sql } from "../../db/rows.ts"
import { LIMIT } from "../../db/statement.ts"
import { regularly } from "../../jobs/retention.ts"
import { type Batch, inBatches, MAX_ROWS } from "../../jobs/sweep.ts"
import { type DeliveryRow, deliveries } from "./tables.ts"
import { IS_LIVING, targetsOf } from "./targets.ts"

const PENDING = "status = 'pending'"
const waitingInVain = deliveries.statement([], (_, _p, k) =>
  k.raw<Pick<DeliveryRow, "account" | "target">>(
    `WITH RECURSIVE ${targetsOf(PENDING, "due_at_ms")} SELECT account, target FROM found WHERE NOT ${IS_LIVING} AND ${isHere(k, "found.account")}`,
  ),
)

/** Skips locked rows, because a cancellation is never urgent. Postgres finds the rows again by their ctid. */
const cancel = (k: Sql, chosen: string) => {
  const rows = (column: string) => `SELECT ${column} FROM deliveries WHERE account = :account AND ${chosen} ${skipLocked(k)}`
  const where = isPostgres(k)
    ? `account = :account AND ctid = ANY(ARRAY(${rows("ctid")}))`
    : `account = :account AND id IN (${rows("id")})`
  return `UPDATE deliveries SET status = 'canceled', due_at_ms = NULL WHERE ${where} RETURNING id`
}
const cancelOne = deliveries.statement(["account", "id"], (_, p, k) =>
  k.raw<{ id: string }>(cancel(k, `id = :id AND ${PENDING}`), { account: p.account, id: p.id }),
)
/** In the order of one index, so that Postgres chooses no other one (deliveries.ts). */
const OLDEST = `target = :target AND (status, id) > ('pending', :after) AND (status, id) < ('pending', 'wd_~') ORDER BY status, id LIMIT :limit`
const cancelOldest = deliveries.statement(["account", "target", { after: id(), limit: integer() }], (_, p, k) =>
  k.raw<{ id: string }>(cancel(k, OLDEST), { account: p.account, target: p.target, after: p.after, limit: LIMIT }),
)

/** Cancels a delivery if it is pending. */
export async function cancelDelivery(tx: Transaction, { account, id }: Pick<DeliveryRow, "account" | "id">): Promise<void> {
  await tx.one(cancelOne, { account, id })
}

/** Cancels the oldest pending deliveries of a deleted endpoint or an inactive integration: one batch. A worker cancels the others. */
export async function cancelPending(tx: Transaction, account: string, target: string): Promise<void> {
  await tx.all(cancelOldest, { account, target, after: "", limit: MAX_ROWS })
}

/** No request waits for these cancellations, because no attempt is made to a deleted target. */
const GAP_MS = 10_000

/** Cancels the deliveries that stayed pending: beyond the first batch, locked, or written while their target was deleted. */
export const cancelDeliveries = regularly<{ readonly database: Database }>(
  "cancel_deliveries",
  GAP_MS,
  async ({ database }, deadline) => {
    let isDone = true
    for (const { account, target } of await database.all(waitingInVain, {})) {
      // Each batch begins after the previous one. While an old transaction runs, Postgres would otherwise walk past all canceled rows.
      let after = ""
      const batch: Batch = async (tx, limit) => {
        const canceled = await tx.all(cancelOldest, { account, target, after, limit })
        for (const { id } of canceled) if (id > after) after = id
        return canceled.length
      }
      isDone = (await inBatches(database, batch, deadline)) && isDone
    }
    return isDone
  },
)
