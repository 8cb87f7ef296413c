import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { id, seconds } from "./columns.ts"

/** Gives every event its place in the list of its account (docs/decisions/0010-the-order-of-events.md). */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("event_lists", (t) => {
    id(knex, t, "account").primary()
    t.bigInteger("last_seq").notNullable()
    // The latest `created` in the list.
    seconds(t, "latest").notNullable()
    // The most seconds by which an event's `created` is before that of an event above it in the list.
    t.bigInteger("max_lateness").notNullable()
  })
  await knex.schema.alterTable("events", (t) => {
    // The place in the account's list, from 1. Null until the event is listed.
    t.bigInteger("seq")
    // The latest `created` in the list up to this place, so it never decreases along the list.
    seconds(t, "latest")
    t.dropIndex(["account", "id"])
    t.dropIndex(["account", "type", "id"])
    t.dropIndex(["account", "created", "id"])
  })
  await listAll(knex)
  await addWritten(knex)
  // Partial, so an event enters the index when it is listed and not when it is written.
  await knex.raw("CREATE UNIQUE INDEX events_account_seq ON events (account, seq) WHERE seq IS NOT NULL")
  await knex.raw("CREATE INDEX events_account_type_seq ON events (account, type, seq) WHERE seq IS NOT NULL")
  await knex.raw("CREATE INDEX events_account_latest_seq ON events (account, latest, seq) WHERE latest IS NOT NULL")
}

/** Existing events keep the order in which they were listed, which is the order of their ids. */
async function listAll(knex: Knex): Promise<void> {
  await knex.raw(`
    UPDATE events SET seq = listed.at_seq, latest = listed.at_latest
    FROM (
      SELECT id, row_number() OVER list AS at_seq, max(created) OVER list AS at_latest
      FROM events WINDOW list AS (PARTITION BY account ORDER BY id)
    ) AS listed
    WHERE events.id = listed.id`)
  await knex.raw(`
    INSERT INTO event_lists (account, last_seq, latest, max_lateness)
    SELECT account, max(seq), max(latest), max(latest - created) FROM events GROUP BY account`)
}

/** The order in which events are written. On SQLite the rowid already has it. */
async function addWritten(knex: Knex): Promise<void> {
  if (!isPostgres(knex)) {
    await knex.raw("CREATE INDEX events_unlisted ON events (account) WHERE seq IS NULL")
    return
  }
  await knex.schema.alterTable("events", (t) => {
    t.bigInteger("written")
  })
  await knex.raw("CREATE SEQUENCE events_written AS bigint OWNED BY events.written")
  await knex.raw("ALTER TABLE events ALTER COLUMN written SET DEFAULT nextval('events_written')")
  await knex.raw("CREATE INDEX events_unlisted ON events (account, written) WHERE seq IS NULL")
}
