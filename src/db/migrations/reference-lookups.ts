import type { Knex } from "knex"
import { id } from "./base/columns.ts"

/**
 * The sales at real acquirers whose references were not kept when they were made. No foreign key: it would lock the attempts while they are
 * read.
 */
export async function up(knex: Knex): Promise<void> {
  if (await knex.schema.hasTable("reference_lookups")) return
  await knex.schema.createTable("reference_lookups", (t) => {
    for (const name of ["account", "attempt"]) id(knex, t, name).notNullable()
    t.bigInteger("due_at_ms").notNullable()
    t.primary(["account", "attempt"])
  })
  await knex.raw(
    `INSERT INTO reference_lookups (account, attempt, due_at_ms)
     SELECT account, id, 0 FROM attempts AS sale
     WHERE kind = 'charge' AND charge IS NOT NULL AND acquirer <> 'mock' AND NOT EXISTS (
       SELECT 1 FROM charge_references AS kept
       WHERE kept.account = sale.account AND kept.attempt = sale.id AND kept.charge = sale.charge
     )`,
  )
  await knex.schema.alterTable("reference_lookups", (t) => t.index(["due_at_ms"], "reference_lookups_due"))
}
