import type { Knex } from "knex"
import { id } from "./columns.ts"

/** These indexes find work that waits for a person, however large the tables are. */
export async function up(knex: Knex): Promise<void> {
  // The currency of `amount` if it may differ from the payment intent's, as for money that arrived unasked.
  await knex.schema.alterTable("attempts", (t) => void t.text("currency"))
  await knex.raw(
    "CREATE INDEX attempts_unanswered ON attempts (polling_since) WHERE state IN ('unknown', 'by_hand', 'mismatched')",
  )
  await openRefundsByHand(knex)
  await replacedDeliveries(knex)
}

/** Until now, the attempt of a refund that the acquirer cannot make was closed, and the refund stayed pending. */
async function openRefundsByHand(knex: Knex): Promise<void> {
  await knex("attempts")
    .where({ kind: "refund", state: "done", outcome: "by_hand" })
    .whereIn("refund", knex("refunds").where({ status: "pending" }).select("id"))
    .update({ state: "by_hand", polling_since: knex.ref("created") })
}

/** A dead letter that was sent again no longer waits for a person. */
async function replacedDeliveries(knex: Knex): Promise<void> {
  await knex.schema.alterTable("deliveries", (t) => void id(knex, t, "replaced_by"))
  await knex.raw(
    `UPDATE deliveries SET replaced_by = newest.id
     FROM (SELECT target, message, max(id) AS id FROM deliveries GROUP BY target, message) AS newest
     WHERE deliveries.status = 'dead_letter' AND newest.id > deliveries.id
     AND newest.target = deliveries.target AND newest.message = deliveries.message`,
  )
  await knex.raw(
    "CREATE INDEX deliveries_dead_target ON deliveries (target, message) WHERE status = 'dead_letter' AND replaced_by IS NULL",
  )
}
