// Nothing that an anonymous page made is mailed before a payment has succeeded: anybody could have typed the address.
import type { Queries } from "../db/database.ts"
import { paymentIntents } from "../payments/intents/table.ts"

/** A payment link makes a customer of its own, with the first intent. */
const linkOf = paymentIntents.find(["account", "customer"], (rows) => rows.orderBy("id").limit(1).select("payment_link"))
const paidBy = paymentIntents.find(["account", "customer"], (rows) => rows.where({ status: "succeeded" }).limit(1).select("id"))

/** Whether the page of a payment link made a customer, who has paid nothing so far. */
export async function isUnproved(db: Queries, { account, customer }: { account: string; customer: string }): Promise<boolean> {
  const first = await db.one(linkOf, { account, customer })
  if (!first || first.payment_link === null) return false
  return (await db.one(paidBy, { account, customer })) === undefined
}
