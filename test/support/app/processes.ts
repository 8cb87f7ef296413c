// Processes of a deployment, started as an operator does: `vintem serve --role …`.
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { COMMAND, COMPILE_CACHE, ROOT } from "./commands.ts"
import { DEFAULTS, type Environment } from "./vintem.ts"

export type Process = {
  /** The URL of the API. A worker has none. */
  url: string
  metricsUrl: string
  /** The dashboard's origin in this process. */
  dashboardOrigin: string | null
  /** Sends a signal. Returns the exit status, or the signal that ended the process. */
  stop(signal?: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | string>
  signal(signal: "SIGTERM" | "SIGINT"): void
  exited: Promise<number | string>
  /** Everything that the process has written to stderr. */
  output(): string
}

/** Starts a process and waits until it is ready. It ends at the latest with the test process. */
export async function startProcess(role: "all" | "api" | "worker" | "dashboard", env: Environment): Promise<Process> {
  const child = spawn(process.execPath, [COMMAND, "serve", "--json", "--role", role], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, LOG_LEVEL: "warn", ...DEFAULTS, ...env },
  })
  const killWithTest = () => child.kill("SIGKILL")
  process.once("exit", killWithTest)
  let output = ""
  child.stderr.on("data", (chunk) => (output += chunk))
  const exited = exitOf(child).finally(() => process.off("exit", killWithTest))
  const ready = Promise.withResolvers<{ url: string; metrics_url: string; dashboard_origin: string | null }>()
  createInterface(child.stdout).on("line", (line) => {
    // The log is on stdout too.
    if (line.includes('"metrics_url"')) ready.resolve(JSON.parse(line))
    else output += `${line}\n`
  })
  void exited.then((status) => ready.reject(new Error(`the process ended with ${status}: ${output}`)))
  const addresses = await ready.promise
  return {
    url: addresses.url,
    metricsUrl: addresses.metrics_url,
    dashboardOrigin: addresses.dashboard_origin,
    stop: (signal = "SIGTERM") => {
      child.kill(signal)
      return exited
    },
    signal: (signal) => void child.kill(signal),
    exited,
    output: () => output,
  }
}

async function exitOf(child: ChildProcess): Promise<number | string> {
  const [code, signal] = (await once(child, "exit")) as [number | null, string | null]
  return code ?? (signal as string)
}
