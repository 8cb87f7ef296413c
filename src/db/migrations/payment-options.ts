import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** What a merchant chooses for each payment method. The version before writes none of these columns: the defaults count. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "payment_intents", "payment_method_options", "text")
  await addColumn(knex, "payment_intents", "return_url", "text")
  await addColumn(knex, "mock_charges", "three_d_secure", "text")
}
