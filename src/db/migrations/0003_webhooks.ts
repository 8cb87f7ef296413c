import type { Knex } from "knex"
import { id, livesOn } from "./columns.ts"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("webhook_endpoints", (t) => {
    livesOn(knex, t)
    t.text("url").notNullable()
    t.text("enabled_events").notNullable()
    t.text("description")
    t.text("sealed_secret").notNullable()
    t.index(["account", "id"])
  })

  await knex.schema.createTable("integrations", (t) => {
    livesOn(knex, t)
    t.text("url").notNullable()
    t.boolean("active").notNullable()
    t.text("sealed_secret").notNullable()
    t.index(["account", "id"])
  })

  // What integrations are told of a finished intent: once, whatever happens to it afterwards.
  await knex.schema.createTable("purchase_messages", (t) => {
    livesOn(knex, t)
    id(knex, t, "payment_intent").notNullable().unique().references("payment_intents.id")
    t.text("body").notNullable()
  })

  await knex.schema.createTable("deliveries", (t) => {
    livesOn(knex, t)
    // An endpoint (we_) or an integration (int_); deliveries outlive either.
    id(knex, t, "target").notNullable()
    // An event (evt_) or, for integrations, a message (msg_).
    id(knex, t, "message").notNullable()
    t.text("status").notNullable()
    t.integer("attempts").notNullable().defaultTo(0)
    // When the next attempt is due, while pending: milliseconds on the account's axis, finer than the other due times because
    // jitter may lengthen a wait by a tenth at most.
    t.bigInteger("due_at_ms")
    // A process is making an attempt until then, in real milliseconds; should it die, another makes the attempt afterwards.
    t.bigInteger("lease_until_ms").notNullable().defaultTo(0)
    t.text("last_attempt")
    t.index(["account", "target", "id"])
  })
  // What the workers look at is small, however long the history is.
  await knex.raw("CREATE INDEX deliveries_pending_target ON deliveries (target, due_at_ms) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_pending_account ON deliveries (account, due_at_ms) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_pending ON deliveries (id) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_dead ON deliveries (id) WHERE status = 'dead_letter'")
}
