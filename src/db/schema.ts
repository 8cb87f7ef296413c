/**
 * The columns of every table that the migrations leave. A statement that reads whole rows names exactly these, so it gives the same
 * rows after a newer version has added a column. A test compares this list with a migrated database.
 */
const TABLES: Record<string, string> = {
  settings: "name value",
  accounts: "id name clock_offset created",
  encryption_keys: "id purpose wrapped only_one created",
  api_keys: "id account kind scopes digest version expires_at revoked_at created",
  merchant_origins: "account origin created",
  idempotency_keys: "account key fingerprint status body sealed lease_until_ms expires_at",
  customers: "id account created email email_lower name phone document address metadata",
  products: "id account created name description status recurring metadata",
  product_prices: "id account created product amount currency",
  cards: "id account created brand last4 exp_month exp_year holder_name sealed_number sealed_cvc",
  tokens: "id account created type card used reserved_by expires_at due_at",
  payment_intents: `
    id account created customer product subscription amount currency status description statement_descriptor
    payment_method_types payment_method_details utm last_payment_error charge next_action cancellation_reason expired
    running_attempt due_at counted amount_refunded metadata`,
  attempts: `
    id account created kind reference payment_intent refund charge customer token payment_method card type off_session
    return_url idempotency_key installments amount challenge state outcome lease_until_ms asking_since due_at`,
  mock_charges: `
    id account created reference kind amount currency refunded status code details installments notice notice_at`,
  mock_refunds: "id account created reference charge kind amount",
  events: "id account created type body",
  payment_methods: "id account created customer card",
  refunds: "id account created payment_intent amount currency reason status metadata",
  disputes: "id account created payment_intent refund charge amount currency reason",
  hosted_links: "link account payment_intent attempt kind details",
  webhook_endpoints: "id account created url enabled_events description sealed_secret sealed_old_secret old_secret_until_ms",
  integrations: "id account created url active sealed_secret",
  purchase_messages: "id account created payment_intent body",
  deliveries: "id account created target message status attempts due_at_ms lease_until_ms last_attempt",
  plans: "id account created product name interval interval_count trial_days is_active",
  subscriptions: `
    id account created customer product plan plan_name founding_intent latest_payment_intent status payment_type amount currency
    interval interval_count anchor trial_start trial_end period current_period_start current_period_end attempt
    first_failed_at erring_since dead_payment_method charge_due_at cancel_at cancel_at_period_end canceled_at
    cancellation_reason due_at`,
  subscription_charges: "subscription period attempt payment_intent failed",
  clock_turns: "account key id begun target lease_until_ms",
}

export const TABLE_NAMES = Object.keys(TABLES)

/** Lists the columns of a table. Throws for a table that is not in the list. */
export function columnsOf(table: string): string[] {
  const columns = TABLES[table]
  if (columns === undefined) throw new Error(`src/db/schema.ts does not list the columns of '${table}'`)
  return columns.trim().split(/\s+/)
}
