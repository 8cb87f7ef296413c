import type { CustomerRow } from "../../accounts/tables.ts"
import type { Payer } from "../../acquirers/authentication.ts"
import { mustFindCustomer } from "../../customers/customers.ts"
import type { Queries } from "../../db/database.ts"
import type { IntentRow } from "./table.ts"

/** Who pays an intent, as acquirers are told. */
export async function payerOfIntent(db: Queries, intent: Pick<IntentRow, "account" | "customer">): Promise<Payer> {
  return payerOf(await mustFindCustomer(db, intent, intent.customer))
}

export function payerOf({ name, email, document, address }: CustomerRow): Payer {
  return { name: name ?? email, email, document, address }
}
