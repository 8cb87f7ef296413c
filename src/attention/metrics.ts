import type { Metrics } from "../metrics.ts"
import { ATTENTION_KINDS } from "./item.ts"
import { type AttentionMode, countAttention, modeName } from "./list.ts"

/** Counting more would take long, and would tell no more. */
const MAX_COUNTED = 10_000

/** Registers how much waits for a person. Kinds of which nothing waits are 0. */
export function attentionMetrics(metrics: Metrics, modes: readonly AttentionMode[]): void {
  const help = `What waits for a person, by kind, counted up to ${MAX_COUNTED}.`
  metrics.gauge("vintem_attention", help, ["mode", "kind"], async (gauge) => {
    for (const mode of modes) {
      const sizes = await countAttention(mode, MAX_COUNTED)
      for (const kind of ATTENTION_KINDS) gauge.set({ mode: modeName(mode), kind }, sizes[kind])
    }
  })
}
