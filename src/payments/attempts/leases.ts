// Leases of attempts: those that this process holds, and those of dead processes.

import { randomUUID } from "node:crypto"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"
import type { Logger } from "../../base/log.ts"
import type { Database } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import { nowMs } from "../../db/now.ts"
import type { Chore } from "../../jobs/chore.ts"
import { LEASE_MS, renewLeases } from "./store.ts"
import { type AttemptRow, attempts } from "./table.ts"

type Held = Pick<AttemptRow, "account" | "id">

const keyOf = ({ account, id }: Held) => `${account} ${id}`

/**
 * The attempts that this process is working on. It holds them by leases in the database's time, and renews all leases together. When the
 * process dies, the leases lapse, and any process takes over.
 */
export class UnderWay {
  readonly #database: Database
  readonly #log: Logger
  /** How many pieces of work use each attempt. */
  readonly #attempts = new Map<string, Held & { count: number }>()
  #renewing: NodeJS.Timeout | undefined
  #isRenewing = false

  constructor({ database, log }: { database: Database; log: Logger }) {
    this.#database = database
    this.#log = log
  }

  /** Whether this process is working on an attempt. A process never recovers its own attempts. */
  has(attempt: Held): boolean {
    return this.#attempts.has(keyOf(attempt))
  }

  /** Holds an attempt while `work` runs. */
  async during<T>(attempt: Held, work: () => Promise<T>): Promise<T> {
    this.#count(attempt, 1)
    this.#renewing ??= setInterval(() => void this.#renew(), LEASE_MS / 4)
    try {
      return await work()
    } finally {
      this.#count(attempt, -1)
      if (this.#attempts.size === 0) {
        clearInterval(this.#renewing)
        this.#renewing = undefined
      }
    }
  }

  #count({ account, id }: Held, change: 1 | -1): void {
    const key = keyOf({ account, id })
    const count = (this.#attempts.get(key)?.count ?? 0) + change
    if (count === 0) this.#attempts.delete(key)
    else this.#attempts.set(key, { account, id, count })
  }

  async #renew(): Promise<void> {
    if (this.#isRenewing) return
    this.#isRenewing = true
    const held = Array.from(this.#attempts.values(), ({ account, id }) => ({ account, id }))
    try {
      await this.#database.transaction((tx) => tx.run(renewLeases, { held, lease_ms: LEASE_MS }))
    } catch (error) {
      this.#log.warn({ err: error }, "could not renew the leases of attempts")
    } finally {
      this.#isRenewing = false
    }
  }
}

/**
 * Where a process id means one process. Containers can share a host name but have their own process ids, so the namespace of these is part of the
 * name. The first namespace has the same name on every machine, and machines can share a host name too, so the boot of the machine is part of it.
 */
const HOST = [
  hostname(),
  onLinux(() => readlinkSync("/proc/self/ns/pid")),
  onLinux(() => readFileSync("/proc/sys/kernel/random/boot_id", "latin1").trim()),
].join("/")

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
  rows.distinct("owner").whereNotNull("owner").where("held_until_ms", ">", nowMs(k)).whereRaw(isHere(k)),
)
const release = attempts.find(["owner"], (rows, _, k) => rows.whereRaw(isHere(k)).update({ held_until_ms: 0, owner: null }))

/** Releases the attempts of dead processes of this host at once. Attempts of other hosts become free when their lease lapses. */
export const releaseDeadOwners: Chore<{ readonly database: Database; readonly log: Logger }> = {
  kind: "release_dead_owners",
  run: async ({ database, log }) => {
    for (const { owner } of await database.all(owners, {})) {
      if (owner === null || !isDead(owner)) continue
      log.warn({ owner }, "a process died with unfinished attempts; recovering them")
      await database.transaction((tx) => tx.run(release, { owner }))
    }
  },
}

/** What Linux says. Other systems say nothing. */
function onLinux(read: () => string): string {
  try {
    return read()
  } catch {
    return ""
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
