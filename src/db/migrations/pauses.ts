import type { Knex } from "knex"
import { addColumn } from "./add-column.ts"

/** Pauses of subscriptions, and the periods that began anew after one. */
export async function up(knex: Knex): Promise<void> {
  await addColumn(knex, "subscriptions", "paused_at", "bigint")
  await addColumn(knex, "subscriptions", "resumes_at", "bigint")
  await addColumn(knex, "subscriptions", "anchor_period", "integer")
  await addColumn(knex, "subscriptions", "earlier_anchors", "text")
}
