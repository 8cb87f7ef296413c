import type { Clock } from "../../clock.ts"
import type { Queries } from "../../db/database.ts"
import type { Metrics } from "../../metrics.ts"
import { type DeliveryStatus, oldestPendingAge } from "./deliveries.ts"

type MeasuredMode = { readonly livemode: boolean; readonly database: Queries; readonly clock: Clock }

/**
 * The metrics of webhook deliveries, of each mode: outcomes (an attempt that leaves its delivery `pending` will be made again),
 * how long attempts take, and the age of the oldest delivery that is still pending.
 */
export function deliveryMetrics(metrics: Metrics, modes: MeasuredMode[]) {
  const outcomes = metrics.counter("vintem_webhook_attempts_total", "Attempts to deliver, by what became of the delivery.", [
    "mode",
    "outcome",
  ])
  const durations = metrics.histogram(
    "vintem_webhook_attempt_duration_seconds",
    "Time from the look-up of the name to the last byte of the answer.",
    ["mode"],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  )
  metrics.gauge(
    "vintem_webhook_oldest_pending_seconds",
    "Age of the oldest delivery that is neither delivered nor given up.",
    ["mode"],
    async (gauge) => {
      for (const { database, clock, livemode } of modes) {
        gauge.set({ mode: modeName(livemode) }, await oldestPendingAge(database, clock.now()))
      }
    },
  )
  return ({ livemode }: Pick<MeasuredMode, "livemode">) => {
    const mode = modeName(livemode)
    return (outcome: DeliveryStatus, seconds: number) => {
      outcomes.inc({ mode, outcome })
      durations.observe({ mode }, seconds)
    }
  }
}

function modeName(livemode: boolean): string {
  return livemode ? "live" : "test"
}
