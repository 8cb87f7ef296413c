import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { id } from "./base/columns.ts"

/** Mails to payers: docs/mail.md. */
export async function up(knex: Knex): Promise<void> {
  // A database whose migration was not recorded has it all: it is one transaction.
  if (await knex.schema.hasTable("mails")) return
  await knex.schema.createTable("mails", (t) => mailColumns(knex, t))
  await knex.schema.createTable("mail_kinds", (t) => {
    id(knex, t, "account").notNullable()
    t.text("kind").notNullable()
    t.boolean("enabled").notNullable()
    t.primary(["account", "kind"])
    t.foreign(["account"]).references(["id"]).inTable("accounts")
  })
  await knex.schema.createTable("mail_stops", (t) => {
    id(knex, t, "account").notNullable()
    for (const name of ["address_digest", "kind"]) t.text(name).notNullable()
    t.bigInteger("created").notNullable()
    t.primary(["account", "address_digest", "kind"])
    t.foreign(["account"]).references(["id"]).inTable("accounts")
  })
  await buildIndex(knex, "mails_due_at", "mails (due_at) WHERE due_at IS NOT NULL")
  await buildIndex(knex, "mails_account_due_at", "mails (account, due_at) WHERE due_at IS NOT NULL")
  await buildIndex(knex, "mails_address", "mails (account, address_digest, counted_at) WHERE counted_at IS NOT NULL")
  await buildIndex(knex, "mails_counted", "mails (account, counted_at) WHERE counted_at IS NOT NULL")
  await buildIndex(knex, "mails_ended", "mails (account, ended_ms) WHERE ended_ms IS NOT NULL")
  await buildIndex(knex, "mails_failed", "mails (ended_at) WHERE status = 'failed' AND resolved_at IS NULL")
}

function mailColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  for (const name of ["id", "account", "cause", "customer"]) id(knex, t, name).notNullable()
  for (const name of ["kind", "occasion", "status"]) t.text(name).notNullable()
  for (const name of ["reason", "answer", "address_digest", "sealed_mail"]) t.text(name)
  t.bigInteger("created").notNullable()
  t.integer("attempts").notNullable().defaultTo(0)
  t.bigInteger("held_until_ms").notNullable().defaultTo(0)
  for (const name of ["due_at", "counted_at", "handed_at", "ended_at", "ended_ms", "resolved_at"]) t.bigInteger(name)
  t.primary(["account", "id"])
  t.unique(["account", "kind", "cause", "occasion"])
  t.foreign(["account"]).references(["id"]).inTable("accounts")
  t.foreign(["account", "customer"]).references(["account", "id"]).inTable("customers")
}
