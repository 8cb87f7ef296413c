/**
 * A table of accounts, as it is after this migration. Each key has `account` before these columns. `references` are the tables whose rows it
 * names, by the column that has the id: both rows belong to one account.
 */
export type AccountTable = {
  table: string
  key: readonly string[]
  references?: Readonly<Record<string, string>>
  /** Since the first release, every process writes the account into these rows. Older rows get that of the row that they name. */
  accountOf?: { table: string; column: string }
  onDelete?: "CASCADE"
}

export const TABLES: readonly AccountTable[] = [
  { table: "api_keys", key: ["id"] },
  { table: "customers", key: ["id"] },
  { table: "acquirer_credentials", key: ["id"] },
  { table: "cards", key: ["id"] },
  { table: "products", key: ["id"] },
  { table: "product_prices", key: ["id"], references: { product: "products" } },
  { table: "plans", key: ["id"], references: { product: "products" } },
  { table: "tokens", key: ["id"], references: { card: "cards" } },
  { table: "payment_methods", key: ["id"], references: { customer: "customers", card: "cards" } },
  { table: "payment_intents", key: ["id"], references: { customer: "customers", product: "products" } },
  { table: "attempts", key: ["id"], references: { payment_intent: "payment_intents" } },
  { table: "refunds", key: ["id"], references: { payment_intent: "payment_intents" } },
  { table: "disputes", key: ["id"], references: { payment_intent: "payment_intents", refund: "refunds" } },
  { table: "hosted_links", key: ["link"], references: { payment_intent: "payment_intents" } },
  {
    table: "subscriptions",
    key: ["id"],
    references: {
      customer: "customers",
      product: "products",
      plan: "plans",
      founding_intent: "payment_intents",
      latest_payment_intent: "payment_intents",
    },
  },
  {
    table: "subscription_charges",
    key: ["subscription", "period", "attempt"],
    references: { subscription: "subscriptions", payment_intent: "payment_intents" },
    accountOf: { table: "subscriptions", column: "subscription" },
  },
  { table: "mock_charges", key: ["id"] },
  { table: "mock_refunds", key: ["id"], references: { charge: "mock_charges" } },
  { table: "events", key: ["id"] },
  { table: "webhook_endpoints", key: ["id"] },
  { table: "integrations", key: ["id"] },
  { table: "purchase_messages", key: ["id"], references: { payment_intent: "payment_intents" } },
  { table: "deliveries", key: ["id"] },
  {
    table: "delivery_attempts",
    key: ["delivery", "attempt"],
    references: { delivery: "deliveries" },
    accountOf: { table: "deliveries", column: "delivery" },
    onDelete: "CASCADE",
  },
  { table: "failing_work", key: ["kind", "item"] },
]

type Index = { name: string; on: string; unique?: true }

/** The indexes whose columns begin with the account now. */
export const INDEXES: readonly Index[] = [
  { name: "attempts_account_reference", on: "attempts (account, reference)", unique: true },
  { name: "mock_charges_account_reference", on: "mock_charges (account, reference)", unique: true },
  { name: "mock_refunds_account_reference", on: "mock_refunds (account, reference)", unique: true },
  { name: "disputes_account_payment_intent", on: "disputes (account, payment_intent)", unique: true },
  { name: "purchase_messages_account_payment_intent", on: "purchase_messages (account, payment_intent)", unique: true },
  { name: "subscriptions_account_founding_intent", on: "subscriptions (account, founding_intent)", unique: true },
  { name: "subscription_charges_account_payment_intent", on: "subscription_charges (account, payment_intent)", unique: true },
  {
    name: "subscription_charges_account_one",
    on: "subscription_charges (account, subscription, period) WHERE NOT failed",
    unique: true,
  },
  { name: "plans_account_active_product", on: "plans (account, product) WHERE is_active", unique: true },
  { name: "attempts_account_payment_intent", on: "attempts (account, payment_intent)" },
  { name: "attempts_account_refund", on: "attempts (account, refund)" },
  { name: "attempts_account_open_card", on: "attempts (account, card) WHERE state <> 'done' AND card IS NOT NULL" },
  { name: "tokens_account_card", on: "tokens (account, card) WHERE card IS NOT NULL" },
  { name: "payment_methods_account_card", on: "payment_methods (account, card)" },
  { name: "hosted_links_account_payment_intent", on: "hosted_links (account, payment_intent)" },
  { name: "deliveries_account_message", on: "deliveries (account, message)" },
  // All failures of a kind are counted.
  { name: "failing_work_kind", on: "failing_work (kind)" },
  // A page is found by its link alone.
  { name: "hosted_links_link", on: "hosted_links (link)" },
]

/** The indexes that the new keys make superfluous. */
export const SUPERFLUOUS: readonly string[] = [
  "acquirer_credentials_account_index",
  "api_keys_account_id",
  "customers_account_id_index",
  "disputes_account",
  "integrations_account_id_index",
  "payment_intents_account_id_index",
  "plans_account_id_index",
  "products_account_id_index",
  "refunds_account_id_index",
  "subscriptions_account_id_index",
  "webhook_endpoints_account_id_index",
]

/** The indexes that only the release before needs. */
export const OLD_INDEXES: readonly string[] = [
  "attempts_open_card",
  "attempts_payment_intent_index",
  "attempts_refund_index",
  "deliveries_message",
  "hosted_links_payment_intent",
  "payment_methods_card",
  "plans_active_product",
  "subscription_charges_one",
  "tokens_card",
]

/** The keys that only the release before needs, by the names that the base gave them. */
export const OLD_UNIQUE_KEYS: Readonly<Record<string, string>> = {
  attempts_reference_unique: "attempts",
  mock_charges_reference_unique: "mock_charges",
  mock_refunds_reference_unique: "mock_refunds",
  disputes_payment_intent_unique: "disputes",
  purchase_messages_payment_intent_unique: "purchase_messages",
  subscriptions_founding_intent_unique: "subscriptions",
  subscription_charges_payment_intent_unique: "subscription_charges",
}

/** Each dispute has a refund with this reason. If it is won, that refund fails. */
export const MARK_DISPUTED = `UPDATE payment_intents SET disputed = EXISTS (
    SELECT 1 FROM refunds WHERE account = NEW.account AND payment_intent = NEW.payment_intent AND reason = 'dispute' AND status <> 'failed'
  ) WHERE account = NEW.account AND id = NEW.payment_intent`

export const keyName = (table: string) => `${table}_account_key`
export const referenceName = (table: string, column: string) => `${table}_account_${column}`
