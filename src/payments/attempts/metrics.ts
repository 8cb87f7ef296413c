import type { Clock } from "../../clock.ts"
import type { Database } from "../../db/database.ts"
import type { Metrics } from "../../metrics.ts"
import { modeName } from "../../mode-name.ts"
import { oldestOpenAttempt } from "./store.ts"

type MeasuredMode = { readonly livemode: boolean; readonly database: Database; readonly clock: Clock }

/** Registers the age of the oldest attempt whose outcome is open. Attempts of accounts whose clock is ahead look younger. */
export function attemptMetrics(metrics: Metrics, modes: readonly MeasuredMode[]): void {
  const help = "Age of the oldest attempt whose outcome is open."
  metrics.gauge("vintem_oldest_open_attempt_seconds", help, ["mode"], async (gauge) => {
    for (const { livemode, database, clock } of modes) {
      const now = Math.floor(clock.now() / 1000)
      gauge.set({ mode: modeName({ livemode }) }, Math.max(0, now - ((await oldestOpenAttempt(database)) ?? now)))
    }
  })
}
