import type { Knex } from "knex"
import { id, resourceColumns } from "./columns.ts"

export async function createAcquirers(knex: Knex): Promise<void> {
  await knex.schema.createTable("acquirer_credentials", (t) => {
    resourceColumns(knex, t)
    t.text("acquirer").notNullable()
    t.text("merchant_id").notNullable()
    t.text("boleto_provider")
    t.text("sealed_merchant_key").notNullable()
    // When they were replaced or removed. Null while the account's new attempts use them.
    t.bigInteger("ended_at")
    t.index(["account"])
  })
  await knex.raw("CREATE UNIQUE INDEX acquirer_credentials_current ON acquirer_credentials (account) WHERE ended_at IS NULL")

  await knex.schema.createTable("mock_charges", (t) => {
    resourceColumns(knex, t)
    t.text("reference").notNullable().unique()
    t.text("kind").notNullable()
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.bigInteger("refunded").notNullable().defaultTo(0)
    t.text("status").notNullable()
    t.text("code")
    t.text("details")
    // The notice that the mock acquirer will send about the charge (settled, paid or disputed), and its time.
    t.text("notice")
    t.bigInteger("notice_at")
    t.integer("installments").notNullable().defaultTo(1)
    t.bigInteger("held_until_ms").notNullable().defaultTo(0)
  })
  await knex.raw("CREATE INDEX mock_charges_account_notice_at ON mock_charges (account, notice_at) WHERE notice_at IS NOT NULL")
  await knex.raw("CREATE INDEX mock_charges_notice_at ON mock_charges (notice_at) WHERE notice_at IS NOT NULL")

  await knex.schema.createTable("mock_refunds", (t) => {
    resourceColumns(knex, t)
    t.text("reference").notNullable().unique()
    id(knex, t, "charge").notNullable().references("mock_charges.id")
    t.text("kind").notNullable()
    t.bigInteger("amount").notNullable()
  })
}
