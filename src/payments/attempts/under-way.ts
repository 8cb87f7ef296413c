import type { Logger } from "../../base/log.ts"
import type { Database } from "../../db/database.ts"
import { LEASE_MS, renewLeases } from "./store.ts"
import type { AttemptRow } from "./table.ts"

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
