import { MAX_COUNTED, type Metrics } from "../base/metrics.ts"
import { modeName } from "../base/mode-name.ts"
import { countFailing } from "./failing.ts"
import type { Observe } from "./loop.ts"
import type { Work, WorkMode } from "./work.ts"

type Kind = Pick<Work<never>, "kind" | "queue">

/** Registers the metrics of due work by mode and kind. The gauges use real time: they omit items that only an advanced clock made due. */
export function workMetrics(metrics: Metrics, modes: readonly WorkMode[], works: readonly Kind[]): Observe {
  const labels = ["mode", "kind"]
  const gauge = (name: string, help: string, value: (mode: WorkMode, kind: Kind, now: number) => Promise<number>) =>
    metrics.gaugeOfModes({ name, help, labels: ["kind"] }, modes, async (mode, set) => {
      const now = Math.floor(mode.clock.now() / 1000)
      for (const work of works) set(await value(mode, work, now), { kind: work.kind })
    })
  gauge("vintem_work_due", `Items that are due, counted up to ${MAX_COUNTED}.`, ({ database }, { queue }, now) =>
    queue.countDue(database, now, MAX_COUNTED),
  )
  gauge(
    "vintem_work_overdue_seconds",
    "How late the oldest due item is that no process holds.",
    async ({ database }, { queue }, now) => now - ((await queue.oldestFree(database, now)) ?? now),
  )
  gauge("vintem_work_failing", "Items that failed and are put off.", ({ database }, { kind }) => countFailing(database, kind))
  const done = metrics.counter("vintem_work_done_total", "Items performed, by result: done, again or failed.", [
    ...labels,
    "result",
  ])
  const lateness = metrics.histogram(
    "vintem_work_lateness_seconds",
    "From an item's due time to the start of its work.",
    labels,
    [1, 2, 3, 5, 10, 30, 60, 300, 1800, 3600, 86_400],
  )
  return (work, result, seconds) => {
    const named = { mode: modeName(work), kind: work.kind }
    done.inc({ ...named, result })
    if (result === "done") lateness.observe(named, seconds)
  }
}
