// The chores of tokens, and of what is counted about their cards.
import { forgetCardTests, hasEndedCardTests } from "../../accounts/card-tests.ts"
import type { Clock } from "../../base/clock.ts"
import type { Logger } from "../../base/log.ts"
import type { Database } from "../../db/database.ts"
import type { Chore } from "../../jobs/chore.ts"
import { inBatches, sweep } from "../../jobs/sweep.ts"
import type { ShortLivedKeys } from "../../vault/short-lived-keys.ts"
import { tokens } from "./table.ts"
import { releaseExpiredTokens } from "./tokens.ts"

/** Erases the CVCs of tokens that expired unused at once, and lets their cards be erased. */
export const expireTokens = sweep({ kind: "expire_tokens", table: tokens, column: "due_at" }, releaseExpiredTokens)

/** Destroys the keys of cards whose tokens have expired. */
export const destroyShortLivedKeys: Chore<{ readonly shortLivedKeys: ShortLivedKeys; readonly log: Logger }> = {
  kind: "destroy_short_lived_keys",
  run: async ({ shortLivedKeys, log }) => {
    if (await shortLivedKeys.destroyExpired()) return
    log.warn("keys of expired tokens are still on disk: another session of Postgres, such as pg_dump, holds short_lived_keys")
  },
}

/** Deletes the counts of refused cards whose time window has ended. */
export const forgetEndedCardTests: Chore<{ readonly database: Database; readonly clock: Clock }> = {
  kind: "forget_card_tests",
  run: async ({ database, clock }) => {
    const now = clock.now()
    if (await hasEndedCardTests(database, now)) await inBatches(database, (tx, limit) => forgetCardTests(tx, now, limit))
  },
}
