"use strict";
// Made from openapi.yaml. Change that, or the templates, and run `make generate`.
var __createBinding = (this && this.__createBinding) || (Object.create ? (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    var desc = Object.getOwnPropertyDescriptor(m, k);
    if (!desc || ("get" in desc ? !m.__esModule : desc.writable || desc.configurable)) {
      desc = { enumerable: true, get: function() { return m[k]; } };
    }
    Object.defineProperty(o, k2, desc);
}) : (function(o, m, k, k2) {
    if (k2 === undefined) k2 = k;
    o[k2] = m[k];
}));
var __setModuleDefault = (this && this.__setModuleDefault) || (Object.create ? (function(o, v) {
    Object.defineProperty(o, "default", { enumerable: true, value: v });
}) : function(o, v) {
    o["default"] = v;
});
var __importStar = (this && this.__importStar) || (function () {
    var ownKeys = function(o) {
        ownKeys = Object.getOwnPropertyNames || function (o) {
            var ar = [];
            for (var k in o) if (Object.prototype.hasOwnProperty.call(o, k)) ar[ar.length] = k;
            return ar;
        };
        return ownKeys(o);
    };
    return function (mod) {
        if (mod && mod.__esModule) return mod;
        var result = {};
        if (mod != null) for (var k = ownKeys(mod), i = 0; i < k.length; i++) if (k[i] !== "default") __createBinding(result, mod, k[i]);
        __setModuleDefault(result, mod);
        return result;
    };
})();
Object.defineProperty(exports, "__esModule", { value: true });
exports.Vintem = void 0;
const balance_js_1 = require("./resources/balance.js");
const customer_subscriptions_js_1 = require("./resources/customer-subscriptions.js");
const customers_js_1 = require("./resources/customers.js");
const events_js_1 = require("./resources/events.js");
const merchant_origins_js_1 = require("./resources/merchant-origins.js");
const payment_intents_js_1 = require("./resources/payment-intents.js");
const payment_methods_js_1 = require("./resources/payment-methods.js");
const products_js_1 = require("./resources/products.js");
const refunds_js_1 = require("./resources/refunds.js");
const test_helpers_clock_js_1 = require("./resources/test-helpers-clock.js");
const test_helpers_payment_intents_js_1 = require("./resources/test-helpers-payment-intents.js");
const tokens_js_1 = require("./resources/tokens.js");
const webhook_endpoints_js_1 = require("./resources/webhook-endpoints.js");
const client_js_1 = require("./runtime/client.js");
const errors = __importStar(require("./runtime/errors.js"));
const webhooks_js_1 = require("./runtime/webhooks.js");
/**
 * The client of the service.
 *
 * ```ts
 * const vintem = new Vintem(process.env.VINTEM_KEY)
 * const intent = await vintem.paymentIntents.create({ amount: 4990, currency: "brl", customer: "cus_…" })
 * ```
 */
class Vintem extends client_js_1.Client {
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
    static webhooks = webhooks_js_1.webhooks;
    /** Verifies webhooks. */
    webhooks = webhooks_js_1.webhooks;
    /** What you have, by currency. */
    balance = new balance_js_1.BalanceResource(this);
    /** Made by the service when a payment intent for a recurring product succeeds; never by a call. */
    customerSubscriptions = new customer_subscriptions_js_1.CustomerSubscriptionsResource(this);
    /** Who pays you. PIX needs their name and document, boleto also the address. */
    customers = new customers_js_1.CustomersResource(this);
    /** What happened to your payments, as it was sent to your webhook endpoints. */
    events = new events_js_1.EventsResource(this);
    /** The web origins from which your publishable keys may be used. */
    merchantOrigins = new merchant_origins_js_1.MerchantOriginsResource(this);
    /** The journey of one charge, from its creation to `succeeded` or `canceled`, with one id all the way. */
    paymentIntents = new payment_intents_js_1.PaymentIntentsResource(this);
    /** Cards saved for a customer, to charge again without asking for the number. */
    paymentMethods = new payment_methods_js_1.PaymentMethodsResource(this);
    /** What you sell. A product with an active plan is sold by subscription. */
    products = new products_js_1.ProductsResource(this);
    /** Money back to the payer. A payment intent can be refunded once, wholly or in part. */
    refunds = new refunds_js_1.RefundsResource(this);
    /** A payment method on its way from the payer's browser to a payment. Single use, good for 15 minutes. */
    tokens = new tokens_js_1.TokensResource(this);
    /** Where events are sent, signed, with seven attempts over about 31 hours. */
    webhookEndpoints = new webhook_endpoints_js_1.WebhookEndpointsResource(this);
    /** Force what the payer, the bank or time would do. Secret test keys only. */
    testHelpers = {
        /** Move your account's test time forward and see everything that falls due happen. Secret test keys only. */
        clock: new test_helpers_clock_js_1.TestHelpersClockResource(this),
        /** Force what the payer, the bank or time would do. Secret test keys only. */
        paymentIntents: new test_helpers_payment_intents_js_1.TestHelpersPaymentIntentsResource(this),
    };
}
exports.Vintem = Vintem;
