import type { Metrics } from "../metrics.ts"
import { modeName } from "../mode-name.ts"
import { CALL_OPERATIONS, type CallOutcome, type ObserveCall } from "./count-calls.ts"

/** What the alerts count. */
const TROUBLES: readonly CallOutcome[] = ["refused", "unavailable", "unknown"]

/** Registers the calls to acquirers. `liveKinds` are what accounts can use in live mode. Returns what observes the calls of a mode. */
export function callMetrics(metrics: Metrics, liveKinds: readonly { name: string }[]): (livemode: boolean) => ObserveCall {
  const labels = ["mode", "acquirer", "operation", "outcome"]
  const calls = metrics.counter("vintem_acquirer_calls_total", "Calls to acquirers, by what became of them.", labels)
  // Prometheus sees no increase in a series that begins with its first call. Where few pay, that call matters.
  for (const { name: acquirer } of liveKinds)
    for (const operation of CALL_OPERATIONS)
      for (const outcome of TROUBLES) calls.inc({ mode: modeName({ livemode: true }), acquirer, operation, outcome }, 0)
  return (livemode) => {
    const mode = modeName({ livemode })
    return (call) => calls.inc({ mode, ...call })
  }
}
