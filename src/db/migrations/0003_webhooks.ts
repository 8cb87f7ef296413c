import type { Knex } from "knex"
import { id, resourceColumns } from "./columns.ts"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("webhook_endpoints", (t) => {
    resourceColumns(knex, t)
    t.text("url").notNullable()
    t.text("enabled_events").notNullable()
    t.text("description")
    t.text("sealed_secret").notNullable()
    t.index(["account", "id"])
  })

  await knex.schema.createTable("integrations", (t) => {
    resourceColumns(knex, t)
    t.text("url").notNullable()
    t.boolean("active").notNullable()
    t.text("sealed_secret").notNullable()
    t.index(["account", "id"])
  })

  // The message to integrations about a finished intent. Each intent has one, whatever happens to the intent afterwards.
  await knex.schema.createTable("purchase_messages", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "payment_intent").notNullable().unique().references("payment_intents.id")
    t.text("body").notNullable()
  })

  await knex.schema.createTable("deliveries", (t) => {
    resourceColumns(knex, t)
    // An endpoint (we_) or an integration (int_). Deliveries outlive both.
    id(knex, t, "target").notNullable()
    // An event (evt_) or, for integrations, a message (msg_).
    id(knex, t, "message").notNullable()
    t.text("status").notNullable()
    t.integer("attempts").notNullable().defaultTo(0)
    // When the next attempt of a pending delivery is due, in milliseconds of account time. Seconds would be too coarse for jitter, which
    // lengthens a wait by at most a tenth.
    t.bigInteger("due_at_ms")
    // Real milliseconds. A process holds the delivery until this time. If the process dies, another one makes the attempt afterwards.
    t.bigInteger("lease_until_ms").notNullable().defaultTo(0)
    t.text("last_attempt")
    t.index(["account", "target", "id"])
  })
  // Partial indexes keep the workers' queries small, however long the history is.
  await knex.raw("CREATE INDEX deliveries_pending_target ON deliveries (target, due_at_ms) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_pending_account ON deliveries (account, due_at_ms) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_pending ON deliveries (id) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_dead ON deliveries (id) WHERE status = 'dead_letter'")
}
