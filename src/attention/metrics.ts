import { MAX_COUNTED, type Metrics } from "../base/metrics.ts"
import { ATTENTION_KINDS } from "./item.ts"
import { type AttentionMode, countAttention } from "./list.ts"

type Named = { readonly database: { readonly name: string } }

/** Registers the number of items that wait for a person. A kind without items is 0. */
export function attentionMetrics(metrics: Metrics, modes: readonly (AttentionMode & Named)[]): void {
  const help = `What waits for a person, by kind, counted up to ${MAX_COUNTED}.`
  metrics.gaugeOfModes({ name: "vintem_attention", help, labels: ["kind"] }, modes, async (mode, set) => {
    const sizes = await countAttention(mode, MAX_COUNTED)
    for (const kind of ATTENTION_KINDS) set(sizes[kind], { kind })
  })
}
