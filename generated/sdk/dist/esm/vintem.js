// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
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
import { webhooks } from "./runtime/webhooks.js";
/**
 * The client of the service.
 *
 * ```ts
 * const vintem = new Vintem(process.env.VINTEM_KEY)
 * const intent = await vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: "cus_…" })
 * ```
 */
export class Vintem extends Client {
    static VintemError = errors.VintemError;
    static InvalidRequestError = errors.InvalidRequestError;
    static AuthenticationError = errors.AuthenticationError;
    static PermissionError = errors.PermissionError;
    static NotFoundError = errors.NotFoundError;
    static IdempotencyError = errors.IdempotencyError;
    static RateLimitError = errors.RateLimitError;
    static CardError = errors.CardError;
    static APIError = errors.APIError;
    static ConnectionError = errors.ConnectionError;
    static TimeoutError = errors.TimeoutError;
    static SignatureVerificationError = errors.SignatureVerificationError;
    /** Verifies webhooks. Needs no API key. */
    static webhooks = webhooks;
    /** Verifies webhooks. */
    webhooks = webhooks;
    /** What you have, by currency. */
    balance = new BalanceResource(this);
    /** Made by the service when a payment intent for a recurring product succeeds; never by a call. */
    customerSubscriptions = new CustomerSubscriptionsResource(this);
    /** Who pays you. PIX needs their name and document, boleto also the address. */
    customers = new CustomersResource(this);
    /** What happened to your payments, as it was sent to your webhook endpoints. */
    events = new EventsResource(this);
    /** The web origins from which your publishable keys may be used. */
    merchantOrigins = new MerchantOriginsResource(this);
    /** The journey of one charge, from its creation to `succeeded` or `canceled`, with one id all the way. */
    paymentIntents = new PaymentIntentsResource(this);
    /** Cards saved for a customer, to charge again without asking for the number. */
    paymentMethods = new PaymentMethodsResource(this);
    /** What you sell. A product with an active plan is sold by subscription. */
    products = new ProductsResource(this);
    /** Money back to the payer. A payment intent can be refunded once, wholly or in part. */
    refunds = new RefundsResource(this);
    /** A payment method on its way from the payer's browser to a payment. Single use, good for 15 minutes. */
    tokens = new TokensResource(this);
    /** Where events are sent, signed, with seven attempts over about 31 hours. */
    webhookEndpoints = new WebhookEndpointsResource(this);
    /** Force what the payer, the bank or time would do. Secret test keys only. */
    testHelpers = {
        /** Move your account's test time forward and see everything that falls due happen. Secret test keys only. */
        clock: new TestHelpersClockResource(this),
        /** Force what the payer, the bank or time would do. Secret test keys only. */
        paymentIntents: new TestHelpersPaymentIntentsResource(this),
    };
}
