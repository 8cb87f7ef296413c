import { MAX_WAITING } from "../base/bounds.ts"

/** The delays after which the first waiter of a topic checks without being woken: 20 ms at first, then longer, up to a second. */
const GAPS_MS = { first: 20, most: 1000 }

/** How many waiters of a topic check at the same time once it is woken. Most of them find a saved response and leave. */
const FRONT = 8

/** A request that waits for a topic, such as a payment intent that another request holds. */
export type Waiter = {
  readonly topic: string
  /**
   * Waits until the topic is woken. The first waiter also checks without being woken, at growing intervals, because another process may
   * have freed the topic. The other waiters wait until they are the first, but at most until `deadline` (of performance.now()).
   */
  wait(deadline?: number): Promise<void>
  /** Stops waiting. The next waiters of the topic move up and check. */
  leave(): void
}

type Place = { wake: () => void }

/** The waiting requests of one process and mode. They cost nothing until their topic is free. Then they are woken a few at a time. */
export class Waiters {
  readonly #gaps: typeof GAPS_MS
  readonly #lines = new Map<string, Place[]>()
  readonly #counts = new Map<string, number>()

  constructor(gaps = GAPS_MS) {
    this.#gaps = gaps
  }

  /** Joins the queue of a topic. Returns undefined if MAX_WAITING.requests of the account are already waiting. */
  join(account: string, topic: string): Waiter | undefined {
    const count = this.#counts.get(account) ?? 0
    if (count >= MAX_WAITING.requests) return undefined
    this.#counts.set(account, count + 1)
    const line = this.#lines.get(topic) ?? []
    this.#lines.set(topic, line)
    // A wake-up before or between two waits is not lost: the next wait ends at once.
    let woken = Promise.withResolvers<void>()
    const place: Place = { wake: () => woken.resolve() }
    line.push(place)
    let gap = this.#gaps.first
    return {
      topic,
      wait: async (deadline = Number.POSITIVE_INFINITY) => {
        const left = Math.max(0, deadline - performance.now())
        const time = line[0] === place ? Math.min(gap, left) : left
        gap = Math.min(gap * 2, this.#gaps.most)
        const timer = Number.isFinite(time) ? setTimeout(place.wake, time) : undefined
        await woken.promise
        clearTimeout(timer)
        woken = Promise.withResolvers()
      },
      leave: () => this.#leave(account, topic, line, place),
    }
  }

  /** Wakes the first waiters of a topic. Each of them wakes another one when it leaves. */
  wake(topic: string): void {
    for (const place of this.#lines.get(topic)?.slice(0, FRONT) ?? []) place.wake()
  }

  #leave(account: string, topic: string, line: Place[], place: Place): void {
    const count = this.#counts.get(account) ?? 0
    if (count <= 1) this.#counts.delete(account)
    else this.#counts.set(account, count - 1)
    const index = line.indexOf(place)
    line.splice(index, 1)
    if (line.length === 0) this.#lines.delete(topic)
    // The new first waiter must check without being woken from now on.
    if (index === 0) line[0]?.wake()
    if (index < FRONT) line[FRONT - 1]?.wake()
  }
}
