import type { DeliveryRow } from "./deliveries.ts"

/** A delivery in the hands of this process, which makes its next attempt. */
export type Claimed = Pick<DeliveryRow, "id" | "account" | "target" | "message" | "attempts"> & {
  /** What is sent, where it is at hand; else it is read at the attempt. */
  body?: Buffer
  /** Real milliseconds. */
  claimedAt: number
}

/**
 * What the transaction that makes deliveries needs of the process's deliverer: the first attempts of what it commits are made
 * at once, without a look into the database.
 */
export type Outbox = {
  /** Until when this process would hold a delivery to `target` of `account`, in real milliseconds; 0 where it has enough to do for it. */
  leaseFor(target: string, account: string): number
  /** Takes over a delivery that was committed with such a lease. */
  take(delivery: Claimed): void
}
