/** What became available on a day and is in no payout. `amount` is in cents, and may be below 0. */
export type DayWithMoney = { day: number; amount: number }

/**
 * One deposit a day, of all that has become available since the last one. Days that come to nothing or less wait for the next one: no acquirer
 * pays that. `carriedFrom` is the first of those that still wait. `days` are in order.
 */
export function depositsFrom(days: readonly DayWithMoney[]) {
  const deposits: { from: number; day: number; amount: number }[] = []
  let carried: { from: number; amount: number } | undefined
  for (const { day, amount } of days) {
    const { from, amount: sum } = { from: carried?.from ?? day, amount: (carried?.amount ?? 0) + amount }
    if (sum > 0) deposits.push({ from, day, amount: sum })
    carried = sum > 0 ? undefined : { from, amount: sum }
  }
  return { deposits, carriedFrom: carried?.from }
}
