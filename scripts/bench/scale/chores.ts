// A worker's hourly deletions, on a database with more old data than one pass deletes.
import type { Database, Transaction } from "../../../src/db/database.ts"
import { deleteOldEvents, deleteOldMessages } from "../../../src/events/delete-old.ts"
import { deleteOldAttempts } from "../../../src/payments/attempts/delete-old.ts"
import { deleteOldRequests } from "../../../src/requests/delete-old.ts"
import { spreadOf } from "../shared/statistics.ts"

const PART_MS = 5000
/** Days. The benchmark's payments are of the last 90 days. */
const CONFIG = { retainEventsDays: 60, retainAttemptsDays: 60, retainRequestsDays: 60 }

const PASSES = { events: deleteOldEvents, messages: deleteOldMessages, attempts: deleteOldAttempts, requests: deleteOldRequests }

export type Deleted = { what: string; rows: number; transactions: number; median: number; longest: number }

/** Runs a part of each pass, and returns the durations of its transactions. */
export async function deleteOld(database: Database): Promise<Deleted[]> {
  const found: Deleted[] = []
  for (const [what, pass] of Object.entries(PASSES)) {
    const times: number[] = []
    const counted = { rows: 0 }
    await pass({ database: observed(database, times, counted), config: CONFIG }, performance.now() + PART_MS)
    const { median } = spreadOf(times)
    found.push({ what, rows: counted.rows, transactions: times.length, median, longest: Math.max(...times) })
  }
  return found
}

/** Wraps the database. Records the duration of each transaction, and how many rows its statements changed. */
function observed(database: Database, times: number[], counted: { rows: number }): Database {
  const run =
    (tx: Transaction): Transaction["run"] =>
    async (statement, parameters) => {
      const rows = await tx.run(statement, parameters)
      counted.rows += rows
      return rows
    }
  return {
    ...database,
    requests: () => observed(database.requests(), times, counted),
    transaction: async (work) => {
      const startedAt = performance.now()
      const result = await database.transaction((tx) => work({ ...tx, run: run(tx) }))
      times.push(performance.now() - startedAt)
      return result
    },
  }
}
