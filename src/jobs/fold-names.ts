import { anyUnfolded, foldNames as foldSome } from "../accounts/fold-names.ts"
import type { Database } from "../db/database.ts"
import type { Chore } from "./chore.ts"
import { inBatches } from "./sweep.ts"

/** Folds the names that processes of the previous version write during a deploy. Remove it in the next release. */
export const foldNames: Chore<{ readonly database: Database }> = {
  kind: "fold_names",
  run: async ({ database }) => {
    // Such a name is rare, and a read is cheaper than a transaction at each tick.
    if (await database.one(anyUnfolded, {})) await inBatches(database, foldSome)
  },
}
