import type { DeliveryRow } from "./tables.ts"

/** A delivery that this process has claimed in order to make its next attempt. */
export type Claimed = Pick<DeliveryRow, "id" | "account" | "target" | "message" | "attempts" | "version"> & {
  /** The bytes to send. If undefined, they are read from the database at the attempt. */
  body?: Buffer
  /** In milliseconds of `performance.now()`. */
  claimedAt: number
  /** How far the account's clock was ahead of real time at the claim. If undefined, it is read at the end of the attempt. */
  offsetMs?: number
}

/**
 * The part of the process's deliverer that transactions use. It makes the first attempts right after the commit, without
 * reading the deliveries back from the database.
 */
export type Outbox = {
  /** Returns how many milliseconds this process leases a new delivery for, or 0 if it has no room for the delivery. */
  leaseFor(target: string, account: string): number
  /** Accepts a delivery that was committed with a lease of `leaseFor`. */
  take(delivery: Claimed): void
}
