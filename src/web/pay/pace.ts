import { VISITS } from "../../bounds.ts"

/** Beyond so many visitors, those who do not wait are forgotten. */
const MAX_KNOWN = 10_000

/** How often each visitor gets a hosted page or a picture. Many at once are served one after the other. */
export class Pace {
  readonly #now: () => number
  /** When the next visit of a visitor is served, in milliseconds. It lies in the past by `VISITS.atOnce` visits at most. */
  readonly #next = new Map<string, number>()

  /** `now` returns milliseconds that never go back. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Returns for how many milliseconds a visit has to wait, or undefined where too many of the visitor wait already. */
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
