// Moves of accounts between the two databases of a test, and what they leave there.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { expect } from "chai"
import pg from "pg"
import { HOLDS } from "../../src/accounts/move/leave.ts"
import { type Move, tablesOfAccounts } from "../../src/accounts/move/sides.ts"
import { ROOT } from "../support/app/commands.ts"
import { type CommandResult, runCommand } from "../support/app/vintem.ts"
import type { Name, Two } from "./two-databases.ts"

/** Runs a command on an account, as an operator does. */
export function runMove({ databases }: Two, ...args: string[]): Promise<CommandResult> {
  return runCommand(["accounts", ...args], databases.env)
}

/** Moves an account, and expects that it is open there. */
export async function moveTo(two: Two, account: string, to: Name): Promise<void> {
  const { status, stderr, stdout } = await runMove(two, "move", account, "--to", to)
  expect([status, stderr], stdout).to.deep.equal([0, ""])
}

/** Runs the command as a process that dies with SIGKILL after a step of it. */
export async function dieAfter({ databases }: Two, step: string, account: string, to: Name, back?: "back"): Promise<void> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, "dying-move.ts"), account, to, step, ...(back ? [back] : [])],
    {
      cwd: ROOT,
      stdio: ["ignore", "ignore", "pipe"],
      env: { PATH: process.env.PATH, ...databases.env },
    },
  )
  let stderr = ""
  child.stderr.on("data", (chunk) => (stderr += chunk))
  const [, signal] = await once(child, "close")
  expect(signal, `it dies after: ${step} ${stderr}`).to.equal("SIGKILL")
}

export async function ask<Row extends pg.QueryResultRow>({ databases }: Two, name: Name, text: string): Promise<Row[]> {
  const url = databases.env[name === "main" ? "LIVE_DATABASE_URL" : "LIVE_DATABASE_URL_EAST"]
  return asking(url!, async (client) => (await client.query<Row>(text)).rows)
}

/** Writes rows although triggers refuse it, and returns them. */
export function writeAnyway<Row extends pg.QueryResultRow>({ databases }: Two, text: string): Promise<Row[]> {
  const url = new URL(databases.env.LIVE_DATABASE_URL!)
  url.searchParams.set("options", "-c session_replication_role=replica")
  return asking(url.href, async (client) => (await client.query<Row>(text)).rows)
}

/** All rows of an account in a database, by table. What processes hold is not the same after a move. */
export async function rowsIn({ databases }: Two, name: Name, account: string): Promise<Record<string, string[]>> {
  const url = databases.env[name === "main" ? "LIVE_DATABASE_URL" : "LIVE_DATABASE_URL_EAST"]
  return asking(url!, async (client) => {
    const found: Record<string, string[]> = {}
    for (const table of await tablesOfAccounts(client)) {
      const columns = table.columns.filter((column) => !HOLDS.includes(column.name)).map((column) => `"${column.name}"`)
      const { rows } = await client.query(
        `SELECT row_to_json(own)::text AS row FROM (SELECT ${columns} FROM "${table.name}" WHERE account = $1) AS own ORDER BY 1`,
        [account],
      )
      if (rows.length > 0) found[table.name] = rows.map(({ row }) => row)
    }
    return found
  })
}

/** Runs `work` on a move to `east` whose account is closed, with connections of its own. */
export async function withMove<T>(two: Two, account: string, work: (move: Move, closedMs: number) => Promise<T>): Promise<T> {
  const { LIVE_DATABASE_URL: main, LIVE_DATABASE_URL_EAST: east } = two.databases.env
  return asking(main!, (from) =>
    asking(east!, async (to) => {
      const { rows } = await from.query("SELECT closed_ms::float8 AS closed FROM account_moves WHERE account = $1", [account])
      const move: Move = {
        account,
        from: { name: "main", database: two.modeOn("main").database, client: from },
        to: { name: "east", database: two.modeOn("east").database, client: to },
        tables: await tablesOfAccounts(from),
        say: () => {},
        checkpoint: () => {},
      }
      return work(move, rows[0]?.closed)
    }),
  )
}

async function asking<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Which databases claim an account, and which have triggers that refuse its writes. */
export async function claimsOf(two: Two, account: string): Promise<{ claims: Name[]; refusing: Name[] }> {
  const claims: Name[] = []
  const refusing: Name[] = []
  for (const name of ["main", "east"] as const) {
    const place = await ask<{ database: string }>(two, name, `SELECT database FROM accounts WHERE id = '${account}'`)
    if (place[0]?.database === name) claims.push(name)
    const triggers = await ask(two, name, `SELECT 1 FROM pg_trigger WHERE tgname LIKE 'moved_%_${account}'`)
    if (triggers.length > 0) refusing.push(name)
  }
  return { claims, refusing }
}
