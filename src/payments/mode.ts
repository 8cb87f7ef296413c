import type { Scope } from "../accounts/scope.ts"
import type { Acquirer } from "../acquirers/acquirer.ts"
import type { Config } from "../config/config.ts"
import type { Database, Transaction } from "../db/database.ts"
import type { EventsMode } from "../events/mode.ts"
import type { Logger } from "../log.ts"
import type { IntentTrigger } from "./intents/state.ts"
import type { IntentRow } from "./intents/store.ts"

/** What this room needs of a mode. */
export type PaymentsMode = EventsMode & {
  readonly livemode: boolean
  readonly database: Database
  readonly log: Logger
  readonly config: Pick<Config, "pixTtlSeconds" | "boletoDays" | "threedsTtlSeconds">
  /** Where payers and merchants reach this service, without a trailing slash. */
  readonly baseUrl: string
  /** Undefined for a live account that has none yet. */
  acquirerOf(account: string): Promise<Acquirer | undefined>
  /** The rooms that build on payment intents. */
  readonly intentListeners: readonly IntentListener[]
}

export type PaymentScope = Scope<PaymentsMode>

/** What a room that builds on payment intents does when one is made or moves. All of it runs in the transaction of the change. */
export type IntentListener = {
  /** Before an intent is made. Throws where it may not be. */
  creating(tx: Transaction, scope: PaymentScope, intent: { product?: string | null }): Promise<void>
  /** After a transition. `irreversible`: the issuer refuses this card for good. */
  moved(
    tx: Transaction,
    scope: PaymentScope,
    intent: IntentRow,
    trigger: IntentTrigger,
    details: { irreversible?: boolean },
  ): Promise<void>
  /** The acquirer could not be reached. True where that has gone on for long enough, and the intent is to be refused. */
  unreachable(tx: Transaction, scope: PaymentScope, intent: IntentRow): Promise<boolean>
}
