import type { Knex } from "knex"
import { isPostgres } from "../../dialect.ts"
import { id, resourceColumns } from "./columns.ts"

export async function createPayments(knex: Knex): Promise<void> {
  await createIntents(knex)
  await createAttempts(knex)
  await createRefunds(knex)
  await createLinks(knex)
}

async function createIntents(knex: Knex): Promise<void> {
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
    t.bigInteger("due_at")
    // Set once the intent has been processing or succeeded. The balance reads only these intents.
    t.boolean("counted").notNullable().defaultTo(false)
    t.text("metadata").notNullable().defaultTo("{}")
    // JSON of the member in the response. It is copied once an acquirer has responded, so lists need no other table.
    t.text("payment_method_details")
    // The sum of the refunds that have not failed. It is updated in the transaction that changes a refund.
    t.bigInteger("amount_refunded").notNullable().defaultTo(0)
    id(knex, t, "latest_attempt")
    t.bigInteger("ended_at")
    t.boolean("disputed").notNullable().defaultTo(false)
    t.index(["account", "created", "id"])
    t.index(["account", "customer", "id"])
    t.index(["account", "id"])
    t.index(["account", "status", "id"])
  })
  await knex.raw(
    "CREATE INDEX payment_intents_paid_in ON payment_intents (account, currency, (coalesce(ended_at, created)), id) WHERE status = 'succeeded'",
  )
  await indexShownStates(knex)
}

/** The dashboard finds payments by the state that it shows (src/payments/intents/shown-state.ts). */
const SHOWN = `(CASE status
  WHEN 'succeeded' THEN CASE WHEN disputed THEN 'disputed' WHEN amount_refunded >= amount THEN 'refunded'
    WHEN amount_refunded > 0 THEN 'partly_refunded' ELSE 'paid' END
  WHEN 'canceled' THEN CASE WHEN expired THEN 'expired' WHEN last_payment_error IS NULL THEN 'canceled' ELSE 'failed' END
  ELSE status END)`

async function indexShownStates(knex: Knex): Promise<void> {
  const details = isPostgres(knex) ? "payment_method_details::json ->> 'type'" : "payment_method_details ->> '$.type'"
  const method = `(coalesce(${details}, ''))`
  await knex.raw(`CREATE INDEX payment_intents_shown ON payment_intents (account, ${SHOWN}, ${method}, created, id)`)
  await knex.raw(
    `CREATE INDEX payment_intents_amount_shown ON payment_intents (account, amount, ${SHOWN}, ${method}, created, id)`,
  )
  // Postgres knows from its statistics which statuses are rare, and finds their payments by other indexes.
  if (!isPostgres(knex))
    await knex.raw("CREATE INDEX payment_intents_status_created ON payment_intents (account, status, created, id)")
}

async function createAttempts(knex: Knex): Promise<void> {
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
    id(knex, t, "refund")
    // The charge of a refund or a reversal.
    id(knex, t, "charge")
    t.bigInteger("amount")
    // The result of the payer's 3DS challenge: passed or failed.
    t.text("challenge")
    t.bigInteger("polling_since")
    t.bigInteger("due_at")
    t.integer("installments").notNullable().defaultTo(1)
    t.bigInteger("held_until_ms").notNullable().defaultTo(0)
    t.text("acquirer").notNullable().defaultTo("mock")
    id(knex, t, "credentials")
    // Milliseconds of the database's time, stored before the call.
    t.bigInteger("sent_at_ms")
    // The process that holds the attempt.
    t.text("owner")
    t.bigInteger("retry_until")
    t.bigInteger("missing_since")
    t.text("currency")
    t.index(["payment_intent"])
    t.index(["refund"])
  })
  await knex.raw("CREATE INDEX attempts_account_due_at ON attempts (account, due_at) WHERE due_at IS NOT NULL")
  await knex.raw("CREATE INDEX attempts_charge ON attempts (charge, acquirer) WHERE charge IS NOT NULL")
  await knex.raw("CREATE INDEX attempts_due_at ON attempts (due_at) WHERE due_at IS NOT NULL")
  await knex.raw("CREATE INDEX attempts_open ON attempts (created) WHERE state NOT IN ('done', 'given_up')")
  await knex.raw("CREATE INDEX attempts_open_card ON attempts (card) WHERE state <> 'done' AND card IS NOT NULL")
  await knex.raw("CREATE INDEX attempts_owner ON attempts (owner) WHERE owner IS NOT NULL")
  await knex.raw("CREATE INDEX attempts_pending ON attempts (kind, polling_since) WHERE state = 'pending'")
  await knex.raw(
    "CREATE INDEX attempts_unanswered ON attempts (polling_since) WHERE state IN ('unknown', 'by_hand', 'mismatched')",
  )
}

async function createRefunds(knex: Knex): Promise<void> {
  await knex.schema.createTable("refunds", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "payment_intent").notNullable().references("payment_intents.id")
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.text("reason")
    t.text("status").notNullable()
    t.text("metadata").notNullable().defaultTo("{}")
    t.bigInteger("failed_at")
    t.boolean("reported").notNullable().defaultTo(false)
    t.index(["account", "created", "id"])
    t.index(["account", "id"])
    t.index(["account", "payment_intent", "id"])
  })
  await knex.raw(
    "CREATE INDEX refunds_failed_in ON refunds (account, currency, (coalesce(failed_at, created)), (id || '-failed')) WHERE status = 'failed'",
  )
  await knex.raw("CREATE INDEX refunds_made_in ON refunds (account, currency, created, id)")
  await knex.raw("CREATE INDEX refunds_of_days ON refunds (account, status, created, id, reason, currency, amount)")
  await knex.raw(
    "CREATE UNIQUE INDEX refunds_ordered ON refunds (account, payment_intent) WHERE status <> 'failed' AND NOT reported",
  )

  await knex.schema.createTable("disputes", (t) => {
    resourceColumns(knex, t)
    id(knex, t, "payment_intent").notNullable().unique().references("payment_intents.id")
    id(knex, t, "refund").notNullable().references("refunds.id")
    t.text("charge")
    t.bigInteger("amount").notNullable()
    t.text("currency").notNullable()
    t.text("reason")
  })
  await knex.raw("CREATE INDEX disputes_account ON disputes (account, id)")
  await markDisputedPayments(knex)
}

/** A dispute has a refund with this reason. If it is won, that refund fails. */
const MARK = `UPDATE payment_intents SET disputed = EXISTS (
    SELECT 1 FROM refunds WHERE account = NEW.account AND payment_intent = NEW.payment_intent AND reason = 'dispute' AND status <> 'failed'
  ) WHERE id = NEW.payment_intent`

async function markDisputedPayments(knex: Knex): Promise<void> {
  if (isPostgres(knex)) {
    await knex.raw(`CREATE FUNCTION mark_disputed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${MARK}; RETURN NULL; END $$`)
    await knex.raw(
      `CREATE TRIGGER mark_disputed AFTER INSERT OR UPDATE OF status ON refunds
       FOR EACH ROW WHEN (NEW.reason = 'dispute') EXECUTE FUNCTION mark_disputed()`,
    )
    return
  }
  for (const [name, change] of [
    ["insert", "INSERT"],
    ["update", "UPDATE OF status"],
  ] as const)
    await knex.raw(
      `CREATE TRIGGER mark_disputed_${name} AFTER ${change} ON refunds WHEN NEW.reason = 'dispute' BEGIN ${MARK}; END`,
    )
}

async function createLinks(knex: Knex): Promise<void> {
  await knex.schema.createTable("hosted_links", (t) => {
    t.text("link").primary()
    id(knex, t, "account").notNullable()
    id(knex, t, "payment_intent").notNullable().references("payment_intents.id")
    id(knex, t, "attempt").notNullable()
    t.text("kind").notNullable()
    // The contents of the page, copied when the link was created.
    t.text("details").notNullable()
    // Account time. 0 for the links of earlier versions, which do not set it.
    t.bigInteger("due_at").notNullable().defaultTo(0)
  })
  await knex.raw("CREATE INDEX hosted_links_account_due_at ON hosted_links (account, due_at)")
  await knex.raw("CREATE INDEX hosted_links_due_at ON hosted_links (due_at)")
  await knex.raw("CREATE INDEX hosted_links_payment_intent ON hosted_links (payment_intent)")
}
