// What goes back of a payment is taken from its parts.
import type { TransactionRow } from "../../src/ledger/table.ts"
import type { Money } from "./money-of-account.ts"

const TAKING = ["refund", "dispute"]
const UNDOING: Record<string, string> = { refund_failed: "refund", dispute_reversed: "dispute" }

/** Nothing is taken that is not there, money to come is taken first, the latest first, and what is undone goes back to where it came from. */
export function checkParts({ rows, refunds }: Money): string[] {
  const parts = rows.filter(({ type }) => type === "payment")
  const taken = rows.filter(({ type }) => TAKING.includes(type))
  const undone = rows.filter(({ type }) => type in UNDOING)
  return [
    ...parts
      .filter((part) => leftOf(part, rows) < 0 || leftOf(part, rows) > part.amount)
      .map(() => "more was taken than a part had"),
    ...taken.filter((row) => !isOfPart(row, parts)).map(() => "what is taken is not of the day of its part"),
    ...(undone.length === 0
      ? taken.filter((row) => !isLatest(row, rows, parts)).map(() => "money to come was not taken first")
      : []),
    ...undone.filter((row) => !undoes(row, taken)).map(() => "what is undone does not go back to where it came from"),
    ...rows
      .filter((row) => isOf(row, TAKING) && !refunds.some(({ id }) => id === row.source))
      .map(() => "money went back to nobody"),
    ...rows
      .filter(({ type, available_on, created }) => isDue(type) && available_on !== created)
      .map(() => "a fee is not due at once"),
    ...rows.filter((row) => !isAbout(row, rows)).map(() => "a balance transaction has other funds than its payment"),
  ]
}

/** What later rows have left of a part. A part that is the only one has no number, and what is taken after it has come is not of it. */
function leftOf({ installment, available_on, amount }: TransactionRow, rows: readonly TransactionRow[]): number {
  const own = rows.filter((row) => row.installment === installment && row.type !== "payment" && row.type !== "fee")
  const taking = own.filter((row) => TAKING.includes(row.type) && row.available_on === available_on)
  const ids = new Set(taking.map(({ source, part }) => `${source} ${part}`))
  const undoing = own.filter(({ type, source, part }) => type in UNDOING && ids.has(`${source} ${part}`))
  return amount + [...taking, ...undoing].reduce((sum, row) => sum + row.amount, 0)
}

/** Money that has come is taken at once, and money to come from its part. */
function isOfPart({ installment, available_on, created }: TransactionRow, parts: readonly TransactionRow[]): boolean {
  const part = parts.find((each) => each.installment === installment && each.available_on === available_on)
  return part
    ? available_on > created || parts.some((each) => each.available_on === each.created)
    : installment === null && available_on === created
}

/** Whether nothing is left of what was to come later than what was taken. */
function isLatest(row: TransactionRow, rows: readonly TransactionRow[], parts: readonly TransactionRow[]): boolean {
  const isAtOnce = row.available_on === row.created
  const later = parts.filter(({ available_on }) => available_on > (isAtOnce ? row.created : row.available_on))
  return later.every((part) => leftOf(part, rows) === 0)
}

/** What has come meanwhile is given back at once. */
function undoes(row: TransactionRow, taken: readonly TransactionRow[]): boolean {
  const was = taken.find(({ type, source, part }) => type === UNDOING[row.type] && source === row.source && part === row.part)
  if (!was) return false
  const isBack = row.amount === -was.amount && row.fee + was.fee === 0 && row.installment === was.installment
  return isBack && row.available_on === Math.max(was.available_on, row.created)
}

/** All rows of a payment are of the same acquirer and funds, and of so many installments as it has. */
function isAbout({ acquirer, funds, installment, installments }: TransactionRow, rows: readonly TransactionRow[]): boolean {
  const paid = rows.find(({ type }) => type === "payment")
  if (installment !== null && installments !== paid?.installments) return false
  return acquirer === paid?.acquirer && funds === paid?.funds
}

function isDue(type: TransactionRow["type"]): boolean {
  return type === "fee" || type === "adjustment"
}

function isOf({ type }: TransactionRow, types: readonly string[]): boolean {
  return types.includes(type)
}
