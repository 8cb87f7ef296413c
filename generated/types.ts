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
         * @description Turns a card, PIX, a boleto or a wallet into a single-use token. The token expires after 15 minutes and belongs to the mode of the key.
         *     This is the only operation that a publishable key may call, and only from a registered origin. The response then allows that origin
         *     (CORS).
         *
         *     From 2026-12-01: a token for PIX Automático carries no data either.
         *
         *     The number may contain spaces. A number that fails the Luhn check returns `parameter_invalid`. A card past the end of its expiry month
         *     (UTC) returns 402 `expired_card`. No response ever contains the number or the security code.
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
         * @description Newest first. `utm` is always null in a list. Retrieve an intent to read its attribution.
         */
        get: operations["listPaymentIntents"];
        put?: never;
        /**
         * Create a payment intent
         * @description Creates a payment intent in `requires_payment_method`. Confirm it with a token or a saved card.
         *
         *     Set `product` to sell it by subscription: when the intent succeeds, Vintém creates the customer's subscription, with the plan and the
         *     price that were current when the intent was confirmed. If the product had no active plan then, those at the success count. There is no
         *     subscription if it has no active plan then either. An intent that allows `pix` or `boleto` must be in `brl`. An inactive product returns
         *     `parameter_invalid`.
         *
         *     From 2026-12-01: with `capture_method` `manual`, the confirm only authorizes the card, and you capture it later, or cancel. It needs the
         *     `payment_method_types` `[card]`, an acquirer that can capture later, and no product with an active plan.
         *
         *     From 2026-12-01: an `amount` of 0 begins a trial without a charge. The confirm verifies the card, as saving one does, and starts the
         *     subscription. There is no charge, nothing to refund, and no 3DS. With `pix_automatico` the payer approves the mandate alone, within 24
         *     hours. Otherwise the intent is `canceled` with `payment_intent_expired`.
         *
         *     From 2026-12-01: `payment_method_types` with `pix_automatico` sells a subscription whose charges the payer's bank pays by itself. It needs the
         *     `currency` `brl`, and a `product` with an active plan that PIX Automático has: weekly, monthly, quarterly, semiannual or annual. Anything else is
         *     400 `parameter_invalid`. The intent's own page (`hosted_url`) sells it too, and so do payment links that name it.
         *
         *     From 2026-12-01: `payment_method_options` says how long a PIX or a boleto can be paid, whether the payer is authenticated by 3DS, and in how
         *     many installments the payer may pay at most. The charges of a subscription do not inherit them.
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
         * @description The current state of the intent, with its attribution (`utm`).
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
         *     The response is the intent. Its status is `succeeded`, `requires_action` with a `next_action` (a PIX code, a boleto, a 3DS challenge),
         *     `processing`, or `canceled` with `last_payment_error` when the method was refused. Do not deliver on this response alone. Wait for
         *     `payment_intent.succeeded`.
         *
         *     From 2026-12-01: an approved card whose `capture_method` is `manual` gives `requires_capture`. Nothing is taken before you capture it.
         *
         *     From 2026-12-01: a token whose `card.funding` is `debit` pays at once, in `brl`, in one installment, and with the payer authenticated by
         *     3DS. It does not pay for a product with an active plan, because it is not saved. Anything else is 400 `parameter_invalid`, and so is a
         *     brand whose debit cards the account's acquirer does not take. While the account's acquirer has no 3DS, it is 503 `not_ready`.
         *
         *     From 2026-12-01: a token for PIX Automático gives `requires_action` with `pix_display_qr_code`. With this one code the payer pays the first amount
         *     and approves the mandate in the bank's app. The mandate is a payment method (`pm_…`), `pending` until the payer has decided. The payment decides
         *     the intent, not the mandate. A mandate cannot be confirmed with: it pays for its subscription only, and anything else is 400
         *     `parameter_invalid`. While no acquirer of the account has PIX Automático, it is 503 `not_ready`.
         *
         *     Confirm PIX and boleto with a token of that type. Both need the customer's `name` and `document`, and boleto also needs the `address`.
         *     A boleto's address is in Brazil, with a state and a CEP. Otherwise the error names the member, such as `customer.address.state`.
         *     Checks run in this order: the intent's state, the method, its type and the installments, the customer's data. In live mode, the last
         *     one is whether the account's acquirer takes the intent's `currency` and your `payment_method_options`. The token is used up only when all checks pass.
         *     After 503 `processing_error` nothing has changed: retry with the same key.
         */
        post: operations["confirmPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_intents/{id}/capture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Capture a payment intent
         * @description Takes what the card was authorized for, or a part of it, once. Allowed from `requires_capture`. The acquirer releases the rest by itself.
         *     A payment in installments can only be captured as a whole.
         *
         *     The response is the intent. Its status is `succeeded` with `amount_received`, or `processing` while the acquirer has not said whether it
         *     captured: it is then `succeeded`, or `requires_capture` again within 15 minutes. If the issuer declines the capture, the response is 402
         *     with the card's code, and the intent is as before. After 503 `processing_error` nothing has changed: retry with the same key.
         */
        post: operations["capturePaymentIntent"];
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
         * @description Cancels an intent that has not been paid, and emits `payment_intent.canceled`. Allowed from `requires_payment_method`,
         *     `requires_confirmation` and `requires_action`. To undo a succeeded intent, refund it. `canceled` is final: a payment that arrives later is
         *     reversed.
         *
         *     From 2026-12-01: allowed from `requires_capture` too. The card is then released, and a capture that the acquirer makes nevertheless is
         *     reversed.
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
         * @description Newest first. Detached cards are not listed. If the customer does not exist, the list is empty.
         *
         *     From 2026-12-01: the customer's mandates by PIX Automático are listed too, unless `type` is `card`.
         */
        get: operations["listPaymentMethods"];
        put?: never;
        /**
         * Save a card
         * @description Saves the card of a token for a customer. Vintém verifies the card with the acquirer without charging it. A refusal returns 402, saves
         *     nothing and uses up the token. Only tokens of credit cards can be saved. Any other token returns `unsupported_token_type` and stays usable,
         *     as it does after a 503.
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
         * @description You can still retrieve a detached card. Its `customer` is null.
         *
         *     From 2026-12-01: so can mandates by PIX Automático be retrieved, detached or not.
         */
        get: operations["retrievePaymentMethod"];
        put?: never;
        /**
         * Update a saved card
         * @description Changes its `metadata`, which is merged. The card itself never changes.
         */
        post: operations["updatePaymentMethod"];
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
         * @description Removes the card from its customer permanently. It can no longer be charged or listed. Detaching it again changes nothing.
         *
         *     From 2026-12-01: detaching a mandate cancels it at the payer's bank. Later periods of its subscription are paid by PIX codes.
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
         * @description Refunds `amount` of a succeeded payment intent, or else what is left of it: what no refund and no chargeback has taken. A pending refund counts, and a
         *     failed one does not. Checks run in this order: the intent's state, earlier refunds, the amount.
         *
         *     Before version 2026-12-01, you can refund an intent once. What a chargeback took does not count, and neither does what was refunded at the acquirer.
         *
         *     With a test key a refund succeeds at once. In live mode it stays `pending` while its outcome is unknown. It also waits as `pending` while the
         *     outcome of an earlier refund of the intent is unknown, or while the acquirer is asked about a change of the payment. It fails if less is left then.
         *
         *     From 2026-12-01: You can refund an intent any number of times, until all of it is refunded. Send an `Idempotency-Key`: without one, a request that
         *     you repeat because its response was lost is one more refund.
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
         * @description The current state of the refund.
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
         * @description A customer needs an `email`. PIX also needs `name` and `document`, and boleto also needs `address`. The check digits of a CPF or CNPJ
         *     (including the alphanumeric CNPJ) are verified. The number is stored without punctuation, in upper case.
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
         * @description The current state of the customer.
         */
        get: operations["retrieveCustomer"];
        put?: never;
        /**
         * Update a customer
         * @description Changes the fields that you send and leaves the others unchanged. `null` clears a field (`email` cannot be cleared). `document` and
         *     `address` are replaced as a whole. `metadata` is merged.
         */
        post: operations["updateCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List payment links
         * @description Newest first.
         */
        get: operations["listPaymentLinks"];
        put?: never;
        /**
         * Create a payment link
         * @description Creates a link to a page on which anybody can buy a product at its current price: send it, or print its QR code. Each payer who sends the
         *     page's form is a new customer with a payment intent of their own. Opening the page creates nothing.
         *
         *     `max_payments` limits how many payments can be made. A payer has a place from the confirm on, until the payment intent is canceled. With it,
         *     a PIX code lives 15 minutes, so that nobody holds a place for long.
         *
         *     An account may have 1,000 active payment links in each mode. The next one returns 400 `limit_reached`.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment_links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a payment link
         * @description The current state of the payment link.
         */
        get: operations["retrievePaymentLink"];
        put?: never;
        /**
         * Update a payment link
         * @description Changes the fields that you send and leaves the others unchanged. `metadata` is merged. Nobody can begin a payment at a link that is not
         *     `active`. What was begun before can still be paid.
         */
        post: operations["updatePaymentLink"];
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
         * @description Creates something to sell. Set its price with `POST /v1/products/{productId}/price`.
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
         * @description The current state of the product.
         */
        get: operations["retrieveProduct"];
        put?: never;
        /**
         * Update a product
         * @description Changes the fields that you send and leaves the others unchanged. `null` clears the description. `metadata` is merged. An `INACTIVE`
         *     product takes no new payment intents. Its running subscriptions continue.
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
         * @description The current price. Returns 404 `product_price_not_found` if no price has been set.
         */
        get: operations["retrieveProductPrice"];
        put?: never;
        /**
         * Set the price of a product
         * @description Creates a new current price with its own id. Subscriptions whose first payment was confirmed before keep the earlier price.
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
         * @description The current state of the subscription.
         */
        get: operations["retrieveCustomerSubscription"];
        put?: never;
        /**
         * Update a subscription
         * @description Changes the fields that you send and leaves the others unchanged. `metadata` is merged. `payment_method` chooses the card that renewals and
         *     retries charge from now on, also where they were paid by PIX or boleto. Nothing is charged by the update, and a charge that is open stays as it
         *     is.
         */
        post: operations["updateCustomerSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer_subscriptions/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a subscription
         * @description Holds back its charges, until `resumes_at` or until you resume it. The subscription must be `ACTIVE` or `TRIALING`. Pausing it again replaces
         *     `resumes_at`.
         *
         *     The status stays, and the paid period runs on. A trial ends later, by the length of the pause. A PIX or a boleto that is open can still be
         *     paid; if it fails, its retries count from the resumption. Cancellations work as ever.
         */
        post: operations["pauseCustomerSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer_subscriptions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a subscription
         * @description Ends the pause. If the current period is not over, nothing else changes. If it is, the next period begins now and is charged, and all later
         *     periods are counted from it. What passed meanwhile is never charged.
         */
        post: operations["resumeCustomerSubscription"];
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
         * @description Cancels at once, unless `cancel_at_period_end` or `cancel_at` sets a later time (send only one of the two). A new request replaces an
         *     earlier schedule. Nothing is refunded. Open charges of the subscription are canceled with it. A canceled subscription is never charged
         *     again.
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
         * @description Listed by currency, in alphabetical order. `available` is the sum of succeeded payments, less refunds and disputes. `pending` is the sum of
         *     processing payments. Both list every currency in which you ever had a payment processing or succeeded, with 0 where nothing is left.
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
         * @description Newest first, in an order that never changes. Poll with `ending_before` to get every event exactly once. Events are listed whether or not
         *     an endpoint was registered for them, if this version has their type. They are kept for 400 days, unless the operator has set another time.
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
         * @description The event, with the resource as it was at that moment. Its content is exactly what webhook endpoints of this version receive. Events are
         *     deleted after 400 days, or after the time that the operator has set. Then the response is 404 `event_not_found`, as it is for an event of
         *     a type that this version does not have.
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
         * @description Sends events from now on to the URL, signed with `secret`. Only this response shows the secret, until you rotate it. The URL must be
         *     https, with a valid certificate and without credentials. Events are shown as the version of this request shows them.
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
        /**
         * Update a webhook endpoint
         * @description Changes the fields that you send and leaves the others unchanged. `null` clears the `description`. The secret stays. Pending deliveries go
         *     to the new URL from their next attempt on. `events` and `service_version` are for events from now on: what a delivery sends is the same at
         *     every attempt.
         */
        post: operations["updateWebhookEndpoint"];
        /**
         * Delete a webhook endpoint
         * @description Stops sending events to the endpoint. Its pending deliveries are canceled.
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
         * @description Creates a new secret. Only this response shows it. The old secret stops signing at once, including for attempts that are still pending.
         *
         *     To change the secret on your servers without losing a webhook, send `expire_old_in`. For that many seconds of real time, every attempt is
         *     signed with both secrets: its header has two `v1`, the new secret's first. If you rotate again in that time, the oldest secret stops at once.
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
         * @description Newest first, with the outcome of the last attempt and the time of the next one. Deliveries are kept as long as their events.
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
         * @description Creates a new pending delivery of an event to this endpoint, even if the endpoint does not subscribe to the type. This works as long as the
         *     event is kept. The first attempt runs at the scheduler's next tick. It shows the event as the endpoint's version shows it now. If that
         *     version has no such type, the response is 404 `event_not_found`, unless the endpoint receives all types (`*`).
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
         * @description All origins in one list, newest first. `has_more` is always false.
         */
        get: operations["listMerchantOrigins"];
        put?: never;
        /**
         * Register an origin
         * @description Allows the publishable keys of your account and mode to create tokens from pages of this origin. Send `https://host[:port]`. With a test
         *     key you may also send `http://localhost[:port]` and `http://127.0.0.1[:port]`. The origin is stored in lower case and without the default
         *     port. Registering it again returns 200 with the existing origin.
         */
        post: operations["createMerchantOrigin"];
        /**
         * Delete an origin
         * @description Publishable keys stop working from this origin at once.
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
         * @description Simulates that the payer paid. The intent moves to `succeeded` from any state that is not final, with the real `payment_intent.succeeded`
         *     event and everything that follows from it.
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
         * @description Simulates that the acquirer refused. The intent moves to `canceled` with `last_payment_error` from any state that is not final, with the
         *     real `payment_intent.payment_failed` event.
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
         * @description Simulates that the time to pay ran out. The intent moves to `canceled` with `payment_intent_expired` (`authentication_failed` for a 3DS
         *     challenge) from any state that is not final, with the real `payment_intent.payment_failed` and `payment_intent.canceled` events.
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
         * @description The current time for your account in test mode: real time plus everything that you advanced it by. The clock keeps running.
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
         * @description Moves the time forward, to a moment (`to`) or by `seconds`. Send one of the two, at most two years per request. The response arrives when
         *     everything due by then has been done, in order: expiries, webhook retries, trials, renewals, retries of charges, scheduled cancellations.
         *     Signatures, the expiry of keys and rate limits stay on real time. The clock can be at most 50 years ahead of real time.
         *
         *     An advance waits for all webhook endpoints of the account that get an event: it does nothing else before they have answered. Only retries do
         *     not wait for each other, as long as no answer could lead to an earlier retry. Answers that take longer than a second are waited for up to 50
         *     seconds in all. After that, the advance goes on without them. Attempts that are under way then end after the response, and retries may be
         *     later than they were due.
         *
         *     Advances run one after the other. At most 20 of an account wait. The next one returns 429 with `Retry-After`.
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
         * Retrieve this API description
         * @description This document as JSON, as clients of a version see the API. Pages of any origin may read it (CORS). Caches may keep it, but must check
         *     with `If-None-Match` whether it has changed.
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
         * @description A web page: guides, and this document as a reference with a console to try the operations. Links on it lead to its other pages.
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
         * @description For a process supervisor. Also accepts `HEAD`.
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
         * @description For a load balancer. Returns 200 when the databases are reachable and their migrations are current. A process that is about to stop
         *     returns 503, and still takes requests for a while. Also accepts `HEAD`.
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
        /** @description The payment method to turn into a token. */
        TokenCreateParams: components["schemas"]["CardTokenCreateParams"] | components["schemas"]["PixTokenCreateParams"] | components["schemas"]["BoletoTokenCreateParams"] | components["schemas"]["WalletTokenCreateParams"] | components["schemas"]["PixAutomaticoTokenCreateParams"];
        /** @description A token for a card. */
        CardTokenCreateParams: {
            /**
             * @description Always `card`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "card";
            card: components["schemas"]["TokenCardParams"];
        };
        /** @description The card. It is sealed on arrival and never returned. */
        TokenCardParams: {
            /** @description The card number. Spaces are allowed. */
            number: string;
            /** @description The month in which the card expires. */
            expMonth: number;
            /** @description The year in which the card expires, with four digits. */
            expYear: number;
            /** @description The security code: three digits, or four on amex. */
            cvc: string;
            /** @description The name on the card, with at least one letter, and without control or invisible characters. */
            holderName?: string | null;
            /**
             * @description As what the card is charged. Of a card with both functions, the payer chooses one. Without it, `credit`. A debit card is always
             *     authenticated by 3DS.
             * @enum {string|null}
             */
            funding?: "credit" | "debit" | null;
        };
        /** @description A token for PIX. */
        PixTokenCreateParams: {
            /**
             * @description Always `pix`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "pix";
        };
        /** @description A token for a boleto. */
        BoletoTokenCreateParams: {
            /**
             * @description Always `boleto`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "boleto";
        };
        /** @description A token for a mobile wallet. */
        WalletTokenCreateParams: {
            /**
             * @description Always `wallet`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "wallet";
            wallet: components["schemas"]["TokenWalletParams"];
        };
        /** @description A token for PIX Automático. */
        PixAutomaticoTokenCreateParams: {
            /**
             * @description Always `pix_automatico`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "pix_automatico";
        };
        /** @description The wallet and its payload. */
        TokenWalletParams: {
            /**
             * @description Whose wallet it is.
             * @enum {string}
             */
            provider: "apple_pay" | "google_pay";
            /** @description The payload from the wallet, unchanged, at most 16 KiB. Not stored. */
            payload: string;
        };
        /** @description The charge to create. */
        PaymentIntentCreateParams: {
            /**
             * Format: int64
             * @description What to charge, in the smallest unit of the currency (cents).
             *
             *     From 2026-12-01: 0 begins the trial of a `product` without a charge. It is refused without a price and an active plan with a trial, and for
             *     other `payment_method_types` than `card` and `pix_automatico`.
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
            /** @description The customer who pays (`cus_…`). */
            customer: string;
            /** @description The product sold (`prd_…`). A recurring product starts a subscription. */
            product?: string | null;
            /**
             * @description The payment method types that the customer may use.
             * @default [
             *       "card"
             *     ]
             */
            payment_method_types?: components["schemas"]["PaymentMethodTypeParam"][] | null;
            /** @description For your own use. The payer never sees it. */
            description?: string | null;
            /** @description The text by which the payer recognizes the purchase. Boletos and hosted pages show all of it. A card statement shows its first 13 letters and digits, without accents, spaces and signs: `Café & Cia 77` is `CafeCia77` there. Renewals of a subscription have that of its first payment. */
            statement_descriptor?: string | null;
            utm?: components["schemas"]["UtmParams"];
            metadata?: components["schemas"]["MetadataParams"];
            /**
             * @description When the money is taken. Without it, `automatic`.
             * @enum {string|null}
             */
            capture_method?: "automatic" | "manual" | null;
            payment_method_options?: components["schemas"]["PaymentMethodOptionsParams"];
            /** @description Where the payer returns to, as in the confirm. A `return_url` of the confirm comes first. */
            return_url?: string | null;
        };
        /** @description Choices for the payment methods that the intent takes. Those of another one are refused. */
        PaymentMethodOptionsParams: {
            card?: components["schemas"]["PaymentMethodOptionsCardParams"];
            pix?: components["schemas"]["PaymentMethodOptionsPixParams"];
            boleto?: components["schemas"]["PaymentMethodOptionsBoletoParams"];
        } | null;
        /** @description What you choose for cards. */
        PaymentMethodOptionsCardParams: {
            /**
             * @description Whether the payer is authenticated by 3DS. Without it, `automatic`. Has no effect with `off_session`.
             * @enum {string|null}
             */
            request_three_d_secure?: "automatic" | "any" | "never" | null;
            /**
             * @description In how many installments the payer may pay at most. A confirm with more is 400 `parameter_invalid` (`installments`).
             * @default 12
             */
            max_installments?: number | null;
        } | null;
        /** @description What you choose for PIX. */
        PaymentMethodOptionsPixParams: {
            /**
             * @description How long the code can be paid, in seconds from the confirm. More than 86400 only if the account's acquirer takes it: that is
             *     checked here and at the confirm, and test mode does not take it. Without it, the operator's setting counts.
             */
            expires_after_seconds?: number | null;
        } | null;
        /** @description What you choose for boletos. */
        PaymentMethodOptionsBoletoParams: {
            /** @description How many calendar days in São Paulo after the confirm the boleto is due. Without it, the operator's setting counts. */
            expires_after_days?: number | null;
        } | null;
        /**
         * @description A type of payment method.
         * @enum {string}
         */
        PaymentMethodTypeParam: "card" | "pix" | "boleto" | "pix_automatico";
        /** @description Where the sale came from. Stored with the payment and sent to your marketing integrations. */
        UtmParams: {
            /** @description The site or app that sent the payer, for example `instagram`. */
            utm_source?: string | null;
            /** @description The kind of traffic, for example `cpc` or `email`. */
            utm_medium?: string | null;
            /** @description The campaign. */
            utm_campaign?: string | null;
            /** @description The search term that was paid for. */
            utm_term?: string | null;
            /** @description The advertisement or link that was followed. */
            utm_content?: string | null;
            /** @description The page that the payer came from. */
            utm_referrer?: string | null;
            /** @description The page on which the payer arrived. */
            utm_landing_page?: string | null;
            /** @description The affiliate or partner. */
            src?: string | null;
            /** @description The affiliate's sub-campaign. */
            sck?: string | null;
        } | null;
        /**
         * @description Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
         *     names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
         *     `null` instead of the object removes all. Do not store card numbers or passwords here.
         * @example {
         *       "order": "1042"
         *     }
         */
        MetadataParams: {
            [key: string]: string | null;
        } | null;
        /** @description The method to charge. */
        PaymentIntentConfirmParams: {
            /** @description A token (`tok_…`, single use) or a saved card of the customer (`pm_…`). */
            payment_method: string;
            /** @description Set to true when the payer is not present. A card that needs 3DS is then refused. */
            off_session?: boolean | null;
            /**
             * @description In how many monthly installments the payer pays. More than 1 needs a card, the currency `brl` and the payer present: it cannot be
             *     combined with `off_session`.
             * @default 1
             */
            installments?: number | null;
            /**
             * @description The https URL to which the payer returns after a 3DS challenge, or from the page of a PIX or a boleto once it is paid, without a user name
             *     or password. With a test key, it can also be http on localhost. `payment_intent` and `redirect_status` are added to it. They do not
             *     prove the payment; the event does.
             */
            return_url?: string | null;
        };
        /** @description How much is captured. */
        PaymentIntentCaptureParams: {
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents), at most `amount_capturable`. Default: all of it.
             */
            amount_to_capture?: number | null;
        };
        /** @description Why the intent is canceled. */
        PaymentIntentCancelParams: {
            /** @description Your reason. Included in the event. */
            cancellation_reason?: string | null;
        };
        /** @description How the payment fails. */
        PaymentIntentFailParams: {
            /**
             * @description The error code to simulate. Default: `card_declined`.
             * @enum {string|null}
             */
            code?: "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "processing_error" | null;
        };
        /** @description Only the fields that you send change. */
        PaymentMethodUpdateParams: {
            metadata?: components["schemas"]["MetadataParams"];
        };
        /** @description The card to save, and for whom. */
        PaymentMethodCreateParams: {
            /** @description The token of a card (`tok_…`). */
            token: string;
            /** @description The customer who owns the card (`cus_…`). */
            customer: string;
        };
        /** @description What to refund, and why. */
        RefundCreateParams: {
            /** @description The payment intent to refund (`pi_…`). */
            payment_intent: string;
            /**
             * Format: int64
             * @description In cents. Default: what is left of the payment. That is `amount` of the payment intent, or less where the operator has accepted a payment of less, without what has gone back already.
             */
            amount?: number | null;
            /**
             * @description The reason for the refund.
             * @enum {string|null}
             */
            reason?: "duplicate" | "fraudulent" | "requested_by_customer" | null;
            metadata?: components["schemas"]["MetadataParams"];
        };
        /** @description A new customer. */
        CustomerCreateParams: {
            email: components["schemas"]["EmailAddress"];
            /** @description The customer's full name, with at least one letter, and without control or invisible characters. */
            name?: string | null;
            /** @description Phone number in E.164 format (`+5511987654321`). */
            phone?: string | null;
            document?: components["schemas"]["CustomerDocumentParams"];
            address?: components["schemas"]["AddressParams"];
            locale?: components["schemas"]["LocaleParam"];
            metadata?: components["schemas"]["MetadataParams"];
        };
        /** @description Only the fields that you send change. `null` clears a field. */
        CustomerUpdateParams: {
            email?: components["schemas"]["EmailAddress"];
            /** @description The customer's full name, with at least one letter, and without control or invisible characters. */
            name?: string | null;
            /** @description Phone number in E.164 format (`+5511987654321`). */
            phone?: string | null;
            document?: components["schemas"]["CustomerDocumentParams"];
            address?: components["schemas"]["AddressParams"];
            locale?: components["schemas"]["LocaleParam"];
            metadata?: components["schemas"]["MetadataParams"];
        };
        /**
         * @description The language of mails to the customer. A new customer has `pt-BR`.
         * @enum {string}
         */
        LocaleParam: "pt-BR" | "en";
        /** @description `name@host`, with one @, and without spaces, control and invisible characters. Neither part may start or end with a dot, or have two dots in a row. */
        EmailAddress: string;
        /** @description A Brazilian taxpayer number. */
        CustomerDocumentParams: {
            type: components["schemas"]["DocumentTypeParam"];
            /** @description With or without punctuation. The check digits are verified. */
            number: string;
        } | null;
        /**
         * @description The kind of taxpayer number.
         * @enum {string}
         */
        DocumentTypeParam: "cpf" | "cnpj";
        /** @description A postal address, replaced as a whole on update. */
        AddressParams: {
            /** @description The name of the street. */
            line1: string;
            /** @description The street number. */
            number?: string | null;
            /** @description The apartment, block or floor. */
            line2?: string | null;
            /** @description The district (bairro). */
            district?: string | null;
            /** @description The city or town. */
            city: string;
            /** @description The state. In Brazil, its two-letter code. A boleto also takes its full name, such as Paraná, as its code. */
            state: string;
            /** @description The postal code. In Brazil, the CEP. A boleto needs its eight digits, with or without punctuation. */
            postal_code: string;
            /**
             * @description The two-letter ISO 3166-1 country code.
             * @default BR
             */
            country?: string | null;
        } | null;
        /** @description A new product. */
        ProductCreateParams: {
            /** @description The name that customers see. */
            name: string;
            /** @description For your own use. */
            description?: string | null;
            /**
             * @description Whether the product can be sold. Default: `ACTIVE`.
             * @enum {string|null}
             */
            status?: "ACTIVE" | "INACTIVE" | null;
            metadata?: components["schemas"]["MetadataParams"];
        };
        /** @description Only the fields that you send change. `null` clears a field. */
        ProductUpdateParams: {
            /** @description The name that customers see. */
            name?: string;
            /** @description For your own use. */
            description?: string | null;
            /**
             * @description Whether the product can be sold.
             * @enum {string}
             */
            status?: "ACTIVE" | "INACTIVE";
            metadata?: components["schemas"]["MetadataParams"];
        };
        /** @description A new payment link. */
        PaymentLinkCreateParams: {
            /** @description The product to sell (`prd_…`). It needs a price, and must be `ACTIVE`. */
            product: string;
            /** @description The payment method types that payers may use. Without it, all that the product's current price takes, but not `pix_automatico`. Only cards pay another currency than `brl`. Only cards and `pix_automatico` begin a trial. `pix_automatico` needs a product with an active plan of a period that it has. */
            payment_method_types?: ("card" | "pix" | "boleto" | "pix_automatico")[] | null;
            /** @description The most installments of a card payment. Without it, what your settings allow. */
            max_installments?: number | null;
            /** @description How many payments can be made. Without it, any number. */
            max_payments?: number | null;
            /**
             * Format: int64
             * @description When the page closes, in Unix seconds, at most five years from now. What was begun before can still be paid.
             */
            expires_at?: number | null;
            metadata?: components["schemas"]["MetadataParams"];
            /** @description Where the payer goes after the payment. It gets the query parameters `payment_intent` and `redirect_status`. */
            after_payment_url?: string | null;
        };
        /** @description Only the fields that you send change. */
        PaymentLinkUpdateParams: {
            /** @description Whether payments can be begun. */
            active?: boolean;
            metadata?: components["schemas"]["MetadataParams"];
        };
        /** @description The new price. */
        ProductPriceSetParams: {
            /**
             * Format: int64
             * @description The price, in the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
        };
        /** @description How long the pause is. Without a time, it ends when you resume the subscription. */
        CustomerSubscriptionPauseParams: {
            /**
             * Format: int64
             * @description When it resumes by itself, in Unix seconds: in the future, and at most five years from now.
             */
            resumes_at?: number | null;
        };
        /** @description Only the fields that you send change. */
        CustomerSubscriptionUpdateParams: {
            /**
             * @description The saved card of the customer (`pm_…`) to charge, and no mandate. `null`: the newest one where the subscription is paid by card, and a new code
             *     in each period where it is paid by PIX or boleto. Where it is paid by PIX Automático, its active mandate, or else a new code.
             */
            payment_method?: string | null;
            metadata?: components["schemas"]["MetadataParams"];
        };
        /** @description When to cancel, and why. Without a time, the subscription is canceled at once. */
        CustomerSubscriptionCancelParams: {
            /** @description Your reason for canceling. */
            reason?: string | null;
            /** @description If true, the subscription runs to the end of its period. */
            cancel_at_period_end?: boolean | null;
            /**
             * Format: int64
             * @description When to cancel, in Unix seconds. Must be in the future. Cannot be combined with `cancel_at_period_end`.
             */
            cancel_at?: number | null;
        };
        /**
         * @description Where the subscription stands.
         * @enum {string}
         */
        CustomerSubscriptionStatusParam: "INCOMPLETE" | "TRIALING" | "ACTIVE" | "PAST_DUE" | "UNPAID" | "CANCELED";
        /**
         * @description A type of event, `<resource>.<action>`.
         * @enum {string}
         */
        EventTypeParam: "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created" | "payment_intent.requires_action" | "payment_intent.processing" | "payment_intent.amount_capturable_updated" | "customer.created" | "customer.updated" | "payment_method.attached" | "payment_method.updated" | "payment_method.detached" | "customer_subscription.created" | "customer_subscription.updated" | "customer_subscription.trial_will_end" | "customer_subscription.paused" | "customer_subscription.resumed" | "customer_subscription.canceled" | "refund.created" | "refund.updated" | "refund.failed" | "charge.dispute.updated" | "charge.dispute.closed" | "payout.created" | "payout.paid" | "payout.failed";
        /** @description A new endpoint for webhooks. */
        WebhookEndpointCreateParams: {
            /** @description Where to send events. Must be https, without a user name or password. In test mode, `vintem listen` brings events to your own machine. */
            url: string;
            /** @description The event types to send: their names, or `["*"]` alone for all types of every version, including types added later. */
            events: ("*" | "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created" | "payment_intent.requires_action" | "payment_intent.processing" | "payment_intent.amount_capturable_updated" | "customer.created" | "customer.updated" | "payment_method.attached" | "payment_method.updated" | "payment_method.detached" | "customer_subscription.created" | "customer_subscription.updated" | "customer_subscription.trial_will_end" | "customer_subscription.paused" | "customer_subscription.resumed" | "customer_subscription.canceled" | "refund.created" | "refund.updated" | "refund.failed" | "charge.dispute.updated" | "charge.dispute.closed" | "payout.created" | "payout.paid" | "payout.failed")[];
            /** @description For your own use. */
            description?: string | null;
        };
        /** @description Only the fields that you send change. `null` clears the `description`. */
        WebhookEndpointUpdateParams: {
            /** @description Where to send events. Must be https, without a user name or password. In test mode, `vintem listen` brings events to your own machine. */
            url?: string;
            /** @description The event types to send: their names, or `["*"]` alone for all types of every version, including types added later. */
            events?: ("*" | "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created" | "payment_intent.requires_action" | "payment_intent.processing" | "payment_intent.amount_capturable_updated" | "customer.created" | "customer.updated" | "payment_method.attached" | "payment_method.updated" | "payment_method.detached" | "customer_subscription.created" | "customer_subscription.updated" | "customer_subscription.trial_will_end" | "customer_subscription.paused" | "customer_subscription.resumed" | "customer_subscription.canceled" | "refund.created" | "refund.updated" | "refund.failed" | "charge.dispute.updated" | "charge.dispute.closed" | "payout.created" | "payout.paid" | "payout.failed")[];
            /** @description For your own use. */
            description?: string | null;
            /**
             * @description The version by which events are shown from now on. It must have every type that the endpoint names, unless `events` is sent too.
             * @enum {string}
             */
            service_version?: "2026-12-01" | "2026-04-27" | "2026-04-25";
        };
        /** @description How long the old secret still signs. */
        WebhookEndpointRotateSecretParams: {
            /**
             * @description For how many seconds the old secret signs too. At most a day.
             * @default 0
             */
            expire_old_in?: number | null;
        };
        /** @description The origin to register. */
        MerchantOriginCreateParams: {
            origin: components["schemas"]["OriginAddress"];
        };
        /** @description `https://host[:port]`, as browsers send it. With a test key, also http on localhost and 127.0.0.1. */
        OriginAddress: string;
        /** @description Send either `to` or `seconds`. `null` means absent. */
        TestClockAdvanceParams: {
            /**
             * Format: int64
             * @description The time to move to, in Unix seconds.
             */
            to?: number | null;
            /**
             * Format: int64
             * @description How many seconds to move forward.
             */
            seconds?: number | null;
        };
        /** @description A payment method on its way from the browser to a payment. It can be used once. */
        Token: {
            /** @description The id, `tok_…`. */
            id: string;
            /**
             * @description Always `token`.
             * @enum {string}
             */
            object: "token";
            /** @description false in test mode. */
            livemode: boolean;
            type: components["schemas"]["TokenType"];
            card: components["schemas"]["TokenCard"];
            /** @description Whether the token has been used up. */
            used: boolean;
            /**
             * Format: date-time
             * @description When the token expires, in ISO 8601.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When the token was created, in ISO 8601.
             */
            createdAt: string;
        };
        /** @description The card details that may be shown. null for other types of token. */
        TokenCard: {
            brand: components["schemas"]["CardBrand"];
            /** @description The last four digits. */
            last4: string;
            /** @description The month in which the card expires. */
            expMonth: number;
            /** @description The year in which the card expires, with four digits. */
            expYear: number;
            /** @description The name on the card. */
            holderName: string | null;
            /**
             * @description As what the card is charged.
             * @enum {string}
             */
            funding: "credit" | "debit";
        } | null;
        /**
         * @description The payment method that the token carries.
         * @enum {string}
         */
        TokenType: "card" | "pix" | "boleto" | "wallet" | "pix_automatico";
        /**
         * @description The brand of the card.
         * @enum {string}
         */
        CardBrand: "visa" | "mastercard" | "amex" | "elo" | "hipercard" | "diners" | "discover" | "jcb" | "aura" | "unknown";
        /** @description A payment, from its creation to its final status. */
        PaymentIntent: {
            /** @description The id, `pi_…`. */
            id: string;
            /**
             * @description Always `payment_intent`.
             * @enum {string}
             */
            object: "payment_intent";
            /** @description false in test mode. */
            livemode: boolean;
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents). 0 if the payment only begins a trial.
             *
             *     From 2026-12-01: of a payment that is captured later, what was authorized. `amount_received` is what was taken.
             */
            amount: number;
            /**
             * Format: int64
             * @description What was refunded, in the smallest unit of the currency (cents). A pending refund counts. A failed one does not.
             */
            amount_refunded: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
            status: components["schemas"]["PaymentIntentStatus"];
            /** @description The customer who pays (`cus_…`). */
            customer: string;
            /** @description The product sold (`prd_…`). */
            product: string | null;
            /** @description The subscription that this charge pays for (`csub_…`). */
            subscription: string | null;
            /** @description For your own use. The payer never sees it. */
            description: string | null;
            /** @description The text by which the payer recognizes the purchase. Boletos and hosted pages show all of it. A card statement shows its first 13 letters and digits, without accents, spaces and signs: `Café & Cia 77` is `CafeCia77` there. Renewals of a subscription have that of its first payment. */
            statement_descriptor: string | null;
            /** @description The payment method types that the customer may use. */
            payment_method_types: components["schemas"]["PaymentMethodType"][];
            last_payment_error: components["schemas"]["PaymentError"];
            charges: components["schemas"]["Charges"];
            payment_method_details: components["schemas"]["PaymentMethodDetails"];
            /** @description What the payer has to do next. null unless the status is `requires_action`. */
            next_action: components["schemas"]["NextAction"] | (null);
            /** @description The reason for the cancellation, if one was given. */
            cancellation_reason: string | null;
            utm: components["schemas"]["Utm"];
            metadata: components["schemas"]["Metadata"];
            /**
             * @description When the money is taken.
             * @enum {string}
             */
            capture_method: "automatic" | "manual";
            /**
             * Format: int64
             * @description What you can capture now, in cents. 0 unless the status is `requires_capture`.
             */
            amount_capturable: number;
            /**
             * Format: int64
             * @description What was taken, in cents. 0 until the status is `succeeded`. Refunds do not lower it.
             */
            amount_received: number;
            payment_method_options: components["schemas"]["PaymentMethodOptions"];
            /**
             * Format: int64
             * @description Until when you can capture, in Unix seconds. Then the card is released and the intent is `canceled` with `capture_expired`. null
             *     unless a capture is possible or open.
             */
            capture_before: number | null;
            /**
             * Format: uri
             * @description The page on which the payer pays this intent: it offers the intent's methods, and asks the payer only for what the customer lacks. Its
             *     link is a secret that needs no key. null once the status is final.
             */
            hosted_url: string | null;
            /** @description The payment link that the intent was made by. null if there is none. */
            payment_link: string | null;
            /** @description The canceled intent (`pi_…`) instead of which the payer got this one on the pay page. null if there is none. */
            replaces: string | null;
            /** @description The intent (`pi_…`) that the payer got instead of this one on the pay page. null if there is none. */
            replaced_by: string | null;
            /**
             * Format: int64
             * @description When it was created, in Unix seconds.
             */
            created: number;
        };
        /** @description Your choices for each payment method. null for a method that the intent does not take, and where you chose nothing. */
        PaymentMethodOptions: {
            card: components["schemas"]["PaymentMethodOptionsCard"];
            pix: components["schemas"]["PaymentMethodOptionsPix"];
            boleto: components["schemas"]["PaymentMethodOptionsBoleto"];
        };
        /** @description What you choose for cards. */
        PaymentMethodOptionsCard: {
            /**
             * @description Whether the payer is authenticated by 3DS. null is `automatic`.
             * @enum {string|null}
             */
            request_three_d_secure: "automatic" | "any" | "never" | null;
            /** @description In how many installments the payer may pay at most. null if you set no limit. */
            max_installments: number | null;
        } | null;
        /** @description What you choose for PIX. */
        PaymentMethodOptionsPix: {
            /** @description How long the code can be paid, in seconds from the confirm. */
            expires_after_seconds: number | null;
        } | null;
        /** @description What you choose for boletos. */
        PaymentMethodOptionsBoleto: {
            /** @description How many calendar days after the confirm the boleto is due. */
            expires_after_days: number | null;
        } | null;
        /**
         * @description Where the payment stands. `succeeded` and `canceled` are final.
         * @enum {string}
         */
        PaymentIntentStatus: "requires_payment_method" | "requires_confirmation" | "requires_action" | "requires_capture" | "processing" | "succeeded" | "canceled";
        /**
         * @description A type of payment method.
         * @enum {string}
         */
        PaymentMethodType: "card" | "pix" | "boleto" | "pix_automatico";
        /** @description Why the charge failed. null if it did not fail. */
        PaymentError: {
            code: components["schemas"]["PaymentErrorCode"];
            /** @description A message for people. */
            message: string;
        } | null;
        /**
         * @description The reason. Expect reasons that you do not know yet.
         * @enum {string}
         */
        PaymentErrorCode: "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "processing_error" | "payment_intent_expired" | "payment_method_not_found" | "capture_expired";
        /** @description The charges at the acquirer. */
        Charges: {
            /** @description The charge (`ch_…`). null until an acquirer has responded. */
            latest: string | null;
        };
        /**
         * @description What the payer paid with, or tried to pay with. null until an acquirer has responded, and
         *     if a test helper ended an intent that was not confirmed.
         */
        PaymentMethodDetails: {
            type: components["schemas"]["PaymentMethodType"];
            card: components["schemas"]["PaymentMethodDetailsCard"];
            /**
             * @description The saved card that was charged (`pm_…`). null for a token.
             *
             *     From 2026-12-01: of PIX Automático, the mandate (`pm_…`), also with the payment that made it.
             */
            payment_method: string | null;
            acquirer: components["schemas"]["AcquirerReferences"];
        } | null;
        /**
         * @description How the acquirer names the payment in its statements, and to banks and cardholders. null in
         *     test mode, until the acquirer has named it, and for payments that were made before references
         *     were kept. `query` finds a payment by each of them.
         */
        AcquirerReferences: {
            /** @description The acquirer, for example `cielo`. */
            name: string;
            /** @description The acquirer's number of the transaction. */
            tid: string | null;
            /** @description The number of the receipt (NSU), as it is on a card's statement. */
            nsu: string | null;
            /** @description The code with which the card's issuer has approved the payment. */
            authorization_code: string | null;
            /** @description The id that the banks have given to a PIX that was paid. */
            end_to_end_id: string | null;
            /** @description The number that the bank has given to a boleto. */
            our_number: string | null;
        } | null;
        /** @description The card, as it may be printed on a receipt. null for all that is no card. */
        PaymentMethodDetailsCard: {
            brand: components["schemas"]["CardBrand"];
            /** @description The last four digits. */
            last4: string;
            /** @description The month in which the card expires. */
            exp_month: number;
            /** @description The year in which the card expires. */
            exp_year: number;
            /** @description In how many monthly installments the payer pays. */
            installments: number;
            /**
             * @description How the card was charged.
             * @enum {string}
             */
            funding: "credit" | "debit";
            three_d_secure: components["schemas"]["ThreeDSecure"];
        } | null;
        /** @description What came of the authentication by 3DS. null if there was none. */
        ThreeDSecure: {
            /**
             * @description The result. Expect results that you do not know yet.
             * @enum {string}
             */
            result: "authenticated" | "attempted" | "data_only" | "failed" | "not_enrolled" | "unavailable";
            /** @description The electronic commerce indicator of the card network, for example `05`. */
            eci: string | null;
            /** @description The version of the protocol, for example `2.2.0`. */
            version: string | null;
            /** @description Whether the issuer bears the loss if the payment turns out to be a fraud. */
            liability_shifted: boolean;
        } | null;
        /** @description What the payer has to do next. A type that is not listed here comes only with a payment method type that you ask for. */
        NextAction: components["schemas"]["PixDisplayQrCode"] | components["schemas"]["BoletoDisplayDetails"] | components["schemas"]["RedirectToUrl"];
        /** @description A PIX that the payer has not paid yet. Show the code as text to copy and as an image. */
        PixDisplayQrCode: {
            /**
             * @description Always `pix_display_qr_code`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "pix_display_qr_code";
            /** @description The BR Code. */
            qr_code_data: string;
            /**
             * Format: uri
             * @description The URL of an image of the code. It needs no key.
             */
            qr_code_url: string | null;
            /**
             * Format: int64
             * @description Until when the payer can pay, in Unix seconds.
             */
            expires_at: number;
        };
        /** @description A boleto that the payer has not paid yet. */
        BoletoDisplayDetails: {
            /**
             * @description Always `boleto_display_details`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "boleto_display_details";
            /** @description The 47 digits that the payer types. */
            line_code: string;
            /**
             * Format: uri
             * @description The URL of the boleto as a PDF. It needs no key.
             */
            pdf_url: string | null;
            /**
             * Format: uri
             * @description The URL of an image of the bar code. It needs no key.
             */
            barcode_url: string | null;
            /**
             * Format: int64
             * @description Until when the payer can pay, in Unix seconds.
             */
            expires_at: number;
        };
        /** @description Send the payer to `url`, for a 3DS challenge or to a bank. */
        RedirectToUrl: {
            /**
             * @description Always `redirect_to_url`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "redirect_to_url";
            /**
             * Format: uri
             * @description Where to send the payer.
             */
            url: string;
            /** @description Where the payer returns to. */
            return_url: string | null;
        };
        /** @description Where the sale came from. null if you sent none, and always null in lists. */
        Utm: {
            /** @description The site or app that sent the payer, for example `instagram`. */
            utm_source: string | null;
            /** @description The kind of traffic, for example `cpc` or `email`. */
            utm_medium: string | null;
            /** @description The campaign. */
            utm_campaign: string | null;
            /** @description The search term that was paid for. */
            utm_term: string | null;
            /** @description The advertisement or link that was followed. */
            utm_content: string | null;
            /** @description The page that the payer came from. */
            utm_referrer: string | null;
            /** @description The page on which the payer arrived. */
            utm_landing_page: string | null;
            /** @description The affiliate or partner. */
            src: string | null;
            /** @description The affiliate's sub-campaign. */
            sck: string | null;
        } | null;
        /** @description Your own data about the object. `{}` if there is none. */
        Metadata: {
            [key: string]: string;
        };
        /**
         * @description A card saved for a customer.
         *
         *     From 2026-12-01: or a payer's mandate for the charges of one subscription (`pix_automatico`). The confirm of a payment by PIX Automático makes it.
         *     It is `pending` until the payer has decided in the bank's app, and detached once it is `rejected`, `canceled` or `expired`. Only its subscription
         *     uses it.
         */
        PaymentMethod: {
            /** @description The id, `pm_…`. */
            id: string;
            /**
             * @description Always `payment_method`.
             * @enum {string}
             */
            object: "payment_method";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description The customer who owns it (`cus_…`). null once it is detached. */
            customer: string | null;
            /**
             * @description The type of payment method. Only cards can be saved.
             * @enum {string}
             */
            type: "card" | "pix_automatico";
            card: components["schemas"]["PaymentMethodCard"];
            pix_automatico: components["schemas"]["PaymentMethodPixAutomatico"];
            /** @description Your own data about the object. `{}` if there is none. */
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: int64
             * @description When it was saved, in Unix seconds.
             */
            created: number;
        };
        /** @description The mandate. null for a card. */
        PaymentMethodPixAutomatico: {
            status: components["schemas"]["MandateStatus"];
        } | null;
        /**
         * @description Where the mandate stands. `rejected`, `canceled` and `expired` are final, and such a mandate is detached.
         * @enum {string}
         */
        MandateStatus: "pending" | "active" | "rejected" | "canceled" | "expired";
        /**
         * @description The card details that may be shown.
         *
         *     From 2026-12-01: null for a mandate.
         */
        PaymentMethodCard: {
            brand: components["schemas"]["CardBrand"];
            /** @description The last four digits. */
            last4: string;
            /** @description The month in which the card expires. */
            exp_month: number;
            /** @description The year in which the card expires, with four digits. */
            exp_year: number;
            /** @description The name on the card. */
            holder_name: string | null;
            /**
             * @description As what the card is charged. Only credit cards can be saved so far.
             * @enum {string}
             */
            funding: "credit" | "debit";
        } | null;
        /** @description Money returned to the payer. */
        Refund: {
            /** @description The id, `re_…`. */
            id: string;
            /**
             * @description Always `refund`.
             * @enum {string}
             */
            object: "refund";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description The refunded payment intent (`pi_…`). */
            payment_intent: string;
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
            /**
             * @description The reason for the refund. null if none was given.
             * @enum {string|null}
             */
            reason: "duplicate" | "fraudulent" | "requested_by_customer" | "dispute" | null;
            status: components["schemas"]["RefundStatus"];
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: int64
             * @description When it was created, in Unix seconds.
             */
            created: number;
        };
        /**
         * @description Where the refund stands.
         * @enum {string}
         */
        RefundStatus: "pending" | "succeeded" | "failed";
        /** @description A person or company that pays you. */
        Customer: {
            /** @description The id, `cus_…`. */
            id: string;
            /**
             * @description Always `customer`.
             * @enum {string}
             */
            object: "customer";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description The email address. */
            email: string;
            /** @description The customer's full name. */
            name: string | null;
            /** @description The phone number in E.164 format. */
            phone: string | null;
            document: components["schemas"]["CustomerDocument"];
            address: components["schemas"]["Address"];
            locale: components["schemas"]["Locale"];
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: int64
             * @description When it was created, in Unix seconds.
             */
            created: number;
        };
        /**
         * @description The language of mails to the customer.
         * @enum {string}
         */
        Locale: "pt-BR" | "en";
        /**
         * @description The kind of taxpayer number.
         * @enum {string}
         */
        DocumentType: "cpf" | "cnpj";
        /** @description A Brazilian taxpayer number. */
        CustomerDocument: {
            type: components["schemas"]["DocumentType"];
            /** @description The number without punctuation, in upper case. */
            number: string;
        } | null;
        /** @description A postal address. */
        Address: {
            /** @description The name of the street. */
            line1: string;
            /** @description The street number. */
            number: string | null;
            /** @description The apartment, block or floor. */
            line2: string | null;
            /** @description The district (bairro). */
            district: string | null;
            /** @description The city or town. */
            city: string;
            /** @description The state. In Brazil, its two-letter code. */
            state: string;
            /** @description The postal code. In Brazil, the CEP. */
            postal_code: string;
            /** @description The two-letter ISO 3166-1 country code. */
            country: string;
        } | null;
        /** @description Something that you sell. */
        Product: {
            /** @description The id, `prd_…`. */
            id: string;
            /**
             * @description Always `product`.
             * @enum {string}
             */
            object: "product";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description The name that customers see. */
            name: string;
            /** @description For your own use. */
            description: string | null;
            status: components["schemas"]["ProductStatus"];
            /** @description Whether the product has an active plan and is therefore sold by subscription. */
            recurring: boolean;
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: int64
             * @description When it was created, in Unix seconds.
             */
            created: number;
        };
        /** @description A page on which anybody can buy a product. */
        PaymentLink: {
            /** @description The id, `plink_…`. */
            id: string;
            /**
             * @description Always `payment_link`.
             * @enum {string}
             */
            object: "payment_link";
            /** @description false in test mode. */
            livemode: boolean;
            /**
             * Format: uri
             * @description The page. UTM parameters of its query become the `utm` of the payment intent.
             */
            url: string;
            /** @description Whether payments can be begun. */
            active: boolean;
            /** @description The product sold (`prd_…`). */
            product: string;
            /** @description The payment method types that payers may use. */
            payment_method_types: components["schemas"]["PaymentMethodType"][];
            /** @description The most installments of a card payment. null if your settings decide. */
            max_installments: number | null;
            /** @description How many payments can be made. null if any number can. */
            max_payments: number | null;
            /** @description How many payments have succeeded. */
            payments: number;
            /**
             * Format: int64
             * @description When the page closes, in Unix seconds. null if it does not.
             */
            expires_at: number | null;
            /** @description Where the payer goes after the payment. */
            after_payment_url: string | null;
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: int64
             * @description When it was created, in Unix seconds.
             */
            created: number;
        };
        /**
         * @description Whether the product can be sold.
         * @enum {string}
         */
        ProductStatus: "ACTIVE" | "INACTIVE";
        /** @description A price of a product. */
        ProductPrice: {
            /** @description The id, `ppr_…`. */
            id: string;
            /**
             * @description Always `product_price`.
             * @enum {string}
             */
            object: "product_price";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description The product (`prd_…`). */
            product: string;
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
            /**
             * Format: int64
             * @description When it was set, in Unix seconds.
             */
            created: number;
        };
        /** @description One customer's subscription to a product. */
        CustomerSubscription: {
            /** @description The id, `csub_…`. */
            id: string;
            /**
             * @description Always `customer_subscription`.
             * @enum {string}
             */
            object: "customer_subscription";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description The customer who subscribes (`cus_…`). */
            customer: string;
            /** @description The product subscribed to (`prd_…`). */
            product: string;
            plan: components["schemas"]["CustomerSubscriptionPlan"];
            /**
             * Format: int64
             * @description What each period costs, in the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
            status: components["schemas"]["CustomerSubscriptionStatus"];
            paused: components["schemas"]["CustomerSubscriptionPause"];
            /** @description The newest charge (`pi_…`). At first, the charge that started the subscription. */
            latest_payment_intent: string;
            /**
             * Format: int64
             * @description When the trial began, in Unix seconds. null without a trial.
             */
            trial_start: number | null;
            /**
             * Format: int64
             * @description When the trial ends, in Unix seconds. null without a trial.
             */
            trial_end: number | null;
            /**
             * Format: int64
             * @description When the current period began, in Unix seconds.
             */
            current_period_start: number;
            /**
             * Format: int64
             * @description When the current period ends, in Unix seconds.
             */
            current_period_end: number;
            /**
             * Format: int64
             * @description When the next renewal or retry is due, in Unix seconds. While a charge waits for its payment, this is the renewal that follows if it is
             *     paid; if it fails, the retry is shown then. null if none will come: the subscription is `UNPAID` or `CANCELED`, or it is canceled
             *     before the next renewal.
             *
             *     From 2026-12-01: also null while it is paused without `resumes_at`. With it, a renewal is due then, or at the end of the current period
             *     if that is later.
             */
            next_charge_at: number | null;
            /**
             * Format: int64
             * @description When it will be canceled, in Unix seconds.
             */
            cancel_at: number | null;
            /** @description Whether the subscription will be canceled at the end of the period. */
            cancel_at_period_end: boolean;
            /**
             * Format: int64
             * @description When it was canceled, in Unix seconds.
             */
            canceled_at: number | null;
            /** @description Your reason for canceling. */
            cancellation_reason: string | null;
            /**
             * @description The saved card that you chose to charge (`pm_…`), or that the payer saved for this subscription after a charge had failed. Without one, the
             *     active mandate by PIX Automático. null if there is neither: then the customer's newest card is charged, or by PIX, PIX Automático and boleto each
             *     period has a new code.
             */
            payment_method: string | null;
            /** @description Your own data about the object. `{}` if there is none. */
            metadata: components["schemas"]["Metadata"];
            /**
             * Format: int64
             * @description When it was created, in Unix seconds.
             */
            created: number;
        };
        /** @description The pause in which nothing is charged. null if the subscription is not paused. */
        CustomerSubscriptionPause: {
            /**
             * Format: int64
             * @description When it was paused, in Unix seconds.
             */
            since: number;
            /**
             * Format: int64
             * @description When it resumes by itself, in Unix seconds. null: when you resume it.
             */
            resumes_at: number | null;
        } | null;
        /** @description The plan, as it was when the subscription started. Later changes to the plan do not affect the subscription. */
        CustomerSubscriptionPlan: {
            /** @description The id, `plan_…`. */
            id: string;
            /** @description The name of the plan. */
            name: string;
            interval: components["schemas"]["PlanInterval"];
            /** @description The number of intervals in a period: 2 with `WEEK` is a fortnight. */
            interval_count: number;
        };
        /**
         * @description The unit of a billing period.
         * @enum {string}
         */
        PlanInterval: "DAY" | "WEEK" | "MONTH" | "YEAR";
        /**
         * @description Where the subscription stands. `CANCELED` is final.
         * @enum {string}
         */
        CustomerSubscriptionStatus: "INCOMPLETE" | "TRIALING" | "ACTIVE" | "PAST_DUE" | "UNPAID" | "CANCELED";
        /** @description Your funds by currency. */
        Balance: {
            /**
             * @description Always `balance`.
             * @enum {string}
             */
            object: "balance";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description Succeeded payments whose money has come, less fees, refunds and disputes. Negative if more went back than came. */
            available: components["schemas"]["BalanceAmount"][];
            /** @description Payments that are processing, and what is still to come of succeeded ones. Money comes at once, unless the operator has set other dates. */
            pending: components["schemas"]["BalanceAmount"][];
        };
        /** @description An amount in one currency. */
        BalanceAmount: {
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
        };
        /** @description Something that happened. Its `type` says what, and what `data.object` is. */
        Event: {
            /** @description The id, `evt_…`. The same event can arrive more than once. Store the ids of events that you have handled. */
            id: string;
            /**
             * @description Always `event`.
             * @enum {string}
             */
            object: "event";
            type: components["schemas"]["EventType"];
            /**
             * @description The API's major version that created the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
            /** @description false in test mode. Ignore test events in production. */
            livemode: boolean;
            data: components["schemas"]["EventData"];
        };
        /**
         * @description `<resource>.<action>`. Expect types that you do not know yet.
         * @enum {string}
         */
        EventType: "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created" | "payment_intent.requires_action" | "payment_intent.processing" | "payment_intent.amount_capturable_updated" | "customer.created" | "customer.updated" | "payment_method.attached" | "payment_method.updated" | "payment_method.detached" | "customer_subscription.created" | "customer_subscription.updated" | "customer_subscription.trial_will_end" | "customer_subscription.paused" | "customer_subscription.resumed" | "customer_subscription.canceled" | "refund.created" | "refund.updated" | "refund.failed" | "charge.dispute.updated" | "charge.dispute.closed" | "payout.created" | "payout.paid" | "payout.failed";
        /** @description What the event is about. */
        EventData: {
            object: components["schemas"]["EventResource"];
            /** @description Only in types that end in `updated`: the members of `object` that changed, with their whole old values. */
            previous_attributes?: {
                [key: string]: unknown;
            };
        };
        /** @description The resource at the time of the event. Its field `object` says what it is. Expect resources that you do not know yet. */
        EventResource: components["schemas"]["PaymentIntent"] | components["schemas"]["Dispute"] | components["schemas"]["Refund"] | components["schemas"]["Customer"] | components["schemas"]["PaymentMethod"] | components["schemas"]["CustomerSubscription"] | components["schemas"]["Payout"] | components["schemas"]["UnknownResource"];
        /** @description A resource of a type that was added after this document was written. */
        UnknownResource: {
            /** @description The type of the resource. */
            object: string;
        };
        /** @description An event about a payment intent. */
        PaymentIntentEvent: {
            /** @description The id, `evt_…`. */
            id: string;
            /**
             * @description Always `event`.
             * @enum {string}
             */
            object: "event";
            /**
             * @description What happened to the payment intent.
             * @enum {string}
             */
            type: "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "payment_intent.requires_action" | "payment_intent.processing" | "payment_intent.amount_capturable_updated";
            /**
             * @description The API's major version that created the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["PaymentIntentEventData"];
        };
        /** @description What the event is about. */
        PaymentIntentEventData: {
            object: components["schemas"]["PaymentIntent"];
        };
        /** @description An event about a customer. */
        CustomerEvent: {
            /** @description The id, `evt_…`. */
            id: string;
            /**
             * @description Always `event`.
             * @enum {string}
             */
            object: "event";
            /**
             * @description What happened to the customer.
             * @enum {string}
             */
            type: "customer.created" | "customer.updated";
            /**
             * @description The API's major version that created the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["CustomerEventData"];
        };
        /** @description What the event is about. */
        CustomerEventData: {
            object: components["schemas"]["Customer"];
            previous_attributes?: components["schemas"]["PreviousAttributes"];
        };
        /** @description An event about a saved card or a mandate. */
        PaymentMethodEvent: {
            /** @description The id, `evt_…`. */
            id: string;
            /**
             * @description Always `event`.
             * @enum {string}
             */
            object: "event";
            /**
             * @description What happened to it.
             * @enum {string}
             */
            type: "payment_method.attached" | "payment_method.updated" | "payment_method.detached";
            /**
             * @description The API's major version that created the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["PaymentMethodEventData"];
        };
        /** @description What the event is about. */
        PaymentMethodEventData: {
            object: components["schemas"]["PaymentMethod"];
            previous_attributes?: components["schemas"]["PreviousAttributes"];
        };
        /** @description An event about a subscription. */
        CustomerSubscriptionEvent: {
            /** @description The id, `evt_…`. */
            id: string;
            /**
             * @description Always `event`.
             * @enum {string}
             */
            object: "event";
            /**
             * @description What happened to the subscription.
             * @enum {string}
             */
            type: "customer_subscription.created" | "customer_subscription.updated" | "customer_subscription.trial_will_end" | "customer_subscription.paused" | "customer_subscription.resumed" | "customer_subscription.canceled";
            /**
             * @description The API's major version that created the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["CustomerSubscriptionEventData"];
        };
        /** @description What the event is about. */
        CustomerSubscriptionEventData: {
            object: components["schemas"]["CustomerSubscription"];
            previous_attributes?: components["schemas"]["PreviousAttributes"];
        };
        /** @description An event about a refund. */
        RefundEvent: {
            /** @description The id, `evt_…`. */
            id: string;
            /**
             * @description Always `event`.
             * @enum {string}
             */
            object: "event";
            /**
             * @description What happened to the refund.
             * @enum {string}
             */
            type: "refund.created" | "refund.updated" | "refund.failed";
            /**
             * @description The API's major version that created the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["RefundEventData"];
        };
        /** @description What the event is about. */
        RefundEventData: {
            object: components["schemas"]["Refund"];
            previous_attributes?: components["schemas"]["PreviousAttributes"];
        };
        /** @description Only in types that end in `updated`: the members of `object` that changed, with their whole old values. */
        PreviousAttributes: {
            [key: string]: unknown;
        };
        /** @description An event about a chargeback. */
        DisputeEvent: {
            /** @description The id, `evt_…`. */
            id: string;
            /**
             * @description Always `event`.
             * @enum {string}
             */
            object: "event";
            /**
             * @description What happened to the charge.
             * @enum {string}
             */
            type: "charge.dispute.created" | "charge.dispute.updated" | "charge.dispute.closed";
            /**
             * @description The API's major version that created the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["DisputeEventData"];
        };
        /** @description What the event is about. */
        DisputeEventData: {
            object: components["schemas"]["Dispute"];
            /** @description Only in types that end in `updated`: the members of `object` that changed, with their whole old values. */
            previous_attributes?: components["schemas"]["PreviousAttributes"];
        };
        /** @description A chargeback. It is handled as a compulsory refund of what the payment had left. */
        Dispute: {
            /** @description The id, `dp_…`. */
            id: string;
            /**
             * @description Always `dispute`.
             * @enum {string}
             */
            object: "dispute";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description The disputed payment intent (`pi_…`). */
            payment_intent: string;
            /** @description The charge (`ch_…`). */
            charge: string | null;
            /**
             * Format: int64
             * @description What the card network took, in the smallest unit of the currency (cents). The refund may have less.
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
            /** @description The reason given by the payer's bank. */
            reason: string | null;
            /** @description The compulsory refund (`re_…`). It has failed if the dispute was won. From 2026-12-01: null if the payment had nothing left. */
            refund: string | null;
            /**
             * Format: int64
             * @description When it was opened, in Unix seconds.
             */
            created: number;
            /**
             * @description Where the dispute stands.
             * @enum {string}
             */
            status: "needs_response" | "under_review" | "won" | "lost";
            /**
             * Format: int64
             * @description Until when it can be answered, in Unix seconds. On the next day, a dispute that was not answered is `lost`.
             */
            due_by: number | null;
            /** @description The reason as the card network gives it: its code or its words. */
            network_reason: string | null;
        };
        /** @description An event about a payout. */
        PayoutEvent: {
            /** @description The id, `evt_…`. */
            id: string;
            /**
             * @description Always `event`.
             * @enum {string}
             */
            object: "event";
            /**
             * @description What happened to the payout.
             * @enum {string}
             */
            type: "payout.created" | "payout.paid" | "payout.failed";
            /**
             * @description The API's major version that created the event.
             * @enum {string}
             */
            api_version: "v1";
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
            /** @description false in test mode. */
            livemode: boolean;
            data: components["schemas"]["PayoutEventData"];
        };
        /** @description What the event is about. */
        PayoutEventData: {
            object: components["schemas"]["Payout"];
        };
        /** @description Money of the balance that is sent to your bank account. Events tell of it. */
        Payout: {
            /** @description The id, `po_…`. */
            id: string;
            /**
             * @description Always `payout`.
             * @enum {string}
             */
            object: "payout";
            /** @description false in test mode. */
            livemode: boolean;
            /**
             * Format: int64
             * @description What arrives, in the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
            /**
             * @description Where the payout stands.
             * @enum {string}
             */
            status: "pending" | "in_transit" | "paid" | "failed" | "canceled";
            /**
             * @description How the money is sent.
             * @enum {string}
             */
            method: "pix" | "transfer" | "acquirer";
            destination: components["schemas"]["PayoutDestination"];
            /**
             * Format: int64
             * @description The day on which the money is expected, or on which it arrived: its 00:00 in São Paulo, in Unix seconds.
             */
            arrival_date: number;
            /** @description Whether a schedule has made it. */
            automatic: boolean;
            /**
             * @description Why it failed. `null` if it did not.
             * @enum {string|null}
             */
            failure_code: "account_closed" | "invalid_account" | "invalid_key" | "holder_mismatch" | "rejected" | "other" | null;
            /** @description The bank's own name for the transfer, once it has paid or refused it. */
            reference: string | null;
            /**
             * Format: int64
             * @description When it was made, in Unix seconds.
             */
            created: number;
        };
        /** @description Where the money goes: a PIX key, or the numbers of a bank account. Of each, all but the last two characters are replaced by `*`. What the type does not have is `null`. */
        PayoutDestination: {
            /**
             * @description Which members it has.
             * @enum {string}
             */
            type: "pix" | "transfer" | "acquirer";
            /** @description The PIX key. */
            pix_key: string | null;
            /** @description The code of the bank. */
            bank: string | null;
            /** @description The branch. */
            branch: string | null;
            /** @description The account with its check digit. */
            account: string | null;
            /** @description The CPF or CNPJ of the holder. */
            holder: string | null;
        };
        /** @description The body sent to marketing integrations. `utm` is never null here. */
        PurchaseNotification: {
            /**
             * @description How the purchase ended.
             * @enum {string}
             */
            event: "PURCHASE_APPROVED" | "PURCHASE_REFUSED";
            payment_intent: components["schemas"]["PurchasePaymentIntent"];
            utm: components["schemas"]["Utm"];
            /**
             * Format: int64
             * @description When it happened, in Unix seconds.
             */
            created: number;
        };
        /** @description The payment that the purchase was made with. */
        PurchasePaymentIntent: {
            /** @description The id, `pi_…`. */
            id: string;
            status: components["schemas"]["PaymentIntentStatus"];
            /**
             * Format: int64
             * @description In the smallest unit of the currency (cents).
             */
            amount: number;
            /** @description The ISO 4217 code, in lower case. */
            currency: string;
            /** @description The id, `cus_…`. */
            customer: string;
        };
        /** @description A URL that receives events. */
        WebhookEndpoint: {
            /** @description The id, `we_…`. */
            id: string;
            /**
             * @description Always `webhook_endpoint`.
             * @enum {string}
             */
            object: "webhook_endpoint";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description Where events are sent. */
            url: string;
            /** @description The event types that are sent. */
            enabled_events: components["schemas"]["WebhookEventSelector"][];
            /** @description For your own use. */
            description: string | null;
            /**
             * @description The version by which events are shown: that of the request that registered the endpoint, until you update it.
             * @enum {string}
             */
            service_version: "2026-12-01" | "2026-04-27" | "2026-04-25";
            /**
             * Format: int64
             * @description When it was registered, in Unix seconds.
             */
            created: number;
        };
        /** @description A webhook endpoint with its signing secret. */
        WebhookEndpointWithSecret: {
            /** @description The id, `we_…`. */
            id: string;
            /**
             * @description Always `webhook_endpoint`.
             * @enum {string}
             */
            object: "webhook_endpoint";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description Where events are sent. */
            url: string;
            /** @description The event types that are sent. */
            enabled_events: components["schemas"]["WebhookEventSelector"][];
            /** @description For your own use. */
            description: string | null;
            /**
             * @description The version by which events are shown: that of the request that registered the endpoint, until you update it.
             * @enum {string}
             */
            service_version: "2026-12-01" | "2026-04-27" | "2026-04-25";
            /** @description The signing secret. Returned only on creation and rotation. */
            secret: string;
            /**
             * Format: int64
             * @description When it was registered, in Unix seconds.
             */
            created: number;
        };
        /** @description A webhook endpoint that was deleted. */
        WebhookEndpointDeleted: {
            /** @description The id, `we_…`. */
            id: string;
            /**
             * @description Always `webhook_endpoint`.
             * @enum {string}
             */
            object: "webhook_endpoint";
            /**
             * @description Always true.
             * @enum {boolean}
             */
            deleted: true;
        };
        /**
         * @description An event type, or `*` for all types.
         * @enum {string}
         */
        WebhookEventSelector: "*" | "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created" | "payment_intent.requires_action" | "payment_intent.processing" | "payment_intent.amount_capturable_updated" | "customer.created" | "customer.updated" | "payment_method.attached" | "payment_method.updated" | "payment_method.detached" | "customer_subscription.created" | "customer_subscription.updated" | "customer_subscription.trial_will_end" | "customer_subscription.paused" | "customer_subscription.resumed" | "customer_subscription.canceled" | "refund.created" | "refund.updated" | "refund.failed" | "charge.dispute.updated" | "charge.dispute.closed" | "payout.created" | "payout.paid" | "payout.failed";
        /** @description The delivery of one event to one endpoint. */
        WebhookDelivery: {
            /** @description The id, `wd_…`. */
            id: string;
            /**
             * @description Always `webhook_delivery`.
             * @enum {string}
             */
            object: "webhook_delivery";
            /** @description false in test mode. */
            livemode: boolean;
            /** @description The endpoint that receives the event (`we_…`). */
            webhook_endpoint: string;
            /** @description The event that is delivered (`evt_…`). */
            event: string;
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description The number of attempts made, at most 7. */
            attempts: number;
            /**
             * Format: int64
             * @description When the next attempt is due, in Unix seconds.
             */
            next_attempt_at: number | null;
            last_attempt: components["schemas"]["WebhookAttempt"];
            /**
             * Format: int64
             * @description When it was created, in Unix seconds.
             */
            created: number;
        };
        /**
         * @description Where the delivery stands.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "dead_letter" | "canceled";
        /** @description The outcome of the last attempt. null before the first attempt. */
        WebhookAttempt: {
            /**
             * Format: int64
             * @description When the attempt ended, in Unix seconds. The wait for the next attempt starts then.
             */
            at: number;
            /** @description The HTTP status of your endpoint's response, if it responded. */
            http_status: number | null;
            /**
             * @description Why the attempt got no valid response. null if your endpoint responded, whatever the status.
             * @enum {string|null}
             */
            error: "address_refused" | "dns_error" | "connection_refused" | "connection_failed" | "tls_error" | "timeout" | "invalid_response" | null;
            /** @description How long the attempt took, in milliseconds. */
            duration_ms: number;
        } | null;
        /** @description A web origin that may use your publishable keys. */
        MerchantOrigin: {
            /**
             * @description Always `merchant_origin`.
             * @enum {string}
             */
            object: "merchant_origin";
            /** @description The origin in lower case, without the default port. */
            origin: string;
            /** @description false in test mode. */
            livemode: boolean;
            /**
             * Format: int64
             * @description When it was registered, in Unix seconds.
             */
            created: number;
        };
        /** @description A web origin that was removed. */
        MerchantOriginDeleted: {
            /**
             * @description Always `merchant_origin`.
             * @enum {string}
             */
            object: "merchant_origin";
            /** @description The origin in lower case, without the default port. */
            origin: string;
            /**
             * @description Always true.
             * @enum {boolean}
             */
            deleted: true;
        };
        /** @description The clock of your account's test mode. */
        TestClock: {
            /**
             * @description Always `test_clock`.
             * @enum {string}
             */
            object: "test_clock";
            /**
             * Format: int64
             * @description The account's time in test mode, in Unix seconds.
             */
            now: number;
            /**
             * @description Always false: live mode has no test clock.
             * @enum {boolean}
             */
            livemode: false;
        };
        /** @description This document. */
        OpenapiDocument: {
            /** @description The version of OpenAPI. */
            openapi: string;
            /** @description The title and the introduction. */
            info: {
                [key: string]: unknown;
            };
            /** @description The operations by path. */
            paths: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        /** @description The answer of a health check. */
        Health: {
            /**
             * @description `ok` where the check passes.
             * @enum {string}
             */
            status: "ok";
        };
        /** @description A page of a list. */
        PaymentIntentList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["PaymentIntent"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/payment_intents`. */
            url: string;
        };
        /** @description A page of a list. */
        PaymentMethodList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["PaymentMethod"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/payment_methods`. */
            url: string;
        };
        /** @description A page of a list. */
        RefundList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["Refund"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/refunds`. */
            url: string;
        };
        /** @description A page of a list. */
        CustomerList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["Customer"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/customers`. */
            url: string;
        };
        /** @description A page of a list. */
        ProductList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["Product"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/products`. */
            url: string;
        };
        /** @description A page of a list. */
        PaymentLinkList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["PaymentLink"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/payment_links`. */
            url: string;
        };
        /** @description A page of a list. */
        CustomerSubscriptionList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["CustomerSubscription"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/customer_subscriptions`. */
            url: string;
        };
        /** @description A page of a list. */
        EventList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["Event"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/events`. */
            url: string;
        };
        /** @description A page of a list. */
        WebhookEndpointList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["WebhookEndpoint"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/webhook_endpoints`. */
            url: string;
        };
        /** @description A page of a list. */
        WebhookDeliveryList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            /** @description Whether there is another page in this direction. */
            has_more: boolean;
            /** @description The path of the list, `/v1/webhook_endpoints/we_…/deliveries`. */
            url: string;
        };
        /** @description A page of a list. */
        MerchantOriginList: {
            /**
             * @description Always `list`.
             * @enum {string}
             */
            object: "list";
            /** @description The items of this page, newest first. */
            data: components["schemas"]["MerchantOrigin"][];
            /** @description Always false. */
            has_more: boolean;
            /** @description The path of the list, `/merchant-origins`. */
            url: string;
        };
        /** @description The body of every error. */
        ErrorResponse: {
            error: components["schemas"]["ErrorObject"];
        };
        /** @description What went wrong. */
        ErrorObject: {
            type: components["schemas"]["ErrorType"];
            code: components["schemas"]["ErrorCode"];
            /** @description A message for people. It says what to do. */
            message: string;
            /** @description The dotted path of the invalid field, if there is one (`card.number`). */
            param?: string;
            /** @description Equals the header `Request-Id`. */
            request_id: string;
        };
        /**
         * @description The class of the error.
         * @enum {string}
         */
        ErrorType: "invalid_request_error" | "authentication_error" | "permission_error" | "not_found_error" | "idempotency_error" | "rate_limit_error" | "card_error" | "api_error";
        /**
         * @description Expect codes that you do not know yet. Branch on `type` for those.
         * @enum {string}
         */
        ErrorCode: "parameter_missing" | "parameter_invalid" | "parameter_unknown" | "token_unusable" | "unsupported_token_type" | "payment_intent_canceled" | "payment_intent_expired" | "payment_intent_unexpected_state" | "payment_intent_already_refunded" | "limit_reached" | "payment_intent_locked" | "subscription_canceled" | "subscription_unexpected_state" | "method_not_allowed" | "request_too_large" | "unsupported_media_type" | "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "api_key_missing" | "api_key_invalid" | "api_key_expired" | "origin_not_allowed" | "test_mode_only" | "key_not_allowed" | "scope_missing" | "route_not_found" | "customer_not_found" | "customer_subscription_not_found" | "event_not_found" | "merchant_origin_not_found" | "payment_intent_not_found" | "payment_method_not_found" | "product_not_found" | "product_price_not_found" | "payment_link_not_found" | "refund_not_found" | "webhook_endpoint_not_found" | "idempotency_key_in_use" | "idempotency_request_in_progress" | "rate_limit_exceeded" | "processing_error" | "internal_error" | "not_ready";
    };
    responses: {
        /** @description A query parameter or header is unknown or invalid. */
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
        /** @description A query parameter or header is unknown or invalid. */
        InvalidListQuery: {
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
        /** @description A query parameter or header is missing, unknown or invalid. */
        InvalidRequiredQuery: {
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
        /** @description A query parameter is unknown or invalid. */
        InvalidDocumentQuery: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Should-Retry": components["headers"]["ServiceShouldRetry"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A field, parameter or header is missing, unknown or invalid, or the body is not a JSON object. */
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
        /** @description A field, parameter or header is missing, unknown or invalid, or the body is not a JSON object. */
        InvalidPaymentIntent: {
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
        /** @description A field, parameter or header is missing, unknown or invalid, or the body is not a JSON object. Or the account already has as many endpoints as it may have. */
        InvalidOrTooManyEndpoints: {
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
        /** @description A field, parameter or header is missing, unknown or invalid, or the body is not a JSON object. Or the account already has as many origins as it may have. */
        InvalidOrTooManyOrigins: {
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
        /** @description A field, parameter or header is missing, unknown or invalid, or the body is not a JSON object. Or the account already has as many payment links as it may have. */
        InvalidOrTooManyPaymentLinks: {
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
        /** @description A field, parameter or header is unknown or invalid, or the body is not a JSON object. */
        InvalidOptions: {
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
        /** @description A field or header is missing, unknown or invalid, or the card number fails its check. */
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
        /** @description The request is invalid, or the intent's state, the method or the customer's data does not allow the confirmation. */
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
        /** @description The request is invalid, or the intent's state does not allow the capture. */
        CannotCapture: {
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
        /** @description The card's issuer declined the capture. Nothing was taken, and the intent is as before. */
        CaptureDeclined: {
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
        /** @description The request is invalid, or the intent's state does not allow the cancellation. */
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
        /** @description The request is invalid, or the intent cannot be refunded or was already refunded. */
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
        /** @description The request is invalid, or the subscription is already canceled. */
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
        /** @description The request is invalid, or the subscription's status does not allow a pause. */
        CannotPauseSubscription: {
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
        /** @description The request is invalid, or the subscription is not paused. */
        CannotResumeSubscription: {
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
        /** @description The request is invalid, or the subscription is canceled and has nothing to charge. */
        CannotUpdateSubscription: {
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
        /** @description The key is missing, invalid, revoked or expired. */
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
        /** @description The card has expired. */
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
        /** @description The key is valid but may not call this operation, or may not call it from this origin. */
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
        /** @description The key is valid but may not call this operation, or may not call it from this origin. */
        TokenForbidden: {
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
        /** @description The body names a payment intent that does not exist in this mode. */
        NamedPaymentIntentNotFound: {
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
        /** @description No such payment intent in this mode, or its customer has no such saved card. */
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
        /** @description The body names a customer that does not exist in this mode. */
        NamedCustomerNotFound: {
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
        /** @description No such product in this mode. */
        NamedProductNotFound: {
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
        /** @description No such payment link in this mode. */
        PaymentLinkNotFound: {
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
        /** @description No such subscription in this mode, or its customer has no such saved card. */
        CustomerSubscriptionOrPaymentMethodNotFound: {
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
        /** @description The first request with this Idempotency-Key was still running after 5 seconds, or too many requests of the account were already waiting. */
        RequestInProgress: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Another operation on the payment intent, or the first request with this Idempotency-Key, was still running after 5 seconds. Or too many requests of the account were already waiting. */
        PaymentIntentLocked: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A charge of the subscription, or the first request with this Idempotency-Key, still runs. Or too many requests of the account were already waiting. */
        ChargeLocked: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body exceeds 64 KiB. */
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
        /** @description The body is not `application/json` in UTF-8, or it has a content encoding. */
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
        /**
         * @description Too many requests with this key in the current minute, or too many refused requests from this address. For `createToken`, also too many
         *     refused cards of this key or address.
         */
        RateLimited: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Too many refused requests from this address. */
        AddressLimited: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Too many requests in the current minute, or 20 advances of this clock are waiting already. */
        TooManyAdvances: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The service failed. It is safe to retry with the same Idempotency-Key. */
        InternalError: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The service cannot process the request at the moment. It is safe to retry with the same Idempotency-Key. */
        NotReady: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                "Retry-After": components["headers"]["RetryAfterIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A database of the service cannot be reached. */
        DatabaseUnreachable: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The acquirer is unavailable: retry with the same Idempotency-Key. Or the live account has none for the method (`not_ready`): set one with `vintem acquirer set`. Or it lacks the 3DS that the payment intent requires (`not_ready`). Nothing has changed. */
        AcquirerUnavailable: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                "Retry-After": components["headers"]["RetryAfterIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The acquirer is unavailable: retry with the same Idempotency-Key. Or the live account has none (`not_ready`): set one with `vintem acquirer set`. Nothing has changed. */
        CaptureUnavailable: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                "Retry-After": components["headers"]["RetryAfterIfKnown"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The acquirer is unavailable: retry with the same Idempotency-Key. Or the live account has none (`not_ready`): set one with `vintem acquirer set`. Nothing has changed. */
        CardCheckUnavailable: {
            headers: {
                "Request-Id": components["headers"]["RequestId"];
                "Service-Version": components["headers"]["ServiceVersion"];
                "Ratelimit-Remaining": components["headers"]["RatelimitRemainingIfKnown"];
                "Ratelimit-Reset": components["headers"]["RatelimitResetIfKnown"];
                "Service-Should-Retry": components["headers"]["RetryWithSameKey"];
                "Retry-After": components["headers"]["RetryAfterIfKnown"];
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
         * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
         *     nothing runs twice. In Postman, send `{{$guid}}`.
         * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
         */
        IdempotencyKey: string;
        /**
         * @description The dated API version to use. Default: the version that the key was created with.
         * @example 2026-04-27
         */
        ServiceVersion: "2026-12-01" | "2026-04-27" | "2026-04-25";
        /**
         * @description The origin of the page that embeds the card fields' frame. Only the frame may set it. Ignored on all other requests.
         * @example https://shop.example
         */
        ServiceParentOrigin: string;
        /**
         * @description `t=<unix seconds>,v1=<hex>`: an HMAC-SHA256, keyed with the endpoint's secret, over the timestamp, a full stop and the raw bytes of the
         *     body. Compare it in constant time. There is a second `v1` while an old secret signs too: accept the webhook if one of them matches.
         * @example t=1777300887,v1=ac63900eb9b89a150ce0b8577868e26dff11642c1f497e206db283e5fd1ed4fd
         */
        ServiceSignature: string;
        /**
         * @description The maximum number of items on a page.
         * @example 10
         */
        Limit: number;
        /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
        StartingAfter: string;
        /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
        EndingBefore: string;
        /**
         * @description Return only items created at this time or later, in Unix seconds.
         * @example 1777248000
         */
        CreatedGte: number;
        /**
         * @description Return only items created before this time, in Unix seconds.
         * @example 1777334400
         */
        CreatedLt: number;
        /**
         * @description The id of the payment intent (`pi_…`).
         * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
         */
        PaymentIntentId: string;
        /**
         * @description The id of the payment method (`pm_…`).
         * @example pm_00XLBO5kGZeTcAGvJfJ8GoGdB
         */
        PaymentMethodId: string;
        /**
         * @description The id of the refund (`re_…`).
         * @example re_00XLBOUpeWOGfNF9GmqFRdEh3
         */
        RefundId: string;
        /**
         * @description The id of the customer (`cus_…`).
         * @example cus_00XLBO1HAbQQfPuyvOalzuOD9
         */
        CustomerId: string;
        /**
         * @description The id of the product (`prd_…`).
         * @example prd_00XLBNz3g9IjFkjBcKbG5t5Yw
         */
        ProductId: string;
        /**
         * @description The id of the payment link (`plink_…`).
         * @example plink_00XLBOZKrYWk4zDleNS8eryLq
         */
        PaymentLinkId: string;
        /**
         * @description The id of the product (`prd_…`).
         * @example prd_00XLBNz3g9IjFkjBcKbG5t5Yw
         */
        PricedProductId: string;
        /**
         * @description The id of the subscription (`csub_…`).
         * @example csub_00XLBOH6dLrWQwqwqJtn5bQta
         */
        CustomerSubscriptionId: string;
        /**
         * @description The id of the event (`evt_…`).
         * @example evt_00XLBOH6dLovr83nRSA91MlFT
         */
        EventId: string;
        /**
         * @description The id of the event to deliver again (`evt_…`).
         * @example evt_00XLBOH6dLovr83nRSA91MlFT
         */
        ReplayedEventId: string;
        /**
         * @description The id of the webhook endpoint (`we_…`).
         * @example we_00XLBNwZ08emvO2UHN1e1XYDo
         */
        WebhookEndpointId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request. Quote it when you ask for help. In an error it equals `error.request_id`.
         * @example req_0UxsRA7wCbIepri8uWOO2D8CK
         */
        RequestId: string;
        /**
         * @description Identifies this state of the document. Send it as `If-None-Match`.
         * @example "wFq2KcrbMSK5b5hvXuvPGFhbtpP0LIHIc5RgMhbYsx4"
         */
        Etag: string;
        /**
         * @description Identifies this state of the page. Send it as `If-None-Match`.
         * @example W/"wFq2KcrbMSK5b5hvXuvPGF"
         */
        PageEtag: string;
        /**
         * @description The dated version that applied. Absent if the request was refused before its version was read, or if that version is unknown.
         * @example 2026-04-27
         */
        ServiceVersion: string;
        /**
         * @description Requests left in the current window.
         * @example 499
         */
        RatelimitRemaining: number;
        /**
         * @description When the current window ends, in Unix seconds.
         * @example 1777300860
         */
        RatelimitReset: number;
        /**
         * @description Requests left in the current window. Absent if the service failed before it could read the key.
         * @example 499
         */
        RatelimitRemainingIfKnown: number;
        /**
         * @description When the current window ends, in Unix seconds. Absent if the service failed before it could read the key.
         * @example 1777300860
         */
        RatelimitResetIfKnown: number;
        /**
         * @description `true` if this is the saved response to an earlier request with the same Idempotency-Key. Otherwise absent.
         * @example true
         */
        IdempotentReplayed: "true";
        /**
         * @description Whether to retry with the same Idempotency-Key.
         * @example false
         */
        ServiceShouldRetry: "true" | "false";
        /**
         * @description `true`: retry with the same Idempotency-Key.
         * @example true
         */
        RetryWithSameKey: "true";
        /**
         * @description Seconds to wait before the next request.
         * @example 17
         */
        RetryAfter: number;
        /**
         * @description Seconds to wait before the next request. Absent if a retry does not depend on time: a live account has no acquirer, or the acquirer is unavailable.
         * @example 2
         */
        RetryAfterIfKnown: number;
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
export type PixAutomaticoTokenCreateParams = components['schemas']['PixAutomaticoTokenCreateParams'];
export type TokenWalletParams = components['schemas']['TokenWalletParams'];
export type PaymentIntentCreateParams = components['schemas']['PaymentIntentCreateParams'];
export type PaymentMethodOptionsParams = components['schemas']['PaymentMethodOptionsParams'];
export type PaymentMethodOptionsCardParams = components['schemas']['PaymentMethodOptionsCardParams'];
export type PaymentMethodOptionsPixParams = components['schemas']['PaymentMethodOptionsPixParams'];
export type PaymentMethodOptionsBoletoParams = components['schemas']['PaymentMethodOptionsBoletoParams'];
export type PaymentMethodTypeParam = components['schemas']['PaymentMethodTypeParam'];
export type UtmParams = components['schemas']['UtmParams'];
export type MetadataParams = components['schemas']['MetadataParams'];
export type PaymentIntentConfirmParams = components['schemas']['PaymentIntentConfirmParams'];
export type PaymentIntentCaptureParams = components['schemas']['PaymentIntentCaptureParams'];
export type PaymentIntentCancelParams = components['schemas']['PaymentIntentCancelParams'];
export type PaymentIntentFailParams = components['schemas']['PaymentIntentFailParams'];
export type PaymentMethodUpdateParams = components['schemas']['PaymentMethodUpdateParams'];
export type PaymentMethodCreateParams = components['schemas']['PaymentMethodCreateParams'];
export type RefundCreateParams = components['schemas']['RefundCreateParams'];
export type CustomerCreateParams = components['schemas']['CustomerCreateParams'];
export type CustomerUpdateParams = components['schemas']['CustomerUpdateParams'];
export type LocaleParam = components['schemas']['LocaleParam'];
export type EmailAddress = components['schemas']['EmailAddress'];
export type CustomerDocumentParams = components['schemas']['CustomerDocumentParams'];
export type DocumentTypeParam = components['schemas']['DocumentTypeParam'];
export type AddressParams = components['schemas']['AddressParams'];
export type ProductCreateParams = components['schemas']['ProductCreateParams'];
export type ProductUpdateParams = components['schemas']['ProductUpdateParams'];
export type PaymentLinkCreateParams = components['schemas']['PaymentLinkCreateParams'];
export type PaymentLinkUpdateParams = components['schemas']['PaymentLinkUpdateParams'];
export type ProductPriceSetParams = components['schemas']['ProductPriceSetParams'];
export type CustomerSubscriptionPauseParams = components['schemas']['CustomerSubscriptionPauseParams'];
export type CustomerSubscriptionUpdateParams = components['schemas']['CustomerSubscriptionUpdateParams'];
export type CustomerSubscriptionCancelParams = components['schemas']['CustomerSubscriptionCancelParams'];
export type CustomerSubscriptionStatusParam = components['schemas']['CustomerSubscriptionStatusParam'];
export type EventTypeParam = components['schemas']['EventTypeParam'];
export type WebhookEndpointCreateParams = components['schemas']['WebhookEndpointCreateParams'];
export type WebhookEndpointUpdateParams = components['schemas']['WebhookEndpointUpdateParams'];
export type WebhookEndpointRotateSecretParams = components['schemas']['WebhookEndpointRotateSecretParams'];
export type MerchantOriginCreateParams = components['schemas']['MerchantOriginCreateParams'];
export type OriginAddress = components['schemas']['OriginAddress'];
export type TestClockAdvanceParams = components['schemas']['TestClockAdvanceParams'];
export type Token = components['schemas']['Token'];
export type TokenCard = components['schemas']['TokenCard'];
export type TokenType = components['schemas']['TokenType'];
export type CardBrand = components['schemas']['CardBrand'];
export type PaymentIntent = components['schemas']['PaymentIntent'];
export type PaymentMethodOptions = components['schemas']['PaymentMethodOptions'];
export type PaymentMethodOptionsCard = components['schemas']['PaymentMethodOptionsCard'];
export type PaymentMethodOptionsPix = components['schemas']['PaymentMethodOptionsPix'];
export type PaymentMethodOptionsBoleto = components['schemas']['PaymentMethodOptionsBoleto'];
export type PaymentIntentStatus = components['schemas']['PaymentIntentStatus'];
export type PaymentMethodType = components['schemas']['PaymentMethodType'];
export type PaymentError = components['schemas']['PaymentError'];
export type PaymentErrorCode = components['schemas']['PaymentErrorCode'];
export type Charges = components['schemas']['Charges'];
export type PaymentMethodDetails = components['schemas']['PaymentMethodDetails'];
export type AcquirerReferences = components['schemas']['AcquirerReferences'];
export type PaymentMethodDetailsCard = components['schemas']['PaymentMethodDetailsCard'];
export type ThreeDSecure = components['schemas']['ThreeDSecure'];
export type NextAction = components['schemas']['NextAction'];
export type PixDisplayQrCode = components['schemas']['PixDisplayQrCode'];
export type BoletoDisplayDetails = components['schemas']['BoletoDisplayDetails'];
export type RedirectToUrl = components['schemas']['RedirectToUrl'];
export type Utm = components['schemas']['Utm'];
export type Metadata = components['schemas']['Metadata'];
export type PaymentMethod = components['schemas']['PaymentMethod'];
export type PaymentMethodPixAutomatico = components['schemas']['PaymentMethodPixAutomatico'];
export type MandateStatus = components['schemas']['MandateStatus'];
export type PaymentMethodCard = components['schemas']['PaymentMethodCard'];
export type Refund = components['schemas']['Refund'];
export type RefundStatus = components['schemas']['RefundStatus'];
export type Customer = components['schemas']['Customer'];
export type Locale = components['schemas']['Locale'];
export type DocumentType = components['schemas']['DocumentType'];
export type CustomerDocument = components['schemas']['CustomerDocument'];
export type Address = components['schemas']['Address'];
export type Product = components['schemas']['Product'];
export type PaymentLink = components['schemas']['PaymentLink'];
export type ProductStatus = components['schemas']['ProductStatus'];
export type ProductPrice = components['schemas']['ProductPrice'];
export type CustomerSubscription = components['schemas']['CustomerSubscription'];
export type CustomerSubscriptionPause = components['schemas']['CustomerSubscriptionPause'];
export type CustomerSubscriptionPlan = components['schemas']['CustomerSubscriptionPlan'];
export type PlanInterval = components['schemas']['PlanInterval'];
export type CustomerSubscriptionStatus = components['schemas']['CustomerSubscriptionStatus'];
export type Balance = components['schemas']['Balance'];
export type BalanceAmount = components['schemas']['BalanceAmount'];
export type Event = components['schemas']['Event'];
export type EventType = components['schemas']['EventType'];
export type EventData = components['schemas']['EventData'];
export type EventResource = components['schemas']['EventResource'];
export type UnknownResource = components['schemas']['UnknownResource'];
export type PaymentIntentEvent = components['schemas']['PaymentIntentEvent'];
export type PaymentIntentEventData = components['schemas']['PaymentIntentEventData'];
export type CustomerEvent = components['schemas']['CustomerEvent'];
export type CustomerEventData = components['schemas']['CustomerEventData'];
export type PaymentMethodEvent = components['schemas']['PaymentMethodEvent'];
export type PaymentMethodEventData = components['schemas']['PaymentMethodEventData'];
export type CustomerSubscriptionEvent = components['schemas']['CustomerSubscriptionEvent'];
export type CustomerSubscriptionEventData = components['schemas']['CustomerSubscriptionEventData'];
export type RefundEvent = components['schemas']['RefundEvent'];
export type RefundEventData = components['schemas']['RefundEventData'];
export type PreviousAttributes = components['schemas']['PreviousAttributes'];
export type DisputeEvent = components['schemas']['DisputeEvent'];
export type DisputeEventData = components['schemas']['DisputeEventData'];
export type Dispute = components['schemas']['Dispute'];
export type PayoutEvent = components['schemas']['PayoutEvent'];
export type PayoutEventData = components['schemas']['PayoutEventData'];
export type Payout = components['schemas']['Payout'];
export type PayoutDestination = components['schemas']['PayoutDestination'];
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
export type PaymentLinkList = components['schemas']['PaymentLinkList'];
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
export type ResponseInvalidListQuery = components['responses']['InvalidListQuery'];
export type ResponseInvalidRequiredQuery = components['responses']['InvalidRequiredQuery'];
export type ResponseInvalidOpenQuery = components['responses']['InvalidOpenQuery'];
export type ResponseInvalidDocumentQuery = components['responses']['InvalidDocumentQuery'];
export type ResponseInvalidRequest = components['responses']['InvalidRequest'];
export type ResponseInvalidPaymentIntent = components['responses']['InvalidPaymentIntent'];
export type ResponseInvalidOrTooManyEndpoints = components['responses']['InvalidOrTooManyEndpoints'];
export type ResponseInvalidOrTooManyOrigins = components['responses']['InvalidOrTooManyOrigins'];
export type ResponseInvalidOrTooManyPaymentLinks = components['responses']['InvalidOrTooManyPaymentLinks'];
export type ResponseInvalidOptions = components['responses']['InvalidOptions'];
export type ResponseTokenInvalid = components['responses']['TokenInvalid'];
export type ResponseCannotConfirm = components['responses']['CannotConfirm'];
export type ResponseCannotCapture = components['responses']['CannotCapture'];
export type ResponseCaptureDeclined = components['responses']['CaptureDeclined'];
export type ResponseCannotCancel = components['responses']['CannotCancel'];
export type ResponseCannotForce = components['responses']['CannotForce'];
export type ResponseCannotSaveCard = components['responses']['CannotSaveCard'];
export type ResponseCannotRefund = components['responses']['CannotRefund'];
export type ResponseCannotCancelSubscription = components['responses']['CannotCancelSubscription'];
export type ResponseCannotPauseSubscription = components['responses']['CannotPauseSubscription'];
export type ResponseCannotResumeSubscription = components['responses']['CannotResumeSubscription'];
export type ResponseCannotUpdateSubscription = components['responses']['CannotUpdateSubscription'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseCardExpired = components['responses']['CardExpired'];
export type ResponseCardRefused = components['responses']['CardRefused'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseTokenForbidden = components['responses']['TokenForbidden'];
export type ResponseTestKeyRequired = components['responses']['TestKeyRequired'];
export type ResponsePaymentIntentNotFound = components['responses']['PaymentIntentNotFound'];
export type ResponseNamedPaymentIntentNotFound = components['responses']['NamedPaymentIntentNotFound'];
export type ResponsePaymentIntentOrMethodNotFound = components['responses']['PaymentIntentOrMethodNotFound'];
export type ResponseCustomerOrProductNotFound = components['responses']['CustomerOrProductNotFound'];
export type ResponsePaymentMethodNotFound = components['responses']['PaymentMethodNotFound'];
export type ResponseRefundNotFound = components['responses']['RefundNotFound'];
export type ResponseCustomerNotFound = components['responses']['CustomerNotFound'];
export type ResponseNamedCustomerNotFound = components['responses']['NamedCustomerNotFound'];
export type ResponseProductNotFound = components['responses']['ProductNotFound'];
export type ResponseNamedProductNotFound = components['responses']['NamedProductNotFound'];
export type ResponsePaymentLinkNotFound = components['responses']['PaymentLinkNotFound'];
export type ResponseProductOrPriceNotFound = components['responses']['ProductOrPriceNotFound'];
export type ResponseCustomerSubscriptionOrPaymentMethodNotFound = components['responses']['CustomerSubscriptionOrPaymentMethodNotFound'];
export type ResponseCustomerSubscriptionNotFound = components['responses']['CustomerSubscriptionNotFound'];
export type ResponseEventNotFound = components['responses']['EventNotFound'];
export type ResponseWebhookEndpointNotFound = components['responses']['WebhookEndpointNotFound'];
export type ResponseWebhookEndpointOrEventNotFound = components['responses']['WebhookEndpointOrEventNotFound'];
export type ResponseMerchantOriginNotFound = components['responses']['MerchantOriginNotFound'];
export type ResponseRequestInProgress = components['responses']['RequestInProgress'];
export type ResponsePaymentIntentLocked = components['responses']['PaymentIntentLocked'];
export type ResponseChargeLocked = components['responses']['ChargeLocked'];
export type ResponseRequestTooLarge = components['responses']['RequestTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseIdempotencyKeyInUse = components['responses']['IdempotencyKeyInUse'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseAddressLimited = components['responses']['AddressLimited'];
export type ResponseTooManyAdvances = components['responses']['TooManyAdvances'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseNotReady = components['responses']['NotReady'];
export type ResponseDatabaseUnreachable = components['responses']['DatabaseUnreachable'];
export type ResponseAcquirerUnavailable = components['responses']['AcquirerUnavailable'];
export type ResponseCaptureUnavailable = components['responses']['CaptureUnavailable'];
export type ResponseCardCheckUnavailable = components['responses']['CardCheckUnavailable'];
export type ResponseWebhookReceived = components['responses']['WebhookReceived'];
export type ParameterIdempotencyKey = components['parameters']['IdempotencyKey'];
export type ParameterServiceVersion = components['parameters']['ServiceVersion'];
export type ParameterServiceParentOrigin = components['parameters']['ServiceParentOrigin'];
export type ParameterServiceSignature = components['parameters']['ServiceSignature'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterStartingAfter = components['parameters']['StartingAfter'];
export type ParameterEndingBefore = components['parameters']['EndingBefore'];
export type ParameterCreatedGte = components['parameters']['CreatedGte'];
export type ParameterCreatedLt = components['parameters']['CreatedLt'];
export type ParameterPaymentIntentId = components['parameters']['PaymentIntentId'];
export type ParameterPaymentMethodId = components['parameters']['PaymentMethodId'];
export type ParameterRefundId = components['parameters']['RefundId'];
export type ParameterCustomerId = components['parameters']['CustomerId'];
export type ParameterProductId = components['parameters']['ProductId'];
export type ParameterPaymentLinkId = components['parameters']['PaymentLinkId'];
export type ParameterPricedProductId = components['parameters']['PricedProductId'];
export type ParameterCustomerSubscriptionId = components['parameters']['CustomerSubscriptionId'];
export type ParameterEventId = components['parameters']['EventId'];
export type ParameterReplayedEventId = components['parameters']['ReplayedEventId'];
export type ParameterWebhookEndpointId = components['parameters']['WebhookEndpointId'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderEtag = components['headers']['Etag'];
export type HeaderPageEtag = components['headers']['PageEtag'];
export type HeaderServiceVersion = components['headers']['ServiceVersion'];
export type HeaderRatelimitRemaining = components['headers']['RatelimitRemaining'];
export type HeaderRatelimitReset = components['headers']['RatelimitReset'];
export type HeaderRatelimitRemainingIfKnown = components['headers']['RatelimitRemainingIfKnown'];
export type HeaderRatelimitResetIfKnown = components['headers']['RatelimitResetIfKnown'];
export type HeaderIdempotentReplayed = components['headers']['IdempotentReplayed'];
export type HeaderServiceShouldRetry = components['headers']['ServiceShouldRetry'];
export type HeaderRetryWithSameKey = components['headers']['RetryWithSameKey'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type HeaderRetryAfterIfKnown = components['headers']['RetryAfterIfKnown'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type $defs = Record<string, never>;
export interface operations {
    createToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description The origin of the page that embeds the card fields' frame. Only the frame may set it. Ignored on all other requests.
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
            403: components["responses"]["TokenForbidden"];
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
                 * @description Return only the intents of this customer.
                 * @example cus_00XLBO1HAbQQfPuyvOalzuOD9
                 */
                customer?: string;
                /**
                 * @description Return only the intents with this status.
                 * @example succeeded
                 */
                status?: "requires_payment_method" | "requires_confirmation" | "requires_action" | "requires_capture" | "processing" | "succeeded" | "canceled";
                /**
                 * @description Return only the intents that this text finds, by any of: their id, the last four digits of the card, an amount with two decimals (`49.90`,
                 *     `1.049,90`), a whole value of `metadata`, a whole reference of the acquirer, or the beginnings of words of the description. A key that also has the
                 *     scope `customers:read` finds intents by their customer too, as the customer is now: by the beginning of the e-mail address, the beginnings of words of the name, or
                 *     a whole CPF or CNPJ. Case and accents do not count. No log keeps the text.
                 * @example 4242
                 */
                query?: string;
                /**
                 * @description Return only items created at this time or later, in Unix seconds.
                 * @example 1777248000
                 */
                created_gte?: components["parameters"]["CreatedGte"];
                /**
                 * @description Return only items created before this time, in Unix seconds.
                 * @example 1777334400
                 */
                created_lt?: components["parameters"]["CreatedLt"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
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
            400: components["responses"]["InvalidListQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
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
            400: components["responses"]["InvalidPaymentIntent"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
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
    capturePaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
                 */
                id: components["parameters"]["PaymentIntentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentIntentCaptureParams"];
            };
        };
        responses: {
            /** @description The payment intent, `succeeded` or `processing`. */
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
            400: components["responses"]["CannotCapture"];
            401: components["responses"]["Unauthorized"];
            402: components["responses"]["CaptureDeclined"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentIntentNotFound"];
            409: components["responses"]["PaymentIntentLocked"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["CaptureUnavailable"];
        };
    };
    cancelPaymentIntent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
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
                 * @example cus_00XLBO1HAbQQfPuyvOalzuOD9
                 */
                customer: string;
                /**
                 * @description Return only payment methods of this type.
                 * @example card
                 */
                type?: "card" | "pix_automatico";
                /**
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
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
            400: components["responses"]["InvalidRequiredQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
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
            404: components["responses"]["NamedCustomerNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["CardCheckUnavailable"];
        };
    };
    retrievePaymentMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the payment method (`pm_…`).
                 * @example pm_00XLBO5kGZeTcAGvJfJ8GoGdB
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
    updatePaymentMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment method (`pm_…`).
                 * @example pm_00XLBO5kGZeTcAGvJfJ8GoGdB
                 */
                id: components["parameters"]["PaymentMethodId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentMethodUpdateParams"];
            };
        };
        responses: {
            /** @description The updated card. */
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
    detachPaymentMethod: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment method (`pm_…`).
                 * @example pm_00XLBO5kGZeTcAGvJfJ8GoGdB
                 */
                id: components["parameters"]["PaymentMethodId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The card, with `customer` null. */
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
            400: components["responses"]["InvalidOptions"];
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
                 * @description Return only the refunds of this payment intent.
                 * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
                 */
                payment_intent?: string;
                /**
                 * @description Return only items created at this time or later, in Unix seconds.
                 * @example 1777248000
                 */
                created_gte?: components["parameters"]["CreatedGte"];
                /**
                 * @description Return only items created before this time, in Unix seconds.
                 * @example 1777334400
                 */
                created_lt?: components["parameters"]["CreatedLt"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
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
            400: components["responses"]["InvalidListQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
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
            404: components["responses"]["NamedPaymentIntentNotFound"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the refund (`re_…`).
                 * @example re_00XLBOUpeWOGfNF9GmqFRdEh3
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
                 * @description Return only customers with exactly this email address. The case of the letters A to Z is ignored.
                 * @example maria@example.com
                 */
                email?: string;
                /**
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
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
            400: components["responses"]["InvalidListQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the customer (`cus_…`).
                 * @example cus_00XLBO1HAbQQfPuyvOalzuOD9
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the customer (`cus_…`).
                 * @example cus_00XLBO1HAbQQfPuyvOalzuOD9
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
            /** @description The updated customer. */
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
    listPaymentLinks: {
        parameters: {
            query?: {
                /**
                 * @description Return only payment links that are active, or only those that are not.
                 * @example true
                 */
                active?: "true" | "false";
                /**
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of payment links. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkList"];
                };
            };
            400: components["responses"]["InvalidListQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    createPaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentLinkCreateParams"];
            };
        };
        responses: {
            /** @description The payment link. */
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
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidOrTooManyPaymentLinks"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NamedProductNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrievePaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the payment link (`plink_…`).
                 * @example plink_00XLBOZKrYWk4zDleNS8eryLq
                 */
                id: components["parameters"]["PaymentLinkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment link. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    "Service-Version": components["headers"]["ServiceVersion"];
                    "Ratelimit-Remaining": components["headers"]["RatelimitRemaining"];
                    "Ratelimit-Reset": components["headers"]["RatelimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidQuery"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentLinkNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    updatePaymentLink: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment link (`plink_…`).
                 * @example plink_00XLBOZKrYWk4zDleNS8eryLq
                 */
                id: components["parameters"]["PaymentLinkId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PaymentLinkUpdateParams"];
            };
        };
        responses: {
            /** @description The updated payment link. */
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
                    "application/json": components["schemas"]["PaymentLink"];
                };
            };
            400: components["responses"]["InvalidOrTooManyPaymentLinks"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["PaymentLinkNotFound"];
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
                 * @description Return only products with this status.
                 * @example ACTIVE
                 */
                status?: "ACTIVE" | "INACTIVE";
                /**
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
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
            400: components["responses"]["InvalidListQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the product (`prd_…`).
                 * @example prd_00XLBNz3g9IjFkjBcKbG5t5Yw
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the product (`prd_…`).
                 * @example prd_00XLBNz3g9IjFkjBcKbG5t5Yw
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
            /** @description The updated product. */
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the product (`prd_…`).
                 * @example prd_00XLBNz3g9IjFkjBcKbG5t5Yw
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the product (`prd_…`).
                 * @example prd_00XLBNz3g9IjFkjBcKbG5t5Yw
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
                 * @description Return only the subscriptions of this customer.
                 * @example cus_00XLBO1HAbQQfPuyvOalzuOD9
                 */
                customer?: string;
                /**
                 * @description Return only subscriptions with this status.
                 * @example ACTIVE
                 */
                status?: components["schemas"]["CustomerSubscriptionStatusParam"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
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
            400: components["responses"]["InvalidListQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the subscription (`csub_…`).
                 * @example csub_00XLBOH6dLrWQwqwqJtn5bQta
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
    updateCustomerSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription (`csub_…`).
                 * @example csub_00XLBOH6dLrWQwqwqJtn5bQta
                 */
                id: components["parameters"]["CustomerSubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CustomerSubscriptionUpdateParams"];
            };
        };
        responses: {
            /** @description The updated subscription. */
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
            400: components["responses"]["CannotUpdateSubscription"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["CustomerSubscriptionOrPaymentMethodNotFound"];
            409: components["responses"]["RequestInProgress"];
            413: components["responses"]["RequestTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyInUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    pauseCustomerSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription (`csub_…`).
                 * @example csub_00XLBOH6dLrWQwqwqJtn5bQta
                 */
                id: components["parameters"]["CustomerSubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CustomerSubscriptionPauseParams"];
            };
        };
        responses: {
            /** @description The subscription, paused. */
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
            400: components["responses"]["CannotPauseSubscription"];
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
    resumeCustomerSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription (`csub_…`).
                 * @example csub_00XLBOH6dLrWQwqwqJtn5bQta
                 */
                id: components["parameters"]["CustomerSubscriptionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscription, no longer paused. */
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
            400: components["responses"]["CannotResumeSubscription"];
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
    cancelCustomerSubscription: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the subscription (`csub_…`).
                 * @example csub_00XLBOH6dLrWQwqwqJtn5bQta
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
            /** @description The subscription, canceled or scheduled for cancellation. */
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
            409: components["responses"]["ChargeLocked"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
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
                 * @description Return only events of this type.
                 * @example payment_intent.succeeded
                 */
                type?: components["schemas"]["EventTypeParam"];
                /**
                 * @description Return only items created at this time or later, in Unix seconds.
                 * @example 1777248000
                 */
                created_gte?: components["parameters"]["CreatedGte"];
                /**
                 * @description Return only items created before this time, in Unix seconds.
                 * @example 1777334400
                 */
                created_lt?: components["parameters"]["CreatedLt"];
                /**
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
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
            400: components["responses"]["InvalidListQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the event (`evt_…`).
                 * @example evt_00XLBOH6dLovr83nRSA91MlFT
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
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
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
            400: components["responses"]["InvalidListQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
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
            400: components["responses"]["InvalidOrTooManyEndpoints"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_00XLBNwZ08emvO2UHN1e1XYDo
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
    updateWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_00XLBNwZ08emvO2UHN1e1XYDo
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdateParams"];
            };
        };
        responses: {
            /** @description The updated endpoint. */
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
                    "application/json": components["schemas"]["WebhookEndpoint"];
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
    deleteWebhookEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_00XLBNwZ08emvO2UHN1e1XYDo
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint was deleted. */
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
            400: components["responses"]["InvalidOptions"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_00XLBNwZ08emvO2UHN1e1XYDo
                 */
                id: components["parameters"]["WebhookEndpointId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointRotateSecretParams"];
            };
        };
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
            400: components["responses"]["InvalidOptions"];
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
                 * @description The maximum number of items on a page.
                 * @example 10
                 */
                limit?: components["parameters"]["Limit"];
                /** @description The id of the last item that you have. Returns older items. Cannot be combined with `ending_before`. */
                starting_after?: components["parameters"]["StartingAfter"];
                /** @description The id of the first item that you have. Returns the newer items next to it. Cannot be combined with `starting_after`. */
                ending_before?: components["parameters"]["EndingBefore"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_00XLBNwZ08emvO2UHN1e1XYDo
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
            400: components["responses"]["InvalidListQuery"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint (`we_…`).
                 * @example we_00XLBNwZ08emvO2UHN1e1XYDo
                 */
                id: components["parameters"]["WebhookEndpointId"];
                /**
                 * @description The id of the event to deliver again (`evt_…`).
                 * @example evt_00XLBOH6dLovr83nRSA91MlFT
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
            400: components["responses"]["InvalidOptions"];
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
                 * @description The dated API version to use. Default: the version that the key was created with.
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
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
            /** @description The origin was already registered. */
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
            /** @description The origin was registered. */
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
            400: components["responses"]["InvalidOrTooManyOrigins"];
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
                origin: components["schemas"]["OriginAddress"];
            };
            header?: {
                /**
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The origin was deleted. */
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
                 * @example 6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The id of the payment intent (`pi_…`).
                 * @example pi_00XLBO7zAP2WE6tEnzNMgqOhV
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
                 * @description The dated API version to use. Default: the version that the key was created with.
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
                 * @description The dated API version to use. Default: the version that the key was created with.
                 * @example 2026-04-27
                 */
                "Service-Version"?: components["parameters"]["ServiceVersion"];
                /**
                 * @description A UUIDv4 that you generate, another one for each request. For 24 hours, the same key with the same request returns the saved response, and
                 *     nothing runs twice. In Postman, send `{{$guid}}`.
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
            429: components["responses"]["TooManyAdvances"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["NotReady"];
        };
    };
    retrieveOpenapi: {
        parameters: {
            query?: {
                /**
                 * @description The version whose document to return.
                 * @example 2026-12-01
                 */
                version?: "2026-12-01" | "2026-04-27" | "2026-04-25";
            };
            header?: {
                /**
                 * @description The `ETag` of the document that you have. The response is 304 if it has not changed.
                 * @example "wFq2KcrbMSK5b5hvXuvPGFhbtpP0LIHIc5RgMhbYsx4"
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An OpenAPI 3.0 document. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenapiDocument"];
                };
            };
            /** @description The document that you have is current. No body. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["Etag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidDocumentQuery"];
            429: components["responses"]["AddressLimited"];
            500: components["responses"]["InternalError"];
        };
    };
    showDocs: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the page that you have. The response is 304 if it has not changed.
                 * @example W/"wFq2KcrbMSK5b5hvXuvPGF"
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An HTML page. */
            200: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["PageEtag"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description The page that you have is current. No body. */
            304: {
                headers: {
                    "Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["PageEtag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidOpenQuery"];
            429: components["responses"]["AddressLimited"];
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
            /** @description The service is ready for requests. */
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
            503: components["responses"]["DatabaseUnreachable"];
        };
    };
}
