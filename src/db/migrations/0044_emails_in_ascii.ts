import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"

export const config = { transaction: false }

/**
 * Customers are found by their e-mail with A to Z in lower case. Until now, other letters were in lower case too, so the Kelvin sign was k.
 * Few addresses have such letters.
 */
export async function up(knex: Knex): Promise<void> {
  const lower = isPostgres(knex) ? 'lower(email COLLATE "C")' : "lower(email)"
  await knex.raw(`UPDATE customers SET email_lower = ${lower} WHERE email_lower <> ${lower}`)
}
