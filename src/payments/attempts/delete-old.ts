// Deletes attempts that are older than RETAIN_ATTEMPTS_DAYS (docs/data-kept.md).

import { firstIdAt } from "../../base/ids.ts"
import type { Config } from "../../config/config.ts"
import { id, integer, json } from "../../db/columns.ts"
import type { Database } from "../../db/database.ts"
import { textsOf } from "../../db/dialect.ts"
import { LIMIT } from "../../db/statement.ts"
import { settings } from "../../db/tables.ts"
import { keptSince } from "../../jobs/retention.ts"
import { inBatches } from "../../jobs/sweep.ts"
import { hasEnded } from "./store.ts"
import { attempts } from "./table.ts"

/** The setting that holds the id of the last attempt that was judged. Most attempts are kept forever, so none is judged twice. */
const JUDGED = "attempts_judged_until"

/** Returns the id up to which attempts were judged, and locks it until the transaction ends. */
const lockJudged = settings.statement([], (rows) =>
  rows.insert({ name: JUDGED, value: "" }).onConflict("name").merge(["name"]).returning("value"),
)
const setJudged = settings.statement(["value"], (rows, p) => rows.where({ name: JUDGED }).update({ value: p.value }))
const nextAttempts = attempts.statement([{ after: id(), before: id(), limit: integer() }], (rows, p) =>
  rows.where("id", ">", p.after).where("id", "<", p.before).orderBy("id").limit(LIMIT).select("id"),
)

/** The ids of attempts. */
const IDS = { ids: json<string[]>() }

/**
 * Deletes attempts that say nothing about money. All attempts of a payment are kept if the payment succeeded, or if its money was captured
 * and sent back: they name the acquirer and the credentials for a refund, and they prevent a second reversal. All attempts of a payment
 * are also kept while one of them is open. The attempts of payments that were canceled without capturing money may be deleted, and so may
 * verifications of cards.
 */
const deleteMoneyless = attempts.statement([IDS], (_, p, k) =>
  k.raw<void>(
    `DELETE FROM attempts WHERE id IN (
       SELECT old.id FROM attempts AS old JOIN payment_intents ON payment_intents.id = old.payment_intent
       WHERE old.id IN (${textsOf(k)}) AND payment_intents.status = 'canceled' AND NOT EXISTS (
         SELECT 1 FROM attempts AS other WHERE other.payment_intent = old.payment_intent AND (
           NOT ${hasEnded("other")} OR other.kind IN ('refund', 'reversal') OR (other.kind = 'charge' AND other.amount IS NOT NULL)
         )
       )
     )`,
    [p.ids],
  ),
)
const deleteVerifications = attempts.statement([IDS], (rows, p, k) =>
  rows
    .where({ kind: "verify", state: "done" })
    .whereRaw(`id IN (${textsOf(k)})`, [p.ids])
    .delete(),
)

/** Deletes old attempts that moved no money. No account sees attempts, so their age is measured in real time. */
export async function deleteOldAttempts(
  { database, config }: { readonly database: Database; readonly config: Pick<Config, "retainAttemptsDays"> },
  deadline: number,
): Promise<boolean> {
  const since = await keptSince(database, config.retainAttemptsDays)
  if (since === undefined) return true
  const before = firstIdAt("att", since)
  return inBatches(
    database,
    async (tx, limit) => {
      const { value: after } = await tx.only(lockJudged, {})
      const ids = (await tx.all(nextAttempts, { after, before, limit })).map(({ id }) => id)
      const last = ids.at(-1)
      if (last === undefined) return 0
      await tx.run(deleteMoneyless, { ids })
      await tx.run(deleteVerifications, { ids })
      await tx.run(setJudged, { value: last })
      return ids.length
    },
    deadline,
  )
}
