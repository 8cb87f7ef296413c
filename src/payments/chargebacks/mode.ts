import type { ChargebackDesk } from "../../acquirers/chargebacks.ts"
import type { Queries } from "../../db/database.ts"
import type { PaymentsMode } from "../intents/mode.ts"

/** The desks of accounts, where acquirers take answers to chargebacks. */
export type Desks = {
  /** Undefined if the account has none at the acquirer. */
  deskOf(db: Queries, account: string, acquirer: string): Promise<ChargebackDesk | undefined>
}

export type ChargebacksMode = PaymentsMode & { readonly desks: Desks }
