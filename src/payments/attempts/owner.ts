import { randomUUID } from "node:crypto"
import { readlinkSync } from "node:fs"
import { hostname } from "node:os"

/** Containers can share a host name but have their own process ids, so the namespace of the process ids is part of the name. */
const HOST = `${hostname()}/${pidNamespace()}`

/** The owners of this process: one for each mode that the process has opened. */
const ours = new Set<string>()

/** A new name for an owner of attempts: the host, the process id, and a UUID, because process ids are reused. */
export function newOwner(): string {
  const owner = `${HOST} ${process.pid} ${randomUUID()}`
  ours.add(owner)
  return owner
}

/**
 * Whether an owner's process is certainly dead: it ran on this host, and no process has its id now. Nothing is known about processes of
 * other hosts, so their leases must lapse. A wrong answer does no harm, because a call that was sent is looked up before it is sent again.
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
