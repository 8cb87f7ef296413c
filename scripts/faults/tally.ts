import type { Bank } from "../../test/support/banks/bank.ts"

/** The progress of a run. */
export type Tally = {
  happened(fault: string): void
  worked(operations: number): void
  compared(bank: Bank, accounts: string[]): void
  faults(): number
  operations(): number
  progress(): string
  /** How often each fault happened, one per line. */
  table(): string[]
}

export function newTally(): Tally {
  const startedAt = Date.now()
  const happened = new Map<string, number>()
  const counts = { faults: 0, operations: 0, comparisons: 0, sales: 0, refunds: 0 }
  return {
    happened: (fault) => {
      counts.faults++
      happened.set(fault, (happened.get(fault) ?? 0) + 1)
    },
    worked: (operations) => {
      counts.operations += operations
    },
    compared: (bank, accounts) => {
      counts.comparisons++
      for (const account of accounts) {
        counts.sales += bank.sales(account).length
        counts.refunds += bank.refunds(account).length
      }
    },
    faults: () => counts.faults,
    operations: () => counts.operations,
    progress: () => {
      const { faults, operations, comparisons, sales, refunds } = counts
      const seconds = Math.round((Date.now() - startedAt) / 1000)
      const compared = `${comparisons} comparisons of ${sales} sales and ${refunds} refunds and reversals`
      return `${faults} faults, ${operations} operations, ${compared}, ${seconds} s`
    },
    table: () => [...happened].sort(([, a], [, b]) => b - a).map(([name, count]) => `${String(count).padStart(5)}  ${name}`),
  }
}
