import type { Knex } from "knex"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** Attempts are found by the acquirer's id of their charge. Saved cards record that their issuer refuses them for good. */
export async function up(knex: Knex): Promise<void> {
  // Nothing undoes an interrupted first run, so this step must be safe to repeat.
  if (!(await knex.schema.hasColumn("payment_methods", "refused_for_good")))
    await knex.schema.alterTable("payment_methods", (t) => void t.text("refused_for_good"))
  // Until now each subscription remembered the card for itself.
  await knex("payment_methods")
    .whereIn("id", knex("subscriptions").whereNotNull("dead_payment_method").select("dead_payment_method"))
    .update({ refused_for_good: "card_declined" })
  await buildIndex(knex, "attempts_charge", "attempts (charge, acquirer) WHERE charge IS NOT NULL")
}
