import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

export async function up(knex: Knex): Promise<void> {
  await allowErasedNumbers(knex)
  await knex.schema.alterTable("cards", (t) => {
    // Milliseconds of the database's time. Set when the card may be erased. Cleared when it is erased, or when it turns out to be saved.
    t.bigInteger("erase_after_ms")
  })
  await knex.raw("CREATE INDEX cards_to_erase ON cards (erase_after_ms) WHERE erase_after_ms IS NOT NULL")
  await knex.raw("CREATE INDEX attempts_open_card ON attempts (card) WHERE state <> 'done' AND card IS NOT NULL")
  await knex.raw("CREATE INDEX payment_methods_card ON payment_methods (card)")
  // A token that can still be used has its due time. All other cards are checked at once.
  await knex.raw(
    `UPDATE cards SET erase_after_ms = 0
     WHERE id NOT IN (SELECT card FROM tokens WHERE card IS NOT NULL AND due_at IS NOT NULL)`,
  )
  await addPosition(knex, "payment_methods", "customer")
  await addPosition(knex, "product_prices", "product")
  await knex.schema.alterTable("product_prices", (t) => {
    t.dropIndex(["account", "product", "id"])
    t.index(["account", "product", "position"])
  })
}

/** SQLite cannot make a column nullable, so the column is copied. */
async function allowErasedNumbers(knex: Knex): Promise<void> {
  if (isPostgres(knex)) {
    await knex.raw("ALTER TABLE cards ALTER COLUMN sealed_number DROP NOT NULL")
    return
  }
  await knex.raw("ALTER TABLE cards ADD COLUMN sealed text")
  await knex.raw("UPDATE cards SET sealed = sealed_number")
  await knex.raw("ALTER TABLE cards DROP COLUMN sealed_number")
  await knex.raw("ALTER TABLE cards RENAME COLUMN sealed TO sealed_number")
}

/** The place of a row among those of its owner, from 1. Ids cannot show which row is newest, because the clocks of hosts differ. */
async function addPosition(knex: Knex, table: string, owner: string): Promise<void> {
  await knex.schema.alterTable(table, (t) => {
    t.integer("position").notNullable().defaultTo(0)
  })
  await knex.raw(
    `UPDATE ${table} SET position = numbered.position
     FROM (SELECT id, row_number() OVER (PARTITION BY ${owner} ORDER BY id) AS position FROM ${table}) AS numbered
     WHERE numbered.id = ${table}.id`,
  )
}
