// The measurements of a run, which --json writes and --compare reads.
import { type Latencies, type Spread, spreadOf } from "../shared/statistics.ts"

/** One round of one workload. Times are in milliseconds. Undefined values could not be measured. */
export type Sample = Latencies & {
  perSecond: number
  /** The peak of the total memory of the service's processes. */
  memoryMiB?: number
  /** Processor time of the service per request, in microseconds. On a shared machine it is more reliable than elapsed time. */
  cpuMicros?: number
  /** The processor time per request of all Postgres processes, in microseconds. */
  databaseMicros?: number
  /** Open loop: requests without a response long after the last one was sent. */
  unanswered?: number
}

/** The suffix of a target's name for the version of --against. */
export const OTHER = "-other"

export type Series = {
  /** The measured target: a floor, "sqlite", "postgres", one of these with OTHER, or a peer. */
  target: string
  workload: string
  title: string
  loop: "closed" | "open"
  /** The target to compare with, which was measured in the same rounds. */
  floor?: string
  samples: Sample[]
}

/** Figures of a service that has started but is not yet in use. */
export type Start = { ms: number; idleMiB: number }

export type Run = {
  at: string
  version: string
  /** The version of --against. */
  otherVersion?: string
  machine: { cores: number; model: string; memoryGiB: number; node: string; loadBefore: number }
  settings: { rounds: number; seconds: number; connections: number; processes?: number; open?: number }
  series: Series[]
  starts: Record<string, Start[]>
  /** Targets that were not measured, and the reasons. */
  notes: string[]
}

/** Returns the floor of a closed loop series. Its rounds alternate with those of the series. */
export function floorOf(run: Run, { floor, loop }: Series): Series | undefined {
  return loop === "closed" ? run.series.find((other) => other.target === floor && other.loop === loop) : undefined
}

/** Returns the same workload on another target. */
export function sameOn(run: Run, target: string, { workload, loop }: Pick<Series, "workload" | "loop">): Series | undefined {
  return run.series.find((other) => other.target === target && other.workload === workload && other.loop === loop)
}

/** Returns a figure over the rounds, or undefined if it is missing in one of them. */
export function figureOf({ samples }: Series, figure: keyof Sample): Spread | undefined {
  const values = samples.map((sample) => sample[figure]).filter((value) => value !== undefined)
  return values.length === samples.length ? spreadOf(values) : undefined
}

/** Returns the ratio of a figure in two series, round by round, because a disturbance affects both. */
export function ratioOf(series: Series, other: Series, figure: keyof Sample = "perSecond"): Spread | undefined {
  const rounds = Math.min(series.samples.length, other.samples.length)
  const ratios = Array.from({ length: rounds }, (_, i) => {
    const [value, against] = [series.samples[i]![figure], other.samples[i]![figure]]
    return value === undefined || against === undefined ? Number.NaN : value / against
  })
  return ratios.some(Number.isNaN) ? undefined : spreadOf(ratios)
}
