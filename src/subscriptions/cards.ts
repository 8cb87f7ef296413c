import type { Queries, Transaction } from "../db/database.ts"
import type { Scope } from "../mode.ts"

/** Saves the card that founded a subscription for its customer, so that the cycles can charge it. */
export async function saveCard(_tx: Transaction, _scope: Scope, _customer: string, _card: string): Promise<void> {}

/** The card that a cycle charges: the newest one that is attached to the customer. */
export async function newestCardOf(_db: Queries, _account: string, _customer: string): Promise<{ id: string } | undefined> {
  return undefined
}
