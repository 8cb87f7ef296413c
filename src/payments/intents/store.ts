import type { Scope } from "../../accounts/scope.ts"
import { type CustomerRow, customers } from "../../accounts/tables.ts"
import { notFound } from "../../base/errors.ts"
import { findAnywhere, findOfPage } from "../../db/anywhere.ts"
import { json, text } from "../../db/columns.ts"
import type { Queries, Transaction } from "../../db/database.ts"
import { isOneOf } from "../../db/dialect.ts"
import { pages } from "../../db/page.ts"
import { pick } from "../../db/rows.ts"
import { intentIdOf } from "../attempts/store.ts"
import type { AttemptRow } from "../attempts/table.ts"
import { type IntentRow, paymentIntents } from "./table.ts"

const INSERTED = [
  "id",
  "account",
  "created",
  "customer",
  "product",
  "subscription",
  "amount",
  "currency",
  "status",
  "description",
  "statement_descriptor",
  "payment_method_types",
  "utm",
  "metadata",
  "capture_method",
  "payment_method_options",
  "return_url",
  "replaces",
  "page_of",
  "replaceable",
  "payment_link",
] as const

/** Inserts an intent of a customer of the account. Returns no row if the account has no such customer. */
export const insertIntent = paymentIntents.statement(INSERTED, (_, p, k) => {
  const row = pick(p, INSERTED)
  const values = Object.values(row)
  return k.raw<IntentRow>(
    `INSERT INTO payment_intents (??, has_terms) SELECT ${values.map(() => "?")}, true FROM customers WHERE account = ? AND id = ? RETURNING ??`,
    [INSERTED, ...values, p.account, p.customer, paymentIntents.names],
  )
})

/** Inserts an intent of a customer who is known to exist. */
export const insertIntentOfKnown = paymentIntents.insert(INSERTED, (rows) => rows.returning("*"))

const customerOfIntent = customers.statement(["account", { intent: text() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw("id = (SELECT customer FROM payment_intents WHERE account = ? AND id = ?)", [p.account, p.intent]),
)

/** The customer of an intent. Returns undefined if there is no such intent. */
export function findCustomerOf(db: Queries, account: string, intent: string): Promise<CustomerRow | undefined> {
  return db.one(customerOfIntent, { account, intent })
}

export const findIntent = paymentIntents.find(["account", "id"])

/** Finds an intent of the account. Throws payment_intent_not_found. */
export async function mustFindIntent(db: Queries, scope: Pick<Scope, "account">, id: string): Promise<IntentRow> {
  const row = await db.one(findIntent, { account: scope.account, id })
  if (!row) throw notFound("payment_intent", id)
  return row
}

const intentsByIds = paymentIntents.find(["account", { ids: json<string[]>() }], (rows, p, k) =>
  rows.whereRaw(isOneOf(k, "id"), [p.ids]),
)

/** Returns the payment intents with these ids, by their ids. */
export async function intentsOfIds(db: Queries, account: string, ids: readonly string[]): Promise<Map<string, IntentRow>> {
  const rows = await db.all(intentsByIds, { account, ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Finds an intent of any account, for the operator's commands. */
export const findIntentAnywhere = findAnywhere(paymentIntents)
/** The same for links that name no account. */
export const findIntentOfPage = findOfPage(paymentIntents)

/** Locks the intent for one attempt. Returns no row if another attempt holds it or its status has changed. */
export const lockIntent = paymentIntents.statement(["account", "id", { status: "from", running_attempt: "attempt" }], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id, status: p.from })
    .whereNull("running_attempt")
    .update({ running_attempt: p.attempt, latest_attempt: p.attempt })
    .returning("*"),
)

/** Locks an authorized intent for its capture in the same way. Its latest attempt stays the sale. */
export const lockForCapture = paymentIntents.statement(["account", "id", { running_attempt: "attempt" }], (rows, p) =>
  rows
    .where({ account: p.account, id: p.id, status: "requires_capture" })
    .whereNull("running_attempt")
    .update({ running_attempt: p.attempt })
    .returning("*"),
)

/** Locks the row until the transaction ends. SQLite needs no lock, because it has one writer at a time. */
export const holdIntent = paymentIntents.find(["account", "id"], (rows) => rows.forNoKeyUpdate())

export type OfIntent = Pick<AttemptRow, "id" | "account" | "payment_intent">

/** Finds the intent of an attempt. */
export async function intentOf(db: Queries, attempt: OfIntent): Promise<IntentRow> {
  return db.only(findIntent, { account: attempt.account, id: intentIdOf(attempt) })
}

/** Locks the intent of an attempt until the transaction ends. */
export async function holdIntentOf(tx: Transaction, attempt: OfIntent): Promise<IntentRow> {
  return tx.only(holdIntent, { account: attempt.account, id: intentIdOf(attempt) })
}

export const unlockIntent = paymentIntents.find(["account", "id", { running_attempt: "attempt" }], (rows) =>
  rows.update({ running_attempt: null }).returning("*"),
)

/** Releases the lock of an attempt that certainly charged nothing, as if it had not been. */
export const undoAttempt = paymentIntents.find(["account", "id", { running_attempt: "attempt" }], (rows) =>
  rows.update({ running_attempt: null, latest_attempt: null }).returning("*"),
)

/** Records the charge that an intent waits for. */
export const noteCharge = paymentIntents.update(["account", "id"], ["charge", "payment_method_details"])

/** Names the intent that takes the place of another one. */
export const noteReplaced = paymentIntents.update(["account", "id"], ["replaced_by"])

const MOVED = [
  "status",
  "last_payment_error",
  "charge",
  "payment_method_details",
  "next_action",
  "cancellation_reason",
  "expired",
  "due_at",
  "counted",
  "ended_at",
  "amount",
  "authorized_amount",
] as const

/**
 * The only statement that changes an intent's status. Returns no row if another process has changed the intent first. `attempt` is empty
 * if no attempt is being made.
 */
export const transitionIntentRow = paymentIntents.statement(
  ["account", "id", { status: "from" }, { attempt: text() }, ...MOVED],
  (rows, p) =>
    rows
      .where({ account: p.account, id: p.id, status: p.from })
      .whereRaw("coalesce(running_attempt, '') = ?", [p.attempt])
      .update({ ...pick(p, MOVED), running_attempt: null })
      .returning("*"),
)

export const pageOfIntents = pages(paymentIntents, { filters: ["customer", "status"], owner: "customer", dated: true })
