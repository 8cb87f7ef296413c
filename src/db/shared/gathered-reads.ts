import type pg from "pg"
import type { AnyStatement, Values } from "../statement.ts"
import type { SetBased } from "./set-based.ts"

type Asked<Result> = { values: Values; resolve(result: Result): void; reject(error: unknown): void }

/** How reads become one query. */
export type Gathering<Result> = {
  /** How many reads become one query at most. */
  most: number
  /** The query of several reads of a statement, or undefined if it has none. */
  merged(statement: AnyStatement): SetBased | undefined
  run(query: pg.QueryConfig): Promise<pg.QueryResult>
  alone(statement: AnyStatement, values: Values): Promise<Result>
  /** The result of one of several reads from its rows. */
  resultOf(rows: object[]): Result
}

/** Makes one query of the reads of a statement that arrive before the event loop continues. The first of them waits for the rows of the last. */
export function gatheredReads<Result>(
  gathering: Gathering<Result>,
): (statement: AnyStatement, values: Values) => Promise<Result> {
  const { most, merged, run, alone, resultOf } = gathering
  const asked = new Map<AnyStatement, Asked<Result>[]>()

  function sendAll(): void {
    const groups = [...asked]
    asked.clear()
    for (const [statement, reads] of groups) while (reads.length > 0) void send(statement, reads.splice(0, most))
  }

  async function send(statement: AnyStatement, reads: Asked<Result>[]): Promise<void> {
    const set = reads.length > 1 ? merged(statement) : undefined
    if (!set) return sendEach(statement, reads)
    const values = reads.map((read) => read.values)
    try {
      const { rows } = await run({ name: set.name, text: set.sql, values: set.bind(values) })
      const found = set.distribute(rows, values)
      for (const [i, { resolve }] of reads.entries()) resolve(resultOf(found[i] ?? []))
    } catch (error) {
      if (isRefusal(error)) sendEach(statement, reads)
      else for (const { reject } of reads) reject(error)
    }
  }

  function sendEach(statement: AnyStatement, reads: Asked<Result>[]): void {
    for (const { values, resolve, reject } of reads) alone(statement, values).then(resolve, reject)
  }

  return (statement, values) =>
    new Promise((resolve, reject) => {
      if (asked.size === 0) process.nextTick(sendAll)
      const reads = asked.get(statement) ?? []
      asked.set(statement, reads)
      reads.push({ values, resolve, reject })
    })
}

/** Returns whether Postgres refused a value or an operation on it. In a merged query, only one of the reads may be at fault. */
function isRefusal(error: unknown): boolean {
  return /^(22|42)/.test((error as { code?: string }).code ?? "")
}
