import { randomUUID } from "node:crypto"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"
import { nowMs } from "../../db/now.ts"
import type { Chore } from "../../jobs/chore.ts"
import type { AttemptsMode } from "./mode.ts"
import { attempts } from "./table.ts"

/**
 * Where a process id means one process. Containers can share a host name but have their own process ids, so the namespace of these is part of the
 * name. The first namespace has the same name on every machine, and machines can share a host name too, so the boot of the machine is part of it.
 */
const HOST = `${hostname()}/${pidNamespace()}/${bootId()}`

/** The owners of this process: one for each mode that the process has opened. */
const ours = new Set<string>()

/** A new name for an owner of attempts: the host, the process id, and a UUID, because process ids are reused. */
export function newOwner(): string {
  const owner = `${HOST} ${process.pid} ${randomUUID()}`
  ours.add(owner)
  return owner
}

/**
 * Whether an owner's process is certainly dead: it ran on this host since its last boot, and no process has its id now. Nothing is known about
 * processes of other hosts, and of releases that did not write the boot, so their leases must lapse. A wrong answer does no harm, because a
 * call that was sent is looked up before it is sent again.
 */
export function isDead(owner: string): boolean {
  const [host, pid] = owner.split(" ")
  if (host !== HOST || ours.has(owner)) return false
  return Number(pid) === process.pid || !isRunning(Number(pid))
}

const owners = attempts.find([], (rows, _, k) =>
  rows.distinct("owner").whereNotNull("owner").where("held_until_ms", ">", nowMs(k)),
)
const release = attempts.find(["owner"], (rows) => rows.update({ held_until_ms: 0, owner: null }))

/** Releases the attempts of dead processes of this host at once. Attempts of other hosts become free when their lease lapses. */
export const releaseDeadOwners: Chore<AttemptsMode> = {
  kind: "release_dead_owners",
  run: async ({ database, log }) => {
    for (const { owner } of await database.all(owners, {})) {
      if (owner === null || !isDead(owner)) continue
      log.warn({ owner }, "a process died with unfinished attempts; recovering them")
      await database.transaction((tx) => tx.run(release, { owner }))
    }
  },
}

function pidNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid")
  } catch {
    return "" // not Linux
  }
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()
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
