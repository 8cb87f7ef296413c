// Records a process with perf of Linux. It also sees inside of native calls, which Node's profiler cannot: SQLite and its driver, V8
// itself, the system. Only here can one see that SQLite parses a statement at each run or writes a temporary file.
import { execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { head, row } from "../shared/table.ts"

/** Flags for Node with which perf can name compiled JavaScript. */
export const NATIVE_FLAGS = ["--perf-basic-prof-only-functions", "--interpreted-frames-native-stack"]
/** A prime number, so samples do not synchronize with timers. */
const SAMPLES_PER_SECOND = 997
const FUNCTIONS = 30

/** Records for this many seconds. Throws if perf is not installed, or may not observe processes. */
export async function recordNative(pid: number, seconds: number, file: string): Promise<void> {
  const args = ["record", "-F", String(SAMPLES_PER_SECOND), "-g", "-p", String(pid), "-o", file, "--", "sleep", String(seconds)]
  const perf = spawn("perf", args, { stdio: ["ignore", "ignore", "pipe"] })
  const errors: string[] = []
  perf.stderr.on("data", (chunk) => errors.push(String(chunk)))
  const [code] = await once(perf, "exit").catch((cause) => {
    throw new Error("--native needs perf, which Linux distributions have in linux-perf or linux-tools.", { cause })
  })
  if (code !== 0) throw new Error(`perf could not record (see kernel.perf_event_paranoid):\n${errors.join("")}`)
}

/**
 * Returns two Markdown tables: the share of each library, and the share of each function of SQLite and its driver including its callees.
 */
export function nativeTables(title: string, file: string): string {
  const libraries = report(file, ["--no-children", "--sort", "dso"]).map(([share, name]) => row(nameOf(name!), share!))
  const functions = report(file, ["--children", "--sort", "dso,symbol"])
    .filter(([, , library]) => library!.endsWith(".node"))
    .slice(0, FUNCTIONS)
    .map(([all, own, , symbol]) => row(symbol!.replace(/^\[.\] /, ""), all!, own!))
  return [
    ...["", head(title, "itself"), ...libraries],
    ...["", head("SQLite and its driver", "with what it calls", "itself"), ...functions],
  ].join("\n")
}

/** Returns the rows of a report, each as its columns. */
function report(file: string, args: string[]): string[][] {
  const options = ["report", "-i", file, "--stdio", "-g", "none", "--percent-limit", "0.3", "-t", ";", ...args]
  const text = execFileSync("perf", options, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"], maxBuffer: 2 ** 28 })
  const rows = text.split("\n").filter((line) => /^\s*\d/.test(line))
  return rows.map((line) => line.split(";").map((column) => column.trim()))
}

function nameOf(library: string): string {
  if (library.startsWith("[JIT]")) return "compiled JavaScript"
  return library.endsWith(".node") ? "SQLite and its driver" : library
}
