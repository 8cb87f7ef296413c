import type { Scope } from "../accounts/scope.ts"
import type { Clock } from "../base/clock.ts"
import type { Logger } from "../base/log.ts"
import type { Database, Queries, Transaction } from "../db/database.ts"

/** The members of a mode that due work uses. */
export type WorkMode = {
  readonly livemode: boolean
  readonly database: Database
  readonly clock: Clock
  readonly log: Logger
  /** Whether due work may start. Undefined if nothing ever keeps it. */
  readonly mayWork?: () => boolean
}

/** One row of a queue that is due. `due_at` is in Unix seconds of the account's time. `group` is the acquirer that the item needs. */
export type DueItem = { id: string; account: string; due_at: number; group: string | null }

/** An item that this process may perform until `held_until_ms`, in the database's time. */
export type Claim = DueItem & { held_until_ms: number }

/** Due and free items of the next accounts, in the order of the accounts' ids. `last` is undefined if no account is left. */
export type Turns = { items: DueItem[]; last: string | undefined }

/** Accounts and groups from which no more items are wanted. */
export type Full = { fullAccounts: readonly string[]; fullGroups: readonly string[] }

/** Asks for the accounts after an id. `perAccount` limits the items of each account. */
export type TurnsRequest = Pick<Full, "fullGroups"> & { after: string; now: number; perAccount: number }

/** Due work in the rows of one table. Times of `due_at` are account time in Unix seconds. Holds are in the database's time. */
export type Queue = {
  /** The free items that are due earliest. Items of full accounts and groups are read, but not returned. */
  earliest(db: Queries, request: Full & { now: number; limit: number }): Promise<DueItem[]>
  /** The due items of the next accounts. Each account has its turn, however many items another account has. */
  turns(db: Queries, request: TurnsRequest): Promise<Turns>
  /** The same for accounts whose clock is ahead of real time. `now` is real time. */
  turnsAhead(db: Queries, request: TurnsRequest): Promise<Turns>
  ofAccount(db: Queries, account: string, now: number, limit: number): Promise<DueItem[]>
  /** When the account's next item is due. Items of `kind` that failed and are put off do not count. */
  nextDue(db: Queries, kind: string, account: string): Promise<number | undefined>
  /** Claims those items that are still due and free, and returns them. Several processes may claim at once. */
  claim(database: Database, items: readonly DueItem[], leaseMs: number): Promise<Claim[]>
  /** Ends claims. Returns those whose items are still due as before. These items are held for `againInMs`. */
  release(tx: Transaction, claims: readonly Claim[], againInMs: number): Promise<Claim[]>
  /** Ends the claim of an item that failed. No process can claim it for `ms`. */
  putOff(tx: Transaction, claim: Claim, ms: number): Promise<void>
  /** How many items are due, counted up to `limit`. */
  countDue(db: Queries, now: number, limit: number): Promise<number>
  /** Since when the oldest free item has been due. */
  oldestFree(db: Queries, now: number): Promise<number | undefined>
  /** Deletes the failures of `kind` whose items are no longer due. */
  forgetEnded(tx: Transaction, kind: string): Promise<number>
}

/**
 * Thrown by work that has logged why an item failed, and has set when to retry the item. The item counts as failing, but the engine does
 * not put it off as well.
 */
export class TriedLater extends Error {}

/** A kind of work that falls due in account time. docs/engine.md has the rules. */
export type Work<Mode> = {
  /** Its name in metrics, in logs and on the attention list. */
  kind: string
  queue: Queue
  /** How long a claim lasts, in the database's time. */
  leaseMs: number
  /** How long an item may take before it counts as stuck (`/readyz`). The default is 30 seconds. */
  stuckAfterMs?: number
  /** How many items are performed at a time: in one process, of one account, of one group. */
  bounds: { process: number; account: number; group?: number }
  /**
   * Performs the item, in its own transactions, which also move the due time on. Throws if the item failed, and a TriedLater if the item
   * failed but its due time was moved. The item is performed again if the process dies. Two processes may perform it at once if this takes
   * longer than the lease.
   */
  perform(scope: Scope<Mode>, item: DueItem): Promise<void>
  /** Work that this work makes due. Its loop in the same process is woken at once. */
  next?: Work<Mode>
}
