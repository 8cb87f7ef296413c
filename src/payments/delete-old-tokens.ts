// Deletes tokens that are older than RETAIN_TOKENS_DAYS (docs/data-kept.md).

import { firstIdAt } from "../base/ids.ts"
import type { Config } from "../config/config.ts"
import { boolean, id, integer, json } from "../db/columns.ts"
import type { Database } from "../db/database.ts"
import { isOneOf, skipLocked } from "../db/dialect.ts"
import { accountsWithOld, keptSince } from "../jobs/retention.ts"
import { inBatches } from "../jobs/sweep.ts"
import { cards } from "../vault/tables.ts"
import { hasEnded } from "./attempts/store.ts"
import { paymentMethods } from "./methods/table.ts"
import { type TokenRow, tokens } from "./tokens/table.ts"

type OldToken = Pick<TokenRow, "id" | "card"> & { is_needed: boolean }

const withOldTokens = accountsWithOld(tokens)

/** The oldest tokens of an account. One is needed until it expires, and while its attempt is open: the payment's success may still save the card. */
const oldestTokens = tokens.statement(
  ["account", { after: id(), before: id(), limit: integer() }],
  (_, p, k) =>
    k.raw<OldToken>(
      `SELECT id, card, (
         due_at IS NOT NULL OR EXISTS (SELECT 1 FROM attempts
           WHERE attempts.account = tokens.account AND attempts.id = tokens.reserved_by AND NOT ${hasEnded()})
       ) AS is_needed
       FROM tokens WHERE account = ? AND id > ? AND id < ? ORDER BY id LIMIT ? ${skipLocked(k, "tokens")}`,
      [p.account, p.after, p.before, p.limit],
    ),
  { is_needed: boolean() },
)
const deleteTokens = tokens.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "id"), [p.ids]).delete(),
)
/** A card that was ever saved stays with its payment method, which can be retrieved forever. */
const deleteCards = cards.statement(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows
    .where({ account: p.account })
    .whereRaw(isOneOf(k, "id"), [p.ids])
    .whereNotExists(
      paymentMethods
        .rows(k)
        .select(k.raw("1"))
        .whereRaw("payment_methods.account = cards.account AND payment_methods.card = cards.id"),
    )
    .delete(),
)

/** Deletes old tokens, and those of their cards that were not saved. No account sees a token again, so they age by real time. */
export async function deleteOldTokens(
  { database, config }: { readonly database: Database; readonly config: Pick<Config, "retainTokensDays"> },
  deadline: number,
): Promise<boolean> {
  const since = await keptSince(database, config.retainTokensDays)
  if (since === undefined) return true
  const before = firstIdAt("tok", since)
  for (let account: string | undefined = ""; ; ) {
    account = await withOldTokens(database, { after: account, from: "", before })
    if (account === undefined) return true
    if (!(await deleteTokensOf(database, account, before, deadline))) return false
  }
}

function deleteTokensOf(database: Database, account: string, before: string, deadline: number): Promise<boolean> {
  let after = ""
  return inBatches(
    database,
    async (tx, limit) => {
      const tokens = await tx.all(oldestTokens, { account, after, before, limit })
      const old = tokens.filter(({ is_needed }) => !is_needed)
      await tx.run(deleteTokens, { account, ids: old.map(({ id }) => id) })
      await tx.run(deleteCards, { account, ids: old.flatMap(({ card }) => card ?? []) })
      after = tokens.at(-1)?.id ?? after
      return tokens.length
    },
    deadline,
  )
}
