import { addTerms, replaceTerms } from "../../accounts/search-terms.ts"
import { customers } from "../../accounts/tables.ts"
import { termsOfName } from "../../customers/customers.ts"
import type { Database, Transaction } from "../../db/database.ts"
import { isHere } from "../../db/here.ts"
import { LIMIT } from "../../db/statement.ts"
import type { Chore } from "../../jobs/chore.ts"
import { inBatches } from "../../jobs/sweep.ts"
import { termsOfIntent } from "../intents/search-terms.ts"
import { paymentIntents } from "../intents/table.ts"

/** The conditions of the indexes in src/db/migrations/search-terms.ts. */
const NAME_HAS_NONE = "name IS DISTINCT FROM name_in_terms"
const PAYMENT_HAS_NONE = "NOT has_terms AND (description IS NOT NULL OR metadata <> '{}')"

const anyWithout = customers.statement([], (rows, _, k) =>
  rows
    .whereRaw(`${NAME_HAS_NONE} AND ${isHere(k)}`)
    .select("id")
    .unionAll(
      paymentIntents
        .rows(k)
        .whereRaw(`${PAYMENT_HAS_NONE} AND ${isHere(k)}`)
        .select("id"),
    )
    .limit(1),
)
const customersWithout = customers.statement([], (rows, _, k) =>
  rows
    .whereRaw(`${NAME_HAS_NONE} AND ${isHere(k)}`)
    .select("account", "id", "created", "name", "name_in_terms")
    .orderBy("id")
    .limit(LIMIT)
    .forUpdate(),
)
const paymentsWithout = paymentIntents.statement([], (rows, _, k) =>
  rows
    .whereRaw(`${PAYMENT_HAS_NONE} AND ${isHere(k)}`)
    .select("account", "id", "created", "description", "metadata")
    .orderBy("id")
    .limit(LIMIT),
)
const noteName = customers.update(["account", "id"], ["name_in_terms"])
const notePayment = paymentIntents.update(["account", "id"], ["has_terms"])

/** Writes the terms of what processes of the previous version write during a deploy. Remove it in the next release. */
export const addMissingTerms: Chore<{ readonly database: Database }> = {
  kind: "add_missing_terms",
  run: async ({ database }) => {
    // Such a row is rare, and a read is cheaper than a transaction at each tick.
    if (await database.one(anyWithout, {})) await inBatches(database, addSome)
  },
}

/** Writes the terms of at most `limit` customers and payments. Returns how many it found of those that are more. */
async function addSome(tx: Transaction, limit: number): Promise<number> {
  const named = await tx.all(customersWithout, { limit })
  for (const customer of named) {
    replaceTerms(tx, customer, termsOfName(customer.name_in_terms), termsOfName(customer.name))
    tx.send(noteName, { account: customer.account, id: customer.id, name_in_terms: customer.name })
  }
  const payments = await tx.all(paymentsWithout, { limit })
  for (const payment of payments) {
    addTerms(tx, payment, termsOfIntent(payment))
    tx.send(notePayment, { account: payment.account, id: payment.id, has_terms: true })
  }
  return Math.max(named.length, payments.length)
}
