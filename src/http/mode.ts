import type { Clock } from "../base/clock.ts"
import type { Logger } from "../base/log.ts"
import { must } from "../base/must.ts"
import type { Database } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"

/** The parts of a mode, test or live, that the middleware uses. */
export type HttpMode = {
  readonly livemode: boolean
  readonly database: Database
  readonly ring: KeyRing
  readonly clock: Clock
  readonly log: Logger
}

export type Modes<Mode extends HttpMode = HttpMode> = { test: Mode; live?: Mode }

/** Returns what belongs to a mode that is open, such as its limiter. */
export function ofMode<T>({ test, live }: { test: T; live?: T }, livemode: boolean): T {
  return livemode ? must(live, "what belongs to live mode") : test
}
