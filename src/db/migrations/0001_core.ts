import type { Knex } from "knex"
import { isPostgres } from "../dialect.ts"
import { id, resourceColumns, seconds } from "./columns.ts"

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable("settings", (t) => {
    t.text("name").primary()
    t.text("value").notNullable()
  })

  await knex.schema.createTable("accounts", (t) => {
    id(knex, t, "id").primary()
    t.text("name").notNullable()
    t.bigInteger("clock_offset").notNullable().defaultTo(0)
    seconds(t, "created").notNullable()
  })

  await knex.schema.createTable("encryption_keys", (t) => {
    id(knex, t, "id").primary()
    t.text("purpose").notNullable()
    t.text("wrapped").notNullable()
    // The digest key never changes. The newest of the other keys seals, and the older ones still open.
    t.text("only_one").unique()
    seconds(t, "created").notNullable()
  })

  await knex.schema.createTable("api_keys", (t) => {
    id(knex, t, "id").primary()
    id(knex, t, "account").notNullable().references("accounts.id")
    t.text("kind").notNullable()
    t.text("scopes").notNullable()
    t.text("digest").notNullable().unique()
    t.text("version").notNullable()
    seconds(t, "expires_at")
    seconds(t, "revoked_at")
    seconds(t, "created").notNullable()
  })

  await knex.schema.createTable("merchant_origins", (t) => {
    id(knex, t, "account").notNullable().references("accounts.id")
    t.text("origin").notNullable()
    seconds(t, "created").notNullable()
    t.primary(["account", "origin"])
    t.index(["origin"])
  })

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
    seconds(t, "expires_at")
    t.primary(["account", "key"])
    t.index(["expires_at"])
    t.index(["account", "expires_at"])
  })

  await knex.schema.createTable("customers", (t) => {
    resourceColumns(knex, t)
    t.text("email").notNullable()
    t.text("email_lower").notNullable()
    t.text("name")
    t.text("phone")
    t.text("document")
    t.text("address")
    t.index(["account", "id"])
    t.index(["account", "email_lower", "id"])
  })

  await knex.schema.createTable("products", (t) => {
    resourceColumns(knex, t)
    t.text("name").notNullable()
    t.text("description")
    t.text("status").notNullable()
    t.boolean("recurring").notNullable().defaultTo(false)
    t.index(["account", "id"])
    t.index(["account", "status", "id"])
  })

  await knex.schema.createTable("product_prices", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "product").notNullable().references("products.id")
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.index(["account", "product", "id"])
  })

  await knex.schema.createTable("cards", (t) => {
    resourceColumns(knex, t)
    t.text("brand").notNullable()
    t.text("last4").notNullable()
    t.integer("exp_month").notNullable()
    t.integer("exp_year").notNullable()
    t.text("holder_name")
    t.text("sealed_number").notNullable()
    t.text("sealed_cvc")
  })

  await knex.schema.createTable("tokens", (t) => {
    resourceColumns(knex, t)
    t.text("type").notNullable()
    id(knex, t, "card").references("cards.id")
    t.boolean("used").notNullable().defaultTo(false)
    // The attempt that holds the token until the acquirer has responded.
    id(knex, t, "reserved_by")
    seconds(t, "expires_at").notNullable()
    // When the CVC must be erased, while the vault still has one. The expiry job reads this column.
    seconds(t, "due_at")
    t.index(["due_at"])
    t.index(["account", "due_at"])
  })

  await knex.schema.createTable("payment_intents", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "customer").notNullable().references("customers.id")
    id(knex, t, "product").references("products.id")
    id(knex, t, "subscription")
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.text("status").notNullable()
    t.text("description")
    t.text("statement_descriptor")
    t.text("payment_method_types").notNullable()
    t.text("utm")
    t.text("last_payment_error")
    t.text("charge")
    t.text("next_action")
    t.text("cancellation_reason")
    t.boolean("expired").notNullable().defaultTo(false)
    // The attempt that is at the acquirer. Until it ends, nothing else may move the intent.
    id(knex, t, "running_attempt")
    // When the PIX, the boleto or the 3DS challenge of the intent expires.
    seconds(t, "due_at")
    t.index(["account", "id"])
    t.index(["account", "customer", "id"])
    t.index(["due_at"])
    t.index(["account", "due_at"])
  })

  await knex.schema.createTable("attempts", (t) => {
    resourceColumns(knex, t)
    t.text("kind").notNullable()
    // Vintém's key for the sale at the acquirer. It is stored before the call, so the sale can be looked up after a crash.
    t.text("reference").notNullable().unique()
    id(knex, t, "payment_intent").references("payment_intents.id")
    id(knex, t, "customer")
    id(knex, t, "token")
    id(knex, t, "payment_method")
    id(knex, t, "card")
    t.text("type").notNullable()
    t.boolean("off_session").notNullable().defaultTo(false)
    t.text("return_url")
    // The idempotency key of the request that waits for the outcome.
    t.text("idempotency_key")
    t.text("state").notNullable()
    t.text("outcome")
    // Real milliseconds. The process that runs the attempt renews the lease. After it lapses, another one recovers the attempt.
    t.bigInteger("lease_until_ms")
    t.index(["state", "lease_until_ms"])
    t.index(["payment_intent"])
  })

  await knex.schema.createTable("mock_charges", (t) => {
    resourceColumns(knex, t)
    t.text("reference").notNullable().unique()
    t.text("kind").notNullable()
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.bigInteger("refunded").notNullable().defaultTo(0)
    t.text("status").notNullable()
    t.text("code")
    t.text("details")
    t.index(["account", "id"])
  })

  await knex.schema.createTable("events", (t) => {
    resourceColumns(knex, t)
    t.text("type").notNullable()
    // Every attempt and every reader gets exactly these bytes.
    t.text("body").notNullable()
    t.index(["account", "id"])
    t.index(["account", "type", "id"])
  })

  await createRateLimits(knex)
}

/** The table in which rate-limiter-flexible counts on Postgres. It is unlogged, as losing a count is harmless. */
async function createRateLimits(knex: Knex): Promise<void> {
  if (!isPostgres(knex)) return
  await knex.raw(
    "CREATE UNLOGGED TABLE rate_limits (key varchar(255) PRIMARY KEY, points integer NOT NULL DEFAULT 0, expire bigint)",
  )
}
