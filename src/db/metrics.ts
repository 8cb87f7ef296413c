import type { Clock } from "../base/clock.ts"
import type { Metrics } from "../base/metrics.ts"
import type { Database } from "./database.ts"

type MeasuredMode = { readonly livemode: boolean; readonly database: Database }

/** Registers the metrics of this process's connections to Postgres. SQLite has none. */
export function connectionMetrics(metrics: Metrics, modes: readonly MeasuredMode[]): void {
  const help = "Connections of this process to Postgres: used, idle, and callers that are waiting for one."
  metrics.gaugeOfModes({ name: "vintem_database_connections", help, labels: ["state"] }, modes, async ({ database }, set) => {
    for (const [state, count] of Object.entries(database.connections?.() ?? {})) set(count, { state })
  })
}

/** Registers by how much this host's clock differs from those of the databases. */
export function clockMetrics(metrics: Metrics, modes: readonly (MeasuredMode & { readonly clock: Clock })[]): void {
  const help = "By how much this host's clock is ahead of the database's. Negative if it is behind."
  metrics.gaugeOfModes({ name: "vintem_clock_ahead_seconds", help }, modes, async ({ clock }, set) => {
    const aheadMs = clock.aheadMs?.()
    if (aheadMs !== undefined) set(aheadMs / 1000)
  })
}
