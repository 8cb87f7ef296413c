import { VISITS } from "../../bounds.ts"

/** Above this many visitors, those who do not have to wait are forgotten. */
const MAX_KNOWN = 10_000

/** Limits how often each visitor gets a hosted page or a picture. Concurrent visits are served one after the other. */
export class Pace {
  readonly #now: () => number
  /** When the next visit of each visitor may be served, in milliseconds. At most `VISITS.atOnce` visits in the past. */
  readonly #next = new Map<string, number>()

  /** `now` returns milliseconds that never go back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns how many milliseconds a visit must wait, or undefined if too many visits of this visitor already wait. */
  waitOf(visitor: string): number | undefined {
    const now = this.#now()
    const gap = 1000 / VISITS.perSecond
    const at = Math.max(this.#next.get(visitor) ?? 0, now - VISITS.atOnce * gap)
    const wait = Math.max(0, at - now)
    if (wait > VISITS.maxWaitMs) return undefined
    this.#next.set(visitor, at + gap)
    if (this.#next.size > MAX_KNOWN) this.#forget(now)
    return wait
  }

  #forget(now: number): void {
    for (const [visitor, at] of this.#next) if (at <= now) this.#next.delete(visitor)
  }
}
