// Deletes attempts that are older than RETAIN_ATTEMPTS_DAYS (docs/data-kept.md).

import { firstIdAt } from "../../base/ids.ts"
import type { Config } from "../../config/config.ts"
import { id, integer, json } from "../../db/columns.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { LIMIT } from "../../db/statement.ts"
import { settings } from "../../db/tables.ts"
import { accountsWithOld, keptSince } from "../../jobs/retention.ts"
import { inBatches } from "../../jobs/sweep.ts"
import { hasEnded } from "./store.ts"
import { attempts } from "./table.ts"

/**
 * The setting that says up to which id attempts were judged. Most attempts are kept forever, so none is judged twice. Within a pass it also
 * says where the pass ends, and which attempt of which account was judged last: `from before account after`.
 */
const JUDGED = "attempts_judged_until"

/** Returns the setting, and locks it until the transaction ends. */
const lockJudged = settings.statement([], (rows) =>
  rows.insert({ name: JUDGED, value: "" }).onConflict("name").merge(["name"]).returning("value"),
)
const setJudged = settings.statement(["value"], (rows, p) => rows.where({ name: JUDGED }).update({ value: p.value }))
const withOldAttempts = accountsWithOld(attempts)
const nextAttempts = attempts.find(["account", { after: id(), before: id(), limit: integer() }], (rows, p) =>
  rows.where("id", ">", p.after).where("id", "<", p.before).orderBy("id").limit(LIMIT).select("id"),
)

/** The ids of attempts of an account. */
const IDS = ["account", { ids: json<string[]>() }] as const

/**
 * Deletes attempts that say nothing about money. All attempts of a payment are kept if the payment succeeded, or if its money was captured
 * and sent back: they name the acquirer and the credentials for a refund, and they prevent a second reversal. All attempts of a payment
 * are also kept while one of them is open. The attempts of payments that were canceled without capturing money may be deleted, and so may
 * verifications of cards.
 */
const deleteMoneyless = attempts.statement(IDS, (_, p, k) =>
  k.raw<void>(
    `DELETE FROM attempts WHERE account = ? AND id IN (
       SELECT old.id FROM attempts AS old
       JOIN payment_intents ON payment_intents.account = old.account AND payment_intents.id = old.payment_intent
       WHERE old.account = ? AND ${isOneOf(k, "old.id")} AND payment_intents.status = 'canceled' AND NOT EXISTS (
         SELECT 1 FROM attempts AS other WHERE other.account = old.account AND other.payment_intent = old.payment_intent AND (
           NOT ${hasEnded("other")} OR other.kind IN ('refund', 'reversal') OR (other.kind = 'charge' AND other.amount IS NOT NULL)
         )
       )
     )`,
    [p.account, p.account, p.ids],
  ),
)
const deleteVerifications = attempts.statement(IDS, (rows, p, k) =>
  rows.where({ account: p.account, kind: "verify", state: "done" }).whereRaw(isOneOf(k, "id"), [p.ids]).delete(),
)

/** Deletes old attempts that moved no money. No account sees attempts, so their age is measured in real time. */
export async function deleteOldAttempts(
  { database, config }: { readonly database: Database; readonly config: Pick<Config, "retainAttemptsDays"> },
  deadline: number,
): Promise<boolean> {
  const since = await keptSince(database, config.retainAttemptsDays)
  if (since === undefined) return true
  const until = firstIdAt("att", since)
  return inBatches(database, (tx, limit) => judgeBatch(tx, until, limit), deadline)
}

/** Judges the next attempts of one account. Returns 0 once all accounts are judged, and else `limit`, because there may be more. */
async function judgeBatch(tx: Transaction, until: string, limit: number): Promise<number> {
  const { value } = await tx.only(lockJudged, {})
  const [from = "", before = until, account = "", after = from] = value.split(" ")
  if (before <= from) return 0
  const ids = account === "" ? [] : (await tx.all(nextAttempts, { account, after, before, limit })).map(({ id }) => id)
  if (ids.length > 0) {
    await tx.run(deleteMoneyless, { account, ids })
    await tx.run(deleteVerifications, { account, ids })
  }
  const last = ids.length === limit ? ids.at(-1) : undefined
  const next = last === undefined ? await withOldAttempts(tx, { after: account, from, before }) : account
  await tx.run(setJudged, { value: next === undefined ? before : [from, before, next, last ?? from].join(" ") })
  return next === undefined ? 0 : limit
}
