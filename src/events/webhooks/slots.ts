import { MAX_ATTEMPTS_UNDER_WAY as MAX } from "../../base/bounds.ts"

/** A target that waits for slots. It may belong to either mode. */
export type Waiting = {
  /** The account in one mode. Tenants take turns. */
  readonly tenant: string
  /** The host and port of the target's URL. */
  readonly host: string
  /** Whether the target's last attempt was fast. Slow targets, whose attempts may hang, take at most half of each bound. */
  readonly fast: boolean
  /** Starts one attempt, which calls `free` at its end. Returns whether it has started one, and whether it wants another slot. */
  start: (free: () => void) => { started: boolean; wantsMore: boolean }
}

type Count = { all: number; slow: number }

/**
 * The delivery attempts that one process may have under way, over both modes. Tenants take turns, and so do the targets of each tenant. So
 * a tenant with many targets or slow ones delays no other.
 */
export class Slots {
  readonly #process: Count = { all: 0, slow: 0 }
  readonly #tenants = new Map<string, Count>()
  readonly #hosts = new Map<string, Count>()
  /** The waiting targets, by tenant. The tenant whose turn is next comes first. */
  readonly #waiting = new Map<string, Set<Waiting>>()
  #dispatching = false

  /** Whether an attempt of this target could start now. */
  hasRoom({ tenant, host, fast }: Pick<Waiting, "tenant" | "host" | "fast">): boolean {
    return (
      fits(this.#process, MAX.process, fast) &&
      fits(this.#tenants.get(tenant), MAX.account, fast) &&
      fits(this.#hosts.get(host), MAX.host, fast)
    )
  }

  /** Starts attempts of the target as soon as it is its turn. The target may already be waiting. */
  want(target: Waiting): void {
    const ofTenant = this.#waiting.get(target.tenant)
    if (ofTenant) ofTenant.add(target)
    else this.#waiting.set(target.tenant, new Set([target]))
    this.#dispatch()
  }

  /** Gives a slot to one target of each tenant in turn, until no waiting target has room. */
  #dispatch(): void {
    // A target that starts an attempt may want another slot. The running loop gives it.
    if (this.#dispatching) return
    this.#dispatching = true
    for (const [tenant, targets] of this.#waiting) {
      if (this.#process.all >= MAX.process) break
      const next = this.#firstWithRoom(tenant, targets)
      if (!next) continue
      targets.delete(next)
      if (this.#start(next)) targets.add(next)
      // The tenant moves to the end, so the loop comes to it again after all others.
      this.#waiting.delete(tenant)
      if (targets.size > 0) this.#waiting.set(tenant, targets)
    }
    this.#dispatching = false
  }

  #firstWithRoom(tenant: string, targets: Set<Waiting>): Waiting | undefined {
    if ((this.#tenants.get(tenant)?.all ?? 0) >= MAX.account) return undefined
    for (const target of targets) if (this.hasRoom(target)) return target
    return undefined
  }

  /** Returns whether the target wants another slot. */
  #start({ tenant, host, fast, start }: Waiting): boolean {
    const counts = [this.#process, countOf(this.#tenants, tenant), countOf(this.#hosts, host)]
    for (const count of counts) add(count, 1, fast)
    const free = () => {
      for (const count of counts) add(count, -1, fast)
      if (this.#tenants.get(tenant)?.all === 0) this.#tenants.delete(tenant)
      if (this.#hosts.get(host)?.all === 0) this.#hosts.delete(host)
    }
    const { started, wantsMore } = start(() => {
      free()
      this.#dispatch()
    })
    if (!started) free()
    return started && wantsMore
  }
}

function fits(count: Count | undefined, max: number, fast: boolean): boolean {
  return count === undefined || (count.all < max && (fast || count.slow < max / 2))
}

function countOf(counts: Map<string, Count>, name: string): Count {
  const known = counts.get(name) ?? { all: 0, slow: 0 }
  counts.set(name, known)
  return known
}

function add(count: Count, by: number, fast: boolean): void {
  count.all += by
  if (!fast) count.slow += by
}
