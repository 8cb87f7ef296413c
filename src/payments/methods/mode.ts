import type { Scope } from "../../accounts/scope.ts"
import type { MandateStatus } from "../../acquirers/mandates.ts"
import type { Transaction } from "../../db/database.ts"
import type { EventsMode } from "../../events/webhooks/mode.ts"
import type { AttemptsMode } from "../attempts/mode.ts"
import type { MandateRow } from "../mandates/tables.ts"

/** Lets another part of the service follow mandates. */
export type MandateListener = {
  /**
   * Locks what follows a mandate, before the mandate is locked. Returns what to call in the same transaction once its status has changed to `active` or to
   * one that is final.
   */
  locking(tx: Transaction, scope: MandatesScope, mandate: MandateRow): Promise<(status: MandateStatus) => Promise<void>>
}

/** The members of a mode that mandates use. */
export type MandatesMode = EventsMode & AttemptsMode & { readonly mandateListeners: readonly MandateListener[] }

export type MandatesScope = Scope<MandatesMode>
