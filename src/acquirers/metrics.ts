import type { Metrics } from "../base/metrics.ts"
import { modeName } from "../base/mode-name.ts"
import type { Circuits } from "./circuits.ts"
import { CALL_OPERATIONS, type CallOutcome, type ObserveCall } from "./count-calls.ts"

/** The outcomes that the alerts count. */
const TROUBLES: readonly CallOutcome[] = ["refused", "unavailable", "unknown"]

/** Registers the metrics of calls to acquirers. `liveKinds` are those of live mode. The result makes the observer of a mode. */
export function callMetrics(metrics: Metrics, liveKinds: readonly { name: string }[]): (livemode: boolean) => ObserveCall {
  const labels = ["mode", "acquirer", "operation", "outcome"]
  const calls = metrics.counter("vintem_acquirer_calls_total", "Calls to acquirers, by what became of them.", labels)
  // Prometheus sees no increase in a series that begins with its first call, and that call matters if there are few payments.
  for (const { name: acquirer } of liveKinds)
    for (const operation of CALL_OPERATIONS)
      for (const outcome of TROUBLES) calls.inc({ mode: modeName({ livemode: true }), acquirer, operation, outcome }, 0)
  return (livemode) => {
    const mode = modeName({ livemode })
    return (call) => calls.inc({ mode, ...call })
  }
}

/** Registers how many accounts have sales that go to a fallback, because their acquirer has failed again and again. */
export function circuitMetrics(
  metrics: Metrics,
  modes: readonly { readonly livemode: boolean; readonly database: { readonly name: string }; readonly circuits: Circuits }[],
): void {
  const help = "Accounts whose sales by a method fail at an acquirer, in this process."
  const about = { name: "vintem_acquirer_circuits_open", help, labels: ["acquirer", "method"] }
  metrics.gaugeOfModes(about, modes, async ({ circuits }, set) => {
    const together = Map.groupBy(circuits.open(), ({ acquirer, method }) => `${acquirer} ${method}`)
    for (const [one, ...others] of together.values())
      if (one) set(others.length + 1, { acquirer: one.acquirer, method: one.method })
  })
}
