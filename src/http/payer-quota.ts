import { type RateLimiterAbstract, RateLimiterRes } from "rate-limiter-flexible"
import { type Quota, QuotaLeases } from "./quota-leases.ts"

export const WINDOW_MS = 60_000
/** Counts and windows are kept longer than a window lasts, because the clocks of hosts differ, and the next window looks at the last one. */
export const KEPT_MS = 2 * WINDOW_MS
/** How many windows, and how many addresses without quota, a process remembers. */
const MAX_REMEMBERED = 10_000

/** Stores one text for each key, for all processes, and for KEPT_MS after its last change. */
export type WindowStore = {
  read(key: string): Promise<string | undefined>
  /** Replaces a text that is still `before`. Undefined: there is none. Returns false if another process was faster. */
  replace(key: string, before: string | undefined, after: string): Promise<boolean>
}

/** A window of a key. `asked` and `before` are addresses that asked in it and in the window before, at most two of each. */
export type Window = { endsMs: number; asked: string[]; before: string[] }

/** Returns the window of a request at `nowMs`. It is `known` or, if that one has ended, a new one. */
export function windowOf(known: Window | undefined, address: string, nowMs: number): Window {
  // A host whose clock was far ahead may have begun the window.
  const isKnown = known !== undefined && known.endsMs <= nowMs + KEPT_MS
  if (isKnown && nowMs < known.endsMs) {
    if (known.asked.length > 1 || known.asked.includes(address)) return known
    return { ...known, asked: [...known.asked, address] }
  }
  return { endsMs: nowMs + WINDOW_MS, asked: [address], before: isKnown && nowMs < known.endsMs + WINDOW_MS ? known.asked : [] }
}

/** Returns whether another address has asked in the window or in the one before. */
function isShared({ asked, before }: Window, address: string): boolean {
  return [...asked, ...before].some((other) => other !== address)
}

/**
 * Counts the requests of a publishable key. The key is public, so any client can use its quota up. While another address asks too, one
 * address gets at most half of the quota. All together never get more than the quota, over all processes.
 */
export class PayerQuota {
  readonly #windows: WindowStore
  readonly #total: QuotaLeases
  readonly #ofAddress: RateLimiterAbstract
  readonly #shared = new Map<string, Window>()
  readonly #spent = new Set<string>()

  /** Both limiters have the quota as their points. They must count for at least KEPT_MS. */
  constructor(windows: WindowStore, limiters: { total: RateLimiterAbstract; ofAddress: RateLimiterAbstract }) {
    this.#windows = windows
    this.#total = new QuotaLeases(limiters.total)
    this.#ofAddress = limiters.ofAddress
  }

  /** Takes one request from the quota of a key, for an address. The quota is what this address has left. */
  async take(key: string, address: string): Promise<Quota> {
    const window = await this.#enter(key, address)
    const name = `${key}:${window.endsMs}`
    const own = this.#shareOf(window, address) - (await this.#count(`${name}:${address}`))
    if (own < 0) {
      makeRoom(this.#spent)
      this.#spent.add(`${name}:${address}`)
      return { allowed: false, remaining: 0, resetMs: window.endsMs }
    }
    const { allowed, remaining } = await this.#total.take(name)
    return { allowed, remaining: Math.min(own, remaining), resetMs: window.endsMs }
  }

  /** Returns the quota of an address without taking from it. The address does not count as one that asks. */
  async look(key: string, address: string): Promise<Omit<Quota, "allowed">> {
    const { points } = this.#ofAddress
    const known = parsed(await this.#windows.read(key))
    const window = known && windowOf(known, address, Date.now())
    if (!window) return { remaining: points, resetMs: Date.now() + WINDOW_MS }
    const share = this.#shareOf(window, address)
    const name = `${key}:${window.endsMs}`
    const [total, own] = await Promise.all([this.#total.look(name), this.#ofAddress.get(`${name}:${address}`)])
    return { remaining: Math.max(0, Math.min(share - (own?.consumedPoints ?? 0), total.remaining)), resetMs: window.endsMs }
  }

  #shareOf(window: Window, address: string): number {
    const { points } = this.#ofAddress
    return isShared(window, address) ? Math.max(1, Math.floor(points / 2)) : points
  }

  /** Returns the window of a key, in which this address has asked by now. */
  async #enter(key: string, address: string): Promise<Window> {
    const shared = this.#shared.get(key)
    // Two addresses have asked, so a third one changes nothing until the window ends.
    if (shared && Date.now() < shared.endsMs) return shared
    for (;;) {
      const before = await this.#windows.read(key)
      const window = windowOf(parsed(before), address, Date.now())
      const after = JSON.stringify(window)
      if (after !== before && !(await this.#windows.replace(key, before, after))) continue
      if (window.asked.length > 1) {
        makeRoom(this.#shared)
        this.#shared.set(key, window)
      }
      return window
    }
  }

  /** Counts a request of an address. Returns the number of its requests in the window. */
  async #count(name: string): Promise<number> {
    if (this.#spent.has(name)) return Number.POSITIVE_INFINITY
    const counted = await this.#ofAddress.consume(name).catch((thrown: unknown) => {
      if (thrown instanceof RateLimiterRes) return thrown
      throw thrown
    })
    return counted.consumedPoints
  }
}

const parsed = (text: string | undefined): Window | undefined => (text === undefined ? undefined : JSON.parse(text))

function makeRoom(known: { size: number; clear(): void }): void {
  if (known.size >= MAX_REMEMBERED) known.clear()
}
