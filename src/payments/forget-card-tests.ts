import { forgetCardTests, hasEndedCardTests } from "../accounts/card-tests.ts"
import type { Clock } from "../base/clock.ts"
import type { Database } from "../db/database.ts"
import type { Chore } from "../jobs/chore.ts"
import { inBatches } from "../jobs/sweep.ts"

/** Deletes the counts of refused cards whose time window has ended. */
export const forgetEndedCardTests: Chore<{ readonly database: Database; readonly clock: Clock }> = {
  kind: "forget_card_tests",
  run: async ({ database, clock }) => {
    const now = clock.now()
    if (await hasEndedCardTests(database, now)) await inBatches(database, (tx, limit) => forgetCardTests(tx, now, limit))
  },
}
