import type { Knex } from "knex"
import { buildIndex } from "./account-keys/indexes.ts"
import { addColumn } from "./add-column.ts"
import { id } from "./base/columns.ts"

/** Mails to payers and to users: docs/mail.md. */
export async function up(knex: Knex): Promise<void> {
  // A database whose migration was not recorded has it all: it is one transaction.
  if (await knex.schema.hasTable("mails")) return
  await knex.schema.createTable("mails", (t) => mailColumns(knex, t))
  await knex.schema.createTable("operator_mails", (t) => operatorMailColumns(knex, t))
  await knex.raw("CREATE INDEX operator_mails_due ON operator_mails (due_ms) WHERE due_ms IS NOT NULL")
  await knex.raw("CREATE INDEX operator_mails_ended ON operator_mails (ended_ms) WHERE ended_ms IS NOT NULL")
  await addColumn(knex, "users", "owner_until_ms", "bigint")
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
  await buildIndex(knex, "mails_user_due_at", "mails (user_due_at) WHERE user_due_at IS NOT NULL")
  await buildIndex(knex, "mails_account_user_due_at", "mails (account, user_due_at) WHERE user_due_at IS NOT NULL")
  await buildIndex(knex, "mails_address", "mails (account, address_digest, counted_at) WHERE counted_at IS NOT NULL")
  await buildIndex(knex, "mails_counted", "mails (account, counted_at) WHERE counted_at IS NOT NULL")
  await buildIndex(knex, "mails_ended", "mails (account, ended_ms) WHERE ended_ms IS NOT NULL")
  await buildIndex(knex, "mails_failed", "mails (ended_at) WHERE status = 'failed' AND resolved_at IS NULL")
}

function mailColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  for (const name of ["id", "account", "cause"]) id(knex, t, name).notNullable()
  for (const name of ["customer", "user_id"]) id(knex, t, name)
  for (const name of ["kind", "occasion", "status"]) t.text(name).notNullable()
  for (const name of ["reason", "answer", "address_digest", "sealed_mail"]) t.text(name)
  t.bigInteger("created").notNullable()
  t.integer("attempts").notNullable().defaultTo(0)
  t.bigInteger("held_until_ms").notNullable().defaultTo(0)
  for (const name of ["due_at", "user_due_at", "counted_at", "handed_at", "ended_at", "ended_ms", "resolved_at"])
    t.bigInteger(name)
  t.primary(["account", "id"])
  t.unique(["account", "kind", "cause", "occasion"])
  t.foreign(["account"]).references(["id"]).inTable("accounts")
  t.foreign(["account", "customer"]).references(["account", "id"]).inTable("customers")
}

function operatorMailColumns(knex: Knex, t: Knex.CreateTableBuilder): void {
  id(knex, t, "id").primary()
  id(knex, t, "user_id").notNullable()
  t.integer("number").notNullable()
  t.bigInteger("created_ms").notNullable()
  t.text("status").notNullable()
  t.text("reason")
  t.text("answer")
  t.integer("attempts").notNullable().defaultTo(0)
  t.bigInteger("held_until_ms").notNullable().defaultTo(0)
  for (const name of ["due_ms", "handed_ms", "ended_ms"]) t.bigInteger(name)
  t.text("sealed_mail")
  t.unique(["user_id", "number"])
}
