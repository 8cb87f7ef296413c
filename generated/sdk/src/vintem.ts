// Made from openapi.yaml. Change that, or the templates, and run `make generate`.

import type * as models from "./models.ts"
import { BalanceResource } from "./resources/balance.ts"
import { CustomerSubscriptionsResource } from "./resources/customer-subscriptions.ts"
import { CustomersResource } from "./resources/customers.ts"
import { EventsResource } from "./resources/events.ts"
import { MerchantOriginsResource } from "./resources/merchant-origins.ts"
import { PaymentIntentsResource } from "./resources/payment-intents.ts"
import { PaymentMethodsResource } from "./resources/payment-methods.ts"
import { ProductsResource } from "./resources/products.ts"
import { RefundsResource } from "./resources/refunds.ts"
import { TestHelpersClockResource } from "./resources/test-helpers-clock.ts"
import { TestHelpersPaymentIntentsResource } from "./resources/test-helpers-payment-intents.ts"
import { TokensResource } from "./resources/tokens.ts"
import { WebhookEndpointsResource } from "./resources/webhook-endpoints.ts"
import { Client } from "./runtime/client.ts"
import * as errors from "./runtime/errors.ts"
import { type Webhooks, webhooks } from "./runtime/webhooks.ts"

/**
 * The client of the service.
 *
 * ```ts
 * const vintem = new Vintem(process.env.VINTEM_KEY)
 * const intent = await vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: "cus_…" })
 * ```
 */
export class Vintem extends Client {
  static readonly VintemError: typeof errors.VintemError = errors.VintemError
  static readonly InvalidRequestError: typeof errors.InvalidRequestError = errors.InvalidRequestError
  static readonly AuthenticationError: typeof errors.AuthenticationError = errors.AuthenticationError
  static readonly PermissionError: typeof errors.PermissionError = errors.PermissionError
  static readonly NotFoundError: typeof errors.NotFoundError = errors.NotFoundError
  static readonly IdempotencyError: typeof errors.IdempotencyError = errors.IdempotencyError
  static readonly RateLimitError: typeof errors.RateLimitError = errors.RateLimitError
  static readonly CardError: typeof errors.CardError = errors.CardError
  static readonly APIError: typeof errors.APIError = errors.APIError
  static readonly ConnectionError: typeof errors.ConnectionError = errors.ConnectionError
  static readonly TimeoutError: typeof errors.TimeoutError = errors.TimeoutError
  static readonly SignatureVerificationError: typeof errors.SignatureVerificationError = errors.SignatureVerificationError

  /** Verifies webhooks. Needs no API key. */
  static readonly webhooks: Webhooks = webhooks
  /** Verifies webhooks. */
  readonly webhooks: Webhooks = webhooks

  /** What you have, by currency. */
  readonly balance: BalanceResource = new BalanceResource(this)
  /** Made by the service when a payment intent for a recurring product succeeds; never by a call. */
  readonly customerSubscriptions: CustomerSubscriptionsResource = new CustomerSubscriptionsResource(this)
  /** Who pays you. PIX needs their name and document, boleto also the address. */
  readonly customers: CustomersResource = new CustomersResource(this)
  /** What happened to your payments, as it was sent to your webhook endpoints. */
  readonly events: EventsResource = new EventsResource(this)
  /** The web origins from which your publishable keys may be used. */
  readonly merchantOrigins: MerchantOriginsResource = new MerchantOriginsResource(this)
  /** The journey of one charge, from its creation to `succeeded` or `canceled`, with one id all the way. */
  readonly paymentIntents: PaymentIntentsResource = new PaymentIntentsResource(this)
  /** Cards saved for a customer, to charge again without asking for the number. */
  readonly paymentMethods: PaymentMethodsResource = new PaymentMethodsResource(this)
  /** What you sell. A product with an active plan is sold by subscription. */
  readonly products: ProductsResource = new ProductsResource(this)
  /** Money back to the payer. A payment intent can be refunded once, wholly or in part. */
  readonly refunds: RefundsResource = new RefundsResource(this)
  /** A payment method on its way from the payer's browser to a payment. Single use, good for 15 minutes. */
  readonly tokens: TokensResource = new TokensResource(this)
  /** Where events are sent, signed, with seven attempts over about 31 hours. */
  readonly webhookEndpoints: WebhookEndpointsResource = new WebhookEndpointsResource(this)

  /** Force what the payer, the bank or time would do. Secret test keys only. */
  readonly testHelpers = {
    /** Move your account's test time forward and see everything that falls due happen. Secret test keys only. */
    clock: new TestHelpersClockResource(this),
    /** Force what the payer, the bank or time would do. Secret test keys only. */
    paymentIntents: new TestHelpersPaymentIntentsResource(this),
  }
}

/** The types, for who likes to write `Vintem.PaymentIntent`. */
export declare namespace Vintem {
  export type VintemError = errors.VintemError
  export type InvalidRequestError = errors.InvalidRequestError
  export type AuthenticationError = errors.AuthenticationError
  export type PermissionError = errors.PermissionError
  export type NotFoundError = errors.NotFoundError
  export type IdempotencyError = errors.IdempotencyError
  export type RateLimitError = errors.RateLimitError
  export type CardError = errors.CardError
  export type APIError = errors.APIError
  export type ConnectionError = errors.ConnectionError
  export type TimeoutError = errors.TimeoutError
  export type SignatureVerificationError = errors.SignatureVerificationError
  export type Address = models.Address
  export type AddressParams = models.AddressParams
  export type Balance = models.Balance
  export type BalanceAmount = models.BalanceAmount
  export type BoletoDisplayDetails = models.BoletoDisplayDetails
  export type BoletoTokenCreateParams = models.BoletoTokenCreateParams
  export type CardBrand = models.CardBrand
  export type CardTokenCreateParams = models.CardTokenCreateParams
  export type Charges = models.Charges
  export type Customer = models.Customer
  export type CustomerCreateParams = models.CustomerCreateParams
  export type CustomerDocument = models.CustomerDocument
  export type CustomerDocumentParams = models.CustomerDocumentParams
  export type CustomerSubscription = models.CustomerSubscription
  export type CustomerSubscriptionCancelParams = models.CustomerSubscriptionCancelParams
  export type CustomerSubscriptionStatus = models.CustomerSubscriptionStatus
  export type CustomerUpdateParams = models.CustomerUpdateParams
  export type Dispute = models.Dispute
  export type DisputeEvent = models.DisputeEvent
  export type DisputeEventData = models.DisputeEventData
  export type DocumentType = models.DocumentType
  export type ErrorCode = models.ErrorCode
  export type ErrorType = models.ErrorType
  export type Event = models.Event
  export type EventType = models.EventType
  export type MerchantOrigin = models.MerchantOrigin
  export type MerchantOriginCreateParams = models.MerchantOriginCreateParams
  export type MerchantOriginDeleted = models.MerchantOriginDeleted
  export type NextAction = models.NextAction
  export type PaymentError = models.PaymentError
  export type PaymentErrorCode = models.PaymentErrorCode
  export type PaymentIntent = models.PaymentIntent
  export type PaymentIntentCancelParams = models.PaymentIntentCancelParams
  export type PaymentIntentConfirmParams = models.PaymentIntentConfirmParams
  export type PaymentIntentCreateParams = models.PaymentIntentCreateParams
  export type PaymentIntentEvent = models.PaymentIntentEvent
  export type PaymentIntentEventData = models.PaymentIntentEventData
  export type PaymentIntentFailParams = models.PaymentIntentFailParams
  export type PaymentIntentStatus = models.PaymentIntentStatus
  export type PaymentMethod = models.PaymentMethod
  export type PaymentMethodCard = models.PaymentMethodCard
  export type PaymentMethodCreateParams = models.PaymentMethodCreateParams
  export type PaymentMethodType = models.PaymentMethodType
  export type PixDisplayQrCode = models.PixDisplayQrCode
  export type PixTokenCreateParams = models.PixTokenCreateParams
  export type Product = models.Product
  export type ProductCreateParams = models.ProductCreateParams
  export type ProductPrice = models.ProductPrice
  export type ProductPriceSetParams = models.ProductPriceSetParams
  export type ProductStatus = models.ProductStatus
  export type ProductUpdateParams = models.ProductUpdateParams
  export type RedirectToUrl = models.RedirectToUrl
  export type Refund = models.Refund
  export type RefundCreateParams = models.RefundCreateParams
  export type RefundStatus = models.RefundStatus
  export type TestClock = models.TestClock
  export type TestClockAdvanceParams = models.TestClockAdvanceParams
  export type Token = models.Token
  export type TokenCard = models.TokenCard
  export type TokenCardParams = models.TokenCardParams
  export type TokenCreateParams = models.TokenCreateParams
  export type TokenType = models.TokenType
  export type TokenWalletParams = models.TokenWalletParams
  export type Utm = models.Utm
  export type UtmParams = models.UtmParams
  export type WalletTokenCreateParams = models.WalletTokenCreateParams
  export type WebhookAttempt = models.WebhookAttempt
  export type WebhookDelivery = models.WebhookDelivery
  export type WebhookDeliveryStatus = models.WebhookDeliveryStatus
  export type WebhookEndpoint = models.WebhookEndpoint
  export type WebhookEndpointCreateParams = models.WebhookEndpointCreateParams
  export type WebhookEndpointDeleted = models.WebhookEndpointDeleted
  export type WebhookEndpointWithSecret = models.WebhookEndpointWithSecret
  export type WebhookEventSelector = models.WebhookEventSelector
}
