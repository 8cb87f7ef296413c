import type { Scope } from "../../accounts/scope.ts"
import type { Acquirers } from "../../acquirers/acquirer.ts"
import type { Circuits } from "../../acquirers/circuits.ts"
import type { Clock } from "../../base/clock.ts"
import type { Logger } from "../../base/log.ts"
import type { Database } from "../../db/database.ts"
import type { VaultMode } from "../../vault/cards.ts"
import type { UnderWay } from "./leases.ts"
import type { AttemptRow } from "./table.ts"

/** The members of a mode that attempts, tokens and saved cards use. */
export type AttemptsMode = VaultMode &
  Acquirers & {
    readonly database: Database
    readonly clock: Clock
    readonly log: Logger
    /** Which acquirers of accounts fail so often that their sales go to a fallback. */
    readonly circuits: Circuits
    /** How long a call to an acquirer may take. After that the outcome is unknown (docs/engine.md). */
    readonly callDeadlineMs: number
    /** The name under which this process holds attempts. */
    readonly owner: string
    readonly underWay: UnderWay
    /** Called at each step of an attempt. */
    checkpoint(step: string, attempt?: AttemptRow): void
  }

export type AttemptScope = Scope<AttemptsMode>
