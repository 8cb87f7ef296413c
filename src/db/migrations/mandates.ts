import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { addColumn } from "./add-column.ts"
import { id } from "./base/columns.ts"
import { dropNotNull } from "./drop-not-null.ts"

/**
 * Mandates of payers for PIX Automático (docs/decisions/0032-pix-automatico.md). They are payment methods without a card. The release before does not know them: it
 * takes `only_for` as the mark of what is for one subscription only. Each step is a transaction of its own, so none holds the locks of two tables.
 */
export const config = { transaction: false }

export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "subscriptions", "mandate", isPostgres(knex) ? 'text COLLATE "C"' : "text")
  await addColumn(knex, "subscriptions", "retried_charge", "text")
  await addColumn(knex, "payment_methods", "type", "text NOT NULL DEFAULT 'card'")
  await dropNotNull(knex, "payment_methods", "card")
  for (const [table, create] of Object.entries({
    mandates: createMandates,
    mandate_charges: createCharges,
    mock_mandates: createMockMandates,
  }))
    if (!(await knex.schema.hasTable(table))) await knex.transaction(create)
}

async function createMandates(knex: Knex): Promise<void> {
  await knex.schema.createTable("mandates", (t) => {
    for (const name of ["account", "id", "payment_intent", "customer"]) id(knex, t, name).notNullable()
    for (const name of ["contract", "acquirer", "status", "object", "period"]) t.text(name).notNullable()
    id(knex, t, "credentials")
    t.text("mandate")
    t.integer("first_day").notNullable()
    for (const name of ["created", "amount"]) t.bigInteger(name).notNullable()
    t.boolean("is_attached").notNullable()
    for (const name of ["polling_since", "due_at"]) t.bigInteger(name)
    t.bigInteger("held_until_ms").notNullable().defaultTo(0)
    t.primary(["account", "id"])
    t.foreign(["account", "payment_intent"]).references(["account", "id"]).inTable("payment_intents")
  })
  await knex.raw("CREATE INDEX mandates_due ON mandates (due_at) WHERE due_at IS NOT NULL")
  await knex.raw("CREATE INDEX mandates_due_of_account ON mandates (account, due_at) WHERE due_at IS NOT NULL")
  await knex.raw("CREATE INDEX mandates_of_intent ON mandates (account, payment_intent)")
  await knex.raw("CREATE INDEX mandates_at_acquirer ON mandates (account, acquirer, mandate) WHERE mandate IS NOT NULL")
}

async function createCharges(knex: Knex): Promise<void> {
  await knex.schema.createTable("mandate_charges", (t) => {
    for (const name of ["account", "attempt", "mandate"]) id(knex, t, name).notNullable()
    for (const name of ["day", "first_day"]) t.integer(name).notNullable()
    t.text("retry_of")
    t.text("refusal")
    t.primary(["account", "attempt"])
    t.foreign(["account", "attempt"]).references(["account", "id"]).inTable("attempts").onDelete("CASCADE")
  })
}

/** What the acquirer of test mode keeps. */
async function createMockMandates(knex: Knex): Promise<void> {
  await knex.schema.createTable("mock_mandates", (t) => {
    for (const name of ["account", "id"]) id(knex, t, name).notNullable()
    for (const name of ["contract", "status", "br_code"]) t.text(name).notNullable()
    for (const name of ["created", "amount"]) t.bigInteger(name).notNullable()
    t.primary(["account", "id"])
    t.unique(["account", "contract"])
  })
}
