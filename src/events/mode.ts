import type { Scope } from "../accounts/scope.ts"
import type { Clock } from "../clock.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import type { Outbox } from "./webhooks/outbox.ts"

/** What this room needs of a mode to write events and their deliveries. */
export type EventsMode = {
  readonly clock: Clock
  readonly ring: KeyRing
  /** Makes this process's attempts to deliver webhooks. A command has none: what it writes, the next tick of a server finds. */
  readonly outbox?: Outbox
  /** Called between the steps of what must survive a crash; tests die in it. */
  checkpoint(step: string): void
}

export type EventScope = Scope<EventsMode>
