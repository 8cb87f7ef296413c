// The floor of a create on Postgres: pgbench sends the same statements, over as many connections as the service may have.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { latenciesOf } from "../shared/statistics.ts"
import type { Answered } from "./observe.ts"
import type { Script } from "./pgbench-script.ts"

export type Pgbench = { program: string; url: string; script: Script; clients: number; directory: string }

/** The ids of each round begin this much higher, so no id occurs twice. */
const IDS_OF_A_ROUND = 1_000_000
let rounds = 0

/** Returns the program, or undefined if it is not installed. PGBENCH names a program other than the one in the PATH. */
export function findPgbench(): string | undefined {
  const program = process.env.PGBENCH ?? "pgbench"
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" })
    return program
  } catch {
    return undefined
  }
}

export async function runPgbench({ program, url, script, clients, directory }: Pgbench, seconds: number): Promise<Answered> {
  const work = mkdtempSync(join(directory, "pgbench-"))
  try {
    const file = join(work, "create.sql")
    writeFileSync(file, script.text)
    const variables = Object.entries({ ...script.variables, n: String(rounds++ * IDS_OF_A_ROUND) })
    const child = spawn(
      program,
      [
        ...["--no-vacuum", "--protocol=prepared", `--client=${clients}`, `--time=${seconds}`, `--file=${file}`],
        ...["--log", `--log-prefix=${join(work, "log")}`],
        ...variables.map(([name, value]) => `--define=${name}=${value}`),
        url,
      ],
      { stdio: ["ignore", "pipe", "pipe"] },
    )
    const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")])
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(output)?.[1])
    if (child.exitCode !== 0 || !perSecond)
      throw new Error(`pgbench: ${errors.split("\n").find((line) => line.includes("error"))}`)
    const times = timesIn(work)
    return { count: times.length, seconds: times.length / perSecond, ...latenciesOf(times) }
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The third column of the log is the duration of a transaction, in microseconds. */
function timesIn(directory: string): number[] {
  const logs = readdirSync(directory).filter((name) => name.startsWith("log"))
  const lines = logs.flatMap((name) => readFileSync(join(directory, name), "utf8").trimEnd().split("\n"))
  return lines.map((line) => Number(line.split(" ")[2]) / 1000)
}
