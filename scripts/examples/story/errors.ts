// The errors that the shop can get.
import { once } from "node:events"
import { createAccount } from "../../../src/accounts/accounts.ts"
import { MAX_OF_ACCOUNT } from "../../../src/base/bounds.ts"
import type { Statement } from "../../../src/db/statement.ts"
import { NEWEST_VERSION } from "../../../src/versions.ts"
import { hurry } from "../fixed.ts"
import type { Shop } from "../shop.ts"

/** A header with an idempotency key. */
const idempotent = (digit: number) => ({ "idempotency-key": `6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c1${digit}` })

/** The operations whose path can name an object that does not exist. */
const UNKNOWN = [
  ["csub", "customer_subscription_not_found", ["pauseCustomerSubscription", "resumeCustomerSubscription"]],
  ["cus", "customer_not_found", ["retrieveCustomer", "updateCustomer"]],
  [
    "csub",
    "customer_subscription_not_found",
    ["retrieveCustomerSubscription", "updateCustomerSubscription", "cancelCustomerSubscription"],
  ],
  ["evt", "event_not_found", ["retrieveEvent"]],
  ["pm", "payment_method_not_found", ["retrievePaymentMethod", "updatePaymentMethod", "detachPaymentMethod"]],
  ["plink", "payment_link_not_found", ["retrievePaymentLink", "updatePaymentLink"]],
  ["prd", "product_not_found", ["retrieveProduct", "updateProduct"]],
  ["re", "refund_not_found", ["retrieveRefund"]],
  ["pi", "payment_intent_not_found", ["retrievePaymentIntent", "capturePaymentIntent", "cancelPaymentIntent"]],
  ["pi", "payment_intent_not_found", ["succeedPaymentIntent", "failPaymentIntent", "expirePaymentIntent"]],
  ["we", "webhook_endpoint_not_found", ["retrieveWebhookEndpoint", "updateWebhookEndpoint", "deleteWebhookEndpoint"]],
  ["we", "webhook_endpoint_not_found", ["rotateWebhookEndpointSecret", "listWebhookDeliveries", "replayWebhookDelivery"]],
] as const

export async function refuse(shop: Shop): Promise<void> {
  await refuseParameters(shop)
  await refuseKeys(shop)
  await missObjects(shop)
  await refuseCards(shop)
  await refuseBodies(shop)
  await shop.whatIf(busy, { MOCK_ACQUIRER_FAULTS: "authorize=slow:2000" })
  await shop.whatIf(tooManyEndpoints)
  await shop.whatIf(tooManyRequests, { RATE_LIMIT: "1", RATE_LIMIT_TOKENS: "1" })
  await shop.whatIf(tooManyFromAnAddress, { RATE_LIMIT_ADDRESS: "1" })
  await shop.whatIf(damaged)
  await shop.whatIf(unreachable)
  await saveUnusableTokens(shop)
  await refuseAlike(shop)
  await shop.whatIf(tooLate)
  await shop.whatIf(tooManyOrigins)
  await shop.whatIf(tooManyPaymentLinks)
  await hurry(shop.whatIf(stillInProgress))
}

async function refuseParameters(shop: Shop): Promise<void> {
  const create = (example: string, body: object) => shop.show("createPaymentIntent", example, { like: "card", body })
  await create("parameter_missing", { customer: undefined })
  await create("parameter_invalid", { amount: 0 })
  await create("parameter_misspelled", { amout: 4990 })
  const list = (example: string, changes: object) => shop.show("listPaymentIntents", example, changes)
  await list("limit_invalid", { query: { limit: "101" } })
  await list("query_parameter_unknown", { query: { page: "2" } })
  await list("version_unknown", { headers: { "service-version": "2026-01-01" } })
  await shop.show("pauseCustomerSubscription", "resumes_at_invalid", { like: "until", body: { resumes_at: 1777300800 } })
  await shop.show("cancelCustomerSubscription", "cancel_at_invalid", { like: "at_a_time", body: { cancel_at_period_end: true } })
  await shop.show("confirmPaymentIntent", "payment_intent_unexpected_state", { like: "card" })
  await shop.show("cancelPaymentIntent", "payment_intent_unexpected_state", { like: "reason" })
  const { id } = await shop.send("createPaymentIntent", { like: "card" })
  await shop.show("createRefund", "payment_intent_unexpected_state", { body: { payment_intent: id } })
}

async function refuseKeys(shop: Shop): Promise<void> {
  const balance = (example: string, key: string | null) => shop.show("retrieveBalance", example, { key })
  await balance("api_key_missing", null)
  await balance("api_key_invalid", `zsk_test_${"0".repeat(32)}`)
  await balance("api_key_expired", await shop.newKey({ expires_at: 1 }))
  const reader = await shop.newKey({ kind: "restricted", scopes: ["payment_intents:read"] })
  await shop.show("createToken", "scope_missing", { like: "card", key: reader })
  const publishable = await shop.newKey({ kind: "publishable" })
  const from = (origin: string) => ({ key: publishable, headers: { origin } })
  await shop.show("createPaymentIntent", "key_not_allowed", { like: "card", ...from("https://shop.example") })
  await shop.show("createToken", "origin_not_allowed", { like: "card", ...from("https://elsewhere.example") })
  await shop.whatIf(
    async (shop) => {
      const live = shop.server.modes.live!
      await live.database.transaction((tx) => createAccount(tx, live.clock, "Padaria do Zé", shop.account))
      await shop.showEverywhere("test_mode_only", { key: await shop.newKey({}) })
    },
    { LIVE: "yes" },
  )
}

async function missObjects(shop: Shop): Promise<void> {
  for (const [prefix, example, operations] of UNKNOWN)
    for (const operation of operations) await shop.show(operation, example, { path: { id: `${prefix}_unknown` } })
  for (const operation of ["setProductPrice", "retrieveProductPrice"])
    await shop.show(operation, "product_not_found", { like: "price", path: { productId: "prd_unknown" } })
  await shop.show("replayWebhookDelivery", "event_not_found", { path: { eventId: "evt_unknown" } })
  await shop.show("confirmPaymentIntent", "payment_intent_not_found", { like: "card", path: { id: "pi_unknown" } })
  const named = (operation: string, example: string, body: object) => shop.show(operation, example, { like: "card", body })
  await named("createPaymentIntent", "customer_not_found", { customer: "cus_unknown" })
  await named("createPaymentIntent", "product_not_found", { product: "prd_unknown" })
  await shop.show("createPaymentLink", "product_not_found", { like: "product", body: { product: "prd_unknown" } })
  await named("createPaymentMethod", "customer_not_found", { customer: "cus_unknown" })
  await named("updateCustomerSubscription", "payment_method_not_found", { payment_method: "pm_unknown" })
  await named("updateCustomerSubscription", "payment_method_invalid", { payment_method: "tok_unknown" })
  await named("createRefund", "payment_intent_not_found", { payment_intent: "pi_unknown" })
  await shop.show("deleteMerchantOrigin", "merchant_origin_not_found", { query: { origin: "https://elsewhere.example" } })
}

async function refuseCards(shop: Shop): Promise<void> {
  const card = { number: "4242 4242 4242 4242", expMonth: 12, expYear: 2030, cvc: "123" }
  const token = (example: string, changes: object) =>
    shop.show("createToken", example, { like: "card", body: { card: { ...card, ...changes } } })
  await token("card_number_invalid", { number: "4242 4242 4242 4241" })
  await token("card_expired", { expYear: 2025 })
  for (const [example, number] of [
    ["card_declined", "4000000000000002"],
    ["insufficient_funds", "4000000000009995"],
    ["incorrect_cvc", "4000000000000127"],
    ["expired_card", "4000000000000069"],
  ] as const) {
    const { id } = await shop.send("createToken", { like: "card", body: { card: { ...card, number } } })
    await shop.show("createPaymentMethod", example, { like: "card", body: { token: id } })
  }
  const order = await shop.send("createPaymentIntent", { like: "card" })
  const { id } = await shop.send("createToken", { like: "card", body: { card: { ...card, number: "4000000000000119" } } })
  const confirm = (example: string, payment_method: string) =>
    shop.show("confirmPaymentIntent", example, { path: { id: order.id }, body: { payment_method } })
  await confirm("processing_error", id)
  await confirm("token_unusable", shop.id("card_token"))
  await confirm("unsupported_token_type", shop.id("wallet_token"))
  await confirm("token_type_not_allowed", shop.id("pix_token"))
  await confirm("payment_method_not_found", "pm_unknown")
  const { id: stranger } = await shop.send("createCustomer", { like: "short" })
  const withPix = await shop.send("createPaymentIntent", { like: "attributed", body: { customer: stranger } })
  await shop.show("confirmPaymentIntent", "customer_document_missing", { like: "pix", path: { id: withPix.id } })
}

async function refuseBodies(shop: Shop): Promise<void> {
  const headers = { "content-type": "application/json" }
  await shop.show("createCustomer", "request_too_large", { raw: `{"name":"${"a".repeat(70_000)}"}`, headers })
  await shop.show("createCustomer", "unsupported_media_type", {
    raw: "email=maria@example.com",
    headers: { "content-type": "text/plain" },
  })
  await shop.send("createCustomer", { like: "short", headers: idempotent(1) })
  await shop.show("createCustomer", "idempotency_key_in_use", { like: "full", headers: idempotent(1) })
}

/** While one confirm waits for the acquirer. */
async function busy(shop: Shop): Promise<void> {
  const { id } = await shop.send("createPaymentIntent", { like: "card" })
  const { id: token } = await shop.send("createToken", { like: "card" })
  const confirm = { path: { id }, body: { payment_method: token }, headers: idempotent(2) }
  const first = shop.send("confirmPaymentIntent", confirm)
  await once(shop.steps, "confirm: attempt written")
  await hurry(shop.show("cancelPaymentIntent", "payment_intent_locked", { path: { id } }))
  await hurry(shop.showEverywhere("payment_intent_locked", { path: { id } }))
  await hurry(shop.show("confirmPaymentIntent", "idempotency_request_in_progress", confirm))
  await first
}

async function tooManyEndpoints(shop: Shop): Promise<void> {
  const { data } = await shop.send("listWebhookEndpoints")
  for (let count = data.length; count < MAX_OF_ACCOUNT.webhook_endpoints; count++)
    await shop.send("createWebhookEndpoint", { like: "all", body: { url: `https://shop.example/webhooks/${count}` } })
  await shop.show("createWebhookEndpoint", "limit_reached", { like: "all" })
}

async function tooManyOrigins(shop: Shop): Promise<void> {
  const { data } = await shop.send("listMerchantOrigins")
  for (let count = data.length; count < MAX_OF_ACCOUNT.origins; count++)
    await shop.send("createMerchantOrigin", { body: { origin: `https://shop-${count}.example` } })
  await shop.show("createMerchantOrigin", "limit_reached", { body: { origin: "https://one-more.example" } })
}

async function tooManyPaymentLinks(shop: Shop): Promise<void> {
  for (let count = 0; count < MAX_OF_ACCOUNT.payment_links; count++) await shop.send("createPaymentLink", { like: "product" })
  await shop.show("createPaymentLink", "limit_reached", { like: "product" })
  const { data } = await shop.send("listPaymentLinks", {})
  const path = { id: data[0].id }
  await shop.send("updatePaymentLink", { like: "close", path })
  await shop.send("createPaymentLink", { like: "product" })
  await shop.show("updatePaymentLink", "limit_reached", { path, body: { active: true } })
}

async function tooLate(shop: Shop): Promise<void> {
  const { id } = await shop.send("createPaymentIntent", { like: "card" })
  await shop.send("cancelPaymentIntent", { like: "reason", path: { id } })
  await shop.showEverywhere("payment_intent_canceled", { path: { id } })
}

async function saveUnusableTokens(shop: Shop): Promise<void> {
  const save = (example: string, token: string) => shop.show("createPaymentMethod", example, { like: "card", body: { token } })
  await save("token_unusable", shop.id("card_token"))
  await save("unsupported_token_type", shop.id("wallet_token"))
  const card = { number: "4000000000000119", expMonth: 12, expYear: 2030, cvc: "123" }
  const { id } = await shop.send("createToken", { like: "card", body: { card } })
  await save("processing_error", id)
  await shop.show("createPaymentMethod", "parameter_missing", { like: "card", body: { customer: undefined } })
  await shop.show("createToken", "parameter_missing", { like: "card", body: { card: undefined } })
  await shop.show("listPaymentMethods", "parameter_missing", { query: { customer: undefined } })
}

/** What every operation answers in the same words. A shared example is recorded with each operation that shows it. */
async function refuseAlike(shop: Shop): Promise<void> {
  const json = { "content-type": "application/json" }
  await shop.showEverywhere("parameter_unknown", { query: { colour: "blue" } })
  await shop.showEverywhere("query_parameter_unknown", { query: { page: "2" } })
  await shop.showEverywhere("limit_invalid", { query: { limit: "101" } })
  // An older key's version lacks some operations, and then nothing else is refused.
  const newest = await shop.newKey({ version: NEWEST_VERSION })
  await shop.showEverywhere("version_unknown", { key: newest, headers: { "service-version": "2026-01-01" } })
  await shop.showEverywhere("idempotency_key_invalid", { headers: { "idempotency-key": "order-17" } })
  await shop.showEverywhere("api_key_missing", { key: null })
  await shop.showEverywhere("api_key_invalid", { key: `zsk_test_${"0".repeat(32)}` })
  await shop.showEverywhere("api_key_expired", { key: await shop.newKey({ expires_at: 1 }) })
  const publishable = await shop.newKey({ kind: "publishable" })
  await shop.showEverywhere("key_not_allowed", { key: publishable, headers: { origin: "https://shop.example" } })
  await shop.showEverywhere("origin_not_allowed", { key: publishable, headers: { origin: "https://elsewhere.example" } })
  await shop.showEverywhere("request_too_large", { raw: `{"name":"${"a".repeat(70_000)}"}`, headers: json })
  await shop.showEverywhere("unsupported_media_type", { raw: "a=b", headers: { "content-type": "text/plain" } })
  await shop.showEverywhere("idempotency_key_in_use", { headers: idempotent(1) })
}

const forgetResponses: Statement<void> = {
  compiled: () => ({
    name: "forget-responses",
    sql: "UPDATE idempotency_keys SET status = NULL, body = NULL, expires_at = NULL, lease_until_ms = NULL",
    bind: () => [],
  }),
}

/** The responses of first requests are forgotten, as if they still ran. */
async function stillInProgress(shop: Shop): Promise<void> {
  const { database } = shop.server.modes.test
  let keys = 100
  await shop.showEverywhere("idempotency_request_in_progress", async (operation, like) => {
    const changes = { like, headers: { "idempotency-key": `6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2${keys++}` } }
    await shop.attempt(operation, changes)
    await database.transaction((tx) => tx.run(forgetResponses, {}))
    return changes
  })
}

async function tooManyRequests(shop: Shop): Promise<void> {
  await shop.showEverywhere("rate_limit_exceeded", async (operation, like) => {
    for (const _ of "12") await shop.attempt(operation, { like })
    return {}
  })
}

async function tooManyFromAnAddress(shop: Shop): Promise<void> {
  for (const _ of "12") await shop.attempt("retrieveBalance", { key: "zsk_test_unknown" })
  await shop.showEverywhere("address_limit_exceeded", { key: null })
}

const loseKeys: Statement<void> = {
  compiled: () => ({ name: "lose-keys", sql: "ALTER TABLE api_keys RENAME TO lost_keys", bind: () => [] }),
}

async function damaged(shop: Shop): Promise<void> {
  await shop.server.modes.test.database.transaction((tx) => tx.run(loseKeys, {}))
  await shop.showEverywhere("internal_error", {})
}

async function unreachable(shop: Shop): Promise<void> {
  await shop.server.modes.test.database.close()
  await shop.show("checkReadiness", "database_unreachable")
  await shop.showEverywhere("not_ready", {})
}
