import type { operations } from "../generated/types.ts"
import type { Audited } from "../src/http/audit.ts"
import * as balance from "./balance.ts"
import type { Read, SecretMember, Write } from "./call.ts"
import * as customerSubscriptions from "./customer-subscriptions.ts"
import * as customers from "./customers.ts"
import * as events from "./events.ts"
import * as merchantOrigins from "./merchant-origins.ts"
import * as paymentIntents from "./payment-intents.ts"
import * as paymentLinks from "./payment-links.ts"
import * as paymentMethods from "./payment-methods.ts"
import * as products from "./products.ts"
import * as refunds from "./refunds.ts"
import * as testClock from "./test-clock.ts"
import * as testHelpers from "./test-helpers.ts"
import * as tokens from "./tokens.ts"
import * as webhookEndpoints from "./webhook-endpoints.ts"

/** Handled by `src/web/open-operations.ts`, because they have no account and no mode. */
export const OPEN_OPERATIONS = ["retrieveOpenapi", "showDocs", "checkHealth", "checkReadiness"] as const

type Open = (typeof OPEN_OPERATIONS)[number]

/** The secret member of an operation's body. No digest may include it, not even a keyed one. */
export const SECRET_MEMBERS: Partial<Record<string, SecretMember>> = { createToken: tokens.cvc }

/** The audit log's actions of the operations that merchants call with an API key. */
export const AUDITED: Audited = {
  cancelPaymentIntent: "payment.cancel",
  updateCustomerSubscription: "subscription.update",
  capturePaymentIntent: "payment.capture",
  pauseCustomerSubscription: "subscription.pause",
  resumeCustomerSubscription: "subscription.resume",
  cancelCustomerSubscription: "subscription.cancel",
  createPaymentLink: "payment_link.create",
  updatePaymentLink: "payment_link.update",
  createMerchantOrigin: "origin.add",
  deleteMerchantOrigin: "origin.remove",
  createWebhookEndpoint: "webhook_endpoint.create",
  updateWebhookEndpoint: "webhook_endpoint.update",
  deleteWebhookEndpoint: "webhook_endpoint.delete",
  rotateWebhookEndpointSecret: "webhook_endpoint.rotate_secret",
}

type About = (params: Record<string, string>, body: Record<string, unknown>) => string[]

/**
 * The operations that may share a transaction on Postgres, and what a request is about besides its idempotency key: two requests about the
 * same thing never share one (docs/decisions/0019-shared-transactions.md). A create only inserts rows of its own. A token pays once, but
 * several payments at a time may use the same saved card.
 */
export const SHARES_TRANSACTION: Partial<Record<string, About>> = {
  createCustomer: () => [],
  createToken: () => [],
  createPaymentIntent: () => [],
  confirmPaymentIntent: ({ id }, { payment_method }) => [String(id), ...tokenIn(String(payment_method))],
}

const tokenIn = (method: string) => (method.startsWith("tok_") ? [method] : [])

/** The handler of every operation that needs a key. */
export const handlers = {
  createToken: tokens.create,
  createCustomer: customers.create,
  retrieveCustomer: customers.retrieve,
  updateCustomer: customers.update,
  listCustomers: customers.list,
  createProduct: products.create,
  retrieveProduct: products.retrieve,
  updateProduct: products.update,
  listProducts: products.list,
  retrieveProductPrice: products.retrievePrice,
  setProductPrice: products.setProductPrice,
  createPaymentIntent: paymentIntents.create,
  retrievePaymentIntent: paymentIntents.retrieve,
  listPaymentIntents: paymentIntents.list,
  confirmPaymentIntent: paymentIntents.confirm,
  capturePaymentIntent: paymentIntents.capture,
  cancelPaymentIntent: paymentIntents.cancel,
  createPaymentLink: paymentLinks.create,
  retrievePaymentLink: paymentLinks.retrieve,
  listPaymentLinks: paymentLinks.list,
  updatePaymentLink: paymentLinks.update,
  createPaymentMethod: paymentMethods.create,
  retrievePaymentMethod: paymentMethods.retrieve,
  listPaymentMethods: paymentMethods.list,
  updatePaymentMethod: paymentMethods.update,
  detachPaymentMethod: paymentMethods.detach,
  createRefund: refunds.create,
  retrieveRefund: refunds.retrieve,
  listRefunds: refunds.list,
  retrieveBalance: balance.retrieve,
  succeedPaymentIntent: testHelpers.succeed,
  failPaymentIntent: testHelpers.fail,
  expirePaymentIntent: testHelpers.expire,
  createMerchantOrigin: merchantOrigins.create,
  listMerchantOrigins: merchantOrigins.list,
  deleteMerchantOrigin: merchantOrigins.remove,
  retrieveCustomerSubscription: customerSubscriptions.retrieve,
  listCustomerSubscriptions: customerSubscriptions.list,
  updateCustomerSubscription: customerSubscriptions.update,
  pauseCustomerSubscription: customerSubscriptions.pause,
  resumeCustomerSubscription: customerSubscriptions.resume,
  cancelCustomerSubscription: customerSubscriptions.cancel,
  retrieveTestClock: testClock.retrieve,
  advanceTestClock: testClock.advance,
  listEvents: events.list,
  retrieveEvent: events.retrieve,
  createWebhookEndpoint: webhookEndpoints.create,
  listWebhookEndpoints: webhookEndpoints.list,
  retrieveWebhookEndpoint: webhookEndpoints.retrieve,
  updateWebhookEndpoint: webhookEndpoints.update,
  deleteWebhookEndpoint: webhookEndpoints.remove,
  rotateWebhookEndpointSecret: webhookEndpoints.rotate,
  listWebhookDeliveries: webhookEndpoints.deliveries,
  replayWebhookDelivery: webhookEndpoints.replay,
} satisfies { [Op in Exclude<keyof operations, Open>]: Read<Op> | Write<Op> }
