/** Whether a card has expired. It is good to the end of its month, UTC. `now` is in Unix seconds. */
export function hasExpired({ exp_year, exp_month }: { exp_year: number; exp_month: number }, now: number): boolean {
  return Date.UTC(exp_year, exp_month, 1) / 1000 <= now
}
