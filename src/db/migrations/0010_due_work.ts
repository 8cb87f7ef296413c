import type { Knex } from "knex"
import { id } from "./columns.ts"

/** The tables with due work, and their columns with the due times. */
const QUEUES = [
  { table: "subscriptions", due: "due_at" },
  { table: "attempts", due: "due_at" },
  { table: "mock_charges", due: "notice_at" },
]
const SWEPT = [
  { table: "tokens", due: "due_at" },
  { table: "idempotency_keys", due: "expires_at" },
]

export async function up(knex: Knex): Promise<void> {
  for (const { table } of QUEUES) {
    await knex.schema.alterTable(table, (t) => {
      // Milliseconds of the database's time. Until then nobody may take the work of the row: it is claimed, or it failed and was postponed.
      t.bigInteger("held_until_ms").notNullable().defaultTo(0)
    })
  }
  for (const { table, due } of [...QUEUES, ...SWEPT]) await indexOnlyDue(knex, table, due)
  await knex.raw("CREATE INDEX accounts_ahead ON accounts (id) WHERE clock_offset > 0")
  await knex.raw("CREATE INDEX attempts_open ON attempts (created) WHERE state NOT IN ('done', 'given_up')")

  await knex.schema.createTable("failing_work", (t) => {
    t.text("kind").notNullable()
    id(knex, t, "item").notNullable()
    id(knex, t, "account").notNullable()
    // Milliseconds of the database's time.
    t.bigInteger("since_ms").notNullable()
    t.integer("failures").notNullable()
    t.text("message").notNullable()
    t.primary(["kind", "item"])
    t.index(["since_ms"])
  })
}

/** Replaces the indexes of a due time by partial ones, so rows with nothing due cost nothing. */
async function indexOnlyDue(knex: Knex, table: string, due: string): Promise<void> {
  await knex.raw(`DROP INDEX IF EXISTS ${table}_${due}_index`)
  await knex.raw(`DROP INDEX IF EXISTS ${table}_account_${due}_index`)
  await createPartialIndexes(knex, table, due)
}

async function createPartialIndexes(knex: Knex, table: string, due: string): Promise<void> {
  await knex.raw(`CREATE INDEX ${table}_${due} ON ${table} (${due}) WHERE ${due} IS NOT NULL`)
  await knex.raw(`CREATE INDEX ${table}_account_${due} ON ${table} (account, ${due}) WHERE ${due} IS NOT NULL`)
}
