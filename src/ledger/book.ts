// The one way in which money moves: docs/decisions/0031-the-ledger.md.
import type { Scope } from "../accounts/scope.ts"
import { newId } from "../base/ids.ts"
import { json } from "../db/columns.ts"
import type { Queries, Transaction } from "../db/database.ts"
import { isOneOf } from "../db/dialect.ts"
import type { Funds } from "./parts/kinds.ts"
import { type Line, netOf } from "./parts/line.ts"
import { linesOf, type Movement } from "./parts/movement.ts"
import { paymentLines } from "./parts/payment.ts"
import { balanceTransactions, type TransactionRow } from "./table.ts"
import { type Paid, priceOf } from "./terms/price.ts"
import { termsOf, type Version } from "./terms/store.ts"

const insertRow = balanceTransactions.insert([
  ...["id", "account", "created", "type", "source", "part", "amount", "fee", "net", "currency", "payment_intent"],
  ...["installment", "installments", "terms", "acquirer", "funds", "available_on"],
] as const)
const ofPayment = balanceTransactions.find(["account", "payment_intent"], (rows) => rows.orderBy("id"))

type PaymentSum = { payment_intent: string; fee: number; net: number }

/** A fee of its own, such as that of a refund, is the amount of its row. */
const sumsOf = balanceTransactions.statement(["account", { ids: json<string[]>() }], (_, p, k) =>
  k.raw<PaymentSum>(
    `SELECT payment_intent, sum(CASE type WHEN 'fee' THEN fee - amount ELSE fee END) AS fee, sum(net) AS net
     FROM balance_transactions WHERE account = ? AND ${isOneOf(k, "payment_intent")} GROUP BY payment_intent`,
    [p.account, p.ids],
  ),
)

/** A payment that succeeded, how, and under which terms. `amount` is in cents. */
export type Success = {
  id: string
  amount: number
  currency: string
  acquirer: string
  funds: Funds
  paid: Paid
  terms: Version
}

type BookScope = Pick<Scope, "account" | "now">

/** Writes the rows of a payment that succeeds, with the terms that it keeps. The caller's transaction makes it succeed. */
export function bookSuccess(tx: Transaction, scope: BookScope, success: Success): void {
  const { id, amount, paid, terms } = success
  const installments = paid.type === "card" ? paid.installments : 1
  const price = priceOf(terms.terms, paid)
  const lines = paymentLines({ source: id, amount, installments, price, now: scope.now })
  const about = { currency: success.currency, acquirer: success.acquirer, funds: success.funds, installments: lines.length }
  write(tx, scope, id, about, lines, terms.version)
}

/**
 * Writes the rows of what happens to the money of a payment afterwards. Money of a payment without a success has none, but for what a
 * chargeback took beyond it. The caller holds the payment, so its rows do not change meanwhile.
 */
export async function book(
  tx: Transaction,
  scope: BookScope,
  { id, currency, funds }: { id: string; currency: string; funds?: Funds | undefined },
  movement: Movement,
): Promise<void> {
  const { account, now } = scope
  const rows = await transactionsOf(tx, account, id)
  const success = rows.find(({ type }) => type === "payment")
  if (!success && movement.moved !== "excess") return
  const about = success ?? { currency, acquirer: null, funds: funds ?? defaultFunds(tx), installments: 1 }
  const terms = await termsOf(tx, account, about.currency, success?.terms ?? null)
  write(tx, scope, id, { ...about, installments: about.installments ?? 1 }, linesOf(movement, rows, terms, now), null)
}

/** Writes rows of what is about no payment, such as a payout. Only the platform pays out what is its own to pay. */
export function bookPlatform(tx: Transaction, scope: BookScope, currency: string, lines: readonly Line[]): void {
  write(tx, scope, null, { currency, acquirer: null, funds: "platform", installments: 1 }, lines, null)
}

/** Money that an acquirer has. `payment_intent`: the payment that rows are about, if they are about one. */
export type AtAcquirer = { acquirer: string; currency: string; payment_intent: string | null; installments: number }

/** Writes rows of what an acquirer says of the money that it pays out itself. */
export function bookAtAcquirer(
  tx: Transaction,
  scope: BookScope,
  { payment_intent, ...about }: AtAcquirer,
  lines: readonly Line[],
): void {
  write(tx, scope, payment_intent, { ...about, funds: "acquirer" }, lines, null)
}

/** The rows of a payment, oldest first. */
export function transactionsOf(db: Queries, account: string, payment_intent: string): Promise<TransactionRow[]> {
  return db.all(ofPayment, { account, payment_intent })
}

/** Whose money a charge is if nothing says so: an acquirer pays that of live payments to the merchant's bank itself. */
export function defaultFunds({ livemode }: Pick<Transaction, "livemode">): Funds {
  return livemode ? "acquirer" : "platform"
}

/** What payments have cost so far and what is left of them, in cents, by their ids. A payment without rows is left out. */
export async function sumsOfPayments(db: Queries, account: string, ids: readonly string[]): Promise<Map<string, PaymentSum>> {
  const rows = await db.all(sumsOf, { account, ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.payment_intent, row]))
}

type About = Pick<TransactionRow, "currency" | "acquirer" | "funds"> & { installments: number }

function write(
  tx: Transaction,
  { account, now: created }: BookScope,
  payment_intent: string | null,
  { currency, acquirer, funds, installments }: About,
  lines: readonly Line[],
  terms: number | null,
): void {
  for (const { type, source, part, amount, fee, installment, available_on } of lines)
    tx.send(insertRow, {
      ...{ id: newId("txn"), account, created, type, source, part, amount, fee, net: netOf({ amount, fee }), currency },
      ...{ payment_intent, installment, installments: installment === null ? null : installments, terms, acquirer, funds },
      available_on,
    })
}
