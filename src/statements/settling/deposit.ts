// One deposit: a payout of the method `acquirer` (docs/payouts.md). The caller's transaction holds the account.
import { dayOf, startOfDay } from "../../base/day.ts"
import { newId } from "../../base/ids.ts"
import { must } from "../../base/must.ts"
import { id as idColumn, json } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { recordEvent } from "../../events/record.ts"
import { bookAtAcquirer } from "../../ledger/book.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { releaseTaken, takeOwn } from "../../payouts/claims.ts"
import { masked } from "../../payouts/destination.ts"
import { findPayout, insertPayout, movePayout, presentPayout } from "../../payouts/store.ts"
import { type PayoutRow, payoutTransactions } from "../../payouts/tables.ts"
import { STATEMENT_ACQUIRER, STATEMENT_CURRENCY } from "../acquirer.ts"
import { depositEffect } from "../effects/money.ts"
import type { Deposit } from "../matching/deposits.ts"
import { type DepositRow, statementDeposits } from "../tables.ts"
import { checkSince } from "../work-due.ts"
import type { KnownRow } from "./known.ts"
import { post, postingsOf, timeOf } from "./matters.ts"

const insertDeposit = statementDeposits.insert(["account", "payout", "deposit", "day", "amount", "is_current"])
const ofDay = statementDeposits.find(["account", "day"], (rows) => rows.where({ is_current: true }))
const named = statementDeposits.find(["account", "day", "deposit"], (rows) => rows.where({ is_current: true }))
const replaceDeposit = statementDeposits.update(["account", "payout"], ["is_current"])
const takeRows = payoutTransactions.statement(["account", { payout: idColumn(), ids: json<readonly string[]>() }], (_, p, k) =>
  k.raw<void>(
    `INSERT INTO payout_transactions (account, balance_transaction, payout)
     SELECT account, id, CAST(? AS text) FROM balance_transactions AS it
     WHERE account = ? AND ${isOneOf(k, "id")} AND funds = 'acquirer' AND currency = '${STATEMENT_CURRENCY}'
     ON CONFLICT (account, balance_transaction) DO NOTHING`,
    [p.payout, p.account, p.ids],
  ),
)
const takenOf = payoutTransactions.statement(["account", { ids: json<readonly string[]>() }], (_, p, k) =>
  k.raw<{ id: string }>(
    `SELECT balance_transaction AS id FROM payout_transactions WHERE account = ? AND ${isOneOf(k, "balance_transaction")}`,
    [p.account, p.ids],
  ),
)

/** The deposits of a day as they were settled last. */
export function depositsOfDay(db: Queries, account: string, day: number): Promise<DepositRow[]> {
  return db.all(ofDay, { account, day })
}

/** A deposit as it was settled last. */
export function findDeposit(db: Queries, account: string, day: number, deposit: string): Promise<DepositRow | undefined> {
  return db.one(named, { account, day, deposit })
}

/** `known`: the rows of the deposit's lines, for each line that has any. */
export type Settling = { name: string; day: number; known: KnownRow[][] }

/** Makes the payout of a deposit what its lines say. */
export async function settleDeposit(
  tx: Transaction,
  scope: PaymentScope,
  deposit: Deposit,
  { name, day, known }: Settling,
): Promise<void> {
  const { account, now } = scope
  const current = await findDeposit(tx, account, day, name)
  if (current) {
    await takeMore(tx, scope, current, known)
    return payIfPaid(tx, scope, current, deposit)
  }
  const free = await freeOf(tx, account, known)
  const effect = depositEffect(
    deposit,
    free.map((rows) => sumOf(rows)),
    dayOf(timeOf(day, now)),
  )
  if (!effect) return
  const payout = await tx.only(insertPayout, columnsOf(scope, deposit, day))
  await tx.run(insertDeposit, { account, payout: payout.id, deposit: name, day, amount: deposit.amount, is_current: true })
  bookPayout(tx, scope, { type: "payout", source: payout.id, amount: effect.payout, day })
  await post(tx, scope, payout.id, effect.rest)
  await tx.run(takeRows, { account, payout: payout.id, ids: idsOf(free) })
  takeOwn(tx, account, payout.id)
  recordEvent(tx, scope, "payout.created", presentPayout(payout, tx.livemode))
  if (payout.status === "paid") recordEvent(tx, scope, "payout.paid", presentPayout(payout, tx.livemode))
}

/** Takes rows that became known since: what the rest stood for is theirs. */
export async function takeMore(
  tx: Transaction,
  scope: PaymentScope,
  { account, payout, day }: DepositRow,
  known: readonly KnownRow[][],
): Promise<void> {
  const more = await freeOf(tx, account, known)
  if (idsOf(more).length === 0) return
  await tx.run(takeRows, { account, payout, ids: idsOf(more) })
  const net = sumOf(more.flat())
  if (net !== 0) await post(tx, scope, payout, [{ reason: "rest", amount: -net, on: dayOf(timeOf(day, scope.now)) }])
  takeOwn(tx, account, payout)
}

/** Rows that no payout and no opening has. */
async function freeOf(db: Queries, account: string, known: readonly KnownRow[][]): Promise<KnownRow[][]> {
  const taken = new Set((await db.all(takenOf, { account, ids: idsOf(known) })).map(({ id }) => id))
  return known.map((rows) => rows.filter(({ id }) => !taken.has(id)))
}

async function payIfPaid(
  tx: Transaction,
  scope: PaymentScope,
  { account, payout: id }: DepositRow,
  { status }: Deposit,
): Promise<void> {
  const payout = must(await findPayout(tx, account, id), "the payout of a deposit")
  if (status !== "paid" || payout.status !== "in_transit") return
  const paid = await movePayout(tx, payout, "pay")
  recordEvent(tx, scope, "payout.paid", presentPayout(paid, tx.livemode))
}

/** The money did not arrive, or not as one deposit of this amount. All that it took is free again. */
export async function failDeposit(tx: Transaction, scope: PaymentScope, { account, payout: id, day }: DepositRow): Promise<void> {
  const payout = must(await findPayout(tx, account, id), "the payout of a deposit")
  const failed = await movePayout(tx, payout, "fail", { failure_code: "other" })
  recordEvent(tx, scope, "payout.failed", presentPayout(failed, tx.livemode))
  await tx.run(replaceDeposit, { account, payout: id, is_current: false })
  releaseTaken(tx, account, id)
  bookPayout(tx, scope, { type: "payout_failed", source: id, amount: failed.amount, day })
  const rest = (await postingsOf(tx, account, id)).reduce((sum, { amount }) => sum + amount, 0)
  if (rest !== 0) await post(tx, scope, id, [{ reason: "rest", amount: -rest, on: dayOf(timeOf(day, scope.now)) }])
  takeOwn(tx, account, id)
  // That of a negotiation may have had what later days were paid by.
  checkSince(tx, account, "payments", day + 1, dayOf(scope.now))
}

type Booked = { type: "payout" | "payout_failed"; source: string; amount: number; day: number }

function bookPayout(tx: Transaction, scope: PaymentScope, { type, source, amount, day }: Booked): void {
  const about = { acquirer: STATEMENT_ACQUIRER, currency: STATEMENT_CURRENCY, payment_intent: null, installments: 1 }
  const available_on = timeOf(day, scope.now)
  bookAtAcquirer(tx, scope, about, [{ type, source, part: 0, amount, fee: 0, installment: null, available_on }])
}

function columnsOf({ account, now }: PaymentScope, deposit: Deposit, day: number) {
  const { amount, bank, branch, account: number, receiver } = deposit
  const status: PayoutRow["status"] = deposit.status === "paid" ? "paid" : "in_transit"
  const destination = {
    ...{ type: "acquirer" as const, pix_key: null, bank: masked(bank), branch: masked(branch), account: masked(number) },
    holder: masked(receiver),
  }
  return {
    ...{ id: newId("po"), account, created: now, amount, currency: STATEMENT_CURRENCY, status, method: "acquirer" as const },
    ...{ destination, bank_account: null, automatic: true, arrival_date: startOfDay(day), due_at: null },
  }
}

function idsOf(known: readonly KnownRow[][]): string[] {
  return known.flat().map(({ id }) => id)
}

function sumOf(rows: readonly KnownRow[]): number {
  return rows.reduce((sum, { net }) => sum + net, 0)
}
