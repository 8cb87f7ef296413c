import { nowMs } from "../../db/now.ts"
import type { Chore } from "../../jobs/chore.ts"
import type { AttemptsMode } from "./mode.ts"
import { isDead } from "./owner.ts"
import { attempts } from "./table.ts"

const owners = attempts.find([], (rows, _, k) =>
  rows.distinct("owner").whereNotNull("owner").where("held_until_ms", ">", nowMs(k)),
)
const release = attempts.find(["owner"], (rows) => rows.update({ held_until_ms: 0, owner: null }))

/** Releases the attempts of dead processes of this host at once. Attempts of other hosts become free when their lease lapses. */
export const releaseDeadOwners: Chore<AttemptsMode> = {
  kind: "release_dead_owners",
  run: async ({ database, log }) => {
    for (const { owner } of await database.all(owners, {})) {
      if (owner === null || !isDead(owner)) continue
      log.warn({ owner }, "a process died with unfinished attempts; recovering them")
      await database.transaction((tx) => tx.run(release, { owner }))
    }
  },
}
