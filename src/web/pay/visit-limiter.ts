import { setTimeout as pause } from "node:timers/promises"
import { VISITS, type VisitLimits } from "../../base/bounds.ts"
import { RetryLater } from "../../base/errors.ts"
import { RETRY_AFTER_SECONDS } from "./responses.ts"

/** Above this many visitors, those who do not have to wait are forgotten. */
const MAX_KNOWN = 10_000

/**
 * Limits how often each visitor gets a page or a picture that needs no key, as no other limit counts these visits. Concurrent visits are
 * served one after the other.
 */
export class VisitLimiter {
  readonly #limits: VisitLimits
  readonly #now: () => number
  /** When the next visit of each visitor may be served, in milliseconds. At most `atOnce` visits in the past. */
  readonly #next = new Map<string, number>()

  /** `now` returns milliseconds that never go back. */
  constructor(limits: VisitLimits = VISITS, now: () => number = () => performance.now()) {
    this.#limits = limits
    this.#now = now
  }

  /** Resolves when this visit may be served. Throws RetryLater if too many visits of this visitor already wait. */
  async waitForTurn(visitor: string): Promise<void> {
    const wait = this.waitOf(visitor)
    if (wait === undefined)
      throw new RetryLater("Too many visits from this address. Try again in a few seconds.", RETRY_AFTER_SECONDS)
    if (wait > 0) await pause(wait)
  }

  /** Returns how many milliseconds a visit must wait, or undefined if too many visits of this visitor already wait. */
  waitOf(visitor: string): number | undefined {
    const now = this.#now()
    const { perSecond, atOnce, maxWaitMs } = this.#limits
    const gap = 1000 / perSecond
    const at = Math.max(this.#next.get(visitor) ?? 0, now - atOnce * gap)
    const wait = Math.max(0, at - now)
    if (wait > maxWaitMs) return undefined
    this.#next.set(visitor, at + gap)
    if (this.#next.size > MAX_KNOWN) this.#forget(now)
    return wait
  }

  #forget(now: number): void {
    for (const [visitor, at] of this.#next) if (at <= now) this.#next.delete(visitor)
  }
}
