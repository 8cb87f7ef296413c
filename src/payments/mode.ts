import type { Scope } from "../accounts/scope.ts"
import type { Acquirers } from "../acquirers/acquirer.ts"
import type { Logger } from "../base/log.ts"
import type { Config } from "../config/config.ts"
import type { Database, Transaction } from "../db/database.ts"
import type { EventsMode } from "../events/mode.ts"
import type { ShortLivedKeys } from "../vault/short-lived-keys.ts"
import type { AttemptRow } from "./attempts/table.ts"
import type { UnderWay } from "./attempts/under-way.ts"
import type { IntentTrigger } from "./intents/state.ts"
import type { IntentRow } from "./intents/table.ts"

/** The members of a mode that `payments/` uses. */
export type PaymentsMode = EventsMode &
  Acquirers & {
    readonly livemode: boolean
    readonly database: Database
    readonly shortLivedKeys: ShortLivedKeys
    readonly log: Logger
    readonly config: Pick<Config, "pixTtlSeconds" | "boletoDays" | "threedsTtlSeconds">
    /** The service's public URL, without a trailing slash. */
    readonly baseUrl: string
    /** How long a call to an acquirer may take. After that the outcome is unknown (docs/engine.md). */
    readonly callDeadlineMs: number
    /** The name under which this process holds attempts. */
    readonly owner: string
    readonly underWay: UnderWay
    /** Called at each step of an attempt. */
    checkpoint(step: string, attempt?: AttemptRow): void
    /** Called when a payment intent is created or moves. */
    readonly intentListeners: readonly IntentListener[]
  }

export type PaymentScope = Scope<PaymentsMode>

/** Lets another part of the service follow payment intents. Every method runs in the transaction of the change. */
export type IntentListener = {
  /** Before an intent is created. Throws ApiError to refuse it. */
  creating(tx: Transaction, scope: PaymentScope, intent: { product?: string | null }): Promise<void>
  /** After a transition. */
  moved(tx: Transaction, scope: PaymentScope, intent: IntentRow, trigger: IntentTrigger): Promise<void>
}
