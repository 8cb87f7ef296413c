import { setTimeout as pause } from "node:timers/promises"
import type { Sharing, Transaction } from "../database.ts"
import { isMoving } from "../unreachable.ts"
import { gatheredWorks } from "./gathered-works.ts"

type Work<T> = (tx: Transaction) => Promise<T>
type Unit = Sharing & { work: Work<unknown>; resolve(value: unknown): void; reject(error: unknown): void }

/** The values that the works returned. If one fails, all are undone: `by` is its index, if known. */
export type Together = { values: unknown[] } | { undone: true; by: number | undefined }

export type Transactions = {
  /** Runs works side by side in one transaction. */
  together(works: Work<unknown>[]): Promise<Together>
  /** Runs one work in a transaction of its own. */
  alone<T>(work: Work<T>): Promise<T>
}

/**
 * How many shared transactions run at a time. Meanwhile, further work gathers for the next one, but it does not wait behind a transaction
 * that waits for a lock.
 */
const MAX_RUNNING = 2
const MAX_GATHERING_MS = 300
const MAX_UNITS = 32
/** How long an owner's work runs alone after it made others run again. */
const ALONE_MS = 1000
/** The same for an account that is moving: until its requests and its due work know. */
const MOVING_ALONE_MS = 60_000
const MAX_OWNERS = 10_000

/**
 * Lets transactions that arrive together share one (docs/decisions/0019-shared-transactions.md). If one of them fails, all are undone. Each
 * then runs again in a transaction of its own, and an error there is its outcome.
 */
export function sharedTransactions({ together, alone }: Transactions) {
  const gathered = gatheredWorks<Unit>()
  const aloneUntil = new Map<string, number>()
  let running = 0
  let scheduled = false

  /** Runs the gathered work after the sockets that are ready now have been read. */
  function schedule(): void {
    if (scheduled || running === MAX_RUNNING || gathered.isEmpty()) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      const units = gathered.take(MAX_UNITS)
      if (units.length === 0) return // until the works end that these would wait for
      running++
      const isDone = run(units).finally(() => {
        gathered.end(units)
        schedule()
      })
      void Promise.race([isDone, pause(MAX_GATHERING_MS, undefined, { ref: false })]).finally(() => {
        running--
        schedule()
      })
      schedule()
    })
  }

  async function run(units: Unit[]): Promise<void> {
    try {
      const [only] = units
      if (only && units.length === 1) return await runAlone(only)
      const outcome = await together(units.map(({ work }) => work))
      if ("undone" in outcome) return await runEach(units, outcome.by)
      for (const [i, unit] of units.entries()) unit.resolve(outcome.values[i])
    } catch (error) {
      for (const unit of units) unit.reject(error)
    }
  }

  /** If it is unknown whose work made the others run again, it is one whose work also fails alone. */
  async function runEach(units: Unit[], by: number | undefined): Promise<void> {
    const cause = by === undefined ? undefined : units[by]
    if (cause) keepAlone(cause.owner)
    const onFailure = cause ? undefined : keepAlone
    await Promise.all(units.map((unit) => runAlone(unit, onFailure)))
  }

  async function runAlone({ owner, work, resolve, reject }: Unit, onFailure?: (owner: string) => void): Promise<void> {
    try {
      resolve(await alone(work))
    } catch (error) {
      if (isMoving(error)) keepAlone(owner, MOVING_ALONE_MS)
      else onFailure?.(owner)
      reject(error)
    }
  }

  function keepAlone(owner: string, ms = ALONE_MS): void {
    if (aloneUntil.size >= MAX_OWNERS) aloneUntil.clear()
    aloneUntil.set(owner, performance.now() + ms)
  }

  function isKeptAlone(owner: string): boolean {
    if (performance.now() < (aloneUntil.get(owner) ?? 0)) return true
    aloneUntil.delete(owner)
    return false
  }

  return function shared<T>(sharing: Sharing, work: Work<T>): Promise<T> {
    if (isKeptAlone(sharing.owner)) return alone(work)
    return new Promise<T>((resolve, reject) => {
      gathered.add({ ...sharing, work, resolve: resolve as Unit["resolve"], reject })
      schedule()
    })
  }
}
