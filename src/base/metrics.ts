import { setTimeout as pause } from "node:timers/promises"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import { MAIN, modeName } from "./mode-name.ts"

/** The Prometheus metrics of one process. Each part of the program adds its own to the registry. */
export type Metrics = {
  registry: Registry
  observeRequest(labels: { operation: string; status: number }, seconds: number): void
  counter(name: string, help: string, labels: string[]): Counter
  histogram(name: string, help: string, labels: string[], buckets: number[]): Histogram
  /**
   * A gauge that cannot be read in time is left out of the response, or is 0 if it has no labels. So the others can be read while a
   * database is down or silent.
   */
  gauge(name: string, help: string, labels: string[], collect: (gauge: Gauge) => Promise<void>): void
  /**
   * A gauge of each mode, with the label `mode`, and `database` for databases other than the main one. The series of a mode that cannot be
   * read in time are left out. `modes` may grow.
   */
  gaugeOfModes<Mode extends Measured>(
    about: { name: string; help: string; labels?: string[] },
    modes: readonly Mode[],
    collect: (mode: Mode, set: (value: number, labels?: Record<string, string>) => void) => Promise<void>,
  ): void
}

/** A mode, as metrics name it. */
type Measured = { readonly livemode: boolean; readonly database: { readonly name: string } }
type Sample = { labels: Record<string, string>; value: number }

/** The greatest count of a gauge. Counting further would take long, and would say no more. */
export const MAX_COUNTED = 10_000

/** Prometheus gives up after 10 seconds by default. */
const READ_WITHIN_MS = 5000

/** How often the lag of the event loop is measured. Each measurement wakes the process: at 10 ms, it took half of an idle process's CPU. */
const LAG_EVERY_MS = 50

/** The metrics of Node.js. They belong to the process and cannot be closed, so all servers of a process share them. */
let ofNode: Registry | undefined

function metricsOfNode(): Registry {
  if (!ofNode) {
    ofNode = new Registry()
    collectDefaultMetrics({ register: ofNode, eventLoopMonitoringPrecision: LAG_EVERY_MS })
  }
  return ofNode
}

/** Creates the metrics of a process. `readWithinMs`: how long a scrape waits for a gauge. */
export function createMetrics({ readWithinMs = READ_WITHIN_MS } = {}): Metrics {
  metricsOfNode() // They count from the start of the process, not from the first scrape.
  const registry = new Registry()
  const requests = new Histogram({
    name: "vintem_http_request_duration_seconds",
    help: "Time from a request's arrival to its response.",
    labelNames: ["operation", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  const unread = new Counter({
    name: "vintem_metric_errors_total",
    help: "Gauges that could not be read for a scrape, by name.",
    labelNames: ["metric"],
    registers: [registry],
  })
  const inTime = async <T>(reading: Promise<T>): Promise<T> => {
    const late = pause(readWithinMs, undefined, { ref: false }).then(() => Promise.reject(new Error("no answer in time")))
    return Promise.race([reading, late])
  }
  return {
    registry,
    observeRequest: ({ operation, status }, seconds) => requests.observe({ operation, status: String(status) }, seconds),
    counter: (name, help, labelNames) => new Counter({ name, help, labelNames, registers: [registry] }),
    histogram: (name, help, labelNames, buckets) => new Histogram({ name, help, labelNames, buckets, registers: [registry] }),
    gauge: (name, help, labelNames, collect) => {
      const read = async () => {
        await inTime(collect(gauge)).catch(() => {
          gauge.reset()
          unread.inc({ metric: name })
        })
      }
      const gauge: Gauge = new Gauge({ name, help, labelNames, registers: [registry], collect: read })
    },
    gaugeOfModes: ({ name, help, labels: own = [] }, modes, collect) => {
      const read = async () => {
        const each = await Promise.allSettled(
          modes.map(async (mode) => {
            const samples: Sample[] = []
            await inTime(collect(mode, (value, labels) => void samples.push({ labels: { ...namesOf(mode), ...labels }, value })))
            return samples
          }),
        )
        gauge.reset()
        for (const one of each)
          if (one.status === "fulfilled") for (const { labels, value } of one.value) gauge.set(labels, value)
        if (each.some(({ status }) => status === "rejected")) unread.inc({ metric: name })
      }
      const labelNames = ["mode", ...own, "database"]
      const gauge: Gauge = new Gauge({ name, help, labelNames, registers: [registry], collect: read })
    },
  }
}

function namesOf(mode: Measured): Record<string, string> {
  const { name: database } = mode.database
  return { mode: modeName(mode), ...(database !== MAIN && { database }) }
}

/** Returns the metrics of the process and of Node.js in the text format of Prometheus. */
export async function exposition({ registry }: Metrics): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await Registry.merge([registry, metricsOfNode()]).metrics() }
}
