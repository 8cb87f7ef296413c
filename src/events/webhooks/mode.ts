import type { Scope } from "../../accounts/scope.ts"
import type { Clock } from "../../base/clock.ts"
import type { Config } from "../../config/config.ts"
import type { Database, Transaction } from "../../db/database.ts"
import type { KeyRing } from "../../vault/key-ring.ts"
import type { EventType } from "../list/types.ts"
import type { OrderReader } from "./order.ts"
import type { Outbox } from "./outbox.ts"

/** The members of a mode that events and webhooks use. */
export type EventsMode = {
  readonly database: Database
  readonly clock: Clock
  readonly ring: KeyRing
  readonly config: Pick<Config, "retainEventsDays" | "utmifyUrl">
  /** Reads payments as orders, for integrations that want to know how each one stands. */
  readonly orderOf: OrderReader
  /** Delivers webhooks from this process. Undefined in CLI commands, whose deliveries wait for the next tick of a server. */
  readonly outbox?: Outbox
  /** Called with the events of each transaction. */
  readonly eventListeners: readonly EventListener[]
  /** Called when deliveries to an endpoint keep failing. */
  readonly failureListeners: readonly FailureListener[]
  /** Called between the steps of operations that must survive a crash. Tests kill the process here. */
  checkpoint(step: string): void
}

/** What happened to a resource, as the newest version of the API shows it. `previous`: the old values of what an update changed. */
export type Happened = { type: EventType; object: object; previous?: object }

/** Lets another part of the service follow the events of an account, at the end of the transaction in which they happen. */
export type EventListener = {
  /** Reads what it needs to know of events of these types. What it returns is called with the events. */
  hear(tx: Transaction, scope: EventScope, types: readonly EventType[]): Promise<Hearing>
}

export type Hearing = (events: readonly Happened[]) => Promise<void>

/** Learns, in the transaction that stores the attempt, that deliveries to an endpoint of an account have failed for an hour or longer. */
export type FailureListener = (tx: Transaction, scope: Pick<Scope, "account" | "now">, endpoint: string) => Promise<void>

export type EventScope = Scope<EventsMode>
