import type { Knex } from "knex"
import { id } from "./columns.ts"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** Every attempt of a delivery, with its request and its response. The index lists the deliveries of an endpoint by status. */
export async function up(knex: Knex): Promise<void> {
  // The step is repeated if the build of the index was interrupted.
  if (!(await knex.schema.hasTable("delivery_attempts"))) await createAttempts(knex)
  await buildIndex(knex, "deliveries_target_status", "deliveries (account, target, status, id)")
}

async function createAttempts(knex: Knex): Promise<void> {
  await knex.schema.createTable("delivery_attempts", (t) => {
    // CASCADE, so a deletion by an earlier version also deletes the attempts.
    id(knex, t, "delivery").notNullable().references("deliveries.id").onDelete("CASCADE")
    // 1 is the first.
    t.integer("attempt").notNullable()
    // Account time in milliseconds.
    t.bigInteger("began_ms").notNullable()
    t.integer("duration_ms").notNullable()
    t.integer("http_status")
    t.text("error")
    // Headers are a JSON list of pairs.
    t.text("request_headers").notNullable()
    t.text("response_headers")
    t.text("response_body")
    // How many bytes of the response's body were read.
    t.integer("response_bytes")
    t.primary(["delivery", "attempt"])
  })
}
