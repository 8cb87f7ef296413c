// What payouts took, and what became of it, from the rows alone: without the code that makes payouts.
import type { Database } from "../../src/db/database.ts"
import { balanceTransactions, type TransactionRow } from "../../src/ledger/table.ts"
import { listTerms } from "../../src/ledger/terms/store.ts"
import type { TermsRow } from "../../src/ledger/terms/table.ts"
import {
  type BankAccountRow,
  bankAccounts,
  type OpeningRow,
  type PayoutRow,
  payoutOpenings,
  payoutSettings,
  payouts,
  payoutTransactions,
} from "../../src/payouts/tables.ts"
import { testOnly } from "../../test/support/databases/statement.ts"
import { readTold, type Told } from "./captures.ts"
import { line } from "./line.ts"
import { dayOf, isOver, type PaidOut } from "./paid-out.ts"
import { checkMoments } from "./payout-days.ts"

const rowsOf = testOnly(balanceTransactions.find(["account"], (rows) => rows.orderBy("id")))
/** An acquirer's deposits are compared with its statements. */
const payoutsOf = testOnly(payouts.find(["account"], (rows) => rows.whereNot({ method: "acquirer" }).orderBy("id")))
const takenOf = testOnly(payoutTransactions.find(["account"]))
const openingsOf = testOnly(payoutOpenings.find(["account"]))
const bankAccountsOf = testOnly(bankAccounts.find(["account"]))
const settingsOf = testOnly(payoutSettings.find(["account"]))

/** The clocks of two processes differ by no more. */
const SKEW_SECONDS = 90
/** What is older than this was committed, unless somebody moves the account's time. */
const SURE_SECONDS = 900
const sumOf = (rows: readonly TransactionRow[]) => rows.reduce((sum, { net }) => sum + net, 0)
const typesOf = (rows: readonly TransactionRow[]) => rows.map(({ type, net }) => `${type} ${net}`).sort()

/** Returns what is wrong with the payouts of an account. Empty if there is nothing. */
export async function checkPayouts(database: Database, account: string, now?: number): Promise<string[]> {
  const taken = await database.all(takenOf, { account })
  const known: PaidOut = {
    rows: await database.all(rowsOf, { account }),
    payouts: await database.all(payoutsOf, { account }),
    payoutOf: new Map(taken.map(({ balance_transaction, payout }) => [balance_transaction, payout])),
    openings: await database.all(openingsOf, { account }),
    bankAccounts: await database.all(bankAccountsOf, { account }),
    minimum: (await database.one(settingsOf, { account }))?.minimum ?? 0,
    terms: await listTerms(database, account),
    told: await readTold(database, account, "payout."),
    livemode: database.livemode,
    now,
  }
  return [
    ...known.payouts.flatMap((payout) => checkPayout(payout, known)),
    ...known.openings.flatMap((opening) => checkOpening(opening, known)),
    ...checkMoments(known),
    ...known.rows.filter((row) => isStray(row, known)).map((row) => line("a payout does not keep its own row", row)),
  ]
}

function checkPayout(payout: PayoutRow, known: PaidOut): string[] {
  const taken = known.rows.filter(({ id }) => known.payoutOf.get(id) === payout.id)
  const own = taken.filter(({ source }) => source === payout.id)
  const others = taken.filter(({ source }) => source !== payout.id)
  return [
    ...checkSum(payout, own, others, known),
    ...others.filter((row) => !isToTake(row, payout)).map((row) => `a payout has taken what is not to be paid out: ${row.id}`),
    ...(isOver(payout) ? [] : leftOut(payout, known)).map(({ id }) => `a payout has left out what was available: ${id}`),
    ...checkDestination(payout, known),
    ...checkTold(payout, known.told),
  ].map((what) => line(what, payout, ...taken))
}

/** A payout is what it took, less its fee. What it gave back is in no payout, or in another one, and its own rows add up to 0. */
function checkSum(
  { id, amount, status, created }: PayoutRow,
  own: TransactionRow[],
  others: TransactionRow[],
  { terms, minimum }: PaidOut,
): string[] {
  const fee = -sumOf(own.filter(({ type, amount }) => type === "fee" && amount < 0))
  const fees = fee === 0 ? [] : [`fee ${-fee}`]
  const back = isOver({ status }) ? [`payout_failed ${amount}`, ...(fee === 0 ? [] : [`fee ${fee}`])] : []
  const expected = [`payout ${-amount}`, ...fees, ...back].sort()
  return [
    ...(typesOf(own).join() === expected.join() ? [] : [`a payout has the rows ${typesOf(own)} of its own, not ${expected}`]),
    ...(isOver({ status }) && others.length > 0 ? [`a payout is ${status} and keeps what it took`] : []),
    ...(!isOver({ status }) && sumOf(others) !== amount + fee ? [`a payout of ${amount} took ${sumOf(others)}`] : []),
    ...(amount > 0 && amount >= minimum ? [] : [`a payout of ${amount} is below the minimum of ${minimum}`]),
    ...(feesAt(terms, created).includes(fee) ? [] : [`the payout ${id} costs ${fee}, and not ${feesAt(terms, created)}`]),
  ]
}

/** The fee is that of the terms of its time. Two clocks may differ about which those were. */
function feesAt(terms: readonly TermsRow[], time: number): number[] {
  const before = terms.filter(({ created }) => created + SKEW_SECONDS < time).sort((a, b) => b.version - a.version)
  const maybe = terms.filter(({ created }) => Math.abs(created - time) <= SKEW_SECONDS)
  return [before[0]?.terms.payout_fee ?? 0, ...maybe.map((each) => each.terms.payout_fee)]
}

/** Only the platform's money of that currency, once it is there. */
function isToTake(
  { type, currency, funds, available_on }: TransactionRow,
  payout: Pick<PayoutRow, "currency" | "created">,
): boolean {
  const isOther = type !== "payout" && type !== "payout_failed"
  return isOther && currency === payout.currency && funds === "platform" && dayOf(available_on) <= dayOf(payout.created)
}

/** What was there long before, and no earlier payout can have had. What one gave back may have come too late. */
function leftOut(payout: PayoutRow, { rows, payouts, payoutOf, now }: PaidOut): TransactionRow[] {
  const wasGivenBack = payouts.some((each) => isOver(each) && each.id < payout.id)
  if (wasGivenBack || now === undefined) return []
  return rows.filter((row) => {
    const other = payouts.find(({ id }) => id === payoutOf.get(row.id))
    const isFree = payoutOf.get(row.id) === undefined || (other !== undefined && other.created > payout.created + SURE_SECONDS)
    return isFree && isToTake(row, payout) && row.created + SURE_SECONDS < payout.created
  })
}

/** All that was available belongs to the opening, with what brings it to 0. Nothing was paid out before. */
function checkOpening(opening: OpeningRow, { rows, payouts, payoutOf, now }: PaidOut): string[] {
  const taken = rows.filter(({ id, currency }) => payoutOf.get(id) === null && currency === opening.currency)
  const [own, others] = [taken.filter(({ source }) => source === opening.id), taken.filter(({ source }) => source !== opening.id)]
  const early = payouts.some(({ currency, created }) => currency === opening.currency && created + SKEW_SECONDS < opening.created)
  const wasThere = (row: TransactionRow) => isToTake(row, opening) && row.created + SURE_SECONDS < opening.created
  const left = now === undefined ? [] : rows.filter((row) => wasThere(row) && payoutOf.get(row.id) !== null)
  const owed = rows.filter(({ id, source }) => source === opening.id && payoutOf.get(id) !== null)
  return [
    ...(sumOf(taken) === 0 && sumOf(others) === opening.paid_before ? [] : ["what an opening has does not add up to 0"]),
    ...(sumOf(owed) === opening.balance && own.length + owed.length <= 2 ? [] : ["an opening owes another sum"]),
    ...left.map(({ id }) => `what was available before payouts were opened is not of the opening: ${id}`),
    ...(early ? ["a payout was made before payouts were opened"] : []),
    ...(others.every(({ available_on }) => dayOf(available_on) <= dayOf(opening.created))
      ? []
      : ["an opening took what came later"]),
  ].map((what) => line(what, opening, ...taken, ...owed))
}

/** Payouts go to a bank account that counted when they were made. */
function checkDestination(
  { bank_account, created, destination, method }: PayoutRow,
  { bankAccounts, livemode, now }: PaidOut,
): string[] {
  const to = bankAccounts.find(({ id }) => id === bank_account)
  if (!to) return ["a payout goes nowhere"]
  const { counts_from, released_at, ended_at } = to
  const isReleased = !livemode || (released_at !== null && released_at <= created + SKEW_SECONDS)
  const isCounting = counts_from <= created + SKEW_SECONDS && isReleased
  const hasEnded = ended_at !== null && ended_at + SKEW_SECONDS < created
  const newer = now !== undefined && bankAccounts.find((each) => isNewer(each, to, created, livemode))
  const isSame = JSON.stringify(destination) === JSON.stringify(to.destination) && method === to.destination.type
  return [
    ...((isCounting && !hasEnded) || now === undefined ? [] : ["a payout goes to a bank account that did not count"]),
    ...(newer ? [`a payout goes to the bank account before ${newer.id}`] : []),
    ...(isSame ? [] : ["a payout shows another destination than it has"]),
  ]
}

/** Whether another bank account had taken the place of one long before. */
function isNewer(each: BankAccountRow, than: BankAccountRow, at: number, livemode: boolean): boolean {
  const counted = Math.max(each.created, each.counts_from, livemode ? (each.released_at ?? Number.POSITIVE_INFINITY) : 0)
  const isStill = each.ended_at === null || each.ended_at > at
  return each.id > than.id && isStill && counted + SURE_SECONDS < at
}

const TELLS: Record<PayoutRow["status"], readonly string[]> = {
  pending: ["created"],
  in_transit: ["created"],
  canceled: ["created"],
  paid: ["created,paid"],
  failed: ["created,failed", "created,paid,failed"],
}

/** Each thing that became of a payout is told once, as it is. */
function checkTold({ id, status, amount, reference, failure_code }: PayoutRow, told: Told): string[] {
  const events = told.get(id) ?? []
  const types = events.map(({ type }) => type.replace("payout.", "")).join()
  const bodies = events.map(({ body }) => JSON.parse(body).data.object)
  const last = bodies.at(-1)
  const isLast =
    TELLS[status].every((each) => each === "created") ||
    (last?.status === status && last.reference === reference && last.failure_code === failure_code)
  return [
    ...(TELLS[status].includes(types) ? [] : [`a payout is ${status}, and was told so: ${types}`]),
    ...(isLast && bodies.every((each) => each.amount === amount) ? [] : ["a payout was told otherwise than it is"]),
  ]
}

/** The rows of a payout and of its fee are its own for ever. */
function isStray({ id, source }: TransactionRow, { payouts, payoutOf }: PaidOut): boolean {
  return payouts.some((payout) => payout.id === source) && payoutOf.get(id) !== source
}
