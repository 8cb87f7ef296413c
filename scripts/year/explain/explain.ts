// Explains a year to the cent, from answers of the API and a CSV file: it shares no code with the service.
import { dayOf } from "./days.ts"
import { type Facts, type Row, readFacts } from "./facts.ts"
import { type Expected, expectedRows } from "./ledger.ts"
import { explainPayouts } from "./payouts.ts"

/** `wrong` has a line for each difference. `lines` say what the year was. */
export type Explanation = { wrong: string[]; lines: string[] }

/** `folder` has the files that `make year` writes. */
export function explain(folder: string): Explanation {
  const facts = readFacts(folder)
  const { rows, balance, events } = facts
  const payouts = explainPayouts(facts)
  const automatic = new Set(events.filter(({ type }) => type === "payout.created").map(({ data }) => data.object.id))
  const ofPayments = rows.filter(({ source }) => !automatic.has(source))
  const expected = expectedRows(facts)
  const [net, owed] = [sum(rows), sum(expected.map(({ amount, fee }) => ({ net: amount - fee })))]
  const wrong = [
    ...compare(expected, ofPayments),
    ...rows.filter((row) => row.net !== row.amount - row.fee).map(({ id }) => `${id} is not its amount less its fee`),
    ...checkBalance(facts),
    ...payouts.wrong,
    ...unexplainedBy(facts, payouts.paid, owed),
  ]
  const types = [...Map.groupBy(rows, ({ type }) => type)].map(([type, of]) => `  ${type}: ${of.length}, ${money(sum(of))}`)
  return {
    wrong,
    lines: [
      `${facts.payments.filter(({ status }) => status === "succeeded").length} payments, ${facts.refunds.length} refunds and disputes, ${rows.length} balance transactions:`,
      ...types.sort(),
      `Recomputed from the payments, refunds, disputes and terms: ${money(owed)} after fees.`,
      `${payouts.made} payouts, of which ${payouts.failed} failed and ${payouts.canceled} were canceled. ${money(payouts.paid)} arrived.`,
      `The balance is ${money(balance.available)} and ${money(balance.pending)} to come; the rows add up to ${money(net)}.`,
    ],
  }
}

/** Each row that is expected is in the file once, and nothing else is. */
function compare(expected: readonly Expected[], rows: readonly Row[]): string[] {
  const left = new Map<string, number>()
  for (const row of expected) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1)
  const unexpected = rows.filter((row) => {
    const key = keyOf({ ...row, installment: row.installment === "" ? "" : `${row.installment}/${row.installments}` })
    const count = left.get(key) ?? 0
    left.set(key, count - 1)
    return count < 1
  })
  const missing = [...left].filter(([, count]) => count > 0)
  return [
    ...unexpected.map((row) => `the file has a row that nothing explains: ${JSON.stringify(row)}`),
    ...missing.map(([key]) => `the file has no row: ${key}`),
  ]
}

function keyOf({ type, source, installment, amount, fee, available_on, created }: Expected): string {
  return [type, source, installment, amount, fee, available_on, created].join(" ")
}

/** What has come is available, and the rest is to come. */
function checkBalance({ rows, balance }: Facts): string[] {
  const come = sum(rows.filter(({ available_on }) => dayOf(available_on) <= dayOf(balance.now)))
  const rest = sum(rows) - come
  return [
    ...(balance.available === come ? [] : [`the balance has ${balance.available} available, and the rows ${come}`]),
    ...(balance.pending === rest ? [] : [`the balance has ${balance.pending} to come, and the rows ${rest}`]),
  ]
}

/** All that payments brought has arrived, was the fee of a payout, is on its way, or is in the balance. */
function unexplainedBy({ rows, events }: Facts, paid: number, owed: number): string[] {
  const made = events.filter(({ type }) => type === "payout.created").map(({ data }) => data.object)
  const ids = new Set(made.map(({ id }) => id))
  const own = (type: string) => rows.filter((row) => row.type === type && ids.has(row.source))
  const onTheirWay = -sum(own("payout")) - sum(own("payout_failed")) - paid
  const open = made.filter(({ id }) => !events.some(({ type, data }) => type !== "payout.created" && data.object.id === id))
  const canceled = open.filter(({ id }) => own("payout_failed").some(({ source }) => source === id))
  const expected = open.filter((payout) => !canceled.includes(payout)).reduce((total, { amount }) => total + amount, 0)
  const left = owed - paid + sum(own("fee")) - onTheirWay - sum(rows)
  return [
    ...(left === 0 ? [] : [`${left} of what payments brought has not arrived, and is in no balance`]),
    ...(onTheirWay === expected ? [] : [`${onTheirWay} are on their way, and open payouts are ${expected}`]),
  ]
}

function money(cents: number): string {
  return `R$ ${(cents / 100).toFixed(2)}`
}

function sum(rows: readonly Pick<Row, "net">[]): number {
  return rows.reduce((total, { net }) => total + net, 0)
}
