// Compares two runs, such as those of two versions.
//
// A difference counts if the rounds of the two runs do not overlap. It is then larger than the differences between rounds of one version.
// Compare only runs of the same machine, and look at the floors first: if they differ, the machine was not the same.

import { type Spread, spreadOf } from "../shared/statistics.ts"
import { head, row } from "../shared/table.ts"
import { figureOf, floorOf, type Run, ratioOf, type Sample, type Series, sameOn } from "./results.ts"

export type Verdict = "better" | "worse" | "within the spread" | "too few rounds"
export type Compared = { name: string; figure: string; before: Spread; after: Spread; ratio: number; verdict: Verdict }

/**
 * With four rounds each, the rounds of one version do not overlap in 3 of 100 comparisons. With two rounds, it is every third comparison.
 */
const ENOUGH_ROUNDS = 4

type Figure = { label: string; of: (run: Run, series: Series) => Spread | undefined; higherIsBetter?: boolean; digits: number }

const FIGURES: Figure[] = [
  { label: "requests/s", of: sampled("perSecond"), higherIsBetter: true, digits: 0 },
  { label: "ratio to its floor", of: floorRatio, higherIsBetter: true, digits: 2 },
  { label: "p50 ms", of: sampled("p50"), digits: 1 },
  { label: "p99 ms", of: sampled("p99"), digits: 1 },
  { label: "memory MiB", of: sampled("memoryMiB"), digits: 0 },
  { label: "processor µs/request", of: sampled("cpuMicros"), digits: 0 },
  { label: "of the database", of: sampled("databaseMicros"), digits: 0 },
]

/** Compares each figure that both runs have. */
export function compareRuns(a: Run, b: Run): Compared[] {
  const compared = a.series.flatMap((before) => {
    const after = sameOn(b, before.target, before)
    if (!after) return []
    const rounds = Math.min(before.samples.length, after.samples.length)
    const name = `${before.target} ${before.workload}${before.loop === "open" ? ", open loop" : ""}`
    return FIGURES.flatMap(({ label, of, higherIsBetter = false }) => {
      const [old, now] = [of(a, before), of(b, after)]
      return old && now ? [{ name, figure: label, ...judge(old, now, rounds, higherIsBetter) }] : []
    })
  })
  return [...compared, ...Object.keys(a.starts).flatMap((target) => compareStarts(a, b, target))]
}

function compareStarts(a: Run, b: Run, target: string): Compared[] {
  const [before, after] = [a.starts[target], b.starts[target]]
  if (!before || !after) return []
  const rounds = Math.min(before.length, after.length)
  return (["ms", "idleMiB"] as const).map((figure) => {
    const [old, now] = [before, after].map((starts) => spreadOf(starts.map((start) => start[figure]))) as [Spread, Spread]
    const label = figure === "ms" ? "start-up ms" : "memory after start-up MiB"
    return { name: target, figure: label, ...judge(old, now, rounds, false) }
  })
}

function judge(before: Spread, after: Spread, rounds: number, higherIsBetter: boolean): Omit<Compared, "name" | "figure"> {
  const overlap = before.min <= after.max && after.min <= before.max
  const better = after.median > before.median === higherIsBetter
  const verdict = rounds < ENOUGH_ROUNDS ? "too few rounds" : overlap ? "within the spread" : better ? "better" : "worse"
  return { before, after, ratio: after.median / before.median, verdict }
}

/** Formats the comparison as a Markdown table. */
export function comparison(a: Run, b: Run): string {
  const rowOf = ({ name, figure, before, after, ratio, verdict }: Compared) => {
    const digits = FIGURES.find(({ label }) => label === figure)?.digits ?? 0
    const ranged = ({ median, min, max }: Spread) => `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
    return row(name, figure, ranged(before), ranged(after), ratio.toFixed(2), verdict)
  }
  const settings = ["connections", "seconds", "processes", "open"] as const
  const differ = settings.filter((name) => differs(name, a, b))
  return [
    ...(differ.length > 0 ? [`The runs are not alike: they differ in ${differ.join(", ")}.`, ""] : []),
    `Before: ${a.version}, ${a.at}, load average ${a.machine.loadBefore.toFixed(1)}, ${a.settings.rounds} rounds of ${a.settings.seconds} s.`,
    `After: ${b.version}, ${b.at}, load average ${b.machine.loadBefore.toFixed(1)}, ${b.settings.rounds} rounds of ${b.settings.seconds} s.`,
    "",
    head("", "", "before", "after", "ratio", ""),
    ...compareRuns(a, b).map(rowOf),
  ].join("\n")
}

/** A run without an open loop cannot be compared with one. */
function differs(name: "connections" | "seconds" | "processes" | "open", { settings: a }: Run, { settings: b }: Run): boolean {
  const bothOpen = a.open !== undefined && b.open !== undefined
  return a[name] !== b[name] && (name !== "open" || bothOpen)
}

function sampled(figure: keyof Sample): Figure["of"] {
  return (_run, series) => figureOf(series, figure)
}

function floorRatio(run: Run, series: Series): Spread | undefined {
  const floor = floorOf(run, series)
  return floor && ratioOf(series, floor)
}
