// Memory and processor time of the processes under load.

import type { Latencies } from "../shared/statistics.ts"
import { processorSeconds, residentMiB } from "./processes.ts"
import type { Sample } from "./results.ts"

export type Observed = {
  /** The processes of the service. Empty if it runs elsewhere. */
  pids: number[]
  /** The processor time that the database has used, in seconds. */
  databaseSeconds?: () => number | undefined
}

/** A load generator's figures of a round. */
export type Answered = Latencies & { count: number; seconds: number; unanswered?: number }

const SAMPLE_MS = 100

/** Runs a load, and observes the processes meanwhile. */
export async function observe({ pids, databaseSeconds }: Observed, load: () => Promise<Answered>): Promise<Sample> {
  let memoryMiB = 0
  const watch = setInterval(() => {
    memoryMiB = Math.max(memoryMiB, sum(pids.map(residentMiB)))
  }, SAMPLE_MS)
  const serviceSeconds = () => sum(pids.map((pid) => processorSeconds(pid) ?? Number.NaN))
  const before = { service: serviceSeconds(), database: databaseSeconds?.() }
  try {
    const { count, seconds, ...rest } = await load()
    const micros = (used: number) => (Number.isFinite(used) ? (used / count) * 1e6 : undefined)
    return {
      perSecond: count / seconds,
      ...rest,
      ...(pids.length > 0 ? { memoryMiB, cpuMicros: micros(serviceSeconds() - before.service) } : {}),
      databaseMicros: micros((databaseSeconds?.() ?? Number.NaN) - (before.database ?? Number.NaN)),
    }
  } finally {
    clearInterval(watch)
  }
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
