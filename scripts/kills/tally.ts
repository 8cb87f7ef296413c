import type { Bank } from "../../test/support/bank.ts"

/** What a run has done so far. */
export type Tally = {
  killed(interrupted: Map<string, number>): void
  compared(bank: Bank, accounts: string[]): void
  kills(): number
  progress(): string
  /** How often each kind of work was interrupted, most frequent first. */
  interruptions(): string[]
}

export function newTally(): Tally {
  const startedAt = Date.now()
  const interrupted = new Map<string, number>()
  const counts = { kills: 0, rounds: 0, sales: 0, refunds: 0 }
  return {
    killed: (found) => {
      counts.kills++
      for (const [step, times] of found) interrupted.set(step, (interrupted.get(step) ?? 0) + times)
    },
    compared: (bank, accounts) => {
      counts.rounds++
      for (const account of accounts) {
        counts.sales += bank.sales(account).length
        counts.refunds += bank.refunds(account).length
      }
    },
    kills: () => counts.kills,
    progress: () => {
      const { kills, rounds, sales, refunds } = counts
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      return `${kills} kills, ${rounds} comparisons of ${sales} sales and ${refunds} refunds and reversals, ${seconds} s`
    },
    interruptions: () =>
      [...interrupted].sort(([, a], [, b]) => b - a).map(([step, times]) => `${String(times).padStart(6)} × ${step}`),
  }
}
