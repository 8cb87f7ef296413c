import { randomUUID } from "node:crypto"
import { readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** Containers can share the name of their host and have process ids of their own. */
const HOST = `${hostname()}/${pidNamespace()}`

/** The owners of this process: one for each mode that it has opened. */
const ours = new Set<string>()

/** A name for what holds attempts: host, process id, and what tells a process from an earlier one with the same id. */
export function newOwner(): string {
  const owner = `${HOST} ${process.pid} ${randomUUID()}`
  ours.add(owner)
  return owner
}

/**
 * Whether an owner's process is certainly dead: it ran on this host, and no process has its id now. Nothing is known of other hosts,
 * so their leases must lapse. A wrong answer does no harm, because what was sent is looked up before anything is sent again.
 */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split(" ")
  if (host !== HOST || ours.has(owner)) return false
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid")
  } catch {
    return "" // not Linux
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}
