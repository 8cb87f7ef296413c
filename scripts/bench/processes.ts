// The servers under load, each a process of its own.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { setTimeout } from "node:timers/promises"
import { request } from "undici"

export type Served = { url: string; pid: number; startedInMs: number; stop(): Promise<void> }

/** Starts `node file args…` and waits for its first answer at `path`. */
export async function start(args: string[], env: Record<string, string>, port: number, path: string): Promise<Served> {
  const url = `http://127.0.0.1:${port}`
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env, PORT: String(port) },
  })
  let said = ""
  child.stderr?.on("data", (chunk) => {
    said += chunk
  })
  await firstAnswer(child, url + path).catch((error) => {
    throw new Error(`${args.join(" ")}: ${said}`, { cause: error })
  })
  const startedInMs = performance.now() - began
  return { url, pid: child.pid as number, startedInMs, stop: () => stop(child) }
}

async function firstAnswer(child: ChildProcess, url: string): Promise<void> {
  const deadline = performance.now() + 30_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server has left with ${child.exitCode}`)
    if (performance.now() > deadline) throw new Error(`no answer from ${url} within 30 s`)
    const answer = await request(url).catch(() => undefined)
    await answer?.body.dump()
    if (answer?.statusCode === 200) return
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

/** Resident memory of a process in MiB. */
export function residentMiB(pid: number): number {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
    if (kib) return Number(kib) / 1024
  } catch {
    // No /proc on this system.
  }
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024
}

/** What a process has used of a processor so far, in seconds; undefined where there is no /proc. */
export function processorSeconds(pid: number): number | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? []
    return (Number(fields[11]) + Number(fields[12])) / 100
  } catch {
    return undefined
  }
}
