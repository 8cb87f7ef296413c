// What is erased or deleted of cards, tokens and the pages of payments (docs/data-kept.md).

import { firstIdAt } from "../base/ids.ts"
import type { Config } from "../config/config.ts"
import { boolean, id, integer, json, seconds } from "../db/columns.ts"
import type { Database, Transaction } from "../db/database.ts"
import { isOneOf, skipLocked } from "../db/dialect.ts"
import { isHere, ownAccount } from "../db/here.ts"
import { msFromNow, nowMs } from "../db/now.ts"
import type { Rows } from "../db/rows.ts"
import { LIMIT } from "../db/statement.ts"
import type { Chore } from "../jobs/chore.ts"
import { accountsWithOld, keptSince } from "../jobs/retention.ts"
import { inBatches, type Past, sweep } from "../jobs/sweep.ts"
import { cards } from "../vault/tables.ts"
import { hasEnded, MAY_SEND_CARD } from "./attempts/store.ts"
import { type IntentStatus, isFinal } from "./intents/state.ts"
import { KEPT_SECONDS } from "./links/links.ts"
import { type HostedLinkRow, hostedLinks } from "./links/table.ts"
import { paymentMethods } from "./methods/table.ts"
import { type TokenRow, tokens } from "./tokens/table.ts"

const LOOK_AGAIN_MS = 60_000

const findDue = cards.find([], (rows, _, k) =>
  rows.where("erase_after_ms", "<=", nowMs(k)).whereRaw(isHere(k)).select("id").limit(1),
)

/**
 * Erases the card numbers that nothing needs any more. A number is kept while a customer has the card saved, while an attempt may still
 * send the card, and while a payment for a product is open, because its success may save the card. Brand, last four digits and expiry
 * always stay.
 *
 * A card that an open payment needs is checked again later. A saved card is checked again once it is detached. A row that changed after it
 * was read keeps its mark, so a card that is detached meanwhile is not forgotten.
 */
const eraseDue = cards.statement([{ limit: integer() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `WITH due AS (
       SELECT account, id, erase_after_ms FROM cards WHERE erase_after_ms <= ? AND ${isHere(k)} ORDER BY erase_after_ms LIMIT ?
     ), judged AS (
       SELECT account, id, erase_after_ms,
         EXISTS (SELECT 1 FROM payment_methods WHERE payment_methods.account = due.account AND card = due.id AND customer IS NOT NULL) AS is_saved,
         EXISTS (
           SELECT 1 FROM attempts
           LEFT JOIN payment_intents ON payment_intents.account = attempts.account AND payment_intents.id = attempts.payment_intent
           WHERE attempts.account = due.account AND attempts.card = due.id AND attempts.state <> 'done' AND (
             ${MAY_SEND_CARD}
             OR (payment_intents.product IS NOT NULL AND payment_intents.status IN ('requires_action', 'processing'))
           )
         ) AS is_needed
       FROM due
     )
     UPDATE cards SET
       sealed_number = CASE WHEN is_saved OR is_needed THEN sealed_number END,
       erase_after_ms = CASE WHEN is_needed AND NOT is_saved THEN ? END
     FROM judged
     WHERE cards.account = judged.account AND cards.id = judged.id AND cards.erase_after_ms = judged.erase_after_ms
     RETURNING cards.id`,
    [nowMs(k), p.limit, msFromNow(k, LOOK_AGAIN_MS)],
  ),
)

/** Erases the numbers of cards that nothing needs any more. */
export const eraseCards: Chore<{ readonly database: Database }> = {
  kind: "erase_cards",
  run: async ({ database }) => {
    // There is often nothing to erase, and a read is cheaper than a transaction each second.
    if (!(await database.one(findDue, {}))) return
    await inBatches(database, async (tx, limit) => (await tx.all(eraseDue, { limit })).length)
  },
}

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

type DueLink = Pick<HostedLinkRow, "account" | "link" | "due_at"> & { status: IntentStatus; clock_offset: number }

const dueLinks = (rows: Rows<HostedLinkRow>) =>
  rows
    .join("payment_intents", {
      "payment_intents.account": "hosted_links.account",
      "payment_intents.id": "hosted_links.payment_intent",
    })
    .join("accounts", "accounts.id", "hosted_links.account")
    .orderBy("hosted_links.due_at")
    .limit(LIMIT)
    .select<DueLink>("hosted_links.account", "link", "hosted_links.due_at", "payment_intents.status", "clock_offset")
const PAST = { now: seconds(), limit: integer() }
const findEnded = hostedLinks.statement([PAST], (rows, p, k) =>
  dueLinks(rows).whereRaw(ownAccount(k)).where("hosted_links.due_at", "<=", p.now),
)
const findEndedOf = hostedLinks.statement(["account", PAST], (rows, p) =>
  dueLinks(rows).where({ "hosted_links.account": p.account }).where("hosted_links.due_at", "<=", p.now),
)
const putOff = hostedLinks.update(["account", "link"], ["due_at"])
const deleteLink = hostedLinks.delete(["account", "link", "due_at"])

/** Deletes the pages of payments that ended 30 days ago, with the payer's name, document and address. */
export const deleteEndedLinks = sweep({ kind: "delete_ended_links", table: hostedLinks, column: "due_at" }, deleteEnded)

async function deleteEnded(tx: Transaction, { now, account, limit }: Past & { limit: number }): Promise<number> {
  const links = await (account === null ? tx.all(findEnded, { now, limit }) : tx.all(findEndedOf, { account, now, limit }))
  for (const { account: owner, link, due_at, status, clock_offset } of links) {
    // A link of an earlier version does not say when its payment ended. If the payment has not ended, the link is checked again.
    const isOver = isFinal(status) && due_at !== 0
    if (isOver) await tx.run(deleteLink, { account: owner, link, due_at })
    else await tx.run(putOff, { account: owner, link, due_at: now + (account === null ? clock_offset : 0) + KEPT_SECONDS })
  }
  return links.length
}
