import { MAX_COUNTED, type Metrics } from "../base/metrics.ts"
import { modeName } from "../base/mode-name.ts"
import { ATTENTION_KINDS } from "./item.ts"
import { type AttentionMode, countAttention } from "./list.ts"

/** Registers the number of items that wait for a person. A kind without items is 0. */
export function attentionMetrics(metrics: Metrics, modes: readonly AttentionMode[]): void {
  const help = `What waits for a person, by kind, counted up to ${MAX_COUNTED}.`
  metrics.gauge("vintem_attention", help, ["mode", "kind"], async (gauge) => {
    for (const mode of modes) {
      const sizes = await countAttention(mode, MAX_COUNTED)
      for (const kind of ATTENTION_KINDS) gauge.set({ mode: modeName(mode), kind }, sizes[kind])
    }
  })
}
