// The processor time of each test file, for `npm test -- --costs`. Mocha loads this into each of its workers. Needs Linux.
import { appendFileSync, readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"

const TICKS_PER_SECOND = 100
const PREFIX = "costs-"

type Cost = { run: string; file: string; seconds: number }

let before = 0
export const mochaHooks = {
  // The time of a file begins where the previous file ended, because loading a file counts too.
  afterAll(this: Mocha.Context) {
    const now = processorSeconds()
    const file = relative(process.cwd(), this.test?.parent?.suites[0]?.file ?? "")
    const cost: Cost = { run: process.env.VINTEM_TEST_LABEL!.trim(), file, seconds: now - before }
    appendFileSync(join(process.env.VINTEM_TEST_SEEN!, `${PREFIX}${process.pid}`), `${JSON.stringify(cost)}\n`)
    before = now
  },
}

/** Returns the processor seconds, user and system, of a process and of all processes that it has started. */
export function processorSeconds(pid = process.pid): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
  // After the name in parentheses, fields 11 to 14 are the process's own time and that of its ended children.
  const ticks = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 15)
  const running = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean)
  return running.reduce(
    (sum, child) => sum + orNone(Number(child)),
    ticks.reduce((sum, each) => sum + Number(each), 0) / TICKS_PER_SECOND,
  )
}

function orNone(pid: number): number {
  try {
    return processorSeconds(pid)
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code!)) return 0 // It has ended since.
    throw error
  }
}

/**
 * Returns lines with the processor seconds of each file and run, the largest first. Reads the data that the workers have written to
 * `directory`.
 */
export function costsIn(directory: string): string[] {
  const costs: Cost[] = readdirSync(directory)
    .filter((name) => name.startsWith(PREFIX))
    .flatMap((name) => readFileSync(join(directory, name), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line))
  return costs
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ run, file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${run.padEnd(8)}  ${file}`)
}
