// Starts and stops the servers under load, each in a separate process.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { request } from "undici"

/** The environment that the files of deploy/ set. */
const AS_DEPLOYED = { NODE_ENV: "production", MALLOC_ARENA_MAX: "1" }

export type Served = { url: string; pid: number; startedInMs: number; stop(): Promise<void> }

/** Returns the Node.js in a checkout's node_modules, because another version may bring another Node.js. */
export function nodeOf(root: string): string {
  const own = join(root, "node_modules/.bin/node")
  return existsSync(own) ? own : process.execPath
}

/** Starts `node file args…` in the directory `cwd` with its Node.js, and waits for the first response at `path`. */
export async function start(
  args: string[],
  env: Record<string, string>,
  port: number,
  path: string,
  cwd = process.cwd(),
): Promise<Served> {
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(nodeOf(cwd), args, {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, ...AS_DEPLOYED, SHUTDOWN_DELAY_SECONDS: "0", ...env, PORT: String(port) },
  })
  let stderr = ""
  child.stderr?.on("data", (chunk) => {
    stderr += chunk
  })
  await firstResponse(child, url + path).catch((error) => {
    throw new Error(`${args.join(" ")}: ${stderr}`, { cause: error })
  })
  const startedInMs = performance.now() - began
  return { url, pid: child.pid as number, startedInMs, stop: () => stop(child) }
}

async function firstResponse(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + 30_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server exited with status ${child.exitCode}`)
    if (performance.now() > deadline) throw new Error(`no response from ${url} within 30 s`)
    const response = await request(url).catch(() => undefined)
    await response?.body.dump()
    if (response?.statusCode === 200) return
    await setTimeout(5)
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill("SIGTERM")
  const timer = globalThis.setTimeout(() => child.kill("SIGKILL"), 5000)
  await once(child, "exit")
  clearTimeout(timer)
}

/** Returns the resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
    if (kib) return Number(kib) / 1024
  } catch {
    // No /proc on this system.
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024
}

/** Returns the processor time that a process has used, in seconds, or undefined if there is no /proc. */
export function processorSeconds(pid: number): number | undefined {
  const fields = statOf(pid)
  return fields && ticks(fields, USER, SYSTEM)
}

/** Returns the processor time of a process, its running children, and those that have ended. */
export function familySeconds(pid: number): number | undefined {
  const parent = statOf(pid)
  if (!parent) return undefined
  const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name))
  const children = all.map((name) => statOf(Number(name))).filter((fields) => fields?.[PARENT] === String(pid))
  const running = children.reduce((sum, fields) => sum + ticks(fields!, USER, SYSTEM), 0)
  return running + ticks(parent, USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED)
}

/** Positions in /proc/PID/stat (man 5 proc_pid_stat), counted from the field after the name, which may contain spaces. */
const [PARENT, USER, SYSTEM, USER_OF_ENDED, SYSTEM_OF_ENDED] = [1, 11, 12, 13, 14] as const
const TICKS_PER_SECOND = 100

function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")
  } catch {
    return undefined // no /proc, or the process has ended
  }
}

function ticks(fields: string[], ...places: number[]): number {
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS_PER_SECOND
}
