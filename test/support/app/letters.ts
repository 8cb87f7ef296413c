// Letters are a kind of work for tests, with a real queue. A test sends letters, fails to send them, or finds them busy.
import pino from "pino"
import { id, milliseconds, seconds, text } from "../../../src/db/columns.ts"
import type { Database } from "../../../src/db/database.ts"
import { connect } from "../../../src/db/drivers/connect.ts"
import { Loop } from "../../../src/jobs/loop.ts"
import type { Result } from "../../../src/jobs/perform.ts"
import { queueOf } from "../../../src/jobs/queue.ts"
import { type Queue, TriedLater, type Work, type WorkMode } from "../../../src/jobs/work.ts"
import { freshDatabases } from "../databases/databases.ts"
import { sql } from "../databases/sql.ts"
import { testTable } from "../databases/table.ts"
import { until } from "../merchants/merchant.ts"
import { standingClock } from "./standing-clock.ts"

export const letters = testTable(
  "letters",
  {
    id: id(),
    account: id(),
    due_at: seconds().nullable(),
    held_until_ms: milliseconds(),
    acquirer: text().nullable(),
  },
  { of: "account", key: ["account", "id"] },
)

const TABLES = [
  `CREATE TABLE letters (id TEXT PRIMARY KEY, account TEXT NOT NULL, due_at INTEGER, held_until_ms INTEGER NOT NULL DEFAULT 0,
     acquirer TEXT)`,
  "CREATE INDEX letters_due ON letters (due_at) WHERE due_at IS NOT NULL",
  "CREATE INDEX letters_account ON letters (account, due_at) WHERE due_at IS NOT NULL",
]

type LogLine = { level: number; msg: string; kind: string; item?: string; livemode: boolean; account?: string }
type Ending = "sent" | "busy" | "fails" | "fails and moves it on" | "loses its connection" | "loses the answer to its COMMIT"
/** When a letter is due after an ending. Other endings move it on by a second. */
const DUE_AFTERWARDS: Partial<Record<Ending, string>> = { sent: "NULL", "loses the answer to its COMMIT": "due_at + 3600" }

type Options = { bounds?: Work<WorkMode>["bounds"]; stuckAfterMs?: number; around?: (queue: Queue) => Partial<Queue> }

export type Letters = Awaited<ReturnType<typeof openLetters>>

/** Opens a database for the letters of a test. `post` starts a loop that sends them. */
export async function openLetters() {
  const databases = await freshDatabases()
  const database = connect(databases.env.TEST_DATABASE_URL!, false)
  const clock = standingClock()
  const write = (text: string) => database.transaction((tx) => tx.run(sql<void>(text), {}))
  for (const text of TABLES) await write(text)
  return {
    database,
    clock,
    write,
    /** Adds letters such as `a1`, of the account `a`, in the order in which they are due. All of them are due. */
    add: async (ids: string[], { acquirer, dueIn = -60 }: { acquirer?: string; dueIn?: number } = {}) => {
      const due = Math.floor(clock.now() / 1000) + dueIn
      for (const [n, id] of ids.entries()) {
        await write(`INSERT INTO accounts (id, name, created) VALUES ('${id[0]}', 'Merchant', 0) ON CONFLICT DO NOTHING`)
        const group = acquirer ? `'${acquirer}'` : "NULL"
        await write(`INSERT INTO letters (id, account, due_at, acquirer) VALUES ('${id}', '${id[0]}', ${due + n}, ${group})`)
      }
    },
    /** Removes the letters, the accounts and the failures of the previous test. */
    clear: async () => {
      for (const table of ["letters", "failing_work", "accounts"]) await write(`DELETE FROM ${table}`)
    },
    post: (options: Options = {}) => startPost(database, clock, options),
    close: async () => {
      await database.close()
      await databases.remove()
    },
  }
}

function startPost(database: Database, clock: { now(): number }, { bounds, stuckAfterMs, around }: Options) {
  const queue = queueOf(letters, { due: "due_at", group: "acquirer" })
  const lines: LogLine[] = []
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const mode: WorkMode = { livemode: false, database, clock, log }
  const begun: string[] = []
  const waiting = new Map<string, PromiseWithResolvers<Ending>>()
  const results: [Result, number][] = []
  let done = 0
  const work: Work<WorkMode> = {
    kind: "send_letter",
    queue: { ...queue, ...around?.(queue) },
    leaseMs: 60_000,
    ...(stuckAfterMs && { stuckAfterMs }),
    bounds: bounds ?? { process: 20, account: 5 },
    perform: async (_scope, { id }) => {
      begun.push(id)
      const ending = Promise.withResolvers<Ending>()
      waiting.set(id, ending)
      const how = await ending.promise
      if (how === "fails") throw new Error("the pen is dry")
      if (how === "loses its connection") throw new Error("Connection terminated unexpectedly")
      const due = DUE_AFTERWARDS[how] ?? "due_at + 1"
      if (how !== "busy")
        await database.transaction((tx) => tx.run(sql<void>(`UPDATE letters SET due_at = ${due} WHERE id = '${id}'`), {}))
      if (how === "fails and moves it on") throw new TriedLater("the post office is closed")
      if (how === "loses the answer to its COMMIT") throw new Error("Connection terminated unexpectedly")
    },
  }
  const observe = (_work: object, result: Result, lateness: number) => void results.push([result, lateness])
  const letGo = async (id: string, how: Ending) => {
    const ending = await until(async () => waiting.get(id))
    waiting.delete(id)
    ending.resolve(how)
  }
  const loop = new Loop(mode, work, { observe, done: () => void done++ })
  return {
    loop,
    mode,
    work,
    lines,
    /** The letters that the loop has begun, in order. */
    begun,
    /** The outcome of each letter, and how late it was when it was begun. */
    results,
    done: () => done,
    hasBegun: (...ids: string[]) => until(async () => ids.every((id) => begun.includes(id))),
    /** Ends letters one after the other, once the loop has begun them. */
    end: async (how: Ending, ...ids: string[]) => {
      for (const id of ids) {
        const ended = results.length + 1
        await letGo(id, how)
        await until(async () => results.length >= ended)
      }
    },
    /** Lets the work of a letter return, without waiting for the end of its claim. */
    letGo,
  }
}
