import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"

export const config = { transaction: false }

/** Customers of payment links that did not pay, and the mails to a customer: docs/data-kept.md. The version before writes none of the former. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "customers", "link_unpaid_since", "bigint")
  const unpaid = "customers (account, link_unpaid_since) WHERE link_unpaid_since IS NOT NULL"
  await buildIndex(knex, "customers_link_unpaid", unpaid)
  await buildIndex(knex, "mails_customer", "mails (account, customer, id)")
}
