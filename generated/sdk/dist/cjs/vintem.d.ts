import type * as models from "./models.js";
import { BalanceResource } from "./resources/balance.js";
import { CustomerSubscriptionsResource } from "./resources/customer-subscriptions.js";
import { CustomersResource } from "./resources/customers.js";
import { EventsResource } from "./resources/events.js";
import { MerchantOriginsResource } from "./resources/merchant-origins.js";
import { PaymentIntentsResource } from "./resources/payment-intents.js";
import { PaymentMethodsResource } from "./resources/payment-methods.js";
import { ProductsResource } from "./resources/products.js";
import { RefundsResource } from "./resources/refunds.js";
import { TestHelpersClockResource } from "./resources/test-helpers-clock.js";
import { TestHelpersPaymentIntentsResource } from "./resources/test-helpers-payment-intents.js";
import { TokensResource } from "./resources/tokens.js";
import { WebhookEndpointsResource } from "./resources/webhook-endpoints.js";
import { Client } from "./runtime/client.js";
import * as errors from "./runtime/errors.js";
import { type Webhooks } from "./runtime/webhooks.js";
/**
 * The client of the service.
 *
 * ```ts
 * const vintem = new Vintem(process.env.VINTEM_KEY)
 * const intent = await vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: "cus_…" })
 * ```
 */
export declare class Vintem extends Client {
    static readonly VintemError: typeof errors.VintemError;
    static readonly InvalidRequestError: typeof errors.InvalidRequestError;
    static readonly AuthenticationError: typeof errors.AuthenticationError;
    static readonly PermissionError: typeof errors.PermissionError;
    static readonly NotFoundError: typeof errors.NotFoundError;
    static readonly IdempotencyError: typeof errors.IdempotencyError;
    static readonly RateLimitError: typeof errors.RateLimitError;
    static readonly CardError: typeof errors.CardError;
    static readonly APIError: typeof errors.APIError;
    static readonly ConnectionError: typeof errors.ConnectionError;
    static readonly TimeoutError: typeof errors.TimeoutError;
    static readonly SignatureVerificationError: typeof errors.SignatureVerificationError;
    /** Verifies webhooks. Needs no API key. */
    static readonly webhooks: Webhooks;
    /** Verifies webhooks. */
    readonly webhooks: Webhooks;
    /** What you have, by currency. */
    readonly balance: BalanceResource;
    /** Made by the service when a payment intent for a recurring product succeeds; never by a call. */
    readonly customerSubscriptions: CustomerSubscriptionsResource;
    /** Who pays you. PIX needs their name and document, boleto also the address. */
    readonly customers: CustomersResource;
    /** What happened to your payments, as it was sent to your webhook endpoints. */
    readonly events: EventsResource;
    /** The web origins from which your publishable keys may be used. */
    readonly merchantOrigins: MerchantOriginsResource;
    /** The journey of one charge, from its creation to `succeeded` or `canceled`, with one id all the way. */
    readonly paymentIntents: PaymentIntentsResource;
    /** Cards saved for a customer, to charge again without asking for the number. */
    readonly paymentMethods: PaymentMethodsResource;
    /** What you sell. A product with an active plan is sold by subscription. */
    readonly products: ProductsResource;
    /** Money back to the payer. A payment intent can be refunded once, wholly or in part. */
    readonly refunds: RefundsResource;
    /** A payment method on its way from the payer's browser to a payment. Single use, good for 15 minutes. */
    readonly tokens: TokensResource;
    /** Where events are sent, signed, with seven attempts over about 31 hours. */
    readonly webhookEndpoints: WebhookEndpointsResource;
    /** Force what the payer, the bank or time would do. Secret test keys only. */
    readonly testHelpers: {
        /** Move your account's test time forward and see everything that falls due happen. Secret test keys only. */
        clock: TestHelpersClockResource;
        /** Force what the payer, the bank or time would do. Secret test keys only. */
        paymentIntents: TestHelpersPaymentIntentsResource;
    };
}
/** The types, for who likes to write `Vintem.PaymentIntent`. */
export declare namespace Vintem {
    type VintemError = errors.VintemError;
    type InvalidRequestError = errors.InvalidRequestError;
    type AuthenticationError = errors.AuthenticationError;
    type PermissionError = errors.PermissionError;
    type NotFoundError = errors.NotFoundError;
    type IdempotencyError = errors.IdempotencyError;
    type RateLimitError = errors.RateLimitError;
    type CardError = errors.CardError;
    type APIError = errors.APIError;
    type ConnectionError = errors.ConnectionError;
    type TimeoutError = errors.TimeoutError;
    type SignatureVerificationError = errors.SignatureVerificationError;
    type Address = models.Address;
    type AddressParams = models.AddressParams;
    type Balance = models.Balance;
    type BalanceAmount = models.BalanceAmount;
    type BoletoDisplayDetails = models.BoletoDisplayDetails;
    type BoletoTokenCreateParams = models.BoletoTokenCreateParams;
    type CardBrand = models.CardBrand;
    type CardTokenCreateParams = models.CardTokenCreateParams;
    type Charges = models.Charges;
    type Customer = models.Customer;
    type CustomerCreateParams = models.CustomerCreateParams;
    type CustomerDocument = models.CustomerDocument;
    type CustomerDocumentParams = models.CustomerDocumentParams;
    type CustomerSubscription = models.CustomerSubscription;
    type CustomerSubscriptionCancelParams = models.CustomerSubscriptionCancelParams;
    type CustomerSubscriptionStatus = models.CustomerSubscriptionStatus;
    type CustomerUpdateParams = models.CustomerUpdateParams;
    type Dispute = models.Dispute;
    type DisputeEvent = models.DisputeEvent;
    type DisputeEventData = models.DisputeEventData;
    type DocumentType = models.DocumentType;
    type ErrorCode = models.ErrorCode;
    type ErrorType = models.ErrorType;
    type Event = models.Event;
    type EventType = models.EventType;
    type MerchantOrigin = models.MerchantOrigin;
    type MerchantOriginCreateParams = models.MerchantOriginCreateParams;
    type MerchantOriginDeleted = models.MerchantOriginDeleted;
    type NextAction = models.NextAction;
    type PaymentError = models.PaymentError;
    type PaymentErrorCode = models.PaymentErrorCode;
    type PaymentIntent = models.PaymentIntent;
    type PaymentIntentCancelParams = models.PaymentIntentCancelParams;
    type PaymentIntentConfirmParams = models.PaymentIntentConfirmParams;
    type PaymentIntentCreateParams = models.PaymentIntentCreateParams;
    type PaymentIntentEvent = models.PaymentIntentEvent;
    type PaymentIntentEventData = models.PaymentIntentEventData;
    type PaymentIntentFailParams = models.PaymentIntentFailParams;
    type PaymentIntentStatus = models.PaymentIntentStatus;
    type PaymentMethod = models.PaymentMethod;
    type PaymentMethodCard = models.PaymentMethodCard;
    type PaymentMethodCreateParams = models.PaymentMethodCreateParams;
    type PaymentMethodType = models.PaymentMethodType;
    type PixDisplayQrCode = models.PixDisplayQrCode;
    type PixTokenCreateParams = models.PixTokenCreateParams;
    type Product = models.Product;
    type ProductCreateParams = models.ProductCreateParams;
    type ProductPrice = models.ProductPrice;
    type ProductPriceSetParams = models.ProductPriceSetParams;
    type ProductStatus = models.ProductStatus;
    type ProductUpdateParams = models.ProductUpdateParams;
    type RedirectToUrl = models.RedirectToUrl;
    type Refund = models.Refund;
    type RefundCreateParams = models.RefundCreateParams;
    type RefundStatus = models.RefundStatus;
    type TestClock = models.TestClock;
    type TestClockAdvanceParams = models.TestClockAdvanceParams;
    type Token = models.Token;
    type TokenCard = models.TokenCard;
    type TokenCardParams = models.TokenCardParams;
    type TokenCreateParams = models.TokenCreateParams;
    type TokenType = models.TokenType;
    type TokenWalletParams = models.TokenWalletParams;
    type Utm = models.Utm;
    type UtmParams = models.UtmParams;
    type WalletTokenCreateParams = models.WalletTokenCreateParams;
    type WebhookAttempt = models.WebhookAttempt;
    type WebhookDelivery = models.WebhookDelivery;
    type WebhookDeliveryStatus = models.WebhookDeliveryStatus;
    type WebhookEndpoint = models.WebhookEndpoint;
    type WebhookEndpointCreateParams = models.WebhookEndpointCreateParams;
    type WebhookEndpointDeleted = models.WebhookEndpointDeleted;
    type WebhookEndpointWithSecret = models.WebhookEndpointWithSecret;
    type WebhookEventSelector = models.WebhookEventSelector;
}
