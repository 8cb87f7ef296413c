// What reaches the merchant's bank account on a day: payouts of the method `acquirer` (docs/payouts.md).
import { lockAccount } from "../../accounts/accounts.ts"
import { bankingDaysAfter } from "../../base/banking-days.ts"
import { dayOf, startOfDay } from "../../base/day.ts"
import { newId } from "../../base/ids.ts"
import { must } from "../../base/must.ts"
import { id as idColumn, json } from "../../db/columns.ts"
import type { Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { recordEvent } from "../../events/record.ts"
import { bookAtAcquirer } from "../../ledger/book.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { releaseTaken, takeOwn } from "../../payouts/claims.ts"
import { masked } from "../../payouts/destination.ts"
import { findPayout, insertPayout, movePayout, presentPayout } from "../../payouts/store.ts"
import { type PayoutRow, payoutTransactions } from "../../payouts/tables.ts"
import { STATEMENT_ACQUIRER, STATEMENT_CURRENCY } from "../acquirer.ts"
import { debitPostings, depositEffect } from "../effects/money.ts"
import { payerOfStatements } from "../funds.ts"
import { type Deposit, depositsOf, type PaidLine } from "../matching/deposits.ts"
import { type DepositRow, statementDeposits } from "../tables.ts"
import { checkedDay } from "../work-due.ts"
import { type KnownRow, knownRows } from "./known.ts"
import { fieldsOf, linesOfPayment, type Stored } from "./lines.ts"
import { changeMatter, matterFor, post, postingsOf, timeOf } from "./matters.ts"
import { findAcquirerOpening } from "./openings.ts"

const insertDeposit = statementDeposits.insert(["account", "payout", "deposit", "day", "amount", "is_current"])
const ofDay = statementDeposits.find(["account", "day"], (rows) => rows.where({ is_current: true }))
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

/** Makes the payouts of a day what all files together say of it. */
export async function settleDeposits(tx: Transaction, scope: PaymentScope, day: number): Promise<void> {
  const { account, now } = scope
  const opening = await findAcquirerOpening(tx, account)
  await lockAccount(tx, account)
  const stored = await linesOfPayment(tx, account, day)
  const today = dayOf(now)
  const { deposits, debited } = depositsOf(paidLinesOf(stored), today)
  if (!opening || day < opening.since) return checkedDay(tx, account, "payments", day, null)
  const isPaidByAcquirer = (await payerOfStatements(tx, account)) === "acquirer"
  for (const line of isPaidByAcquirer ? debited : []) await settleDebit(tx, scope, line)
  const current = new Map((await tx.all(ofDay, { account, day })).map((row) => [row.deposit, row]))
  const sent = new Map(deposits.filter(({ status }) => status !== "failed").map((each) => [nameOf(each), each]))
  // The bank has rejected it, or a later file says something else of its lines. What it had is free before another one takes it.
  for (const row of current.values())
    if (sent.get(row.deposit)?.amount !== row.amount) {
      await failDeposit(tx, scope, row)
      current.delete(row.deposit)
    }
  for (const [name, deposit] of sent) {
    const known = await knownRows(tx, account, deposit, stored)
    await settleDeposit(tx, scope, deposit, { name, day, known, current: current.get(name) })
  }
  const isOpen = [...sent.values()].some(({ status }) => status === "in_transit")
  checkedDay(tx, account, "payments", day, isOpen ? Math.max(bankingDaysAfter(day, 1), today + 1) : null)
}

type Settling = { name: string; day: number; known: KnownRow[]; current: DepositRow | undefined }

async function settleDeposit(tx: Transaction, scope: PaymentScope, deposit: Deposit, { name, day, known, current }: Settling) {
  const { account, now } = scope
  if (current) {
    await takeMore(tx, scope, current, known)
    return payIfPaid(tx, scope, current, deposit)
  }
  const free = known.map(({ rows }) => rows.filter(({ isFree }) => isFree).reduce((sum, { net }) => sum + net, 0))
  const effect = depositEffect(deposit, free, dayOf(timeOf(day, now)))
  if (!effect) return
  const payout = await tx.only(insertPayout, columnsOf(scope, deposit, day))
  await tx.run(insertDeposit, { account, payout: payout.id, deposit: name, day, amount: deposit.amount, is_current: true })
  bookPayout(tx, scope, { type: "payout", source: payout.id, amount: effect.payout, day })
  await post(tx, scope, payout.id, effect.rest)
  await tx.run(takeRows, { account, payout: payout.id, ids: known.flatMap(idsOf) })
  takeOwn(tx, account, payout.id)
  recordEvent(tx, scope, "payout.created", presentPayout(payout, tx.livemode))
  if (payout.status === "paid") recordEvent(tx, scope, "payout.paid", presentPayout(payout, tx.livemode))
}

/** Lines whose charge became known since: what the rest stood for is theirs. */
async function takeMore(tx: Transaction, scope: PaymentScope, { account, payout, day }: DepositRow, known: readonly KnownRow[]) {
  const more = known.flatMap(({ rows }) => rows.filter(({ isFree }) => isFree))
  if (more.length === 0) return
  await tx.run(takeRows, { account, payout, ids: more.map(({ id }) => id) })
  const net = more.reduce((sum, row) => sum + row.net, 0)
  if (net !== 0) await post(tx, scope, payout, [{ reason: "rest", amount: -net, on: dayOf(timeOf(day, scope.now)) }])
  takeOwn(tx, account, payout)
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
async function failDeposit(tx: Transaction, scope: PaymentScope, { account, payout: id, day }: DepositRow): Promise<void> {
  const payout = must(await findPayout(tx, account, id), "the payout of a deposit")
  const failed = await movePayout(tx, payout, "fail", { failure_code: "other" })
  recordEvent(tx, scope, "payout.failed", presentPayout(failed, tx.livemode))
  await tx.run(replaceDeposit, { account, payout: id, is_current: false })
  releaseTaken(tx, account, id)
  bookPayout(tx, scope, { type: "payout_failed", source: id, amount: failed.amount, day })
  const rest = (await postingsOf(tx, account, id)).reduce((sum, { amount }) => sum + amount, 0)
  if (rest !== 0) await post(tx, scope, id, [{ reason: "rest", amount: -rest, on: dayOf(timeOf(day, scope.now)) }])
  takeOwn(tx, account, id)
}

type Booked = { type: "payout" | "payout_failed"; source: string; amount: number; day: number }

function bookPayout(tx: Transaction, scope: PaymentScope, { type, source, amount, day }: Booked): void {
  const about = { acquirer: STATEMENT_ACQUIRER, currency: STATEMENT_CURRENCY, payment_intent: null, installments: 1 }
  const available_on = timeOf(day, scope.now)
  bookAtAcquirer(tx, scope, about, [{ type, source, part: 0, amount, fee: 0, installment: null, available_on }])
}

/** What Cielo took from the bank account has left the balance already. */
async function settleDebit(tx: Transaction, scope: PaymentScope, line: PaidLine): Promise<void> {
  if (line.type !== "D") return
  const { fields } = line
  const name = [fields.establishment, fields.unit_key, fields.entry_type, fields.payment_date].join("|")
  const given = { matter: `debit:${name}`, kind: "debit", subject: `debit:${name}`, day: fields.payment_date } as const
  const matter = await matterFor(tx, scope, { ...given, status: "waiting", payment_intent: null, amount: Math.abs(fields.net) })
  if ((await postingsOf(tx, scope.account, matter.id)).length > 0) return
  await post(tx, scope, matter.id, debitPostings(fields, dayOf(scope.now)))
  await changeMatter(tx, matter, { status: "posted" })
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

function nameOf({ payment_date, receiver, bank, branch, account, record, negotiation }: Deposit): string {
  return [record, payment_date, receiver, bank, branch, account, negotiation].join("|")
}

function idsOf({ rows }: KnownRow): string[] {
  return rows.map(({ id }) => id)
}

/** Files count up in the order in which the acquirer made them. */
export function paidLinesOf(stored: readonly Stored[]): PaidLine[] {
  const files = new Map<string, number>()
  for (const { file } of stored) if (!files.has(file)) files.set(file, files.size + 1)
  return stored.flatMap((row): PaidLine[] => {
    const { key, record, raw, paid_on } = row
    const file = must(files.get(row.file), "a file")
    if (record === "D") return [{ type: "D", key, file, fields: fieldsOf("D", raw) }]
    if (record === "8") return [{ type: "8", key, file, fields: fieldsOf("8", raw) }]
    if (record !== "C") return []
    const negotiation = { payment_date: paid_on, holder: "", number: row.subject }
    return [{ type: "C", key, file, fields: fieldsOf("C", raw), negotiation }]
  })
}
