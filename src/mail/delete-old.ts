// Deletes mails that ended more than RETAIN_MAILS_DAYS ago (docs/data-kept.md).

import { accounts } from "../accounts/tables.ts"
import type { Config } from "../config/config.ts"
import { id, integer, milliseconds } from "../db/columns.ts"
import type { Database } from "../db/database.ts"
import { ownAccount } from "../db/here.ts"
import { LIMIT } from "../db/statement.ts"
import { keptSince } from "../jobs/retention.ts"
import { inBatches } from "../jobs/sweep.ts"
import { deleteOldOperatorMails } from "./operator-store.ts"
import { mails } from "./tables.ts"

type RetentionMode = { readonly database: Database; readonly config: Pick<Config, "retainMailsDays"> }

const nextAccount = accounts.statement([{ after: id(), before: milliseconds() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `SELECT id FROM accounts WHERE id > ? AND ${ownAccount(k)} AND EXISTS (
       SELECT 1 FROM mails WHERE mails.account = accounts.id AND mails.ended_ms IS NOT NULL AND mails.ended_ms < ?
     ) ORDER BY id LIMIT 1`,
    [p.after, p.before],
  ),
)
const deleteOld = mails.statement(["account", { before: milliseconds(), limit: integer() }], (_, p, k) =>
  k.raw<void>(
    `DELETE FROM mails WHERE account = :account AND id IN (
       SELECT id FROM mails WHERE account = :account AND ended_ms IS NOT NULL AND ended_ms < :before ORDER BY ended_ms LIMIT :limit
     )`,
    { account: p.account, before: p.before, limit: LIMIT },
  ),
)

/** Deletes old mails of all accounts, and those to the operators of the platform. */
export async function deleteOldMails({ database, config }: RetentionMode, deadline: number): Promise<boolean> {
  const before = await keptSince(database, config.retainMailsDays)
  if (before === undefined) return true
  if (!(await inBatches(database, (tx, limit) => tx.run(deleteOldOperatorMails, { before, limit }), deadline))) return false
  for (let account: string | undefined = ""; ; ) {
    account = (await database.one(nextAccount, { after: account, before }))?.id
    if (account === undefined) return true
    const of = account
    if (!(await inBatches(database, (tx, limit) => tx.run(deleteOld, { account: of, before, limit }), deadline))) return false
  }
}
