import type { Scope } from "../../accounts/scope.ts"
import { notFound } from "../../base/errors.ts"
import type { Queries } from "../../db/database.ts"
import { findIntent } from "./store.ts"
import type { IntentRow } from "./table.ts"

/** Finds an intent of the account. Throws payment_intent_not_found. */
export async function mustFindIntent(db: Queries, scope: Pick<Scope, "account">, id: string): Promise<IntentRow> {
  const row = await db.one(findIntent, { account: scope.account, id })
  if (!row) throw notFound("payment_intent", id)
  return row
}
