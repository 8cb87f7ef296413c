// The median and the spread of figures.

export type Spread = { median: number; min: number; max: number }

/** Returns the median, and the smallest and the largest value. For an even count, the median is that of the middle two. */
export function spreadOf(values: number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1]! + sorted[middle]!) / 2
  return { median: median ?? Number.NaN, min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

export type Latencies = { p50: number; p99: number; max: number }

/** Returns the median, the 99th percentile and the maximum of latencies, in milliseconds. */
export function latenciesOf(times: number[]): Latencies {
  const at = percentilesOf(times)
  return { p50: at(0.5), p99: at(0.99), max: at(1) }
}

/** Returns a function that returns the value below which a share of the values are. */
export function percentilesOf(values: number[]): (share: number) => number {
  const sorted = Float64Array.from(values).sort()
  return (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** The processor time of this process since `since`, in microseconds. */
export function spentMicros(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since)
  return user + system
}
