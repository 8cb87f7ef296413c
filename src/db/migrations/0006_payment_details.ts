import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable("attempts", (t) => {
    t.integer("installments").notNullable().defaultTo(1)
  })
  await knex.schema.alterTable("mock_charges", (t) => {
    t.integer("installments").notNullable().defaultTo(1)
  })
  await knex.schema.alterTable("payment_intents", (t) => {
    // JSON of the member in the response. It is copied once an acquirer has responded, so lists need no other table.
    t.text("payment_method_details")
    // The sum of the refunds that have not failed. It is updated in the transaction that changes a refund.
    t.bigInteger("amount_refunded").notNullable().defaultTo(0)
  })
  await fillDetails(knex)
  await knex.raw(
    `UPDATE payment_intents SET amount_refunded = refunds.amount
     FROM refunds WHERE refunds.payment_intent = payment_intents.id AND refunds.status <> 'failed'`,
  )
}

/** Fills in the details of earlier payments that an acquirer has answered. */
async function fillDetails(knex: Knex): Promise<void> {
  const object = isPostgres(knex) ? "json_build_object" : "json_object"
  const members = `'type', attempts.type, 'payment_method', attempts.payment_method`
  const card = ["brand", "last4", "exp_month", "exp_year"].map((name) => `'${name}', cards.${name}`).join(", ")
  const withCard = `${object}(${members}, 'card', ${object}(${card}, 'installments', 1))`
  const withoutCard = `${object}(${members}, 'card', null)`
  await knex.raw(
    `UPDATE payment_intents SET payment_method_details = (
       SELECT CAST(CASE WHEN cards.id IS NULL THEN ${withoutCard} ELSE ${withCard} END AS text)
       FROM attempts LEFT JOIN cards ON cards.id = attempts.card
       WHERE attempts.payment_intent = payment_intents.id AND attempts.kind = 'charge'
       ORDER BY attempts.id DESC LIMIT 1)
     WHERE charge IS NOT NULL`,
  )
}
