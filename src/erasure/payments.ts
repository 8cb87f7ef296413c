// What was recorded with the payments of an erased customer: holders of cards, pages, and orders of UTMify.
import { integer, json, text } from "../db/columns.ts"
import type { Transaction } from "../db/database.ts"
import { isOneOf } from "../db/dialect.ts"
import { LIMIT } from "../db/statement.ts"
import { orderMessages } from "../events/webhooks/tables.ts"
import { paymentIntents } from "../payments/intents/table.ts"
import { hostedLinks } from "../payments/links/table.ts"
import { forgetRefundKeys } from "../payments/refunds/keys.ts"
import { cards } from "../vault/tables.ts"
import { orderWithoutPerson, pageWithoutPerson } from "./erased.ts"

const nextPayments = paymentIntents.find(["account", "customer", { after: text(), limit: integer() }], (rows, p) =>
  rows.where("id", ">", p.after).orderBy("id").limit(LIMIT).select("id"),
)

const OF_PAYMENTS = ["account", { intents: json<readonly string[]>() }] as const
const forgetHolders = cards.statement(OF_PAYMENTS, (rows, p, k) =>
  rows
    .where({ account: p.account })
    .whereRaw(`id IN (SELECT card FROM attempts WHERE account = ? AND ${isOneOf(k, "payment_intent")})`, [p.account, p.intents])
    .update({ holder_name: null }),
)
const ordersOf = orderMessages.statement(OF_PAYMENTS, (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "payment_intent"), [p.intents]).select("id", "body"),
)
const setOrder = orderMessages.update(["account", "id"], ["body"])
const linksOf = hostedLinks.statement(OF_PAYMENTS, (rows, p, k) =>
  rows.where({ account: p.account }).whereRaw(isOneOf(k, "payment_intent"), [p.intents]).select("link", "details"),
)
const setLink = hostedLinks.update(["account", "link"], ["details"])

type Page = { account: string; customer: string; after: string; limit: number }

/** Empties a page of the customer's payments, in the order of their ids. Returns the ids. */
export async function erasePayments(tx: Transaction, page: Page): Promise<string[]> {
  const { account } = page
  const intents = (await tx.all(nextPayments, page)).map(({ id }) => id)
  await tx.run(forgetHolders, { account, intents })
  await forgetRefundKeys(tx, { account, intents })
  for (const { link, details } of await tx.all(linksOf, { account, intents }))
    await tx.run(setLink, { account, link, details: pageWithoutPerson(details) as typeof details })
  for (const { id, body } of await tx.all(ordersOf, { account, intents }))
    await tx.run(setOrder, { account, id, body: JSON.stringify(orderWithoutPerson(JSON.parse(body))) })
  return intents
}
