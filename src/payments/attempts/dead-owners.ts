import type { Chore } from "../../jobs/chore.ts"
import type { PaymentsMode } from "../mode.ts"
import { isDead } from "./owner.ts"
import { listOwners, releaseAttemptsOf } from "./store.ts"

/** Releases the attempts of dead processes of this host at once. Those of other hosts are free when their lease lapses. */
export const releaseDeadOwners: Chore<PaymentsMode> = {
  kind: "release_dead_owners",
  run: async ({ database, log }) => {
    for (const owner of (await listOwners(database)).filter(isDead)) {
      log.warn({ owner }, "a process died with unfinished attempts; recovering them")
      await database.transaction((tx) => releaseAttemptsOf(tx, owner))
    }
  },
}
