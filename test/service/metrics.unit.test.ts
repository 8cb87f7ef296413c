import { expect } from "chai"
import { createMetrics } from "../../src/metrics.ts"

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
