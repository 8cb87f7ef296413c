import type { Database } from "../db/database.ts"
import { isMoving } from "../db/unreachable.ts"
import { forgetFailures } from "./failing.ts"
import type { Claim, Work } from "./work.ts"

/** `again`: the item is still due as before, because something else was using it, such as a request. */
type Ended = "done" | "again"

/** How soon an item is tried again that something else was using. */
const AGAIN_IN_MS = 1000

type Waiting = { claim: Claim; resolve: (ended: Ended) => void; reject: (error: unknown) => void }

/** Ends claims. Claims that end while a transaction runs share the next transaction. */
export class Releases {
  readonly #database: Database
  readonly #work: Pick<Work<never>, "kind" | "queue">
  readonly #againInMs: number
  #waiting: Waiting[] = []
  #isEnding = false

  constructor(database: Database, work: Pick<Work<never>, "kind" | "queue">, againInMs = AGAIN_IN_MS) {
    this.#database = database
    this.#work = work
    this.#againInMs = againInMs
  }

  /** Ends the claim of an item that did not fail. */
  end(claim: Claim): Promise<Ended> {
    const { promise, resolve, reject } = Promise.withResolvers<Ended>()
    this.#waiting.push({ claim, resolve, reject })
    if (!this.#isEnding) void this.#endWaiting()
    return promise
  }

  async #endWaiting(): Promise<void> {
    this.#isEnding = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      try {
        const again = await this.#endTogether(batch.map(({ claim }) => claim))
        for (const { claim, resolve } of batch) resolve(again.includes(claim) ? "again" : "done")
      } catch (error) {
        if (isMoving(error) && batch.length > 1) await this.#endApart(batch)
        else for (const { reject } of batch) reject(error)
      }
    }
    this.#isEnding = false
  }

  /** One account is moving, so its claims cannot be ended here. Those of the others can. */
  async #endApart(batch: readonly Waiting[]): Promise<void> {
    for (const { claim, resolve, reject } of batch)
      await this.#endTogether([claim]).then((again) => resolve(again.includes(claim) ? "again" : "done"), reject)
  }

  #endTogether(claims: Claim[]): Promise<Claim[]> {
    const { kind, queue } = this.#work
    return this.#database.transaction(async (tx) => {
      const again = await queue.release(tx, claims, this.#againInMs)
      const done = claims.filter((claim) => !again.includes(claim))
      if (done.length > 0) await forgetFailures(tx, kind, done)
      return again
    })
  }
}
