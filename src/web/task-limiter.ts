/** Runs a bounded number of tasks at once. A bounded number of others wait, and any further task is refused. */
export class TaskLimiter {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** Whether a new task would be refused. */
  get isFull(): boolean {
    return this.#running >= this.#atOnce && this.#waiting.length >= this.#maxWaiting
  }

  /** Runs a task when it is its turn. Check `isFull` first. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await task()
    } finally {
      // The place goes to the task that has waited the longest.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
