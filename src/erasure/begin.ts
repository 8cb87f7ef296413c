import { replaceTerms } from "../accounts/search-terms.ts"
import { type CustomerRow, customers } from "../accounts/tables.ts"
import { notFound } from "../base/errors.ts"
import { detachCard } from "../billing/subscriptions/chosen-card.ts"
import { presentCustomer, termsOfName } from "../customers/customers.ts"
import { id } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import { recordEvent } from "../events/record.ts"
import { orderMessages } from "../events/webhooks/tables.ts"
import type { PaymentScope } from "../payments/intents/mode.ts"
import { hostedLinks } from "../payments/links/table.ts"
import { paymentMethods } from "../payments/methods/table.ts"
import { cards } from "../vault/tables.ts"
import { ERASED, orderWithoutPerson, pageWithoutPerson } from "./erased.ts"
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

const OF_CUSTOMER = "payment_intent IN (SELECT id FROM payment_intents WHERE account = ? AND customer = ?)"
/** The cards that the customer has saved, and those that it has paid with. */
const forgetHolders = cards.statement(["account", { customer: id() }], (rows, p) =>
  rows
    .where({ account: p.account })
    .whereRaw(
      `id IN (SELECT card FROM payment_methods WHERE account = ? AND customer = ?
         UNION ALL SELECT card FROM attempts WHERE account = ? AND ${OF_CUSTOMER})`,
      [p.account, p.customer, p.account, p.account, p.customer],
    )
    .update({ holder_name: null }),
)
const ordersOf = orderMessages.statement(["account", { customer: id() }], (rows, p) =>
  rows.where({ account: p.account }).whereRaw(OF_CUSTOMER, [p.account, p.customer]).select("id", "body"),
)
const setOrder = orderMessages.update(["account", "id"], ["body"])
const linksOf = hostedLinks.statement(["account", { customer: id() }], (rows, p) =>
  rows.where({ account: p.account }).whereRaw(OF_CUSTOMER, [p.account, p.customer]).select("link", "details"),
)
const setLink = hostedLinks.update(["account", "link"], ["details"])

/** What an erasure empties at once, in numbers. */
export type Erased = { id: string; cards: number; pages: number; orders: number }

/**
 * Erases who a customer is: its members, cards, pages and orders of UTMify. What was recorded of it elsewhere is erased afterwards
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
  const counted = { cards: await detachAll(tx, scope, id), pages: await emptyPages(tx, scope, id), orders: 0 }
  counted.orders = await emptyOrders(tx, scope, id)
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
    await detachCard(tx, scope, id)
  }
  return saved.length
}

async function emptyPages(tx: Transaction, { account }: PaymentScope, customer: string): Promise<number> {
  const found = await tx.all(linksOf, { account, customer })
  for (const { link, details } of found)
    await tx.run(setLink, { account, link, details: pageWithoutPerson(details) as typeof details })
  return found.length
}

async function emptyOrders(tx: Transaction, { account }: PaymentScope, customer: string): Promise<number> {
  const found = await tx.all(ordersOf, { account, customer })
  for (const { id, body } of found)
    await tx.run(setOrder, { account, id, body: JSON.stringify(orderWithoutPerson(JSON.parse(body))) })
  return found.length
}
