// Orders to ask an acquirer about a charge. An order is an attempt, so it survives the process.
import type { Scope } from "../../accounts/scope.ts"
import { newId } from "../../base/ids.ts"
import type { Transaction } from "../../db/database.ts"
import { insertAttempt } from "./store.ts"
import type { AttemptRow } from "./table.ts"

/** The delay between a notification and its check. It limits checks of a charge to one a minute, however many notifications arrive. */
export const CHECKED_AFTER_SECONDS = 60

/** Stores an order to ask the acquirer whether a sale was charged back. */
export async function orderInquiry(
  tx: Transaction,
  { now }: Pick<Scope, "now">,
  { account, acquirer, credentials, payment_intent, customer, type }: AttemptRow,
  { charge, amount, currency, due_at = now }: Pick<AttemptRow, "charge" | "amount" | "currency"> & { due_at?: number },
): Promise<void> {
  const sale = { account, acquirer, credentials, payment_intent, customer, type }
  const about = { charge, amount, currency, created: now, due_at }
  await insertAttempt(tx, { id: newId("att"), kind: "inquiry", ...sale, ...about })
}

/** Stores an order to ask the acquirer how much of a sale's money has gone back. */
export async function orderCheckOf(
  tx: Transaction,
  { now }: Pick<Scope, "now">,
  { account, acquirer, credentials, payment_intent, customer, type }: AttemptRow,
  { amount, currency, charge }: Pick<AttemptRow, "amount" | "currency" | "charge">,
): Promise<void> {
  const sale = { account, acquirer, credentials, payment_intent, customer, type, charge, amount, currency }
  await insertAttempt(tx, { id: newId("att"), kind: "check", created: now, due_at: now + CHECKED_AFTER_SECONDS, ...sale })
}
