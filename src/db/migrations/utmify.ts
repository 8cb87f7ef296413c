import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"
import { id } from "./base/columns.ts"

/** Integrations of UTMify, and what they are told of payments. Those that the version before makes receive envelopes. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "integrations", "kind", "text NOT NULL DEFAULT 'envelope'")
  await addColumn(knex, "integrations", "platform", "text")
  if (await knex.schema.hasTable("order_messages")) return
  await knex.schema.createTable("order_messages", (t) => {
    for (const name of ["account", "id", "integration", "payment_intent"]) id(knex, t, name).notNullable()
    for (const name of ["created", "send_until"]) t.bigInteger(name).notNullable()
    t.integer("seq").notNullable()
    for (const name of ["status", "body"]) t.text(name).notNullable()
    t.primary(["account", "id"])
    t.unique(["account", "integration", "payment_intent", "seq"])
    t.foreign(["account", "integration"]).references(["account", "id"]).inTable("integrations")
    t.foreign(["account", "payment_intent"]).references(["account", "id"]).inTable("payment_intents")
  })
  await buildIndex(knex, "order_messages_payment", "order_messages (account, payment_intent)")
}
