/** Lets a bounded number of tasks run at once. A bounded number of others wait for their turn, and one more is refused. */
export class Gate {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /** Whether a task would be refused now. */
  get isFull(): boolean {
    return this.#running >= this.#atOnce && this.#waiting.length >= this.#maxWaiting
  }

  /** Runs a task in its turn. Ask `isFull` first. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running++
    try {
      return await task()
    } finally {
      // The place goes to the one that has waited longest.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }
}
