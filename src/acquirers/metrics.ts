import type { Metrics } from "../base/metrics.ts"
import { modeName } from "../base/mode-name.ts"
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
