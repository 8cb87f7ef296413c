// What a run measures, as --json writes it and --compare reads it.
import { type Latencies, type Spread, spreadOf } from "./statistics.ts"

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

/** What a target's name ends in where it is the version of --against. */
export const OTHER = "-other"

export type Series = {
  /** Who was measured: a floor, "sqlite", "postgres", one of them with OTHER, or a peer. */
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
  /** The version of --against. */
  otherVersion?: string
  machine: { cores: number; model: string; memoryGiB: number; node: string; loadBefore: number }
  settings: { rounds: number; seconds: number; connections: number; processes?: number; open?: number }
  series: Series[]
  starts: Record<string, Start[]>
  /** What was not measured, and why. */
  notes: string[]
}

/** The floor of a series of the closed loop. Its rounds alternate with those of the series. */
export function floorOf(run: Run, { floor, loop }: Series): Series | undefined {
  return loop === "closed" ? run.series.find((other) => other.target === floor && other.loop === loop) : undefined
}

/** The same workload on another target. */
export function sameOn(run: Run, target: string, { workload, loop }: Pick<Series, "workload" | "loop">): Series | undefined {
  return run.series.find((other) => other.target === target && other.workload === workload && other.loop === loop)
}

/** A figure over the rounds, or undefined where it was not seen in all of them. */
export function figureOf({ samples }: Series, figure: keyof Sample): Spread | undefined {
  const values = samples.map((sample) => sample[figure]).filter((value) => value !== undefined)
  return values.length === samples.length ? spreadOf(values) : undefined
}

/** A figure of a series divided by that of another one, round by round, as a disturbance affects both. */
export function ratioOf(series: Series, other: Series, figure: keyof Sample = "perSecond"): Spread | undefined {
  const rounds = Math.min(series.samples.length, other.samples.length)
  const ratios = Array.from({ length: rounds }, (_, i) => {
    const [value, against] = [series.samples[i]![figure], other.samples[i]![figure]]
    return value === undefined || against === undefined ? Number.NaN : value / against
  })
  return ratios.some(Number.isNaN) ? undefined : spreadOf(ratios)
}
