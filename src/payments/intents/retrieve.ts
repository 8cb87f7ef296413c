import type { Scope } from "../../accounts/scope.ts"
import { notFound } from "../../base/errors.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { intentIdOf } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { findIntent, holdIntent } from "./store.ts"
import type { IntentRow } from "./table.ts"

/** Finds an intent of the account. Throws payment_intent_not_found. */
export async function mustFindIntent(db: Queries, scope: Pick<Scope, "account">, id: string): Promise<IntentRow> {
  const row = await db.one(findIntent, { account: scope.account, id })
  if (!row) throw notFound("payment_intent", id)
  return row
}

type OfIntent = Pick<AttemptRow, "id" | "account" | "payment_intent">

/** Finds the intent of an attempt. */
export async function intentOf(db: Queries, attempt: OfIntent): Promise<IntentRow> {
  return db.only(findIntent, { account: attempt.account, id: intentIdOf(attempt) })
}

/** Locks the intent of an attempt until the transaction ends. */
export async function holdIntentOf(tx: Transaction, attempt: OfIntent): Promise<IntentRow> {
  return tx.only(holdIntent, { account: attempt.account, id: intentIdOf(attempt) })
}
