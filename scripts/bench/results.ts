// What a run measures, as --json writes it and --compare reads it.
import type { Latencies } from "./statistics.ts"

/** One round of one workload. Times are in milliseconds. What is undefined cannot be seen from here. */
export type Sample = Latencies & {
  perSecond: number
  /** The most memory that the service's processes had together. */
  memoryMiB?: number
  /** Processor time of the service per request, in microseconds. On a shared machine it says more than the clock. */
  cpuMicros?: number
  /** The same of all processes of Postgres. */
  databaseMicros?: number
  /** Open loop: requests that had no answer long after the last one was sent. */
  unanswered?: number
}

export type Series = {
  /** Who was measured: a floor, "sqlite", "postgres", or a peer. */
  target: string
  workload: string
  title: string
  loop: "closed" | "open"
  /** The target that it is compared with, which was measured in the same rounds. */
  floor?: string
  samples: Sample[]
}

/** Figures of a service that is started and not yet used. */
export type Start = { ms: number; idleMiB: number }

export type Run = {
  at: string
  version: string
  machine: { cores: number; model: string; memoryGiB: number; node: string; loadBefore: number }
  settings: { rounds: number; seconds: number; connections: number; processes?: number; open?: number }
  series: Series[]
  starts: Record<string, Start[]>
  /** What was not measured, and why. */
  notes: string[]
}

/** The series that `series` is compared with. Its rounds alternate with those of `series`. */
export function floorOf(run: Run, series: Series): Series | undefined {
  return run.series.find(({ target, loop, workload }) => {
    if (target !== series.floor || loop !== series.loop) return false
    return loop === "closed" || workload === series.workload
  })
}

/** A figure of a series divided by that of another one, round by round, as a disturbance affects both. */
export function ratiosOf(series: Series, other: Series): number[] {
  const rounds = Math.min(series.samples.length, other.samples.length)
  return Array.from({ length: rounds }, (_, i) => series.samples[i]!.perSecond / other.samples[i]!.perSecond)
}
