import type { Knex } from "knex"
import { id, seconds } from "./columns.ts"

const UNREACHABLE = { code: "processing_error", message: "The acquirer could not process the charge." }

/** Attempts belong to an acquirer, record when they are sent, and are due work until they are done. */
export async function up(knex: Knex): Promise<void> {
  await attempts(knex)
  await states(knex)
  await latestAttempts(knex)
  await chargesInTrouble(knex)
}

async function attempts(knex: Knex): Promise<void> {
  await knex.raw("DROP INDEX attempts_state_lease_until_ms_index")
  await knex.raw("ALTER TABLE attempts RENAME COLUMN asking_since TO polling_since")
  await knex.schema.alterTable("attempts", (t) => {
    t.text("acquirer").notNullable().defaultTo("mock")
    id(knex, t, "credentials")
    // Milliseconds of the database's time, stored before the call.
    t.bigInteger("sent_at_ms")
    // The process that holds the attempt.
    t.text("owner")
    seconds(t, "retry_until")
    seconds(t, "missing_since")
  })
  await knex.raw("CREATE INDEX attempts_owner ON attempts (owner) WHERE owner IS NOT NULL")
}

/** A `running` attempt may have been sent, unless it is a reversal that was never taken up. */
async function states(knex: Knex): Promise<void> {
  const table = () => knex("attempts")
  await table()
    .where({ state: "running", lease_until_ms: 0 })
    .update({ state: "new", due_at: knex.ref("created") })
  await table()
    .where({ state: "running" })
    .update({ state: "sent", sent_at_ms: 0, due_at: knex.ref("created") })
  // A charge of a subscription is retried for an hour.
  await table()
    .where({ state: "sent", kind: "charge" })
    .whereIn("payment_intent", knex("subscription_charges").select("payment_intent"))
    .update({ retry_until: knex.raw("created + 3600") })
  // An attempt that may still be paid after its intent has ended is watched from now on.
  await table()
    .where({ state: "waiting" })
    .whereIn("payment_intent", knex("payment_intents").whereIn("status", ["canceled", "succeeded"]).select("id"))
    .update({ state: "given_up", polling_since: knex.ref("created"), due_at: knex.ref("created") })
  await table()
    .where({ state: "waiting" })
    .whereNull("due_at")
    .update({ due_at: knex("payment_intents").select("due_at").whereRaw("payment_intents.id = attempts.payment_intent") })
  await knex.raw("ALTER TABLE attempts DROP COLUMN lease_until_ms")
}

/** Until now the latest attempt was the one with the largest id. */
async function latestAttempts(knex: Knex): Promise<void> {
  // The expiry of an intent is now found by its attempt.
  await knex.raw("DROP INDEX payment_intents_due_at_index")
  await knex.raw("DROP INDEX payment_intents_account_due_at_index")
  await knex.schema.alterTable("payment_intents", (t) => void id(knex, t, "latest_attempt"))
  await knex.raw(
    `UPDATE payment_intents SET latest_attempt =
       (SELECT max(attempts.id) FROM attempts WHERE attempts.payment_intent = payment_intents.id AND kind = 'charge')
     WHERE EXISTS (SELECT 1 FROM attempts WHERE attempts.payment_intent = payment_intents.id AND kind = 'charge')`,
  )
}

/**
 * A charge that the acquirer could not process so far counts as failed once. Its retry is due when the tries would have ended. Its intent
 * is canceled, so nobody can pay it in addition to the retry.
 */
async function chargesInTrouble(knex: Knex): Promise<void> {
  await knex("subscription_charges")
    .whereIn("payment_intent", knex("subscriptions").whereNotNull("erring_since").select("latest_payment_intent"))
    .update({ failed: true })
  await knex("payment_intents")
    .where({ status: "requires_payment_method" })
    .whereIn("id", knex("subscriptions").whereNotNull("erring_since").select("latest_payment_intent"))
    .update({ status: "canceled", last_payment_error: JSON.stringify(UNREACHABLE) })
  await knex("subscriptions")
    .whereNotNull("erring_since")
    .update({ first_failed_at: knex.raw("coalesce(first_failed_at, erring_since)") })
  await knex.raw("DROP INDEX subscriptions_erring")
  await knex.raw("ALTER TABLE subscriptions DROP COLUMN erring_since")
}
