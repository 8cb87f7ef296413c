import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"
import { id, resourceColumns } from "./columns.ts"

export async function createEvents(knex: Knex): Promise<void> {
  await knex.schema.createTable("event_lists", (t) => {
    id(knex, t, "account").primary()
    t.bigInteger("last_seq").notNullable()
    // The latest `created` in the list.
    t.bigInteger("latest").notNullable()
    // The most seconds by which an event's `created` is before that of an event above it in the list.
    t.bigInteger("max_lateness").notNullable()
  })

  await knex.schema.createTable("events", (t) => {
    resourceColumns(knex, t)
    t.text("type").notNullable()
    // Every attempt and every reader gets exactly these bytes.
    t.text("body").notNullable()
    // The place in the account's list, from 1. Null until the event is listed.
    t.bigInteger("seq")
    // The latest `created` in the list up to this place, so it never decreases along the list.
    t.bigInteger("latest")
    if (isPostgres(knex)) t.bigInteger("written")
  })
  const about = isPostgres(knex)
    ? ["body::json #>> '{data,object,payment_intent}'", "body::json #>> '{data,object,id}'"]
    : ["body ->> '$.data.object.payment_intent'", "body ->> '$.data.object.id'"]
  await knex.raw(`CREATE INDEX events_about ON events ((coalesce(${about})), id)`)
  // Partial, so an event enters the index when it is listed and not when it is written.
  await knex.raw("CREATE INDEX events_account_latest_seq ON events (account, latest, seq) WHERE latest IS NOT NULL")
  await knex.raw("CREATE UNIQUE INDEX events_account_seq ON events (account, seq) WHERE seq IS NOT NULL")
  await knex.raw("CREATE INDEX events_account_type_seq ON events (account, type, seq) WHERE seq IS NOT NULL")
  await orderUnlisted(knex)

  await knex.schema.createTable("webhook_endpoints", (t) => {
    resourceColumns(knex, t)
    t.text("url").notNullable()
    t.text("enabled_events").notNullable()
    t.text("description")
    t.text("sealed_secret").notNullable()
    t.text("sealed_old_secret")
    // Real milliseconds, as receivers compare signatures with their own clock.
    t.bigInteger("old_secret_until_ms")
    t.index(["account", "id"])
    t.index(["old_secret_until_ms"])
  })

  await knex.schema.createTable("integrations", (t) => {
    resourceColumns(knex, t)
    t.text("url").notNullable()
    t.boolean("active").notNullable()
    t.text("sealed_secret").notNullable()
    t.index(["account", "id"])
  })

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
    id(knex, t, "replaced_by")
    t.index(["account", "target", "id"])
  })
  await knex.raw("CREATE INDEX deliveries_dead ON deliveries (id) WHERE status = 'dead_letter'")
  await knex.raw(
    "CREATE INDEX deliveries_dead_target_id ON deliveries (target, id) WHERE status = 'dead_letter' AND replaced_by IS NULL",
  )
  await knex.raw("CREATE INDEX deliveries_message ON deliveries (message)")
  await knex.raw("CREATE INDEX deliveries_pending ON deliveries (id) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_pending_account ON deliveries (account, due_at_ms) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_pending_target ON deliveries (target, due_at_ms) WHERE status = 'pending'")
  await knex.raw("CREATE INDEX deliveries_target_status ON deliveries (account, target, status, id)")

  await knex.schema.createTable("delivery_attempts", (t) => {
    // CASCADE, so a deletion by an earlier version also deletes the attempts.
    id(knex, t, "delivery").notNullable().references("deliveries.id").onDelete("CASCADE")
    // 1 is the first.
    t.integer("attempt").notNullable()
    // Account time in milliseconds.
    t.bigInteger("began_ms").notNullable()
    t.integer("duration_ms").notNullable()
    t.integer("http_status")
    t.text("error")
    // Headers are a JSON list of pairs.
    t.text("request_headers").notNullable()
    t.text("response_headers")
    t.text("response_body")
    // How many bytes of the response's body were read.
    t.integer("response_bytes")
    id(knex, t, "account")
    t.primary(["delivery", "attempt"])
  })
}

/** The order in which events are written. On SQLite the rowid already has it. */
async function orderUnlisted(knex: Knex): Promise<void> {
  if (!isPostgres(knex)) {
    await knex.raw("CREATE INDEX events_unlisted ON events (account) WHERE seq IS NULL")
    return
  }
  await knex.raw("CREATE SEQUENCE events_written AS bigint OWNED BY events.written")
  await knex.raw("ALTER TABLE events ALTER COLUMN written SET DEFAULT nextval('events_written')")
  await knex.raw("CREATE INDEX events_unlisted ON events (account, written) WHERE seq IS NULL")
}
