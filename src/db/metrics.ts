import type { Clock } from "../base/clock.ts"
import type { Metrics } from "../base/metrics.ts"
import { modeName } from "../base/mode-name.ts"
import type { Database } from "./database.ts"

type MeasuredMode = { readonly livemode: boolean; readonly database: Database }

/** Registers the metrics of this process's connections to Postgres. SQLite has none. */
export function connectionMetrics(metrics: Metrics, modes: readonly MeasuredMode[]): void {
  const help = "Connections of this process to Postgres: used, idle, and callers that are waiting for one."
  metrics.gauge("vintem_database_connections", help, ["mode", "state"], async (gauge) => {
    for (const { livemode, database } of modes) {
      for (const [state, count] of Object.entries(database.connections?.() ?? {})) {
        gauge.set({ mode: modeName({ livemode }), state }, count)
      }
    }
  })
}

/** Registers by how much this host's clock differs from those of the databases. */
export function clockMetrics(metrics: Metrics, modes: readonly { readonly livemode: boolean; readonly clock: Clock }[]): void {
  const help = "By how much this host's clock is ahead of the database's. Negative if it is behind."
  metrics.gauge("vintem_clock_ahead_seconds", help, ["mode"], async (gauge) => {
    for (const { livemode, clock } of modes) {
      const aheadMs = clock.aheadMs?.()
      if (aheadMs !== undefined) gauge.set({ mode: modeName({ livemode }) }, aheadMs / 1000)
    }
  })
}
