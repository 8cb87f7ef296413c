import type { Bank } from "../../test/support/banks/bank.ts"
import { classesOf, type Together } from "./commits-together.ts"

/** The progress of a run. */
export type Tally = {
  happened(fault: string, together: Together): void
  worked(operations: number): void
  compared(bank: Bank, accounts: string[]): void
  faults(): number
  operations(): number
  progress(): string
  /** How often each fault happened, and how many confirms then shared commits. */
  table(): string[]
}

export function newTally(): Tally {
  const startedAt = Date.now()
  const happened = new Map<string, { times: number } & Together>()
  const counts = { faults: 0, operations: 0, comparisons: 0, sales: 0, refunds: 0 }
  return {
    happened: (fault, { commits, deaths }) => {
      counts.faults++
      const before = happened.get(fault) ?? { times: 0, commits: [], deaths: [] }
      happened.set(fault, {
        times: before.times + 1,
        commits: [...before.commits, ...commits],
        deaths: [...before.deaths, ...deaths],
      })
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
    table: () =>
      [...happened]
        .sort(([, a], [, b]) => b.times - a.times)
        .flatMap(([name, { times, commits, deaths }]) => [
          `${String(times).padStart(5)}  ${name}`,
          ...(commits.length > 0 ? [`         confirms in each COMMIT meanwhile: ${classesOf(commits)}`] : []),
          ...(deaths.some((size) => size > 0)
            ? [`         confirms in open transactions at the death: ${classesOf(deaths)}`]
            : []),
        ]),
  }
}
