import type { Acquirer } from "./acquirers/acquirer.ts"
import type { Clock } from "./clock.ts"
import type { Config } from "./config.ts"
import type { Database } from "./db/database.ts"
import type { Deliverer } from "./events/webhooks/deliverer.ts"
import type { Logger } from "./log.ts"
import type { KeyRing } from "./vault/key-ring.ts"

/** One of the two isolated partitions of the service, test or live, with everything that belongs to it alone. */
export type Mode = {
  readonly livemode: boolean
  readonly database: Database
  readonly ring: KeyRing
  /** Undefined for a live account that has none yet. */
  acquirerOf(account: string): Promise<Acquirer | undefined>
  readonly clock: Clock
  readonly config: Config
  readonly log: Logger
  /** Where payers and merchants reach this service, without a trailing slash. */
  readonly baseUrl: string
  /** Makes this process's attempts to deliver webhooks. A command has none: what it writes, the next tick of a server finds. */
  readonly outbox?: Deliverer
  /** Called between the steps of what must survive a crash; tests die in it. */
  checkpoint(step: string): void
}

/** Whose data an operation works on, and what time it is for them. */
export type Scope = {
  readonly mode: Mode
  readonly account: string
  /** The account's time in Unix seconds. */
  readonly now: number
}
