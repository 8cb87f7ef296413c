// From which day on the deposits of an acquirer take money out of the balance: docs/payouts.md.
import { lockAccount } from "../../accounts/accounts.ts"
import type { Scope } from "../../accounts/scope.ts"
import { findCurrentCredentials } from "../../acquirers/credentials.ts"
import { dateOf, dayOf, startOfDay } from "../../base/day.ts"
import { Refusal } from "../../base/errors.ts"
import { newId } from "../../base/ids.ts"
import { id, json, seconds, text } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { currenciesAt } from "../../ledger/totals/net.ts"
import { payoutTransactions } from "../../payouts/tables.ts"
import { STATEMENT_ACQUIRER, STATEMENT_CURRENCY } from "../acquirer.ts"
import { type AcquirerOpeningRow, acquirerOpenings, statementDays } from "../tables.ts"
import { checkFrom, wakeAccount } from "../work-due.ts"
import { post } from "./matters.ts"

const insertRow = acquirerOpenings.insert(
  ["account", "id", "created", "acquirer", "since", "paid_before", "unpaid_from", "due_at"],
  (rows) => rows.onConflict(["account", "acquirer"]).ignore().returning("*"),
)
const setPaidBefore = acquirerOpenings.update(["account", "id"], ["paid_before"], (rows) => rows.returning("*"))
const findRow = acquirerOpenings.find(["account", "acquirer"])
const TAKEN = `INSERT INTO payout_transactions (account, balance_transaction, payout)
  SELECT it.account, it.id, NULL FROM balance_transactions AS it
  WHERE it.account = ? AND it.currency = ? AND it.funds = 'acquirer' AND it.acquirer = ?`
const FREE = `NOT EXISTS (SELECT 1 FROM payout_transactions AS taken WHERE taken.account = it.account AND taken.balance_transaction = it.id)
  ON CONFLICT (account, balance_transaction) DO NOTHING`
const POT = { currency: text(), acquirer: text() }
const takeBefore = payoutTransactions.statement(["account", { ...POT, before: seconds() }], (_, p, k) =>
  k.raw<void>(`${TAKEN} AND it.available_on < ? AND ${FREE}`, [p.account, p.currency, p.acquirer, p.before]),
)
const takeRows = payoutTransactions.statement(["account", { ...POT, ids: json<readonly string[]>() }], (_, p, k) =>
  k.raw<void>(`${TAKEN} AND ${isOneOf(k, "it.id")} AND ${FREE}`, [p.account, p.currency, p.acquirer, p.ids]),
)
const takeOwn = payoutTransactions.statement(["account", { source: id() }], (_, p, k) =>
  k.raw<void>(
    `INSERT INTO payout_transactions (account, balance_transaction, payout)
     SELECT account, id, NULL FROM balance_transactions WHERE account = ? AND source = ?
     ON CONFLICT (account, balance_transaction) DO NOTHING`,
    [p.account, p.source],
  ),
)
const sumOf = payoutTransactions.statement(["account", POT], (_, p, k) =>
  k.raw<{ net: number }>(
    `SELECT coalesce(sum(it.net), 0) AS net FROM payout_transactions AS taken
     JOIN balance_transactions AS it ON it.account = taken.account AND it.id = taken.balance_transaction
     WHERE taken.account = ? AND taken.payout IS NULL AND it.currency = ? AND it.funds = 'acquirer' AND it.acquirer = ?`,
    [p.account, p.currency, p.acquirer],
  ),
)
const paymentDays = statementDays.statement(["account", "day"], (rows, p) =>
  rows.where({ account: p.account, kind: "payments" }).where("day", ">=", p.day),
)

/** Since when the deposits of an account's acquirer count, or undefined if they do not. */
export function findAcquirerOpening(db: Queries, account: string): Promise<AcquirerOpeningRow | undefined> {
  return db.one(findRow, { account, acquirer: STATEMENT_ACQUIRER })
}

/** What counts as paid before, in cents of a currency. */
type PaidBefore = { currency: string; amount: number }

/**
 * Begins the deposits of an acquirer. From the day `since` on, what statements show as paid leaves the balance; where no statements are read, what has
 * become available on a day. What was available before counts as paid: an adjustment brings it to 0. Throws Refusal the second time, for an acquirer
 * that the account does not have, and for a day to come.
 */
export async function openAcquirerPayouts(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  { acquirer, since }: { acquirer: string; since: number },
): Promise<AcquirerOpeningRow & { before: PaidBefore[] }> {
  const { account, now } = scope
  const hasStatements = acquirer === STATEMENT_ACQUIRER
  if (!hasStatements && !(await findCurrentCredentials(tx, account, acquirer)))
    throw new Refusal("acquirer_missing", `The account ${account} has no acquirer ${acquirer}: set it first.`)
  if (since > dayOf(now)) throw new Refusal("parameter_invalid", `The day ${dateOf(since)} has not come yet.`)
  await lockAccount(tx, account)
  const begin = hasStatements ? { unpaid_from: null, due_at: null } : { unpaid_from: since, due_at: now }
  const given = { account, id: newId("aop"), created: now, acquirer, since, paid_before: 0, ...begin }
  const opening = await tx.one(insertRow, given)
  if (!opening)
    throw new Refusal("payouts_already_open", `The payouts of ${acquirer} for ${account} were opened before. That is done once.`)
  const before: PaidBefore[] = []
  for (const currency of await currenciesAt(tx, account, "acquirer")) {
    await tx.run(takeBefore, { account, currency, acquirer, before: startOfDay(since) })
    before.push({ currency, amount: await levelOpening(tx, scope, opening, currency) })
  }
  if (hasStatements) {
    for (const { day } of await tx.all(paymentDays, { account, day: since })) checkFrom(tx, account, "payments", day, 0)
    wakeAccount(tx, account, now)
  }
  const paid_before = before.find(({ currency }) => currency === STATEMENT_CURRENCY)?.amount ?? 0
  return { ...(await tx.only(setPaidBefore, { account, id: opening.id, paid_before })), before }
}

/** Gives rows to the opening, because a statement shows that they were paid before it. Rows that are taken stay where they are. */
export async function giveToOpening(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  opening: AcquirerOpeningRow,
  ids: readonly string[],
): Promise<void> {
  const { account, acquirer } = opening
  const currency = STATEMENT_CURRENCY
  if (ids.length === 0) return
  if ((await tx.run(takeRows, { account, currency, acquirer, ids })) > 0) await levelOpening(tx, scope, opening, currency)
}

/** Brings what the opening has of a currency to 0. Returns what it had, in cents. */
async function levelOpening(
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  { account, id, acquirer }: AcquirerOpeningRow,
  currency: string,
): Promise<number> {
  const { net } = await tx.only(sumOf, { account, currency, acquirer })
  if (net === 0) return 0
  await post(tx, scope, id, [{ reason: "opening", amount: -net, on: dayOf(scope.now) }], { acquirer, currency })
  await tx.run(takeOwn, { account, source: id })
  return net
}
