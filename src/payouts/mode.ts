import type { Scope } from "../accounts/scope.ts"
import type { Queries, Transaction } from "../db/database.ts"
import type { KeyRing } from "../vault/key-ring.ts"
import type { BankAccountRow } from "./tables.ts"

/** `released`: the operator has said that it is the merchant's. */
export type BankAccountChange = "set" | "removed" | "released"

/** Learns, in the transaction of the change, that the bank account of an account has changed. */
export type BankAccountListener = (
  tx: Transaction,
  scope: Pick<Scope, "account" | "now">,
  row: BankAccountRow,
  change: BankAccountChange,
) => void

/** The members of a mode that bank accounts use. */
export type BankAccountsMode = {
  readonly ring: KeyRing
  readonly bankAccountListeners: readonly BankAccountListener[]
  /** Undefined if mails of this mode go nowhere. */
  readonly mailServer?: object
  /** The database of the dashboard's users. It may be that of another mode. */
  readonly users: Queries
  readonly database: Queries
}
