// The parts of docs/benchmarks.md that --write changes: the tables, and one more line of the history.
import { readFileSync, writeFileSync } from "node:fs"
import { row } from "../shared/table.ts"
import { floorOf, type Run, ratioOf, sameOn } from "./results.ts"
import { WORKLOADS } from "./workloads.ts"

const TABLES = ["<!-- make bench writes from here -->", "<!-- to here -->"] as const
const HISTORY_ENDS = "<!-- the history ends here -->"

export function writeDocument(file: string, run: Run, tables: string): void {
  writeFileSync(file, updated(readFileSync(file, "utf8"), run, tables))
}

/** Returns the document with these tables and with a line for this run. Throws if it lacks the comments that mark the places. */
export function updated(document: string, run: Run, tables: string): string {
  const [begin, end] = TABLES
  const [before, rest] = document.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || !after?.includes(`\n\n${HISTORY_ENDS}`))
    throw new Error("the document lacks the comments of --write")
  const history = after.replace(`\n\n${HISTORY_ENDS}`, `\n${historyLine(run)}\n\n${HISTORY_ENDS}`)
  return `${before}${begin}\n\n${tables}\n\n${end}${history}`
}

/** Returns the date, the version, and the medians of the ratios: SQLite to its floors, Postgres to its floors, Postgres to SQLite. */
export function historyLine(run: Run): string {
  const ratios = (["sqlite", "postgres"] as const).flatMap((target) =>
    WORKLOADS.map((workload) => {
      const series = sameOn(run, target, { workload, loop: "closed" })
      const floor = series && floorOf(run, series)
      return floor && ratioOf(series, floor)
    }),
  )
  const [sqlite, postgres] = (["sqlite", "postgres"] as const).map((target) =>
    sameOn(run, target, { workload: "create", loop: "closed" }),
  )
  const cells = [...ratios, sqlite && postgres && ratioOf(postgres, sqlite)].map((ratio) => ratio?.median.toFixed(2) ?? "")
  return row(run.at.slice(0, 10), run.version, run.machine.loadBefore.toFixed(1), ...cells)
}
