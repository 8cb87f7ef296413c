import { expect } from "chai"
import { createMetrics, exposition } from "../../src/base/metrics.ts"

describe("A scrape of the metrics while the database does not answer", () => {
  it("ends in time with all other metrics, leaves out what it could not read, and counts that", async () => {
    const metrics = createMetrics({ readWithinMs: 20 })
    let isSilent = false
    metrics.gauge("vintem_waiting", "What waits.", ["mode"], async (gauge) => {
      if (isSilent) await new Promise(() => {})
      gauge.set({ mode: "live" }, 7)
    })
    metrics.gauge("vintem_well", "Read without a database.", [], async (gauge) => gauge.set(1))
    expect(await metrics.registry.metrics()).to.contain('vintem_waiting{mode="live"} 7')

    isSilent = true
    expect(await metrics.registry.metrics())
      .to.contain("vintem_well 1")
      .and.not.to.contain("vintem_waiting{")
    expect(await metrics.registry.metrics()).to.match(/^vintem_metric_errors_total\{metric="vintem_waiting"\} [12]$/m)
  })
})

describe("The metrics of several servers in one process", () => {
  it("are apart, and each shows those of Node.js, which they share", async () => {
    const processes = [createMetrics(), createMetrics()]
    for (const [i, metrics] of processes.entries()) metrics.counter("vintem_seen_total", "What was seen.", []).inc(i + 1)
    for (const [i, metrics] of processes.entries()) {
      const { text } = await exposition(metrics)
      expect(text).to.match(new RegExp(`^vintem_seen_total ${i + 1}$`, "m"))
      for (const name of ["nodejs_eventloop_lag_p99_seconds", "process_resident_memory_bytes"])
        expect(text.match(new RegExp(`^${name} `, "gm")), name).to.have.lengthOf(1)
    }
  })
})
