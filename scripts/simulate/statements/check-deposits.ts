// The deposits that the bank made are those in the books, to the cent.
import { bankingDaysAfter } from "../../../src/base/banking-days.ts"
import { dateOf, dayOf } from "../../../src/base/day.ts"
import { arrivedSoFar, type Known } from "./known.ts"

export function checkDeposits(known: Known): string[] {
  const { payouts, current, today } = known
  const expected = arrivedSoFar(known)
    .filter(({ amount, isKnown }) => amount > 0 && isKnown)
    .map(({ day, amount }) => `${day} ${amount}`)
  const booked = payouts.filter(({ id }) => current.get(id)?.is_current)
  const found = booked.map(({ arrival_date, amount }) => `${dateOf(dayOf(arrival_date))} ${amount}`)
  const isLate = (arrival_date: number) => today >= bankingDaysAfter(dayOf(arrival_date), 1)
  return [
    ...missing(expected, found).map((each) => `the bank has made a deposit that is in no book: ${each}`),
    ...missing(found, expected).map((each) => `a deposit is booked that the bank has not made: ${each}`),
    ...booked
      .filter(({ status, arrival_date }) => status !== "paid" && (status !== "in_transit" || isLate(arrival_date)))
      .map(({ id, status }) => `the deposit ${id} is ${status}`),
    ...payouts
      .filter(({ id, status }) => !current.get(id)?.is_current && status !== "failed")
      .map(({ id, status }) => `the deposit ${id} has another in its place, and is ${status}`),
  ]
}

/** What is in one list and not in the other, as often as it is. */
function missing(wanted: readonly string[], found: readonly string[]): string[] {
  const left = [...found]
  return wanted.filter((each) => {
    const at = left.indexOf(each)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
