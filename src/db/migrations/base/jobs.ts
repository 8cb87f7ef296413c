import type { Knex } from "knex"
import { id } from "./columns.ts"

export async function createJobs(knex: Knex): Promise<void> {
  await knex.schema.createTable("idempotency_keys", (t) => {
    id(knex, t, "account").notNullable()
    t.text("key").notNullable()
    t.text("fingerprint").notNullable()
    // Null while the request is running. Set when the response is saved.
    t.integer("status")
    t.text("body")
    t.boolean("sealed").notNullable().defaultTo(false)
    // Real milliseconds. Set only for an operation that can run again after its process has died.
    t.bigInteger("lease_until_ms")
    t.bigInteger("expires_at")
    t.primary(["account", "key"])
  })
  await knex.raw(
    "CREATE INDEX idempotency_keys_account_expires_at ON idempotency_keys (account, expires_at) WHERE expires_at IS NOT NULL",
  )
  await knex.raw("CREATE INDEX idempotency_keys_expires_at ON idempotency_keys (expires_at) WHERE expires_at IS NOT NULL")

  await knex.schema.createTable("failing_work", (t) => {
    t.text("kind").notNullable()
    id(knex, t, "item").notNullable()
    id(knex, t, "account").notNullable()
    // Milliseconds of the database's time.
    t.bigInteger("since_ms").notNullable()
    t.integer("failures").notNullable()
    t.text("message").notNullable()
    t.primary(["kind", "item"])
    t.index(["since_ms"])
  })

  await knex.schema.createTable("clock_turns", (t) => {
    id(knex, t, "account").notNullable().references("accounts.id")
    // The request's Idempotency-Key. A retry uses it to recover the turn of a dead process. A request without a key uses its id.
    t.text("key").notNullable()
    id(knex, t, "id").notNullable()
    t.boolean("begun").notNullable()
    t.bigInteger("target")
    // Real milliseconds. If the lease has lapsed, the process that waited or ran is dead.
    t.bigInteger("lease_until_ms").notNullable()
    // Null until the turn comes, and for a turn that a process of the previous version began.
    t.bigInteger("began_at")
    t.primary(["account", "key"])
    t.index(["lease_until_ms"])
  })
}
