import { setImmediate } from "node:timers/promises"
import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible"

export type Quota = { allowed: boolean; remaining: number; resetMs: number }

/** The largest lease, as a share of the limit. If a process ends with an unused lease, the key loses at most this until its window ends. */
const LARGEST_LEASE = 0.02
/** How many keys a process remembers. */
const MAX_KEYS = 10_000

/** This process's share of a key's quota in one window. */
type Lease = {
  /** How many more requests this process may allow. */
  left: number
  /** How many requests it has allowed. */
  used: number
  /** The quota that no process had leased yet. Once it is zero, it stays zero until the window ends. */
  remaining: number
  resetMs: number
  /** The end of the window by performance.now(), which no change of the clock moves. */
  endsAt: number
}

type Renewal = { wanted: number; lease: Promise<Lease> }

/**
 * Leases the quota of keys from a store that all processes share, several requests at a time. The store gives out each request once, so all
 * processes together never exceed the limit. A lease is as large as the process's earlier use in the window. So a key with little use is
 * counted exactly.
 */
export class QuotaLeases {
  readonly #store: RateLimiterAbstract
  readonly #largest: number
  readonly #leases = new Map<string, Lease>()
  readonly #renewals = new Map<string, Renewal>()

  constructor(store: RateLimiterAbstract) {
    this.#store = store
    this.#largest = Math.max(1, Math.floor(store.points * LARGEST_LEASE))
  }

  /** Takes one request from the quota of a key. */
  async take(key: string): Promise<Quota> {
    let lease = this.#leaseOf(key)
    while (!lease || (lease.left === 0 && lease.remaining > 0)) lease = await this.#renew(key)
    const allowed = lease.left > 0
    if (allowed) {
      lease.left--
      lease.used++
    }
    return { allowed, remaining: lease.remaining + lease.left, resetMs: lease.resetMs }
  }

  /** Returns the quota of a key without taking from it. */
  async look(key: string): Promise<Omit<Quota, "allowed">> {
    const { points, duration } = this.#store
    const found = await this.#store.get(key)
    if (!found) return { remaining: points, resetMs: Date.now() + duration * 1000 }
    return { remaining: found.remainingPoints + (this.#leaseOf(key)?.left ?? 0), resetMs: Date.now() + found.msBeforeNext }
  }

  #leaseOf(key: string): Lease | undefined {
    const lease = this.#leases.get(key)
    return lease && performance.now() < lease.endsAt ? lease : undefined
  }

  /** Takes one lease for all requests of this iteration of the event loop. Requests that arrive during the call check again after it. */
  #renew(key: string): Promise<Lease> {
    const running = this.#renewals.get(key)
    if (running) {
      running.wanted++
      return running.lease
    }
    const renewal: Renewal = { wanted: 1, lease: setImmediate().then(() => this.#lease(key, renewal.wanted)) }
    renewal.lease = renewal.lease.finally(() => this.#renewals.delete(key))
    this.#renewals.set(key, renewal)
    return renewal.lease
  }

  #forget(): void {
    for (const key of this.#leases.keys()) if (!this.#leaseOf(key)) this.#leases.delete(key)
    if (this.#leases.size >= MAX_KEYS) this.#leases.clear()
  }

  async #lease(key: string, wanted: number): Promise<Lease> {
    const used = this.#leaseOf(key)?.used ?? 0
    const points = Math.max(wanted, Math.min(used, this.#largest))
    const askedAt = performance.now()
    const { consumedPoints, remainingPoints, msBeforeNext } = await this.#consume(key, points)
    const before = consumedPoints - points
    const lease: Lease = {
      left: Math.max(0, Math.min(points, this.#store.points - before)),
      used,
      remaining: remainingPoints,
      resetMs: Date.now() + Math.max(0, msBeforeNext),
      // The store may have read its clock at any time since then. A lease must not outlive its window.
      endsAt: askedAt + msBeforeNext,
    }
    if (this.#leases.size >= MAX_KEYS && !this.#leases.has(key)) this.#forget()
    this.#leases.set(key, lease)
    return lease
  }

  async #consume(key: string, points: number): Promise<RateLimiterRes> {
    const counted = await this.#store.consume(key, points).catch(refusal)
    if (counted.msBeforeNext <= 2000 * this.#store.duration) return counted
    // A host whose clock was far ahead began this window. Without a reset, the key would wait until that time.
    await this.#store.delete(key)
    return this.#store.consume(key, points).catch(refusal)
  }
}

/** At the limit the store throws its counts. It has counted the points, some or all of them above the limit. */
function refusal(thrown: unknown): RateLimiterRes {
  if (thrown instanceof RateLimiterRes) return thrown
  throw thrown
}
