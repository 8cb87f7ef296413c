// Generated from openapi.yaml by `make generate`. Do not edit.

export interface paths {
    "/v1/tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a token
         * @description Turns a card, PIX, a boleto or a wallet into a single-use token, good for 15 minutes and in the mode of the key. It is the only operation that
         *     a publishable key may call, from a registered origin; the answer then allows that origin (CORS).
         *
         *     The number may contain spaces. A number that fails the Luhn check is `parameter_invalid`; a card past the end of its month (UTC) is refused
         *     with 402 `expired_card`. No answer ever shows the number or the security code.
         */
        post: operations["createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_intents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment intents
         * @description Newest first. `utm` is always null in a list; retrieve an intent to read its attribution.
         */
        get: operations["listPaymentIntents"];
        put?: never;
        /**
         * Create a payment intent
         * @description Starts the journey of a charge in `requires_payment_method`. Confirm it with a token or a saved card.
         *
         *     Name the `product` to sell it by subscription: when the intent succeeds and the product has an active plan, the service makes the customer's
         *     subscription. An intent that allows `pix` or `boleto` must be in `brl`. An inactive product is `parameter_invalid`.
         */
        post: operations["createPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_intents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment intent
         * @description The intent as it is now, with its attribution (`utm`).
         */
        get: operations["retrievePaymentIntent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_intents/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a payment intent
         * @description Charges a single-use token (`tok_…`) or a saved card of the same customer (`pm_…`). Allowed from `requires_payment_method` and
         *     `requires_confirmation`.
         *
         *     The answer is the intent: `succeeded`, `requires_action` with a `next_action` (a PIX code, a boleto, a 3DS challenge), `processing`, or
         *     `canceled` with `last_payment_error` when the method was refused. Do not deliver on the strength of this answer; wait for
         *     `payment_intent.succeeded`.
         *
         *     PIX and boleto are confirmed with a token of that type and need the customer's `name` and `document`, boleto also the `address`. Checked in
         *     this order: the intent's state, the method, its type, the customer's data; a token is used up only when all pass. After 503 `processing_error`
         *     everything is as before: retry with the same key.
         */
        post: operations["confirmPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_intents/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment intent
         * @description Ends an intent that has not been paid, and emits `payment_intent.canceled`. Allowed from `requires_payment_method`, `requires_confirmation` and
         *     `requires_action`; a succeeded intent is refunded instead. `canceled` is final: what a payer pays afterwards is reversed.
         */
        post: operations["cancelPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's saved cards
         * @description Newest first. Detached cards are not listed. A customer that does not exist has an empty list.
         */
        get: operations["listPaymentMethods"];
        put?: never;
        /**
         * Save a card
         * @description Saves the card of a token for a customer. The card is verified with the acquirer at no charge; a refusal is 402, saves nothing and uses the
         *     token up. Only card tokens can be saved: any other is `unsupported_token_type` and stays usable, as it does after a 503.
         */
        post: operations["createPaymentMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_methods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a saved card
         * @description A detached card can be retrieved; its `customer` is null.
         */
        get: operations["retrievePaymentMethod"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_methods/{id}/detach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Detach a saved card
         * @description Takes the card from its customer, for good. It can no longer be charged or listed. Detaching it again changes nothing.
         */
        post: operations["detachPaymentMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Newest first.
         */
        get: operations["listRefunds"];
        put?: never;
        /**
         * Create a refund
         * @description Gives back the money of a succeeded payment intent: all of it, or `amount` if that is less. There is one refund for an intent; a refund that
         *     failed does not count. Checked in this order: the intent's state, an earlier refund, the amount.
         *
         *     With a test key a refund succeeds at once. In live mode it stays `pending` while its outcome is unknown.
         */
        post: operations["createRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a refund
         * @description The refund as it is now.
         */
        get: operations["retrieveRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List customers
         * @description Newest first.
         */
        get: operations["listCustomers"];
        put?: never;
        /**
         * Create a customer
         * @description A customer needs an `email`; PIX also needs `name` and `document`, boleto also `address`. The check digits of a CPF or CNPJ are verified (the
         *     alphanumeric CNPJ as well), and the number is kept without punctuation, in upper case.
         */
        post: operations["createCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a customer
         * @description The customer as it is now.
         */
        get: operations["retrieveCustomer"];
        put?: never;
        /**
         * Update a customer
         * @description Changes the members that are sent and leaves the others. `null` clears a member (`email` cannot be cleared); `document` and `address` are
         *     replaced as a whole.
         */
        post: operations["updateCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Newest first.
         */
        get: operations["listProducts"];
        put?: never;
        /**
         * Create a product
         * @description Something you sell. Set its price with `POST /v1/products/{productId}/price`.
         */
        post: operations["createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a product
         * @description The product as it is now.
         */
        get: operations["retrieveProduct"];
        put?: never;
        /**
         * Update a product
         * @description Changes the members that are sent and leaves the others; `null` clears the description. An `INACTIVE` product takes no new payment intents;
         *     its running subscriptions go on.
         */
        post: operations["updateProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{productId}/price": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the price of a product
         * @description The current price. 404 `product_price_not_found` when none has been set yet.
         */
        get: operations["retrieveProductPrice"];
        put?: never;
        /**
         * Set the price of a product
         * @description Makes a new current price, with an id of its own. Subscriptions that run keep the price they began with.
         */
        post: operations["setProductPrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer_subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Newest first.
         */
        get: operations["listCustomerSubscriptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer_subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a subscription
         * @description The subscription as it is now.
         */
        get: operations["retrieveCustomerSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer_subscriptions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription
         * @description At once, unless `cancel_at_period_end` or `cancel_at` sets a later moment (not both). A new call replaces an earlier schedule. Nothing is
         *     refunded; open charges of the subscription are canceled with it. A canceled subscription is never charged again.
         */
        post: operations["cancelCustomerSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the balance
         * @description By currency, in alphabetical order: `available` is what succeeded less refunds and disputes, `pending` what is processing. Both list each
         *     currency in which you ever had a payment processing or succeeded, with 0 where nothing is left.
         */
        get: operations["retrieveBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description Newest first, whether or not an endpoint was registered for them.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an event
         * @description The event with the resource as it was at that moment, exactly as it is sent to webhook endpoints.
         */
        get: operations["retrieveEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first, without their secrets.
         */
        get: operations["listWebhookEndpoints"];
        put?: never;
        /**
         * Register a webhook endpoint
         * @description Events from now on are sent to the URL, signed with `secret`, which this answer shows for the only time (until you rotate it). The URL is https
         *     with a valid certificate and no credentials in it.
         */
        post: operations["createWebhookEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook endpoint
         * @description The endpoint, without its secret.
         */
        get: operations["retrieveWebhookEndpoint"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Nothing more is sent to it; its pending deliveries are canceled.
         */
        delete: operations["deleteWebhookEndpoint"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Makes a new secret and shows it for the only time. The old one stops signing at once, also for attempts that are still to come.
         */
        post: operations["rotateWebhookEndpointSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Newest first, with how the last attempt went and when the next one comes.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook_endpoints/{id}/deliveries/{eventId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deliver an event again
         * @description Makes a new pending delivery of any event of yours to this endpoint, whether it subscribes to the type or not. The first attempt comes at the
         *     scheduler's next tick, with the same bytes as before.
         */
        post: operations["replayWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/merchant-origins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List origins
         * @description All of them in one list, newest first. `has_more` is always false.
         */
        get: operations["listMerchantOrigins"];
        put?: never;
        /**
         * Register an origin
         * @description Allows the publishable keys of your account and mode to make tokens from pages of this origin: `https://host[:port]`, with a test key also
         *     `http://localhost[:port]` and `http://127.0.0.1[:port]`. It is kept in lower case and without the default port. Registering it again answers
         *     200 with the same one.
         */
        post: operations["createMerchantOrigin"];
        /**
         * Delete an origin
         * @description Publishable keys are refused from this origin at once.
         */
        delete: operations["deleteMerchantOrigin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/payment_intents/{id}/succeed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a payment intent succeed
         * @description As if the payer had paid: `succeeded` from any state that is not final, with the real `payment_intent.succeeded` event and all that follows
         *     from it.
         */
        post: operations["succeedPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/payment_intents/{id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a payment intent fail
         * @description As if the acquirer had refused: `canceled` with `last_payment_error`, from any state that is not final, with the real
         *     `payment_intent.payment_failed` event.
         */
        post: operations["failPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/payment_intents/{id}/expire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a payment intent expire
         * @description As if its time had run out: `canceled` with `payment_intent_expired` (`authentication_failed` for a 3DS challenge), from any state that is not
         *     final, with the real `payment_intent.payment_failed` and `payment_intent.canceled` events.
         */
        post: operations["expirePaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the test clock
         * @description What time it is for your account in test mode. It is the real time plus what you advanced it by, and it goes on ticking.
         */
        get: operations["retrieveTestClock"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test_helpers/clock/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance the test clock
         * @description Moves the time forward, `to` a moment or by `seconds` (one of the two, at most two years at once), and answers when all that falls due by then
         *     has been done, in order: expiries, webhook retries, trials, renewals, retries of charges, scheduled cancellations. Signatures, the expiry of
         *     keys and rate limits stay on real time.
         */
        post: operations["advanceTestClock"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve this description
         * @description This document as JSON.
         */
        get: operations["retrieveOpenapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/docs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the documentation
         * @description This document as a page for people, with a console to try the operations.
         */
        get: operations["showDocs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the process is alive
         * @description For a supervisor. Answers `HEAD` as well.
         */
        get: operations["checkHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that requests can be served
         * @description For a load balancer. The databases are reachable and their migrations are current. Answers `HEAD` as well.
         */
        get: operations["checkReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description What to turn into a token. */
        TokenCreateParams: components["schemas"]["CardTokenCreateParams"] | components["schemas"]["PixTokenCreateParams"] | components["schemas"]["BoletoTokenCreateParams"] | components["schemas"]["WalletTokenCreateParams"];
        CardTokenCreateParams: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "card";
            card: components["schemas"]["TokenCardParams"];
        };
        TokenCardParams: {
            /** @description The card number. Spaces are allowed. */
            number: string;
            /** @description Month in which the card expires. */
            expMonth: number;
            /** @description Year in which the card expires, four digits. */
            expYear: number;
            /** @description Security code: three digits, four on amex. */
            cvc: string;
            /** @description The name on the card. */
            holderName?: string | null;
        };
        PixTokenCreateParams: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pix";
        };
        BoletoTokenCreateParams: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "boleto";
        };
        WalletTokenCreateParams: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "wallet";
            wallet: components["schemas"]["TokenWalletParams"];
        };
        TokenWalletParams: {
            /** @enum {string} */
            provider: "apple_pay" | "google_pay";
            /** @description What the wallet gave you, as it is, at most 16 KiB. Not stored. */
            payload: string;
        };
        PaymentIntentCreateParams: {
            /**
             * Format: int64
             * @description What to charge, in the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description The customer who pays (`cus_…`). */
            customer: string;
            /** @description What is sold (`prd_…`). A recurring product starts a subscription. */
            product?: string | null;
            /**
             * @description How the customer may pay.
             * @default [
             *       "card"
             *     ]
             */
            payment_method_types?: components["schemas"]["PaymentMethodType"][] | null;
            /** @description For your own use. */
            description?: string | null;
            /** @description What the card statement shows. */
            statement_descriptor?: string | null;
            utm?: components["schemas"]["UtmParams"];
        };
        /** @description Where the sale came from. It is stored with the payment and sent to your marketing integrations. */
        UtmParams: {
            utm_source?: string | null;
            utm_medium?: string | null;
            utm_campaign?: string | null;
            utm_term?: string | null;
            utm_content?: string | null;
            utm_referrer?: string | null;
            utm_landing_page?: string | null;
            /** @description The affiliate or partner. */
            src?: string | null;
            /** @description The affiliate's sub-campaign. */
            sck?: string | null;
        } | null;
        PaymentIntentConfirmParams: {
            /** @description A token (`tok_…`, single use) or a saved card of the customer (`pm_…`). */
            payment_method: string;
            /** @description The payer is not present. A card that needs 3DS is then refused. */
            off_session?: boolean | null;
            /**
             * @description Where to send the payer after a 3DS challenge, with `payment_intent` and `redirect_status` added. https; with a test key also http on
             *     localhost.
             */
            return_url?: string | null;
        };
        PaymentIntentCancelParams: {
            /** @description Why, in your words. Shown in the event. */
            cancellation_reason?: string | null;
        };
        PaymentIntentFailParams: {
            /**
             * @description Why it fails; `card_declined` unless said otherwise.
             * @enum {string|null}
             */
            code?: "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "processing_error" | null;
        };
        PaymentMethodCreateParams: {
            /** @description The token of a card (`tok_…`). */
            token: string;
            /** @description Whose card it is (`cus_…`). */
            customer: string;
        };
        RefundCreateParams: {
            /** @description What to refund (`pi_…`). */
            payment_intent: string;
            /**
             * Format: int64
             * @description How much, in cents. All of it by default.
             */
            amount?: number | null;
            /**
             * @description Why.
             * @enum {string|null}
             */
            reason?: "duplicate" | "fraudulent" | "requested_by_customer" | null;
        };
        CustomerCreateParams: {
            email: components["schemas"]["EmailAddress"];
            /** @description Full name. */
            name?: string | null;
            /** @description Telephone in E.164 form (`+5511987654321`). */
            phone?: string | null;
            document?: components["schemas"]["CustomerDocumentParams"];
            address?: components["schemas"]["AddressParams"];
        };
        /** @description Only what is sent changes; `null` clears. */
        CustomerUpdateParams: {
            email?: components["schemas"]["EmailAddress"];
            /** @description Full name. */
            name?: string | null;
            /** @description Telephone in E.164 form (`+5511987654321`). */
            phone?: string | null;
            document?: components["schemas"]["CustomerDocumentParams"];
            address?: components["schemas"]["AddressParams"];
        };
        /**
         * Format: email
         * @description An e-mail address.
         */
        EmailAddress: string;
        /** @description A Brazilian taxpayer number. */
        CustomerDocumentParams: {
            type: components["schemas"]["DocumentType"];
            /** @description With or without punctuation. The check digits are verified. */
            number: string;
        } | null;
        /** @description A postal address, replaced as a whole on update. */
        AddressParams: {
            /** @description Street. */
            line1: string;
            /** @description Number in the street. */
            number?: string | null;
            /** @description Flat, block. */
            line2?: string | null;
            /** @description Bairro. */
            district?: string | null;
            /** @description City. */
            city: string;
            /** @description State; in Brazil its two letters. */
            state: string;
            /** @description Postal code; in Brazil the CEP. */
            postal_code: string;
            /**
             * @description ISO 3166-1, two letters.
             * @default BR
             */
            country?: string | null;
        } | null;
        ProductCreateParams: {
            /** @description What customers know it by. */
            name: string;
            /** @description For your own use. */
            description?: string | null;
            /**
             * @description Whether it can be sold; `ACTIVE` unless said otherwise.
             * @enum {string|null}
             */
            status?: "ACTIVE" | "INACTIVE" | null;
        };
        /** @description Only what is sent changes; `null` clears. */
        ProductUpdateParams: {
            /** @description What customers know it by. */
            name?: string;
            /** @description For your own use. */
            description?: string | null;
            status?: components["schemas"]["ProductStatus"];
        };
        ProductPriceSetParams: {
            /**
             * Format: int64
             * @description The price, in the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
        };
        CustomerSubscriptionCancelParams: {
            /** @description Why, in your words. */
            reason?: string | null;
            /** @description true: the subscription runs to the end of its period. */
            cancel_at_period_end?: boolean | null;
            /**
             * Format: int64
             * @description When to cancel, Unix seconds, in the future. Not together with `cancel_at_period_end`.
             */
            cancel_at?: number | null;
        };
        WebhookEndpointCreateParams: {
            /**
             * Format: uri
             * @description Where to send events: https, without credentials.
             */
            url: string;
            /** @description Which types to send: their names, or `["*"]` alone for all, also of types to come. */
            events: components["schemas"]["WebhookEventSelector"][];
            /** @description For your own use. */
            description?: string | null;
        };
        MerchantOriginCreateParams: {
            /** @description `https://host[:port]`; with a test key also http on localhost and 127.0.0.1. */
            origin: string;
        };
        /** @description Either `to` or `seconds`. */
        TestClockAdvanceParams: {
            /**
             * Format: int64
             * @description The moment to move to, Unix seconds.
             */
            to?: number | null;
            /**
             * Format: int64
             * @description By how much to move forward.
             */
            seconds?: number | null;
        };
        Token: {
            /** @description `tok_…` */
            id: string;
            /** @enum {string} */
            object: "token";
            /** @description false in test mode. */
            livemode: boolean;
            type: components["schemas"]["TokenType"];
            card: components["schemas"]["TokenCard"];
            /** @description Whether it has been used up. */
            used: boolean;
            /**
             * Format: date-time
             * @description When it expires, ISO 8601.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was made, ISO 8601.
             */
            createdAt: string;
        };
        /** @description What may be shown of a card. null when the token is of another type. */
        TokenCard: {
            brand: components["schemas"]["CardBrand"];
            /** @description The last four digits. */
            last4: string;
            expMonth: number;
            expYear: number;
            /** @description The name on the card. */
            holderName: string | null;
        } | null;
        /** @enum {string} */
        TokenType: "card" | "pix" | "boleto" | "wallet";
        /** @enum {string} */
        CardBrand: "visa" | "mastercard" | "amex" | "elo" | "hipercard" | "diners" | "discover" | "jcb" | "aura" | "unknown";
        PaymentIntent: {
            /** @description `pi_…` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            object: "payment_intent";
            /** @description false in test mode. */
            livemode: boolean;
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            status: components["schemas"]["PaymentIntentStatus"];
            /** @description The customer who pays (`cus_…`). */
            customer: string;
            /** @description What is sold (`prd_…`). */
            product: string | null;
            /** @description The subscription whose period this charge pays (`csub_…`). */
            subscription: string | null;
            /** @description For your own use. */
            description: string | null;
            /** @description What the card statement shows. */
            statement_descriptor: string | null;
            /** @description How the customer may pay. */
            payment_method_types: components["schemas"]["PaymentMethodType"][];
            last_payment_error: components["schemas"]["PaymentError"];
            charges: components["schemas"]["Charges"];
            next_action: components["schemas"]["NextAction"];
            /** @description Why it was canceled by hand, where a reason was given. */
            cancellation_reason: string | null;
            utm: components["schemas"]["Utm"];
            /**
             * Format: int64
             * @description When it was made, Unix seconds.
             */
            created: number;
        };
        /**
         * @description `succeeded` and `canceled` are final.
         * @enum {string}
         */
        PaymentIntentStatus: "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "succeeded" | "canceled";
        /** @enum {string} */
        PaymentMethodType: "card" | "pix" | "boleto";
        /** @description Why the charge failed. null unless it did. */
        PaymentError: {
            code: components["schemas"]["PaymentErrorCode"];
            /** @description For people. */
            message: string;
        } | null;
        /** @enum {string} */
        PaymentErrorCode: "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "processing_error" | "payment_intent_expired" | "payment_method_not_found";
        Charges: {
            /** @description The acquirer's charge (`ch_…`), once one has answered. */
            latest: string | null;
        };
        /** @description What the payer has to do. null unless the status is `requires_action`. */
        NextAction: (components["schemas"]["PixDisplayQrCode"] | components["schemas"]["BoletoDisplayDetails"] | components["schemas"]["RedirectToUrl"]) | null;
        /** @description A PIX waits to be paid. Show the code as text to copy, and as a picture. */
        PixDisplayQrCode: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "pix_display_qr_code";
            /** @description The BR Code. */
            qr_code_data: string;
            /**
             * Format: uri
             * @description The code as a picture. The link needs no key.
             */
            qr_code_url: string | null;
            /**
             * Format: int64
             * @description Until when it can be paid, Unix seconds.
             */
            expires_at: number;
        };
        /** @description A boleto waits to be paid. */
        BoletoDisplayDetails: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "boleto_display_details";
            /** @description The 47 digits to type. */
            line_code: string;
            /**
             * Format: uri
             * @description The boleto to print. The link needs no key.
             */
            pdf_url: string | null;
            /**
             * Format: uri
             * @description The bar code as a picture. The link needs no key.
             */
            barcode_url: string | null;
            /**
             * Format: int64
             * @description Until when it can be paid, Unix seconds.
             */
            expires_at: number;
        };
        /** @description Send the payer to `url`, for a 3DS challenge or to a bank. */
        RedirectToUrl: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "redirect_to_url";
            /**
             * Format: uri
             * @description Where to send the payer.
             */
            url: string;
            /**
             * Format: uri
             * @description Where the payer comes back to.
             */
            return_url: string | null;
        };
        /** @description Where the sale came from. null when nothing was supplied, and always in lists. */
        Utm: {
            utm_source: string | null;
            utm_medium: string | null;
            utm_campaign: string | null;
            utm_term: string | null;
            utm_content: string | null;
            utm_referrer: string | null;
            utm_landing_page: string | null;
            /** @description The affiliate or partner. */
            src: string | null;
            /** @description The affiliate's sub-campaign. */
            sck: string | null;
        } | null;
        PaymentMethod: {
            /** @description `pm_…` */
            id: string;
            /** @enum {string} */
            object: "payment_method";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description Whose card it is (`cus_…`). null once it is detached. */
            customer: string | null;
            /** @enum {string} */
            type: "card";
            card: components["schemas"]["PaymentMethodCard"];
            /**
             * Format: int64
             * @description When it was saved, Unix seconds.
             */
            created: number;
        };
        PaymentMethodCard: {
            brand: components["schemas"]["CardBrand"];
            /** @description The last four digits. */
            last4: string;
            exp_month: number;
            exp_year: number;
            /** @description The name on the card. */
            holder_name: string | null;
        };
        Refund: {
            /** @description `re_…` */
            id: string;
            /** @enum {string} */
            object: "refund";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description What is refunded (`pi_…`). */
            payment_intent: string;
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /**
             * @description Why. `dispute` is the compulsory refund of a chargeback.
             * @enum {string|null}
             */
            reason: "duplicate" | "fraudulent" | "requested_by_customer" | "dispute" | null;
            status: components["schemas"]["RefundStatus"];
            /**
             * Format: int64
             * @description When it was made, Unix seconds.
             */
            created: number;
        };
        /** @enum {string} */
        RefundStatus: "pending" | "succeeded" | "failed";
        Customer: {
            /** @description `cus_…` */
            id: string;
            /** @enum {string} */
            object: "customer";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description E-mail address. */
            email: string;
            /** @description Full name. */
            name: string | null;
            /** @description Telephone in E.164 form. */
            phone: string | null;
            document: components["schemas"]["CustomerDocument"];
            address: components["schemas"]["Address"];
            /**
             * Format: int64
             * @description When it was made, Unix seconds.
             */
            created: number;
        };
        /** @enum {string} */
        DocumentType: "cpf" | "cnpj";
        /** @description A Brazilian taxpayer number. */
        CustomerDocument: {
            type: components["schemas"]["DocumentType"];
            /** @description Without punctuation, in upper case. */
            number: string;
        } | null;
        /** @description A postal address. */
        Address: {
            /** @description Street. */
            line1: string;
            /** @description Number in the street. */
            number: string | null;
            /** @description Flat, block. */
            line2: string | null;
            /** @description Bairro. */
            district: string | null;
            /** @description City. */
            city: string;
            /** @description State; in Brazil its two letters. */
            state: string;
            /** @description Postal code; in Brazil the CEP. */
            postal_code: string;
            /** @description ISO 3166-1, two letters. */
            country: string;
        } | null;
        Product: {
            /** @description `prd_…` */
            id: string;
            /** @enum {string} */
            object: "product";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description What customers know it by. */
            name: string;
            /** @description For your own use. */
            description: string | null;
            status: components["schemas"]["ProductStatus"];
            /** @description Whether it has an active plan, and is sold by subscription. */
            recurring: boolean;
            /**
             * Format: int64
             * @description When it was made, Unix seconds.
             */
            created: number;
        };
        /**
         * @description Whether it can be sold.
         * @enum {string}
         */
        ProductStatus: "ACTIVE" | "INACTIVE";
        ProductPrice: {
            /** @description `ppr_…` */
            id: string;
            /** @enum {string} */
            object: "product_price";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description What it prices (`prd_…`). */
            product: string;
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description When it was set, Unix seconds.
             */
            created: number;
        };
        CustomerSubscription: {
            /** @description `csub_…` */
            id: string;
            /** @enum {string} */
            object: "customer_subscription";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description Who subscribes (`cus_…`). */
            customer: string;
            /** @description To what (`prd_…`). */
            product: string;
            status: components["schemas"]["CustomerSubscriptionStatus"];
            /** @description The newest charge (`pi_…`); at first the one that started the subscription. */
            latest_payment_intent: string;
            /**
             * Format: int64
             * @description Unix seconds. null without a trial.
             */
            trial_start: number | null;
            /**
             * Format: int64
             * @description Unix seconds. null without a trial.
             */
            trial_end: number | null;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            current_period_start: number;
            /**
             * Format: int64
             * @description Unix seconds.
             */
            current_period_end: number;
            /**
             * Format: int64
             * @description When it is going to be canceled, Unix seconds.
             */
            cancel_at: number | null;
            /** @description Whether it is canceled at the end of the period. */
            cancel_at_period_end: boolean;
            /**
             * Format: int64
             * @description When it was canceled, Unix seconds.
             */
            canceled_at: number | null;
            /** @description Why, in your words. */
            cancellation_reason: string | null;
            /**
             * Format: int64
             * @description When it was made, Unix seconds.
             */
            created: number;
        };
        /**
         * @description `TRIALING` is a free trial, `ACTIVE` normal billing. `INCOMPLETE`: the first charge has not gone through. `PAST_DUE`: the last charge failed and is
         *     being retried; keep access for 7 days. `UNPAID`: the retries are exhausted; block access. `CANCELED` is final.
         * @enum {string}
         */
        CustomerSubscriptionStatus: "INCOMPLETE" | "TRIALING" | "ACTIVE" | "PAST_DUE" | "UNPAID" | "CANCELED";
        Balance: {
            /** @enum {string} */
            object: "balance";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description What succeeded less refunds and disputes. */
            available: components["schemas"]["BalanceAmount"][];
            /** @description What is processing. */
            pending: components["schemas"]["BalanceAmount"][];
        };
        BalanceAmount: {
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
        };
        Event: {
            /** @description `evt_…`. The same event can arrive more than once; remember its id. */
            id: string;
            /** @enum {string} */
            object: "event";
            type: components["schemas"]["EventType"];
            /**
             * @description The major version that made the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, Unix seconds.
             */
            created: number;
            /** @description false in test mode. Ignore such events in production. */
            livemode: boolean;
            data: components["schemas"]["EventData"];
        };
        /**
         * @description `<resource>.<action>`. Expect types that you do not know yet.
         * @enum {string}
         */
        EventType: "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created";
        EventData: {
            object: components["schemas"]["EventObject"];
        };
        /** @description The resource at the moment of the event. */
        EventObject: components["schemas"]["PaymentIntent"] | components["schemas"]["Dispute"];
        /** @description An event about a payment intent. */
        PaymentIntentEvent: {
            /** @description `evt_…` */
            id: string;
            /** @enum {string} */
            object: "event";
            /** @enum {string} */
            type: "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled";
            /** @enum {string} */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["PaymentIntentEventData"];
        };
        PaymentIntentEventData: {
            object: components["schemas"]["PaymentIntent"];
        };
        /** @description An event about a chargeback. */
        DisputeEvent: {
            /** @description `evt_…` */
            id: string;
            /** @enum {string} */
            object: "event";
            /** @enum {string} */
            type: "charge.dispute.created";
            /** @enum {string} */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["DisputeEventData"];
        };
        DisputeEventData: {
            object: components["schemas"]["Dispute"];
        };
        /** @description A chargeback. It is handled as a compulsory refund. */
        Dispute: {
            /** @description `dp_…` */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            object: "dispute";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description What is disputed (`pi_…`). */
            payment_intent: string;
            /** @description The acquirer's charge (`ch_…`). */
            charge: string | null;
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description What the payer's bank says. */
            reason: string | null;
            /** @description The compulsory refund (`re_…`). */
            refund: string;
            /**
             * Format: int64
             * @description When it was opened, Unix seconds.
             */
            created: number;
        };
        /** @description What marketing integrations are told. `utm` is never null here. */
        PurchaseNotification: {
            /** @enum {string} */
            event: "PURCHASE_APPROVED" | "PURCHASE_REFUSED";
            payment_intent: components["schemas"]["PurchasePaymentIntent"];
            utm: components["schemas"]["Utm"];
            /**
             * Format: int64
             * @description When it happened, Unix seconds.
             */
            created: number;
        };
        PurchasePaymentIntent: {
            /** @description `pi_…` */
            id: string;
            status: components["schemas"]["PaymentIntentStatus"];
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description ISO 4217, in lower case. */
            currency: string;
            /** @description `cus_…` */
            customer: string;
        };
        WebhookEndpoint: {
            /** @description `we_…` */
            id: string;
            /** @enum {string} */
            object: "webhook_endpoint";
            /** @description false in test mode. */
            livemode: boolean;
            /**
             * Format: uri
             * @description Where events are sent.
             */
            url: string;
            /** @description The types that are sent. */
            enabled_events: components["schemas"]["WebhookEventSelector"][];
            /** @description For your own use. */
            description: string | null;
            /**
             * Format: int64
             * @description When it was registered, Unix seconds.
             */
            created: number;
        };
        WebhookEndpointWithSecret: {
            /** @description `we_…` */
            id: string;
            /** @enum {string} */
            object: "webhook_endpoint";
            /** @description false in test mode. */
            livemode: boolean;
            /**
             * Format: uri
             * @description Where events are sent.
             */
            url: string;
            /** @description The types that are sent. */
            enabled_events: components["schemas"]["WebhookEventSelector"][];
            /** @description For your own use. */
            description: string | null;
            /** @description The signing secret. Shown on creation and rotation only. */
            secret: string;
            /**
             * Format: int64
             * @description When it was registered, Unix seconds.
             */
            created: number;
        };
        WebhookEndpointDeleted: {
            /** @description `we_…` */
            id: string;
            /** @enum {string} */
            object: "webhook_endpoint";
            /** @enum {boolean} */
            deleted: true;
        };
        /**
         * @description A type of event, or `*` for all.
         * @enum {string}
         */
        WebhookEventSelector: "*" | "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created";
        WebhookDelivery: {
            /** @description `wd_…` */
            id: string;
            /** @enum {string} */
            object: "webhook_delivery";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description Where it goes (`we_…`). */
            webhook_endpoint: string;
            /** @description What it carries (`evt_…`). */
            event: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description How many have been made, of 7 at most. */
            attempts: number;
            /**
             * Format: int64
             * @description When the next attempt comes, Unix seconds.
             */
            next_attempt_at: number | null;
            last_attempt: components["schemas"]["WebhookAttempt"];
            /**
             * Format: int64
             * @description When it was made, Unix seconds.
             */
            created: number;
        };
        /**
         * @description `dead_letter`: all seven attempts failed. `canceled`: the endpoint was deleted.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "dead_letter" | "canceled";
        /** @description How the last attempt went. null before the first. */
        WebhookAttempt: {
            /**
             * Format: int64
             * @description When it ended, Unix seconds; the wait for the next one counts from here.
             */
            at: number;
            /** @description What your endpoint answered, if it did. */
            http_status: number | null;
            /**
             * @description What went wrong on the way; null where your endpoint answered, whatever its status. `address_refused` (not a public address), `dns_error`,
             *     `connection_refused`, `connection_failed`, `tls_error` (no certificate that we trust), `timeout` (30 s in all), `invalid_response`. There
             *     may be more in time.
             */
            error: string | null;
            /** @description How long it took. */
            duration_ms: number;
        } | null;
        MerchantOrigin: {
            /** @enum {string} */
            object: "merchant_origin";
            /** @description In lower case, without the default port. */
            origin: string;
            /** @description false in test mode. */
            livemode: boolean;
            /**
             * Format: int64
             * @description When it was registered, Unix seconds.
             */
            created: number;
        };
        MerchantOriginDeleted: {
            /** @enum {string} */
            object: "merchant_origin";
            origin: string;
            /** @enum {boolean} */
            deleted: true;
        };
        TestClock: {
            /** @enum {string} */
            object: "test_clock";
            /**
             * Format: int64
             * @description The account's time in test mode, Unix seconds.
             */
            now: number;
            /** @enum {boolean} */
            livemode: false;
        };
        OpenapiDocument: {
            openapi: string;
            info: {
                [key: string]: unknown;
            };
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        Health: {
            /** @enum {string} */
            status: "ok";
        };
        PaymentIntentList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["PaymentIntent"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/payment_intents` */
            url: string;
        };
        PaymentMethodList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["PaymentMethod"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/payment_methods` */
            url: string;
        };
        RefundList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Refund"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/refunds` */
            url: string;
        };
        CustomerList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Customer"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/customers` */
            url: string;
        };
        ProductList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Product"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/products` */
            url: string;
        };
        CustomerSubscriptionList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["CustomerSubscription"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/customer_subscriptions` */
            url: string;
        };
        EventList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["Event"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/events` */
            url: string;
        };
        WebhookEndpointList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/webhook_endpoints` */
            url: string;
        };
        WebhookDeliveryList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description `/v1/webhook_endpoints/we_…/deliveries` */
            url: string;
        };
        MerchantOriginList: {
            /** @enum {string} */
            object: "list";
            data: components["schemas"]["MerchantOrigin"][];
            /** @description Always false. */
            has_more: boolean;
            /** @description `/merchant-origins` */
            url: string;
        };
        ErrorResponse: {
            error: components["schemas"]["ErrorObject"];
        };
        ErrorObject: {
            type: components["schemas"]["ErrorType"];
            code: components["schemas"]["ErrorCode"];
            /** @description For people; says what to do. */
            message: string;
            /** @description The offending member, where there is one, as a dotted path (`card.number`). */
            param?: string;
            /** @description Equals the header `Request-Id`. */
            request_id: string;
        };
        /** @enum {string} */
        ErrorType: "invalid_request_error" | "authentication_error" | "permission_error" | "not_found_error" | "idempotency_error" | "rate_limit_error" | "card_error" | "api_error";
        /**
         * @description Expect codes that you do not know yet, and decide by `type` then.
         * @enum {string}
         */
        ErrorCode: "parameter_missing" | "parameter_invalid" | "parameter_unknown" | "token_unusable" | "unsupported_token_type" | "payment_intent_canceled" | "payment_intent_expired" | "payment_intent_unexpected_state" | "payment_intent_already_refunded" | "payment_intent_locked" | "subscription_canceled" | "method_not_allowed" | "request_too_large" | "unsupported_media_type" | "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "api_key_missing" | "api_key_invalid" | "api_key_expired" | "origin_not_allowed" | "test_mode_only" | "key_not_allowed" | "scope_missing" | "route_not_found" | "customer_not_found" | "customer_subscription_not_found" | "event_not_found" | "merchant_origin_not_found" | "payment_intent_not_found" | "payment_method_not_found" | "product_not_found" | "product_price_not_found" | "refund_not_found" | "webhook_endpoint_not_found" | "idempotency_key_in_use" | "idempotency_request_in_progress" | "rate_limit_exceeded" | "processing_error" | "internal_error" | "not_ready";
    };
    responses: {
        /** @description A query parameter or header is missing, unknown or invalid. */
        InvalidQuery: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A query parameter is unknown. */
        InvalidOpenQuery: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A member, parameter or header is missing, unknown or invalid, or the body is not a JSON object. */
        InvalidRequest: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A member or header is missing, unknown or invalid; the card's number fails its check. */
        TokenInvalid: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is invalid, or the intent's state, the method or the customer's data does not allow it. */
        CannotConfirm: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is invalid, or the intent's state does not allow it. */
        CannotCancel: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is invalid, or the intent is in a final state. */
        CannotForce: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is invalid, or the token cannot be used. */
        CannotSaveCard: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is invalid, or the intent cannot be refunded (any more). */
        CannotRefund: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is invalid, or the subscription is canceled already. */
        CannotCancelSubscription: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No key, or one that is invalid, revoked or expired. */
        Unauthorized: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The card is past the end of its month. */
        CardExpired: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The card was refused. Nothing was saved, and the token is used up. */
        CardRefused: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The key is valid and may not do this, or not from this origin. */
        Forbidden: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The operation needs a secret test key. */
        TestKeyRequired: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such payment intent in this mode. */
        PaymentIntentNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such payment intent, or no such saved card of its customer, in this mode. */
        PaymentIntentOrMethodNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such customer or product in this mode. */
        CustomerOrProductNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such payment method in this mode. */
        PaymentMethodNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such refund in this mode. */
        RefundNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such customer in this mode. */
        CustomerNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such product in this mode. */
        ProductNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such product in this mode, or it has no price yet. */
        ProductOrPriceNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such subscription in this mode. */
        CustomerSubscriptionNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such event in this mode. */
        EventNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such webhook endpoint in this mode. */
        WebhookEndpointNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description No such webhook endpoint or event in this mode. */
        WebhookEndpointOrEventNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The origin is not registered in this mode. */
        MerchantOriginNotFound: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The first request with this Idempotency-Key is still running after 5 seconds. */
        RequestInProgress: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetryTrue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Another operation on this intent, or the first request with this Idempotency-Key, is still running after 5 seconds. */
        PaymentIntentLocked: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetryTrue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is over 64 KiB. */
        RequestTooLarge: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is not sent as `application/json` in UTF-8, or with a content encoding. */
        UnsupportedMediaType: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The Idempotency-Key was used for another request. */
        IdempotencyKeyInUse: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Too many requests in this minute. */
        RateLimited: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetryTrue"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Something went wrong on our side. It is safe to retry with the same Idempotency-Key. */
        InternalError: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetryTrue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The service cannot answer at the moment. It is safe to retry with the same Idempotency-Key. */
        NotReady: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetryTrue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The acquirer cannot be used at the moment, or none is set. Everything is as before: retry with the same Idempotency-Key. */
        AcquirerUnavailable: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetryTrue"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Any 2xx within 30 seconds. The body is ignored. Redirects are not followed and count as failures. */
        WebhookReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
         * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
         */
        IdempotencyKey: string;
        /**
         * @description The dated version to answer by. Without it, the one that the key was made with.
         * @example 2026-04-27
         */
        ServiceVersion: "2026-04-27" | "2026-04-25";
        /**
         * @description Set by the tokenization frame for the page that holds it. Ignored from anybody else.
         * @example https://shop.example
         */
        ServiceParentOrigin: string;
        /**
         * @description `t=<unix seconds>,v1=<hex>`: an HMAC-SHA256 keyed with the endpoint's secret over the timestamp, a full stop and the raw bytes of the body.
         *     Compare it in constant time.
         * @example t=1777300812,v1=5257a869e7ecebeda32affa62cdca3fa51cad7e77a0e56ff536d0ce8e108d8bd
         */
        ServiceSignature: string;
        /**
         * @description How many items a page holds.
         * @example 10
         */
        Limit: number;
        /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
        StartingAfter: string;
        /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
        EndingBefore: string;
        /**
         * @description The id of the payment intent (`pi_…`).
         * @example pi_0UxbxIlvJtcynC2RfqPeSrzLb
         */
        PaymentIntentId: string;
        /**
         * @description The id of the payment method (`pm_…`).
         * @example pm_0UxYlg9L9yxx7itL6NO9r03Cd
         */
        PaymentMethodId: string;
        /**
         * @description The id of the refund (`re_…`).
         * @example re_0UxkjC23c4838QKdpuqJvldka
         */
        RefundId: string;
        /**
         * @description The id of the customer (`cus_…`).
         * @example cus_0Ux3Ip7fOau0bvPAFw6OV7tMP
         */
        CustomerId: string;
        /**
         * @description The id of the product (`prd_…`).
         * @example prd_0Uxf4BniZDyQTA1FizNCiTCad
         */
        ProductId: string;
        /**
         * @description The id of the product (`prd_…`).
         * @example prd_0Uxf4BniZDyQTA1FizNCiTCad
         */
        PricedProductId: string;
        /**
         * @description The id of the subscription (`csub_…`).
         * @example csub_0Ux9qMv587F0ZGEtghHZxRwie
         */
        CustomerSubscriptionId: string;
        /**
         * @description The id of the event (`evt_…`).
         * @example evt_0UxmcpxndRlFj5RqWBQQiZX50
         */
        EventId: string;
        /**
         * @description The id of the event to deliver again (`evt_…`).
         * @example evt_0UxmcpxndRlFj5RqWBQQiZX50
         */
        ReplayedEventId: string;
        /**
         * @description The id of the webhook endpoint (`we_…`).
         * @example we_0UxH1zPko4f95Lj6XGO3vHkD2
         */
        WebhookEndpointId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Names this request. Quote it when you ask for help. In an error it equals `error.request_id`.
         * @example req_0UxsRA7wCbIepri8uWOO2D8CK
         */
        RequestId: string;
        /**
         * @description The dated version that applied. Absent when the one you asked for is unknown.
         * @example 2026-04-27
         */
        ServiceVersion: string;
        /**
         * @description Requests left in this window.
         * @example 499
         */
        RatelimitRemaining: number;
        /**
         * @description When the window ends, Unix seconds.
         * @example 1777300860
         */
        RatelimitReset: number;
        /**
         * @description Requests left in this window, where the key was read before the service failed.
         * @example 499
         */
        RatelimitRemainingIfKnown: number;
        /**
         * @description When the window ends, Unix seconds, where the key was read before the service failed.
         * @example 1777300860
         */
        RatelimitResetIfKnown: number;
        /**
         * @description `true` when this is the stored answer to an earlier request with the same Idempotency-Key; otherwise absent.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description Whether to try again, with the same Idempotency-Key.
         * @example false
         */
        ServiceShouldRetry: "true" | "false";
        /**
         * @description `true`: try again, with the same Idempotency-Key.
         * @example true
         */
        ServiceShouldRetryTrue: "true";
        /**
         * @description Seconds to wait before the next request.
         * @example 17
         */
        RetryAfter: number;
        /**
         * @description Always `Bearer`.
         * @example Bearer
         */
        WwwAuthenticate: string;
    };
    pathItems: never;
}
export type TokenCreateParams = components['schemas']['TokenCreateParams'];
export type CardTokenCreateParams = components['schemas']['CardTokenCreateParams'];
export type TokenCardParams = components['schemas']['TokenCardParams'];
export type PixTokenCreateParams = components['schemas']['PixTokenCreateParams'];
export type BoletoTokenCreateParams = components['schemas']['BoletoTokenCreateParams'];
export type WalletTokenCreateParams = components['schemas']['WalletTokenCreateParams'];
export type TokenWalletParams = components['schemas']['TokenWalletParams'];
export type PaymentIntentCreateParams = components['schemas']['PaymentIntentCreateParams'];
export type UtmParams = components['schemas']['UtmParams'];
export type PaymentIntentConfirmParams = components['schemas']['PaymentIntentConfirmParams'];
export type PaymentIntentCancelParams = components['schemas']['PaymentIntentCancelParams'];
export type PaymentIntentFailParams = components['schemas']['PaymentIntentFailParams'];
export type PaymentMethodCreateParams = components['schemas']['PaymentMethodCreateParams'];
export type RefundCreateParams = components['schemas']['RefundCreateParams'];
export type CustomerCreateParams = components['schemas']['CustomerCreateParams'];
export type CustomerUpdateParams = components['schemas']['CustomerUpdateParams'];
export type EmailAddress = components['schemas']['EmailAddress'];
export type CustomerDocumentParams = components['schemas']['CustomerDocumentParams'];
export type AddressParams = components['schemas']['AddressParams'];
export type ProductCreateParams = components['schemas']['ProductCreateParams'];
export type ProductUpdateParams = components['schemas']['ProductUpdateParams'];
export type ProductPriceSetParams = components['schemas']['ProductPriceSetParams'];
export type CustomerSubscriptionCancelParams = components['schemas']['CustomerSubscriptionCancelParams'];
export type WebhookEndpointCreateParams = components['schemas']['WebhookEndpointCreateParams'];
export type MerchantOriginCreateParams = components['schemas']['MerchantOriginCreateParams'];
export type TestClockAdvanceParams = components['schemas']['TestClockAdvanceParams'];
export type Token = components['schemas']['Token'];
export type TokenCard = components['schemas']['TokenCard'];
export type TokenType = components['schemas']['TokenType'];
export type CardBrand = components['schemas']['CardBrand'];
export type PaymentIntent = components['schemas']['PaymentIntent'];
export type PaymentIntentStatus = components['schemas']['PaymentIntentStatus'];
export type PaymentMethodType = components['schemas']['PaymentMethodType'];
export type PaymentError = components['schemas']['PaymentError'];
export type PaymentErrorCode = components['schemas']['PaymentErrorCode'];
export type Charges = components['schemas']['Charges'];
export type NextAction = components['schemas']['NextAction'];
export type PixDisplayQrCode = components['schemas']['PixDisplayQrCode'];
export type BoletoDisplayDetails = components['schemas']['BoletoDisplayDetails'];
export type RedirectToUrl = components['schemas']['RedirectToUrl'];
export type Utm = components['schemas']['Utm'];
export type PaymentMethod = components['schemas']['PaymentMethod'];
export type PaymentMethodCard = components['schemas']['PaymentMethodCard'];
export type Refund = components['schemas']['Refund'];
export type RefundStatus = components['schemas']['RefundStatus'];
export type Customer = components['schemas']['Customer'];
export type DocumentType = components['schemas']['DocumentType'];
export type CustomerDocument = components['schemas']['CustomerDocument'];
export type Address = components['schemas']['Address'];
export type Product = components['schemas']['Product'];
export type ProductStatus = components['schemas']['ProductStatus'];
export type ProductPrice = components['schemas']['ProductPrice'];
export type CustomerSubscription = components['schemas']['CustomerSubscription'];
export type CustomerSubscriptionStatus = components['schemas']['CustomerSubscriptionStatus'];
export type Balance = components['schemas']['Balance'];
export type BalanceAmount = components['schemas']['BalanceAmount'];
export type Event = components['schemas']['Event'];
export type EventType = components['schemas']['EventType'];
export type EventData = components['schemas']['EventData'];
export type EventObject = components['schemas']['EventObject'];
export type PaymentIntentEvent = components['schemas']['PaymentIntentEvent'];
export type PaymentIntentEventData = components['schemas']['PaymentIntentEventData'];
export type DisputeEvent = components['schemas']['DisputeEvent'];
export type DisputeEventData = components['schemas']['DisputeEventData'];
export type Dispute = components['schemas']['Dispute'];
export type PurchaseNotification = components['schemas']['PurchaseNotification'];
export type PurchasePaymentIntent = components['schemas']['PurchasePaymentIntent'];
export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookEndpointWithSecret = components['schemas']['WebhookEndpointWithSecret'];
export type WebhookEndpointDeleted = components['schemas']['WebhookEndpointDeleted'];
export type WebhookEventSelector = components['schemas']['WebhookEventSelector'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookDeliveryStatus = components['schemas']['WebhookDeliveryStatus'];
export type WebhookAttempt = components['schemas']['WebhookAttempt'];
export type MerchantOrigin = components['schemas']['MerchantOrigin'];
export type MerchantOriginDeleted = components['schemas']['MerchantOriginDeleted'];
export type TestClock = components['schemas']['TestClock'];
export type OpenapiDocument = components['schemas']['OpenapiDocument'];
export type Health = components['schemas']['Health'];
export type PaymentIntentList = components['schemas']['PaymentIntentList'];
export type PaymentMethodList = components['schemas']['PaymentMethodList'];
export type RefundList = components['schemas']['RefundList'];
export type CustomerList = components['schemas']['CustomerList'];
export type ProductList = components['schemas']['ProductList'];
export type CustomerSubscriptionList = components['schemas']['CustomerSubscriptionList'];
export type EventList = components['schemas']['EventList'];
export type WebhookEndpointList = components['schemas']['WebhookEndpointList'];
export type WebhookDeliveryList = components['schemas']['WebhookDeliveryList'];
export type MerchantOriginList = components['schemas']['MerchantOriginList'];
export type ErrorResponse = components['schemas']['ErrorResponse'];
export type ErrorObject = components['schemas']['ErrorObject'];
export type ErrorType = components['schemas']['ErrorType'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type ResponseInvalidQuery = components['responses']['InvalidQuery'];
export type ResponseInvalidOpenQuery = components['responses']['InvalidOpenQuery'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseTokenInvalid = components['responses']['TokenInvalid'];
export type ResponseCannotConfirm = components['responses']['CannotConfirm'];
export type ResponseCannotCancel = components['responses']['CannotCancel'];
export type ResponseCannotForce = components['responses']['CannotForce'];
export type ResponseCannotSaveCard = components['responses']['CannotSaveCard'];
export type ResponseCannotRefund = components['responses']['CannotRefund'];
export type ResponseCannotCancelSubscription = components['responses']['CannotCancelSubscription'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseCardExpired = components['responses']['CardExpired'];
export type ResponseCardRefused = components['responses']['CardRefused'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseTestKeyRequired = components['responses']['TestKeyRequired'];
export type ResponsePaymentIntentNotFound = components['responses']['PaymentIntentNotFound'];
export type ResponsePaymentIntentOrMethodNotFound = components['responses']['PaymentIntentOrMethodNotFound'];
export type ResponseCustomerOrProductNotFound = components['responses']['CustomerOrProductNotFound'];
export type ResponsePaymentMethodNotFound = components['responses']['PaymentMethodNotFound'];
export type ResponseRefundNotFound = components['responses']['RefundNotFound'];
export type ResponseCustomerNotFound = components['responses']['CustomerNotFound'];
export type ResponseProductNotFound = components['responses']['ProductNotFound'];
export type ResponseProductOrPriceNotFound = components['responses']['ProductOrPriceNotFound'];
export type ResponseCustomerSubscriptionNotFound = components['responses']['CustomerSubscriptionNotFound'];
export type ResponseEventNotFound = components['responses']['EventNotFound'];
export type ResponseWebhookEndpointNotFound = components['responses']['WebhookEndpointNotFound'];
export type ResponseWebhookEndpointOrEventNotFound = components['responses']['WebhookEndpointOrEventNotFound'];
export type ResponseMerchantOriginNotFound = components['responses']['MerchantOriginNotFound'];
export type ResponseRequestInProgress = components['responses']['RequestInProgress'];
export type ResponsePaymentIntentLocked = components['responses']['PaymentIntentLocked'];
export type ResponseRequestTooLarge = components['responses']['RequestTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseIdempotencyKeyInUse = components['responses']['IdempotencyKeyInUse'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseNotReady = components['responses']['NotReady'];
export type ResponseAcquirerUnavailable = components['responses']['AcquirerUnavailable'];
export type ResponseWebhookReceived = components['responses']['WebhookReceived'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterServiceVersion = components['parameters']['ServiceVersion'];
export type ParameterServiceParentOrigin = components['parameters']['ServiceParentOrigin'];
export type ParameterServiceSignature = components['parameters']['ServiceSignature'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterStartingAfter = components['parameters']['StartingAfter'];
export type ParameterEndingBefore = components['parameters']['EndingBefore'];
export type ParameterPaymentIntentId = components['parameters']['PaymentIntentId'];
export type ParameterPaymentMethodId = components['parameters']['PaymentMethodId'];
export type ParameterRefundId = components['parameters']['RefundId'];
export type ParameterCustomerId = components['parameters']['CustomerId'];
export type ParameterProductId = components['parameters']['ProductId'];
export type ParameterPricedProductId = components['parameters']['PricedProductId'];
export type ParameterCustomerSubscriptionId = components['parameters']['CustomerSubscriptionId'];
export type ParameterEventId = components['parameters']['EventId'];
export type ParameterReplayedEventId = components['parameters']['ReplayedEventId'];
export type ParameterWebhookEndpointId = components['parameters']['WebhookEndpointId'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderServiceVersion = components['headers']['ServiceVersion'];
export type HeaderRatelimitRemaining = components['headers']['RatelimitRemaining'];
export type HeaderRatelimitReset = components['headers']['RatelimitReset'];
export type HeaderRatelimitRemainingIfKnown = components['headers']['RatelimitRemainingIfKnown'];
export type HeaderRatelimitResetIfKnown = components['headers']['RatelimitResetIfKnown'];
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed'];
export type HeaderServiceShouldRetry = components['headers']['ServiceShouldRetry'];
export type HeaderServiceShouldRetryTrue = components['headers']['ServiceShouldRetryTrue'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Set by the tokenization frame for the page that holds it. Ignored from anybody else.
                 * @example https://shop.example
                 */
                "Service-Parent-Origin"?: components["parameters"]["ServiceParentOrigin"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TokenCreateParams"];
            };
        };
        responses: {
            /** @description The token. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["TokenInvalid"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["CardExpired"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listPaymentIntents: {
        parameters: {
            query?: {
                /**
                 * @description Only the intents of this customer.
                 * @example cus_0Ux3Ip7fOau0bvPAFw6OV7tMP
                 */
                customer?: string;
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payment intents. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntentList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    createPaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentIntentCreateParams"];
            };
        };
        responses: {
            /** @description The payment intent, in `requires_payment_method`. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntent"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerOrProductNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrievePaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_0UxbxIlvJtcynC2RfqPeSrzLb
                 */
                id: components["parameters"]["PaymentIntentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment intent. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntent"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentIntentNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    confirmPaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_0UxbxIlvJtcynC2RfqPeSrzLb
                 */
                id: components["parameters"]["PaymentIntentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentIntentConfirmParams"];
            };
        };
        responses: {
            /** @description The payment intent, with its new status. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntent"];
                };
            };
            400: components["responses"]["CannotConfirm"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentIntentOrMethodNotFound"];
            409: components["responses"]["PaymentIntentLocked"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AcquirerUnavailable"];
        };
    };
    cancelPaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_0UxbxIlvJtcynC2RfqPeSrzLb
                 */
                id: components["parameters"]["PaymentIntentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentIntentCancelParams"];
            };
        };
        responses: {
            /** @description The payment intent, `canceled`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntent"];
                };
            };
            400: components["responses"]["CannotCancel"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentIntentNotFound"];
            409: components["responses"]["PaymentIntentLocked"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listPaymentMethods: {
        parameters: {
            query: {
                /**
                 * @description The customer whose cards to list.
                 * @example cus_0Ux3Ip7fOau0bvPAFw6OV7tMP
                 */
                customer: string;
                /**
                 * @description Only methods of this type.
                 * @example card
                 */
                type?: "card";
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of saved cards. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentMethodList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    createPaymentMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentMethodCreateParams"];
            };
        };
        responses: {
            /** @description The saved card. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentMethod"];
                };
            };
            400: components["responses"]["CannotSaveCard"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["CardRefused"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["AcquirerUnavailable"];
        };
    };
    retrievePaymentMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the payment method (`pm_…`).
                 * @example pm_0UxYlg9L9yxx7itL6NO9r03Cd
                 */
                id: components["parameters"]["PaymentMethodId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The saved card. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentMethod"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentMethodNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    detachPaymentMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment method (`pm_…`).
                 * @example pm_0UxYlg9L9yxx7itL6NO9r03Cd
                 */
                id: components["parameters"]["PaymentMethodId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card, without a customer. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentMethod"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentMethodNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /**
                 * @description Only refunds of this payment intent.
                 * @example pi_0UxbxIlvJtcynC2RfqPeSrzLb
                 */
                payment_intent?: string;
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refunds. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    createRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCreateParams"];
            };
        };
        responses: {
            /** @description The refund. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["CannotRefund"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentIntentNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveRefund: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the refund (`re_…`).
                 * @example re_0UxkjC23c4838QKdpuqJvldka
                 */
                id: components["parameters"]["RefundId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["RefundNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listCustomers: {
        parameters: {
            query?: {
                /**
                 * @description Only customers with exactly this address, in any case.
                 * @example maria@example.com
                 */
                email?: string;
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of customers. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    createCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreateParams"];
            };
        };
        responses: {
            /** @description The customer. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the customer (`cus_…`).
                 * @example cus_0Ux3Ip7fOau0bvPAFw6OV7tMP
                 */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The customer. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    updateCustomer: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the customer (`cus_…`).
                 * @example cus_0Ux3Ip7fOau0bvPAFw6OV7tMP
                 */
                id: components["parameters"]["CustomerId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CustomerUpdateParams"];
            };
        };
        responses: {
            /** @description The customer, changed. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listProducts: {
        parameters: {
            query?: {
                /**
                 * @description Only products of this status.
                 * @example ACTIVE
                 */
                status?: components["schemas"]["ProductStatus"];
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of products. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    createProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductCreateParams"];
            };
        };
        responses: {
            /** @description The product. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the product (`prd_…`).
                 * @example prd_0Uxf4BniZDyQTA1FizNCiTCad
                 */
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The product. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    updateProduct: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the product (`prd_…`).
                 * @example prd_0Uxf4BniZDyQTA1FizNCiTCad
                 */
                id: components["parameters"]["ProductId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ProductUpdateParams"];
            };
        };
        responses: {
            /** @description The product, changed. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveProductPrice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the product (`prd_…`).
                 * @example prd_0Uxf4BniZDyQTA1FizNCiTCad
                 */
                productId: components["parameters"]["PricedProductId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current price. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPrice"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductOrPriceNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    setProductPrice: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the product (`prd_…`).
                 * @example prd_0Uxf4BniZDyQTA1FizNCiTCad
                 */
                productId: components["parameters"]["PricedProductId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductPriceSetParams"];
            };
        };
        responses: {
            /** @description The new price. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductPrice"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["ProductNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listCustomerSubscriptions: {
        parameters: {
            query?: {
                /**
                 * @description Only subscriptions of this customer.
                 * @example cus_0Ux3Ip7fOau0bvPAFw6OV7tMP
                 */
                customer?: string;
                /**
                 * @description Only subscriptions in this status.
                 * @example ACTIVE
                 */
                status?: components["schemas"]["CustomerSubscriptionStatus"];
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of subscriptions. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSubscriptionList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveCustomerSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the subscription (`csub_…`).
                 * @example csub_0Ux9qMv587F0ZGEtghHZxRwie
                 */
                id: components["parameters"]["CustomerSubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSubscription"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerSubscriptionNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    cancelCustomerSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription (`csub_…`).
                 * @example csub_0Ux9qMv587F0ZGEtghHZxRwie
                 */
                id: components["parameters"]["CustomerSubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CustomerSubscriptionCancelParams"];
            };
        };
        responses: {
            /** @description The subscription, canceled or scheduled to be. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSubscription"];
                };
            };
            400: components["responses"]["CannotCancelSubscription"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerSubscriptionNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveBalance: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balance of the key's mode. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balance"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only events of this type.
                 * @example payment_intent.succeeded
                 */
                type?: components["schemas"]["EventType"];
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the event (`evt_…`).
                 * @example evt_0UxmcpxndRlFj5RqWBQQiZX50
                 */
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["EventNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listWebhookEndpoints: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    createWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointCreateParams"];
            };
        };
        responses: {
            /** @description The endpoint, with its signing secret. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_0UxH1zPko4f95Lj6XGO3vHkD2
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookEndpointNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_0UxH1zPko4f95Lj6XGO3vHkD2
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is gone. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDeleted"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookEndpointNotFound"];
            409: components["responses"]["RequestInProgress"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    rotateWebhookEndpointSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_0UxH1zPko4f95Lj6XGO3vHkD2
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint, with its new secret. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookEndpointNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description How many items a page holds.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item you have, to get older ones. Not together with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item you have, to get the newer ones next to it. Not together with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_0UxH1zPko4f95Lj6XGO3vHkD2
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookEndpointNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    replayWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_0UxH1zPko4f95Lj6XGO3vHkD2
                 */
                id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The id of the event to deliver again (`evt_…`).
                 * @example evt_0UxmcpxndRlFj5RqWBQQiZX50
                 */
                eventId: components["parameters"]["ReplayedEventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new delivery. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["WebhookEndpointOrEventNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    listMerchantOrigins: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All origins. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantOriginList"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    createMerchantOrigin: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MerchantOriginCreateParams"];
            };
        };
        responses: {
            /** @description The origin, registered before. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantOrigin"];
                };
            };
            /** @description The origin, registered now. */
            201: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantOrigin"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    deleteMerchantOrigin: {
        parameters: {
            query: {
                /**
                 * @description The origin to delete.
                 * @example https://shop.example
                 */
                origin: string;
            };
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The origin is gone. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MerchantOriginDeleted"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["MerchantOriginNotFound"];
            409: components["responses"]["RequestInProgress"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    succeedPaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_0UxbxIlvJtcynC2RfqPeSrzLb
                 */
                id: components["parameters"]["PaymentIntentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment intent, `succeeded`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntent"];
                };
            };
            400: components["responses"]["CannotForce"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TestKeyRequired"];
            404: components["responses"]["PaymentIntentNotFound"];
            409: components["responses"]["PaymentIntentLocked"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    failPaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_0UxbxIlvJtcynC2RfqPeSrzLb
                 */
                id: components["parameters"]["PaymentIntentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentIntentFailParams"];
            };
        };
        responses: {
            /** @description The payment intent, `canceled`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntent"];
                };
            };
            400: components["responses"]["CannotForce"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TestKeyRequired"];
            404: components["responses"]["PaymentIntentNotFound"];
            409: components["responses"]["PaymentIntentLocked"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    expirePaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_0UxbxIlvJtcynC2RfqPeSrzLb
                 */
                id: components["parameters"]["PaymentIntentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment intent, `canceled`. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntent"];
                };
            };
            400: components["responses"]["CannotForce"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TestKeyRequired"];
            404: components["responses"]["PaymentIntentNotFound"];
            409: components["responses"]["PaymentIntentLocked"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveTestClock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The clock. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TestKeyRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    advanceTestClock: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated version to answer by. Without it, the one that the key was made with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 of your making. The same key with the same request gives the same answer for 24 hours, and nothing runs twice.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestClockAdvanceParams"];
            };
        };
        responses: {
            /** @description The clock, advanced. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["TestKeyRequired"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveOpenapi: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.0 document. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenapiDocument"];
                };
            };
            400: components["responses"]["InvalidOpenQuery"];
            500: components["responses"]["InternalError"];
        };
    };
    showDocs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html>title_0Uxl35XZaBvFXu4SL5wzplOkRVintém payments API</title> */
                    "text/html": string;
                };
            };
            400: components["responses"]["InvalidOpenQuery"];
            500: components["responses"]["InternalError"];
        };
    };
    checkHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process is alive. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidOpenQuery"];
            500: components["responses"]["InternalError"];
        };
    };
    checkReadiness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send requests. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidOpenQuery"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
}
