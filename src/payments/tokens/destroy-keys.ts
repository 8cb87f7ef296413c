import type { Logger } from "../../base/log.ts"
import type { Chore } from "../../jobs/chore.ts"
import type { ShortLivedKeys } from "../../vault/short-lived-keys.ts"

/** Destroys the keys of cards whose tokens have expired. */
export const destroyShortLivedKeys: Chore<{ readonly shortLivedKeys: ShortLivedKeys; readonly log: Logger }> = {
  kind: "destroy_short_lived_keys",
  run: async ({ shortLivedKeys, log }) => {
    if (await shortLivedKeys.destroyExpired()) return
    log.warn("keys of expired tokens are still on disk: another session of Postgres, such as pg_dump, holds short_lived_keys")
  },
}
