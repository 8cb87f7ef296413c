// What reaches the merchant's bank account on a day: payouts of the method `acquirer` (docs/payouts.md).
import { lockAccount } from "../../accounts/accounts.ts"
import { bankingDaysAfter } from "../../base/banking-days.ts"
import { dayOf } from "../../base/day.ts"
import type { Transaction } from "../../db/database.ts"
import { isUnreachable } from "../../db/unreachable.ts"
import type { PaymentScope } from "../../payments/intents/mode.ts"
import { debitPostings } from "../effects/money.ts"
import { payerOfStatements } from "../funds.ts"
import { type Deposit, type Deposits, depositsOf, type PaidLine } from "../matching/deposits.ts"
import type { DepositRow } from "../tables.ts"
import { checkedDay } from "../work-due.ts"
import { depositsOfDay, failDeposit, findDeposit, settleDeposit, takeMore } from "./deposit.ts"
import { type KnownRow, knownRows, negotiatedOf } from "./known.ts"
import { countOfPayment, dueSubjects, linesOfPayment, linesOfSubject, type Stored } from "./lines.ts"
import { changeMatter, matterFor, post, postingsOf } from "./matters.ts"
import { findAcquirerOpening } from "./openings.ts"
import { nameOf, paidLinesOf } from "./paid.ts"

/** A day as all files together tell it. */
type Day = Deposits & { day: number; stored: readonly Stored[]; sent: readonly Deposit[] }

/** `of`: whose rows are looked up before the account is held. */
type Step = { of?: Pick<Deposit, "lines" | "payment_date">; run(tx: Transaction, known: KnownRow[][]): Promise<void> }

/**
 * Makes the payouts of a day what all files together say of it. Each is settled in a transaction of its own, so that the account is held shortly,
 * however many there are. Returns false if another file has come meanwhile: the day is still due. Throws the first error once all others are settled.
 */
export async function settleDeposits(scope: PaymentScope, day: number): Promise<boolean> {
  const { account, mode, now } = scope
  const { database } = mode
  const today = dayOf(now)
  const stored = await linesOfPayment(database, account, day)
  // A file that was read since the lines were looked at has lines that come first.
  if ((await dueSubjects(database, account, today, 1)).length > 0) return false
  const deposits = depositsOf(paidLinesOf(stored), today)
  const counts = await countsDeposits(database, account, day)
  const sent = deposits.deposits.filter(({ status, amount }) => status !== "failed" && amount !== 0)
  if (counts && !(await settleAll(scope, { ...deposits, day, stored, sent }))) return false
  const isOpen = counts && sent.some(({ status }) => status === "in_transit")
  return database.transaction(async (tx) => {
    // Whoever opens the payouts of the account waits for this, and then makes the day due.
    await lockAccount(tx, account)
    if ((await countsDeposits(tx, account, day)) !== counts) return false
    checkedDay(tx, account, "payments", day, isOpen ? Math.max(bankingDaysAfter(day, 1), today + 1) : null)
    // The row of the day is locked now. A file that was read meanwhile has its lines here. One that is read later makes the day due.
    const isSame = (await countOfPayment(tx, account, day)) === stored.length
    if (!isSame) checkedDay(tx, account, "payments", day, today)
    return isSame
  })
}

/** Whether the deposits of a day take money out of the balance. */
async function countsDeposits(db: Parameters<typeof findAcquirerOpening>[0], account: string, day: number): Promise<boolean> {
  const opening = await findAcquirerOpening(db, account)
  return opening !== undefined && day >= opening.since
}

/** Returns false if other lines of the day came meanwhile. */
async function settleAll(scope: PaymentScope, of: Day): Promise<boolean> {
  const { account, mode } = scope
  const { database, log } = mode
  const errors: unknown[] = []
  for (const { of: deposit, run } of await stepsOf(scope, of))
    try {
      const known = deposit ? await knownRows(database, account, deposit, of.stored) : []
      const isSame = await database.transaction(async (tx) => {
        await lockAccount(tx, account)
        if ((await countOfPayment(tx, account, of.day)) !== of.stored.length) return false
        await run(tx, known)
        return true
      })
      if (!isSame) return false
    } catch (error) {
      if (isUnreachable(error)) throw error
      log.error({ err: error, account, day: of.day }, "a deposit of a statement could not be settled")
      errors.push(error)
    }
  if (errors.length > 0) throw errors[0]
  return true
}

async function stepsOf(scope: PaymentScope, { day, stored, sent, debited, ...of }: Day): Promise<Step[]> {
  const { account, mode } = scope
  const isPaidByAcquirer = (await payerOfStatements(mode.database, account)) === "acquirer"
  const byName = new Map(sent.map((each) => [nameOf(each), each]))
  const gone = (await depositsOfDay(mode.database, account, day)).filter(
    ({ deposit, amount }) => byName.get(deposit)?.amount !== amount,
  )
  const steps: Step[] = []
  for (const line of isPaidByAcquirer ? debited : []) steps.push({ run: (tx) => settleDebit(tx, scope, line) })
  // The bank has rejected it, or a later file says something else of its lines. What it had is free before another one takes it.
  for (const row of gone) steps.push({ run: (tx) => failIfCurrent(tx, scope, row) })
  for (const [name, deposit] of byName)
    steps.push({ of: deposit, run: (tx, known) => settleDeposit(tx, scope, deposit, { name, day, known }) })
  for (const lines of paidBefore({ ...of, debited }, stored))
    steps.push({
      of: { lines, payment_date: day },
      run: (tx, known) =>
        giveToNegotiation(
          tx,
          scope,
          stored.filter(({ key }) => lines.includes(key)),
          known,
        ),
    })
  return steps
}

async function failIfCurrent(tx: Transaction, scope: PaymentScope, row: DepositRow): Promise<void> {
  const current = await findDeposit(tx, scope.account, row.day, row.deposit)
  if (current?.payout === row.payout) await failDeposit(tx, scope, row)
}

/**
 * Lines of which no deposit is left, because a negotiation has paid them before. A unit of which something else is on its way is not among those with a
 * status of their own: its deposit takes it.
 */
function paidBefore(of: Deposits, stored: readonly Stored[]): string[][] {
  const units = new Map(stored.map(({ key, unit }) => [key, unit]))
  const others = new Set([...of.deposits.flatMap(({ lines }) => lines), ...[...of.held, ...of.debited].map(({ key }) => key)])
  const isElsewhere = new Set([...others].map((key) => units.get(key)))
  const alone = of.negotiated.map(({ key }) => key).filter((key) => !isElsewhere.has(units.get(key)))
  const nothing = of.deposits.filter(({ amount, record, status }) => amount === 0 && record === "D" && status !== "failed")
  return [...nothing.map(({ lines }) => lines), alone].filter((lines) => lines.length > 0)
}

/** What a negotiation has paid before leaves with its deposit: the sales, and what was taken from their day for them. */
async function giveToNegotiation(
  tx: Transaction,
  scope: PaymentScope,
  lines: readonly Stored[],
  known: KnownRow[][],
): Promise<void> {
  const { account } = scope
  const subjects = new Set((await negotiatedOf(tx, account, lines)).map(({ subject }) => subject))
  for (const subject of subjects) {
    const paid = paidLinesOf((await linesOfSubject(tx, account, subject)).filter(({ record }) => record === "C"))
    for (const deposit of depositsOf(paid, dayOf(scope.now)).deposits) {
      const row = await findDeposit(tx, account, deposit.payment_date, nameOf(deposit))
      if (row) return takeMore(tx, scope, row, known)
    }
  }
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
