// Prints one line per describe and the failures in full at the end. Writes the counts to a file for scripts/test.ts.
import { writeFileSync } from "node:fs"
import Mocha from "mocha"

const { EVENT_TEST_PASS, EVENT_TEST_FAIL, EVENT_TEST_PENDING, EVENT_SUITE_BEGIN, EVENT_SUITE_END, EVENT_RUN_END } =
  Mocha.Runner.constants

export default class Lines extends Mocha.reporters.Base {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options)
    const label = process.env.VINTEM_TEST_LABEL ?? "tests"
    const since = { passed: 0, failed: 0, pending: 0, ms: 0 }
    runner.on(EVENT_TEST_PASS, (test) => {
      since.passed++
      since.ms += test.duration ?? 0
    })
    runner.on(EVENT_TEST_FAIL, (test) => {
      since.failed++
      process.stdout.write(`${label}  FAILED: ${test.fullTitle()}\n`)
    })
    runner.on(EVENT_TEST_PENDING, () => void since.pending++)
    const reported = new Set<Mocha.Test>()
    let depth = 0
    runner.on(EVENT_SUITE_BEGIN, (suite) => {
      if (!suite.root) depth++
    })
    runner.on(EVENT_SUITE_END, (suite) => {
      if (suite.root || --depth > 0) return
      const counts = `${since.passed} passed${since.failed ? `, ${since.failed} failed` : ""}${since.pending ? `, ${since.pending} pending` : ""}`
      process.stdout.write(`${label}  ${suite.title}: ${counts} (${(since.ms / 1000).toFixed(1)} s)\n`)
      Object.assign(since, { passed: 0, failed: 0, pending: 0, ms: 0 })
    })
    runner.on(EVENT_RUN_END, () => {
      // Mocha ends the run twice if a file does not load.
      const fresh = this.failures.filter((test) => !reported.has(test))
      for (const test of fresh) reported.add(test)
      if (fresh.length) {
        process.stdout.write(`\n${label}: failures\n`)
        Mocha.reporters.Base.list(fresh)
      }
      const { passes, failures, pending } = this.stats
      const file = process.env.VINTEM_TEST_RESULT
      const failed = this.failures.map((test) => ({ test: `${test.fullTitle()}: ${firstLine(test.err)}`, file: test.file }))
      if (file) writeFileSync(file, JSON.stringify({ passes, failures, pending, failed }))
    })
  }
}

function firstLine(error: Error | undefined): string {
  return String(error?.message || error).split("\n", 1)[0] as string
}
