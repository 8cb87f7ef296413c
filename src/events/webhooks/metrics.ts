import type { Clock } from "../../base/clock.ts"
import type { Metrics } from "../../base/metrics.ts"
import { modeName } from "../../base/mode-name.ts"
import type { Queries } from "../../db/database.ts"
import { oldestPendingAge } from "./deliveries.ts"
import type { DeliveryStatus } from "./tables.ts"

type MeasuredMode = { readonly livemode: boolean; readonly database: Queries & { readonly name: string }; readonly clock: Clock }

/**
 * Registers the metrics of webhook deliveries for each mode: attempts by outcome, the duration of attempts, and the age of the
 * oldest pending delivery. The outcome `pending` means that the attempt failed and will be retried.
 */
export function deliveryMetrics(metrics: Metrics, modes: MeasuredMode[]) {
  const outcomes = metrics.counter(
    "vintem_webhook_attempts_total",
    "Webhook delivery attempts, by the resulting status of the delivery.",
    ["mode", "outcome"],
  )
  const durations = metrics.histogram(
    "vintem_webhook_attempt_duration_seconds",
    "Duration of an attempt, from the DNS lookup to the last byte of the response.",
    ["mode"],
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  )
  const oldest = { name: "vintem_webhook_oldest_pending_seconds", help: "Age of the oldest pending delivery." }
  metrics.gaugeOfModes(oldest, modes, async ({ database, clock }, set) => set(await oldestPendingAge(database, clock.now())))
  return ({ livemode }: Pick<MeasuredMode, "livemode">) => {
    const mode = modeName({ livemode })
    return (outcome: DeliveryStatus, seconds: number) => {
      outcomes.inc({ mode, outcome })
      durations.observe({ mode }, seconds)
    }
  }
}
