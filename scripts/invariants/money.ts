// What each payment has brought its merchant, from the payments, refunds and disputes alone: without the code that writes balance transactions.
import { checkLedger } from "../../src/cli/check-ledger.ts"
import type { Database } from "../../src/db/database.ts"
import { balanceTransactions, type TransactionRow } from "../../src/ledger/table.ts"
import { listTerms } from "../../src/ledger/terms/store.ts"
import type { TermsRow } from "../../src/ledger/terms/table.ts"
import { disputes } from "../../src/payments/disputes/table.ts"
import { type IntentRow, paymentIntents } from "../../src/payments/intents/table.ts"
import { refunds } from "../../src/payments/refunds/table.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import { line } from "./line.ts"
import type { Money } from "./money-of-account.ts"
import { checkParts } from "./parts.ts"
import { checkPrice, feeOfPayment, termsOf } from "./price.ts"

const rowsOf = testOnly(balanceTransactions.find(["account"], (rows) => rows.orderBy("id")))
const intentsOf = testOnly(paymentIntents.find(["account"]))
const refundsOf = testOnly(refunds.find(["account"]))
const disputesOf = testOnly(disputes.find(["account"]))

/** `differenceOf`: see Money. `now`: the account's time in Unix seconds, if nothing moves it meanwhile. */
export type Known = { differenceOf?: (intent: IntentRow) => number | undefined; now?: number | undefined }

type Balance = Record<"available" | "pending", { amount: number }[]>

/** Returns what is wrong with the money of an account. Empty if there is nothing. Amounts are in cents. */
export async function checkMoney(database: Database, account: string, balance: Balance, known: Known = {}): Promise<string[]> {
  const { differenceOf = () => 0, now } = known
  const all = await database.all(rowsOf, { account })
  const intents = await database.all(intentsOf, { account })
  const terms = await listTerms(database, account)
  // What statements change of a payment is compared with them.
  const ofPayment = Map.groupBy(
    all.filter(({ source }) => !source.startsWith("stm_")),
    ({ payment_intent }) => payment_intent,
  )
  const refundsOfPayment = Map.groupBy(await database.all(refundsOf, { account }), ({ payment_intent }) => payment_intent)
  const disputesOfPayment = Map.groupBy(await database.all(disputesOf, { account }), ({ payment_intent }) => payment_intent)
  const moneyOf = (intent: IntentRow): Money => {
    const { id } = intent
    const parts = { rows: ofPayment.get(id), refunds: refundsOfPayment.get(id), disputes: disputesOfPayment.get(id) }
    const { rows = [], refunds = [], disputes = [] } = parts
    return { intent, rows, refunds, disputes, difference: differenceOf(intent) }
  }
  return [
    ...intents.flatMap((intent) => checkPayment(moneyOf(intent), terms)),
    ...(await checkLedger(database, account)).map((wrong) => line("a check finds a wrong balance transaction", wrong)),
    ...checkBalance(all, intents, balance, now),
  ]
}

function checkPayment(money: Money, terms: readonly TermsRow[]): string[] {
  const { intent, rows } = money
  const ofPayment = rows.filter(({ type }) => type === "payment")
  const found =
    intent.status !== "succeeded" || intent.amount === 0
      ? [...ofPayment.map(() => "money of a payment that was not paid"), ...checkSum(money, 0, 0)]
      : [...checkPrice(money, terms), ...checkParts(money), ...checkNet(money, terms)]
  return found.map((what) => line(what, intent, ...rows))
}

/** What a payment has brought is what was received, less what was refunded and disputed, and the fees. */
function checkNet(money: Money, terms: readonly TermsRow[]): string[] {
  const { intent, rows } = money
  const { amount } = intent
  const agreed = termsOf(rows, terms)
  const made = money.refunds.filter(({ status }) => status !== "failed")
  const failed = money.refunds.length - made.length
  const fee = feeOfPayment(money, agreed)
  const back = sumOf(made)
  const returned = agreed?.returns_fee_on_refund ? roundedShare(fee, back, amount) : 0
  const ownFees =
    (agreed?.refund_fee ?? 0) * made.filter(({ reason }) => reason !== "dispute").length +
    (agreed?.dispute_fee ?? 0) * money.disputes.length
  const adjusted = sumOf(rows.filter(({ type, source }) => type === "adjustment" && source === intent.id))
  // A refund that failed may leave a cent of what was returned before and after it.
  return checkSum(money, amount - fee - back + returned - ownFees + (money.difference ?? adjusted), returned > 0 ? failed : 0)
}

/** Where no payment is, only what a chargeback took beyond it is the merchant's loss. */
function checkSum({ rows, disputes }: Money, expected: number, tolerance: number): string[] {
  const lost = disputes.filter(({ excess_taken, status }) => excess_taken && status !== "won")
  const net = rows.reduce((sum, row) => sum + row.net, 0)
  const all = expected - lost.reduce((sum, { excess }) => sum + excess, 0)
  const isRight = Math.abs(net - all) <= tolerance && rows.every((row) => row.net === row.amount - row.fee)
  return isRight ? [] : [`a payment has brought ${net} cents, and should have brought ${all}`]
}

/** The balance is what all payments have brought. Money is there from 00:00 in Brasília of its day on. */
function checkBalance(all: readonly TransactionRow[], intents: readonly IntentRow[], balance: Balance, now?: number): string[] {
  const processing = sumOf(
    intents.filter(
      ({ status, capture_method, authorized_amount }) =>
        status === "processing" && (capture_method === "automatic" || authorized_amount !== null),
    ),
  )
  const dayOf = (time: number) => Math.floor((time - 3 * 3600) / 86_400)
  const netOf = (rows: readonly TransactionRow[]) => rows.reduce((sum, { net }) => sum + net, 0)
  const [available, pending] = [sumOf(balance.available), sumOf(balance.pending)]
  const expected = netOf(all.filter(({ available_on }) => now === undefined || dayOf(available_on) <= dayOf(now)))
  const isRight = now === undefined ? available + pending - processing === expected : available === expected
  const isAll = available + pending - processing === netOf(all)
  if (isRight && isAll) return []
  return [
    `the balance has ${available} available and ${pending} pending, of it ${processing} processing, and the payments have ${netOf(all)}, of it ${expected} available`,
  ]
}

/** Rounded half up, in whole cents. */
function roundedShare(value: number, part: number, whole: number): number {
  return Math.floor((2 * value * part + whole) / (2 * whole))
}

function sumOf(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((sum, { amount }) => sum + amount, 0)
}
