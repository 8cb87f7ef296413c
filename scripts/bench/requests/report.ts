// The tables of a run, in Markdown.
import { type Spread, spreadOf } from "../shared/statistics.ts"
import { head, row } from "../shared/table.ts"
import { figureOf, floorOf, OTHER, type Run, ratioOf, type Sample, type Series, sameOn } from "./results.ts"

const NAMES: Record<string, string> = {
  ...{ constant: "the constant", insert: "the INSERT", sqlite: "SQLite", postgres: "Postgres" },
  ...{ [`sqlite${OTHER}`]: "SQLite, other version", [`postgres${OTHER}`]: "Postgres, other version" },
}
const ORDER = ["constant", "insert", "pgbench", "sqlite", `sqlite${OTHER}`, "postgres", `postgres${OTHER}`]

export function report(run: Run): string {
  const closed = run.series.filter(({ loop }) => loop === "closed")
  const open = run.series.filter(({ loop }) => loop === "open")
  return [
    describeMachine(run),
    "",
    ...closedTable(run, closed),
    ...(open.length > 0 ? ["", ...openTable(run, open)] : []),
    ...(run.otherVersion ? ["", ...versionTable(run)] : []),
    "",
    ...startTable(run),
    ...run.notes.flatMap((note) => ["", note]),
  ].join("\n")
}

function describeMachine({ at, version, machine, settings }: Run): string {
  const { cores, model, memoryGiB, node, loadBefore } = machine
  const { rounds, seconds, connections, processes } = settings
  const deployment = processes ? ` On Postgres, ${processes} api processes and a worker.` : ""
  return [
    `${cores} cores (${model}), ${memoryGiB} GiB, Node ${node}, version ${version}, ${at.slice(0, 10)}. The databases, the services and the load share them.`,
    `${connections} connections, ${rounds} rounds of ${seconds} s: the median, and the least and the most of the rounds. Load average before: ${loadBefore.toFixed(1)}.${deployment}`,
  ].join("\n")
}

function closedTable(run: Run, series: Series[]): string[] {
  const rowOf = (each: Series) => {
    const of = (figure: keyof Sample, digits = 0) => fixed(figureOf(each, figure)?.median, digits)
    return row(
      titleOf(each),
      ranged(figureOf(each, "perSecond"), 0),
      ...[of("p50", 1), of("p99", 1), of("memoryMiB"), of("cpuMicros"), of("databaseMicros")],
      floorCell(run, each),
      sqliteCell(run, each),
    )
  }
  return [
    head(
      ...["", "requests/s", "p50 ms", "p99 ms", "memory MiB", "processor µs/request", "of the database"],
      ...["ratio to its floor", "ratio to SQLite"],
    ),
    ...inOrder(series).map(rowOf),
  ]
}

function openTable(run: Run, series: Series[]): string[] {
  const rowOf = (each: Series) => {
    const of = (figure: keyof Sample) => ranged(figureOf(each, figure), 1)
    const unanswered = each.samples.reduce((sum, sample) => sum + (sample.unanswered ?? 0), 0)
    return row(titleOf(each), fixed(figureOf(each, "perSecond")?.median, 0), of("p50"), of("p99"), of("max"), String(unanswered))
  }
  return [
    `Open loop: ${run.settings.open} requests a second arrive, however long the answers take. Times count from the planned arrival.`,
    "",
    head("", "answers/s", "p50 ms", "p99 ms", "longest ms", "unanswered"),
    ...inOrder(series).map(rowOf),
  ]
}

/** Returns the ratios of this version to the other one, round by round. */
function versionTable(run: Run): string[] {
  const rows = run.series.flatMap((series) => {
    const other = sameOn(run, `${series.target}${OTHER}`, series)
    if (!other) return []
    const of = (figure: keyof Sample) => ranged(ratioOf(series, other, figure), 2)
    const name = series.loop === "open" ? `${titleOf(series)}, open loop` : titleOf(series)
    return [row(name, of("perSecond"), of("p50"), of("p99"), of("memoryMiB"), of("cpuMicros"), of("databaseMicros"))]
  })
  return [
    `Version ${run.version} divided by version ${run.otherVersion}, which took turns with it:`,
    "",
    head("", "requests/s", "p50", "p99", "memory", "processor/request", "of the database"),
    ...rows,
  ]
}

function startTable({ starts, series }: Run): string[] {
  const rows = Object.entries(starts).map(([target, all]) => {
    const loaded = series.filter((each) => each.target === target).flatMap(({ samples }) => samples)
    return row(
      NAMES[target]!,
      ranged(spreadOf(all.map(({ ms }) => ms)), 0),
      fixed(spreadOf(all.map(({ idleMiB }) => idleMiB)).median, 0),
      fixed(Math.max(...loaded.map(({ memoryMiB = Number.NaN }) => memoryMiB)), 0),
    )
  })
  return [
    head("One process", "start-up to the first answer, ms", "memory after it, MiB", "the most under load, MiB (all processes)"),
    ...rows,
  ]
}

/** Floors first, then each target with its workloads. */
function inOrder(series: Series[]): Series[] {
  const place = ({ target }: Series) => (ORDER.includes(target) ? ORDER.indexOf(target) : ORDER.length)
  return series.toSorted((a, b) => place(a) - place(b))
}

function titleOf({ title, target, floor }: Series): string {
  return title.startsWith("floor") ? title : `${NAMES[target] ?? (floor ? target : `peer ${target}`)}: ${title}`
}

function floorCell(run: Run, series: Series): string {
  const floor = floorOf(run, series)
  return floor ? `${ranged(ratioOf(series, floor), 2)} of ${NAMES[floor.target] ?? floor.target}` : ""
}

function sqliteCell(run: Run, series: Series): string {
  const other = series.target === "postgres" && sameOn(run, "sqlite", series)
  return other ? ranged(ratioOf(series, other), 2) : ""
}

function ranged(spread: Spread | undefined, digits: number): string {
  if (!spread) return ""
  if (spread.min === spread.max) return fixed(spread.median, digits)
  return `${fixed(spread.median, digits)} (${fixed(spread.min, digits)}–${fixed(spread.max, digits)})`
}

function fixed(value: number | undefined, digits: number): string {
  return value === undefined || Number.isNaN(value) ? "" : value.toFixed(digits)
}
