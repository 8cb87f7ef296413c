import type { IntentsWanted } from "./listed.ts"
import type { Databases, From } from "./places.ts"

/**
 * Where to look: in the payments of an account, and from which one on. `most`: how many places are read for a meaning whose index has another
 * order, and `mostInOrder` for one whose index has theirs. `isThorough`: whether the database may read more of them to find those that have
 * two words, or the newest.
 */
export type Looking = From & {
  db: Databases
  account: string
  wanted: IntentsWanted
  most: number
  mostInOrder: number
  isThorough: boolean
}
