import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { buildIndex } from "./indexes.ts"

export const config = { transaction: false }

/** Indexes for every search of the dashboard, whatever filters it combines. */
export async function up(knex: Knex): Promise<void> {
  const [details, event] = isPostgres(knex)
    ? [
        "payment_method_details::json ->> 'type'",
        ["body::json #>> '{data,object,payment_intent}'", "body::json #>> '{data,object,id}'"],
      ]
    : ["payment_method_details ->> '$.type'", ["body ->> '$.data.object.payment_intent'", "body ->> '$.data.object.id'"]]
  const method = `coalesce(${details}, '')`
  await buildIndex(knex, "payment_intents_status", `payment_intents (account, status, (${method}), created, id)`)
  await buildIndex(knex, "payment_intents_amount", `payment_intents (account, amount, status, (${method}), created, id)`)
  await buildIndex(knex, "customers_document", "customers (account, document, id) WHERE document IS NOT NULL")
  await buildIndex(knex, "refunds_status", "refunds (account, status, id)")
  await buildIndex(knex, "disputes_account", "disputes (account, id)")
  await buildIndex(knex, "events_about", `events ((coalesce(${event})), id)`)
}
