import { scopeOf } from "../accounts/scope.ts"
import { findCustomerAnywhere } from "../customers/customers.ts"
import type { Database } from "../db/database.ts"
import type { PaymentsMode } from "../payments/intents/mode.ts"
import { beginErasure, type Erased } from "./begin.ts"
import { countEventsNaming } from "./finish.ts"

/** What an erasure would empty. */
export type Erasable = Erased & { events: number }

class Undone extends Error {}

/**
 * Says what the erasure of a customer would empty, and erases nothing: it is made and undone. Returns undefined if no mode has the customer.
 * Throws the Refusal customer_open as beginErasure does.
 */
export async function tryErasure(modes: readonly PaymentsMode[], id: string): Promise<Erasable | undefined> {
  for (const mode of modes) {
    const found = await findCustomerAnywhere(mode.database, id)
    if (!found) continue
    const { account } = found
    const events = await countEventsNaming(mode.database, { account, customer: id })
    return { ...(await begun(mode.database, mode, found)), events }
  }
  return undefined
}

async function begun(database: Database, mode: PaymentsMode, { account, id }: { account: string; id: string }): Promise<Erased> {
  const scope = await scopeOf(database, mode, account)
  let erased: Erased | undefined
  const undone = new Undone()
  await database
    .transaction(async (tx) => {
      erased = await beginErasure(tx, scope, id)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  if (!erased) throw new Error(`The erasure of ${id} was not tried.`)
  return erased
}
