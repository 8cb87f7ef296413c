// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

import type * as models from "./models.ts"
import { BalanceResource } from "./resources/balance.ts"
import { CustomerSubscriptionsResource } from "./resources/customer-subscriptions.ts"
import { CustomersResource } from "./resources/customers.ts"
import { EventsResource } from "./resources/events.ts"
import { MerchantOriginsResource } from "./resources/merchant-origins.ts"
import { PaymentIntentsResource } from "./resources/payment-intents.ts"
import { PaymentLinksResource } from "./resources/payment-links.ts"
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
 * The client of the Vintém API.
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

  /** Your funds by currency. */
  readonly balance: BalanceResource = new BalanceResource(this)
  /** Vintém creates a subscription when a payment intent for a recurring product succeeds. You cannot create one by a request. */
  readonly customerSubscriptions: CustomerSubscriptionsResource = new CustomerSubscriptionsResource(this)
  /** The people who pay you. PIX needs their name and document. Boleto also needs their address. */
  readonly customers: CustomersResource = new CustomersResource(this)
  /** Records of what happened to your payments, as sent to your webhook endpoints. */
  readonly events: EventsResource = new EventsResource(this)
  /** The web origins that may use your publishable keys. */
  readonly merchantOrigins: MerchantOriginsResource = new MerchantOriginsResource(this)
  /** One charge, from its creation to `succeeded` or `canceled`. Its id never changes. */
  readonly paymentIntents: PaymentIntentsResource = new PaymentIntentsResource(this)
  /** Pages on which anybody can buy a product. You need no shop of your own. */
  readonly paymentLinks: PaymentLinksResource = new PaymentLinksResource(this)
  /** Cards saved for a customer, so that you can charge them again without asking for the number.

From 2026-12-01: and the mandates by PIX Automático, by which a payer's bank pays the charges of a subscription. */
  readonly paymentMethods: PaymentMethodsResource = new PaymentMethodsResource(this)
  /** What you sell. A product with an active plan is sold by subscription. */
  readonly products: ProductsResource = new ProductsResource(this)
  /** Money returned to the payer. A payment intent can be refunded in full or in parts. */
  readonly refunds: RefundsResource = new RefundsResource(this)
  /** A single-use token that carries a payment method from the payer's browser to a payment. It expires after 15 minutes. */
  readonly tokens: TokensResource = new TokensResource(this)
  /** The URLs that receive signed events. Each delivery is attempted up to seven times over about 31 hours. */
  readonly webhookEndpoints: WebhookEndpointsResource = new WebhookEndpointsResource(this)

  /** Simulate the payer, the bank or the passing of time. Secret test keys only. */
  readonly testHelpers = {
    /** Move your account's test time forward, so that everything due by then happens now. Secret test keys only. */
    clock: new TestHelpersClockResource(this),
    /** Simulate the payer, the bank or the passing of time. Secret test keys only. */
    paymentIntents: new TestHelpersPaymentIntentsResource(this),
  }
}

/** The types, for use as `Vintem.PaymentIntent`. */
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
  export type AcquirerReferences = models.AcquirerReferences
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
  export type CustomerEvent = models.CustomerEvent
  export type CustomerEventData = models.CustomerEventData
  export type CustomerSubscription = models.CustomerSubscription
  export type CustomerSubscriptionCancelParams = models.CustomerSubscriptionCancelParams
  export type CustomerSubscriptionEvent = models.CustomerSubscriptionEvent
  export type CustomerSubscriptionEventData = models.CustomerSubscriptionEventData
  export type CustomerSubscriptionPause = models.CustomerSubscriptionPause
  export type CustomerSubscriptionPauseParams = models.CustomerSubscriptionPauseParams
  export type CustomerSubscriptionPlan = models.CustomerSubscriptionPlan
  export type CustomerSubscriptionStatus = models.CustomerSubscriptionStatus
  export type CustomerSubscriptionStatusParam = models.CustomerSubscriptionStatusParam
  export type CustomerSubscriptionUpdateParams = models.CustomerSubscriptionUpdateParams
  export type CustomerUpdateParams = models.CustomerUpdateParams
  export type Dispute = models.Dispute
  export type DisputeEvent = models.DisputeEvent
  export type DisputeEventData = models.DisputeEventData
  export type DocumentType = models.DocumentType
  export type DocumentTypeParam = models.DocumentTypeParam
  export type ErrorCode = models.ErrorCode
  export type ErrorType = models.ErrorType
  export type Event = models.Event
  export type EventType = models.EventType
  export type EventTypeParam = models.EventTypeParam
  export type Locale = models.Locale
  export type LocaleParam = models.LocaleParam
  export type MandateStatus = models.MandateStatus
  export type MerchantOrigin = models.MerchantOrigin
  export type MerchantOriginCreateParams = models.MerchantOriginCreateParams
  export type MerchantOriginDeleted = models.MerchantOriginDeleted
  export type NextAction = models.NextAction
  export type PaymentError = models.PaymentError
  export type PaymentErrorCode = models.PaymentErrorCode
  export type PaymentIntent = models.PaymentIntent
  export type PaymentIntentCancelParams = models.PaymentIntentCancelParams
  export type PaymentIntentCaptureParams = models.PaymentIntentCaptureParams
  export type PaymentIntentConfirmParams = models.PaymentIntentConfirmParams
  export type PaymentIntentCreateParams = models.PaymentIntentCreateParams
  export type PaymentIntentEvent = models.PaymentIntentEvent
  export type PaymentIntentEventData = models.PaymentIntentEventData
  export type PaymentIntentFailParams = models.PaymentIntentFailParams
  export type PaymentIntentStatus = models.PaymentIntentStatus
  export type PaymentLink = models.PaymentLink
  export type PaymentLinkCreateParams = models.PaymentLinkCreateParams
  export type PaymentLinkUpdateParams = models.PaymentLinkUpdateParams
  export type PaymentMethod = models.PaymentMethod
  export type PaymentMethodCard = models.PaymentMethodCard
  export type PaymentMethodCreateParams = models.PaymentMethodCreateParams
  export type PaymentMethodDetails = models.PaymentMethodDetails
  export type PaymentMethodDetailsCard = models.PaymentMethodDetailsCard
  export type PaymentMethodEvent = models.PaymentMethodEvent
  export type PaymentMethodEventData = models.PaymentMethodEventData
  export type PaymentMethodOptions = models.PaymentMethodOptions
  export type PaymentMethodOptionsBoleto = models.PaymentMethodOptionsBoleto
  export type PaymentMethodOptionsBoletoParams = models.PaymentMethodOptionsBoletoParams
  export type PaymentMethodOptionsCard = models.PaymentMethodOptionsCard
  export type PaymentMethodOptionsCardParams = models.PaymentMethodOptionsCardParams
  export type PaymentMethodOptionsParams = models.PaymentMethodOptionsParams
  export type PaymentMethodOptionsPix = models.PaymentMethodOptionsPix
  export type PaymentMethodOptionsPixParams = models.PaymentMethodOptionsPixParams
  export type PaymentMethodPixAutomatico = models.PaymentMethodPixAutomatico
  export type PaymentMethodType = models.PaymentMethodType
  export type PaymentMethodTypeParam = models.PaymentMethodTypeParam
  export type PaymentMethodUpdateParams = models.PaymentMethodUpdateParams
  export type Payout = models.Payout
  export type PayoutDestination = models.PayoutDestination
  export type PayoutEvent = models.PayoutEvent
  export type PayoutEventData = models.PayoutEventData
  export type PixAutomaticoTokenCreateParams = models.PixAutomaticoTokenCreateParams
  export type PixDisplayQrCode = models.PixDisplayQrCode
  export type PixTokenCreateParams = models.PixTokenCreateParams
  export type PlanInterval = models.PlanInterval
  export type Product = models.Product
  export type ProductCreateParams = models.ProductCreateParams
  export type ProductPrice = models.ProductPrice
  export type ProductPriceSetParams = models.ProductPriceSetParams
  export type ProductStatus = models.ProductStatus
  export type ProductUpdateParams = models.ProductUpdateParams
  export type RedirectToUrl = models.RedirectToUrl
  export type Refund = models.Refund
  export type RefundCreateParams = models.RefundCreateParams
  export type RefundEvent = models.RefundEvent
  export type RefundEventData = models.RefundEventData
  export type RefundStatus = models.RefundStatus
  export type TestClock = models.TestClock
  export type TestClockAdvanceParams = models.TestClockAdvanceParams
  export type ThreeDSecure = models.ThreeDSecure
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
  export type WebhookEndpointRotateSecretParams = models.WebhookEndpointRotateSecretParams
  export type WebhookEndpointUpdateParams = models.WebhookEndpointUpdateParams
  export type WebhookEndpointWithSecret = models.WebhookEndpointWithSecret
  export type WebhookEventSelector = models.WebhookEventSelector
}
