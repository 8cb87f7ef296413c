import type { Scope } from "../accounts/scope.ts"
import type { Clock } from "../clock.ts"
import type { Database } from "../db/database.ts"
import type { Logger } from "../log.ts"
import type { Queue } from "./queue.ts"

/** The members of a mode that due work uses. */
export type WorkMode = {
  readonly livemode: boolean
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
}

/** One row of a queue that is due. `due_at` is in Unix seconds of the account's time. `group` is the acquirer that it needs. */
export type DueItem = { id: string; account: string; due_at: number; group: string | null }

/** A kind of work that falls due in account time. docs/engine.md has the rules. */
export type Work<Mode> = {
  /** Its name in metrics, in logs and on the attention list. */
  kind: string
  queue: Queue
  /** How long a claim lasts, in the database's time. */
  leaseMs: number
  /** How many items are performed at a time: in one process, of one account, of one group. */
  bounds: { process: number; account: number; group?: number }
  /**
   * Does the item, in transactions of its own that move its due time on. Throws where it failed. The item is done again if the
   * process dies, and it may be done by two processes at once where this takes longer than the lease.
   */
  perform(scope: Scope<Mode>, item: DueItem): Promise<void>
}
