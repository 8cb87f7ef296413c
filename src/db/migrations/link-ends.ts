import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"

export const config = { transaction: false }

/** The payment links whose time ends: src/checkout/payment-links/close.ts. */
export async function up(knex: Knex): Promise<void> {
  await buildIndex(knex, "payment_links_expires_at", "payment_links (expires_at) WHERE active")
  await buildIndex(knex, "payment_links_account_expires_at", "payment_links (account, expires_at) WHERE active")
}
