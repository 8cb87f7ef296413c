import { setTimeout as pause } from "node:timers/promises"
import type { Database } from "../../src/db/database.ts"
import type { Bank } from "../../test/support/banks/bank.ts"
import { letHoldsLapse } from "./holds.ts"
import { settleWhatIsLost } from "./operator.ts"
import type { Shop } from "./shop.ts"

const HOUR = 3600
/** The bank shows its bookings within this time. A sale that it shows after 15 minutes is refunded. */
export const MAX_DELAY = 3 * HOUR
/** Sales that wait or were given up are looked up at least this often, for days. */
const MAX_POLL_GAP = 24 * HOUR
const TRIES = 120
const AGAIN_MS = 500

type World = {
  bank: Bank
  database: Database
  /** Ends all processes, and starts new ones once `meanwhile` is done. */
  restart(meanwhile: () => Promise<void>): Promise<void>
}

/**
 * Lets all time limits pass. Lost operations are given up, found late, refunded or settled by hand. All waiting payments are paid, in time
 * or too late.
 * Returns the differences that `compare` then finds. Empty if there are none.
 */
export async function settle(world: World, shops: readonly Shop[], compare: () => Promise<string[]>): Promise<string[]> {
  const { bank, database, restart } = world
  for (const { account, post } of shops) {
    const advance = (seconds: number) => post("/v1/test_helpers/clock/advance", { seconds })
    await advance(MAX_DELAY + HOUR)
    bank.decide(account, "approved")
    await advance(MAX_POLL_GAP + HOUR)
  }
  // Failed work is postponed by minutes of real time.
  await restart(() => letHoldsLapse(database))
  for (const { account } of shops) await settleWhatIsLost(database, bank, account)
  return untilSame(compare)
}

/** Compares until nothing differs any more, but not for ever. Returns the last differences. */
export async function untilSame(compare: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = []
  for (let tries = 0; tries < TRIES; tries++) {
    found = await compare()
    if (found.length === 0) break
    await pause(AGAIN_MS)
  }
  return found
}
