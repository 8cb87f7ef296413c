import { replaceTerms } from "../accounts/search-terms.ts"
import { type CustomerRow, customers } from "../accounts/tables.ts"
import { notFound } from "../base/errors.ts"
import { detachMethod } from "../billing/subscriptions/chosen-card.ts"
import { presentCustomer, termsOfName } from "../customers/customers.ts"
import { id } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import { recordEvent } from "../events/record.ts"
import type { PaymentScope } from "../payments/intents/mode.ts"
import { paymentMethods } from "../payments/methods/table.ts"
import { cards } from "../vault/tables.ts"
import { ERASED } from "./erased.ts"
import { mustBeDone } from "./open.ts"
import { erasures, STEPS } from "./table.ts"

/** The lock also stops a payment that begins: its row refers to the customer. SQLite has one writer. */
const hold = customers.find(["account", "id"], (rows) => rows.forUpdate())
const erase = customers.update(
  ["account", "id"],
  [
    "email",
    { email_lower: "email" },
    "name",
    { name_folded: "name" },
    { name_in_terms: "name" },
    "phone",
    "document",
    "address",
    "metadata",
  ],
  (rows) => rows.returning("*"),
)
const begin = erasures.insert(["account", "customer", "created", "step", "position"], (rows, _, k) =>
  rows.onConflict(["account", "customer"]).merge({
    ...{ created: k.ref("excluded.created"), step: k.ref("excluded.step"), position: k.ref("excluded.position") },
  }),
)
const methodsOf = paymentMethods.find(["account", "customer"], (rows) => rows.orderBy("id"))
const emptyMetadata = paymentMethods.update(["account", "id"], ["metadata"])

/** The names of holders are emptied with the cards' payments, except for those of cards that nothing was paid with. */
const forgetHolders = cards.statement(["account", { customer: id() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw("id IN (SELECT card FROM payment_methods WHERE account = ? AND customer = ?)", [p.account, p.customer])
    .update({ holder_name: null }),
)
const OF_CUSTOMER = "payment_intent IN (SELECT id FROM payment_intents WHERE account = :account AND customer = :customer)"
const countLeft = customers.statement(["account", { customer: id() }], (_, p, k) =>
  k.raw<{ pages: number; orders: number }>(
    `SELECT (SELECT count(*) FROM hosted_links WHERE account = :account AND ${OF_CUSTOMER}) AS pages,
       (SELECT count(*) FROM order_messages WHERE account = :account AND ${OF_CUSTOMER}) AS orders`,
    { account: p.account, customer: p.customer },
  ),
)

/** What an erasure empties, in numbers. */
export type Erased = { id: string; cards: number; pages: number; orders: number }

/**
 * Erases who a customer is: its members and its saved cards. What was recorded of it elsewhere is erased afterwards in short transactions
 * (finish.ts), also if this process dies. Money, references and the ids stay. Can be repeated. Throws customer_not_found, and the Refusal
 * customer_open while money may still move. See docs/data-kept.md.
 */
export async function beginErasure(tx: Transaction, scope: PaymentScope, id: string): Promise<Erased> {
  const { account, now: created } = scope
  const before = await tx.one(hold, { account, id })
  if (!before) throw notFound("customer", id)
  await mustBeDone(tx, { account, id })
  const { email, metadata } = ERASED
  const nothing = { name: null, phone: null, document: null, address: null }
  replaceTerms(tx, before, termsOfName(before.name_in_terms), [])
  const customer = await tx.only(erase, { account, id, email, metadata, ...nothing })
  await tx.run(forgetHolders, { account, customer: id })
  const counted = { cards: await detachAll(tx, scope, id), ...(await tx.only(countLeft, { account, customer: id })) }
  await tx.run(begin, { account, customer: id, created, step: STEPS[0], position: "" })
  if (!isErased(before)) recordEvent(tx, scope, "customer.updated", presentCustomer(customer, tx.livemode))
  return { id, ...counted }
}

/** Whether nothing says any more who the customer is. */
export function isErased({ email, name, phone, document, address, metadata }: CustomerRow): boolean {
  const empty = name === null && phone === null && document === null && address === null
  return email === ERASED.email && empty && Object.keys(metadata).length === 0
}

async function detachAll(tx: Transaction, scope: PaymentScope, customer: string): Promise<number> {
  const { account } = scope
  const saved = await tx.all(methodsOf, { account, customer })
  for (const { id } of saved) {
    await tx.run(emptyMetadata, { account, id, metadata: {} })
    await detachMethod(tx, scope, id)
  }
  return saved.length
}
