import type { Open, OpenUnion } from "./runtime/types.js";
/**
 * A postal address.
 */
export interface Address {
    /**
     * Street.
     */
    line1: string;
    /**
     * Number in the street.
     */
    number: string | null;
    /**
     * Flat, block.
     */
    line2: string | null;
    /**
     * Bairro.
     */
    district: string | null;
    /**
     * City.
     */
    city: string;
    /**
     * State; in Brazil its two letters.
     */
    state: string;
    /**
     * Postal code; in Brazil the CEP.
     */
    postal_code: string;
    /**
     * ISO 3166-1, two letters.
     */
    country: string;
}
/**
 * A postal address, replaced as a whole on update.
 */
export interface AddressParams {
    /**
     * Street.
     */
    line1: string;
    /**
     * Number in the street.
     */
    number?: string | null | undefined;
    /**
     * Flat, block.
     */
    line2?: string | null | undefined;
    /**
     * Bairro.
     */
    district?: string | null | undefined;
    /**
     * City.
     */
    city: string;
    /**
     * State; in Brazil its two letters.
     */
    state: string;
    /**
     * Postal code; in Brazil the CEP.
     */
    postal_code: string;
    /**
     * ISO 3166-1, two letters.
     */
    country?: string | null | undefined;
}
export interface Balance {
    object: "balance";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * What succeeded less refunds and disputes.
     */
    available: Array<BalanceAmount>;
    /**
     * What is processing.
     */
    pending: Array<BalanceAmount>;
}
export interface BalanceAmount {
    /**
     * In the smallest unit of the currency (cents).
     */
    amount: number;
    /**
     * ISO 4217, in lower case.
     */
    currency: string;
}
/**
 * A boleto waits to be paid.
 */
export interface BoletoDisplayDetails {
    type: "boleto_display_details";
    /**
     * The 47 digits to type.
     */
    line_code: string;
    /**
     * The boleto to print. The link needs no key.
     */
    pdf_url: string | null;
    /**
     * The bar code as a picture. The link needs no key.
     */
    barcode_url: string | null;
    /**
     * Until when it can be paid, Unix seconds.
     */
    expires_at: number;
}
export interface BoletoTokenCreateParams {
    type: "boleto";
}
export type CardBrand = "visa" | "mastercard" | "amex" | "elo" | "hipercard" | "diners" | "discover" | "jcb" | "aura" | "unknown";
export interface CardTokenCreateParams {
    type: "card";
    card: TokenCardParams;
}
export interface Charges {
    /**
     * The acquirer's charge (`ch_…`), once one has answered.
     */
    latest: string | null;
}
export interface Customer {
    /**
     * `cus_…`
     */
    id: string;
    object: "customer";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * E-mail address.
     */
    email: string;
    /**
     * Full name.
     */
    name: string | null;
    /**
     * Telephone in E.164 form.
     */
    phone: string | null;
    document: CustomerDocument | null;
    address: Address | null;
    /**
     * When it was made, Unix seconds.
     */
    created: number;
}
export interface CustomerCreateParams {
    /**
     * An e-mail address.
     */
    email: string;
    /**
     * Full name.
     */
    name?: string | null | undefined;
    /**
     * Telephone in E.164 form (`+5511987654321`).
     */
    phone?: string | null | undefined;
    document?: CustomerDocumentParams | null | undefined;
    address?: AddressParams | null | undefined;
}
/**
 * A Brazilian taxpayer number.
 */
export interface CustomerDocument {
    type: Open<DocumentType>;
    /**
     * Without punctuation, in upper case.
     */
    number: string;
}
/**
 * A Brazilian taxpayer number.
 */
export interface CustomerDocumentParams {
    type: DocumentType;
    /**
     * With or without punctuation. The check digits are verified.
     */
    number: string;
}
export interface CustomerSubscription {
    /**
     * `csub_…`
     */
    id: string;
    object: "customer_subscription";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * Who subscribes (`cus_…`).
     */
    customer: string;
    /**
     * To what (`prd_…`).
     */
    product: string;
    status: Open<CustomerSubscriptionStatus>;
    /**
     * The newest charge (`pi_…`); at first the one that started the subscription.
     */
    latest_payment_intent: string;
    /**
     * Unix seconds. null without a trial.
     */
    trial_start: number | null;
    /**
     * Unix seconds. null without a trial.
     */
    trial_end: number | null;
    /**
     * Unix seconds.
     */
    current_period_start: number;
    /**
     * Unix seconds.
     */
    current_period_end: number;
    /**
     * When it is going to be canceled, Unix seconds.
     */
    cancel_at: number | null;
    /**
     * Whether it is canceled at the end of the period.
     */
    cancel_at_period_end: boolean;
    /**
     * When it was canceled, Unix seconds.
     */
    canceled_at: number | null;
    /**
     * Why, in your words.
     */
    cancellation_reason: string | null;
    /**
     * When it was made, Unix seconds.
     */
    created: number;
}
export interface CustomerSubscriptionCancelParams {
    /**
     * Why, in your words.
     */
    reason?: string | null | undefined;
    /**
     * true: the subscription runs to the end of its period.
     */
    cancel_at_period_end?: boolean | null | undefined;
    /**
     * When to cancel, Unix seconds, in the future. Not together with `cancel_at_period_end`.
     */
    cancel_at?: number | null | undefined;
}
/**
 * `TRIALING` is a free trial, `ACTIVE` normal billing. `INCOMPLETE`: the first charge has not gone through. `PAST_DUE`: the last charge failed and is
 * being retried; keep access for 7 days. `UNPAID`: the retries are exhausted; block access. `CANCELED` is final.
 */
export type CustomerSubscriptionStatus = "INCOMPLETE" | "TRIALING" | "ACTIVE" | "PAST_DUE" | "UNPAID" | "CANCELED";
/**
 * Only what is sent changes; `null` clears.
 */
export interface CustomerUpdateParams {
    /**
     * An e-mail address.
     */
    email?: string | undefined;
    /**
     * Full name.
     */
    name?: string | null | undefined;
    /**
     * Telephone in E.164 form (`+5511987654321`).
     */
    phone?: string | null | undefined;
    document?: CustomerDocumentParams | null | undefined;
    address?: AddressParams | null | undefined;
}
/**
 * A chargeback. It is handled as a compulsory refund.
 */
export interface Dispute {
    /**
     * `dp_…`
     */
    id: string;
    object: "dispute";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * What is disputed (`pi_…`).
     */
    payment_intent: string;
    /**
     * The acquirer's charge (`ch_…`).
     */
    charge: string | null;
    /**
     * In the smallest unit of the currency (cents).
     */
    amount: number;
    /**
     * ISO 4217, in lower case.
     */
    currency: string;
    /**
     * What the payer's bank says.
     */
    reason: string | null;
    /**
     * The compulsory refund (`re_…`).
     */
    refund: string;
    /**
     * When it was opened, Unix seconds.
     */
    created: number;
}
/**
 * An event about a chargeback.
 */
export interface DisputeEvent {
    /**
     * `evt_…`
     */
    id: string;
    object: "event";
    type: "charge.dispute.created";
    api_version: "v1";
    /**
     * When it happened, Unix seconds.
     */
    created: number;
    /**
     * false in test mode.
     */
    livemode: boolean;
    data: DisputeEventData;
}
export interface DisputeEventData {
    object: Dispute;
}
export type DocumentType = "cpf" | "cnpj";
/**
 * Expect codes that you do not know yet, and decide by `type` then.
 */
export type ErrorCode = "parameter_missing" | "parameter_invalid" | "parameter_unknown" | "token_unusable" | "unsupported_token_type" | "payment_intent_canceled" | "payment_intent_expired" | "payment_intent_unexpected_state" | "payment_intent_already_refunded" | "payment_intent_locked" | "subscription_canceled" | "method_not_allowed" | "request_too_large" | "unsupported_media_type" | "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "api_key_missing" | "api_key_invalid" | "api_key_expired" | "origin_not_allowed" | "test_mode_only" | "key_not_allowed" | "scope_missing" | "route_not_found" | "customer_not_found" | "customer_subscription_not_found" | "event_not_found" | "merchant_origin_not_found" | "payment_intent_not_found" | "payment_method_not_found" | "product_not_found" | "product_price_not_found" | "refund_not_found" | "webhook_endpoint_not_found" | "idempotency_key_in_use" | "idempotency_request_in_progress" | "rate_limit_exceeded" | "processing_error" | "internal_error" | "not_ready";
export type ErrorType = "invalid_request_error" | "authentication_error" | "permission_error" | "not_found_error" | "idempotency_error" | "rate_limit_error" | "card_error" | "api_error";
/**
 * Something that happened. Its `type` says what `data.object` is.
 */
export type Event = OpenUnion<DisputeEvent | PaymentIntentEvent, "type">;
/**
 * `<resource>.<action>`. Expect types that you do not know yet.
 */
export type EventType = "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created";
export interface MerchantOrigin {
    object: "merchant_origin";
    /**
     * In lower case, without the default port.
     */
    origin: string;
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * When it was registered, Unix seconds.
     */
    created: number;
}
export interface MerchantOriginCreateParams {
    /**
     * `https://host[:port]`; with a test key also http on localhost and 127.0.0.1.
     */
    origin: string;
}
export interface MerchantOriginDeleted {
    object: "merchant_origin";
    origin: string;
    deleted: true;
}
/**
 * What the payer has to do. null unless the status is `requires_action`.
 */
export type NextAction = OpenUnion<BoletoDisplayDetails | PixDisplayQrCode | RedirectToUrl, "type">;
/**
 * Why the charge failed. null unless it did.
 */
export interface PaymentError {
    code: Open<PaymentErrorCode>;
    /**
     * For people.
     */
    message: string;
}
export type PaymentErrorCode = "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "processing_error" | "payment_intent_expired" | "payment_method_not_found";
export interface PaymentIntent {
    /**
     * `pi_…`
     */
    id: string;
    object: "payment_intent";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * In the smallest unit of the currency (cents).
     */
    amount: number;
    /**
     * ISO 4217, in lower case.
     */
    currency: string;
    status: Open<PaymentIntentStatus>;
    /**
     * The customer who pays (`cus_…`).
     */
    customer: string;
    /**
     * What is sold (`prd_…`).
     */
    product: string | null;
    /**
     * The subscription whose period this charge pays (`csub_…`).
     */
    subscription: string | null;
    /**
     * For your own use.
     */
    description: string | null;
    /**
     * What the card statement shows.
     */
    statement_descriptor: string | null;
    /**
     * How the customer may pay.
     */
    payment_method_types: Array<Open<PaymentMethodType>>;
    last_payment_error: PaymentError | null;
    charges: Charges;
    next_action: NextAction | null;
    /**
     * Why it was canceled by hand, where a reason was given.
     */
    cancellation_reason: string | null;
    utm: Utm | null;
    /**
     * When it was made, Unix seconds.
     */
    created: number;
}
export interface PaymentIntentCancelParams {
    /**
     * Why, in your words. Shown in the event.
     */
    cancellation_reason?: string | null | undefined;
}
export interface PaymentIntentConfirmParams {
    /**
     * A token (`tok_…`, single use) or a saved card of the customer (`pm_…`).
     */
    payment_method: string;
    /**
     * The payer is not present. A card that needs 3DS is then refused.
     */
    off_session?: boolean | null | undefined;
    /**
     * Where to send the payer after a 3DS challenge, with `payment_intent` and `redirect_status` added. https; with a test key also http on
     * localhost.
     */
    return_url?: string | null | undefined;
}
export interface PaymentIntentCreateParams {
    /**
     * What to charge, in the smallest unit of the currency (cents).
     */
    amount: number;
    /**
     * ISO 4217, in lower case.
     */
    currency: string;
    /**
     * The customer who pays (`cus_…`).
     */
    customer: string;
    /**
     * What is sold (`prd_…`). A recurring product starts a subscription.
     */
    product?: string | null | undefined;
    /**
     * How the customer may pay.
     */
    payment_method_types?: Array<PaymentMethodType> | null | undefined;
    /**
     * For your own use.
     */
    description?: string | null | undefined;
    /**
     * What the card statement shows.
     */
    statement_descriptor?: string | null | undefined;
    utm?: UtmParams | null | undefined;
}
/**
 * An event about a payment intent.
 */
export interface PaymentIntentEvent {
    /**
     * `evt_…`
     */
    id: string;
    object: "event";
    type: "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled";
    api_version: "v1";
    /**
     * When it happened, Unix seconds.
     */
    created: number;
    /**
     * false in test mode.
     */
    livemode: boolean;
    data: PaymentIntentEventData;
}
export interface PaymentIntentEventData {
    object: PaymentIntent;
}
export interface PaymentIntentFailParams {
    /**
     * Why it fails; `card_declined` unless said otherwise.
     */
    code?: "card_declined" | "insufficient_funds" | "expired_card" | "incorrect_cvc" | "authentication_failed" | "processing_error" | null | undefined;
}
/**
 * `succeeded` and `canceled` are final.
 */
export type PaymentIntentStatus = "requires_payment_method" | "requires_confirmation" | "requires_action" | "processing" | "succeeded" | "canceled";
export interface PaymentMethod {
    /**
     * `pm_…`
     */
    id: string;
    object: "payment_method";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * Whose card it is (`cus_…`). null once it is detached.
     */
    customer: string | null;
    type: "card";
    card: PaymentMethodCard;
    /**
     * When it was saved, Unix seconds.
     */
    created: number;
}
export interface PaymentMethodCard {
    brand: Open<CardBrand>;
    /**
     * The last four digits.
     */
    last4: string;
    exp_month: number;
    exp_year: number;
    /**
     * The name on the card.
     */
    holder_name: string | null;
}
export interface PaymentMethodCreateParams {
    /**
     * The token of a card (`tok_…`).
     */
    token: string;
    /**
     * Whose card it is (`cus_…`).
     */
    customer: string;
}
export type PaymentMethodType = "card" | "pix" | "boleto";
/**
 * A PIX waits to be paid. Show the code as text to copy, and as a picture.
 */
export interface PixDisplayQrCode {
    type: "pix_display_qr_code";
    /**
     * The BR Code.
     */
    qr_code_data: string;
    /**
     * The code as a picture. The link needs no key.
     */
    qr_code_url: string | null;
    /**
     * Until when it can be paid, Unix seconds.
     */
    expires_at: number;
}
export interface PixTokenCreateParams {
    type: "pix";
}
export interface Product {
    /**
     * `prd_…`
     */
    id: string;
    object: "product";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * What customers know it by.
     */
    name: string;
    /**
     * For your own use.
     */
    description: string | null;
    status: Open<ProductStatus>;
    /**
     * Whether it has an active plan, and is sold by subscription.
     */
    recurring: boolean;
    /**
     * When it was made, Unix seconds.
     */
    created: number;
}
export interface ProductCreateParams {
    /**
     * What customers know it by.
     */
    name: string;
    /**
     * For your own use.
     */
    description?: string | null | undefined;
    /**
     * Whether it can be sold; `ACTIVE` unless said otherwise.
     */
    status?: "ACTIVE" | "INACTIVE" | null | undefined;
}
export interface ProductPrice {
    /**
     * `ppr_…`
     */
    id: string;
    object: "product_price";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * What it prices (`prd_…`).
     */
    product: string;
    /**
     * In the smallest unit of the currency (cents).
     */
    amount: number;
    /**
     * ISO 4217, in lower case.
     */
    currency: string;
    /**
     * When it was set, Unix seconds.
     */
    created: number;
}
export interface ProductPriceSetParams {
    /**
     * The price, in the smallest unit of the currency (cents).
     */
    amount: number;
    /**
     * ISO 4217, in lower case.
     */
    currency: string;
}
/**
 * Whether it can be sold.
 */
export type ProductStatus = "ACTIVE" | "INACTIVE";
/**
 * Only what is sent changes; `null` clears.
 */
export interface ProductUpdateParams {
    /**
     * What customers know it by.
     */
    name?: string | undefined;
    /**
     * For your own use.
     */
    description?: string | null | undefined;
    status?: ProductStatus | undefined;
}
/**
 * Send the payer to `url`, for a 3DS challenge or to a bank.
 */
export interface RedirectToUrl {
    type: "redirect_to_url";
    /**
     * Where to send the payer.
     */
    url: string;
    /**
     * Where the payer comes back to.
     */
    return_url: string | null;
}
export interface Refund {
    /**
     * `re_…`
     */
    id: string;
    object: "refund";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * What is refunded (`pi_…`).
     */
    payment_intent: string;
    /**
     * In the smallest unit of the currency (cents).
     */
    amount: number;
    /**
     * ISO 4217, in lower case.
     */
    currency: string;
    /**
     * Why. `dispute` is the compulsory refund of a chargeback.
     */
    reason: Open<"duplicate" | "fraudulent" | "requested_by_customer" | "dispute"> | null;
    status: Open<RefundStatus>;
    /**
     * When it was made, Unix seconds.
     */
    created: number;
}
export interface RefundCreateParams {
    /**
     * What to refund (`pi_…`).
     */
    payment_intent: string;
    /**
     * How much, in cents. All of it by default.
     */
    amount?: number | null | undefined;
    /**
     * Why.
     */
    reason?: "duplicate" | "fraudulent" | "requested_by_customer" | null | undefined;
}
export type RefundStatus = "pending" | "succeeded" | "failed";
export interface TestClock {
    object: "test_clock";
    /**
     * The account's time in test mode, Unix seconds.
     */
    now: number;
    livemode: false;
}
/**
 * Either `to` or `seconds`.
 */
export interface TestClockAdvanceParams {
    /**
     * The moment to move to, Unix seconds.
     */
    to?: number | null | undefined;
    /**
     * By how much to move forward.
     */
    seconds?: number | null | undefined;
}
export interface Token {
    /**
     * `tok_…`
     */
    id: string;
    object: "token";
    /**
     * false in test mode.
     */
    livemode: boolean;
    type: Open<TokenType>;
    card: TokenCard | null;
    /**
     * Whether it has been used up.
     */
    used: boolean;
    /**
     * When it expires, ISO 8601.
     */
    expiresAt: string;
    /**
     * When it was made, ISO 8601.
     */
    createdAt: string;
}
/**
 * What may be shown of a card. null when the token is of another type.
 */
export interface TokenCard {
    brand: Open<CardBrand>;
    /**
     * The last four digits.
     */
    last4: string;
    expMonth: number;
    expYear: number;
    /**
     * The name on the card.
     */
    holderName: string | null;
}
export interface TokenCardParams {
    /**
     * The card number. Spaces are allowed.
     */
    number: string;
    /**
     * Month in which the card expires.
     */
    expMonth: number;
    /**
     * Year in which the card expires, four digits.
     */
    expYear: number;
    /**
     * Security code: three digits, four on amex.
     */
    cvc: string;
    /**
     * The name on the card.
     */
    holderName?: string | null | undefined;
}
/**
 * What to turn into a token.
 */
export type TokenCreateParams = BoletoTokenCreateParams | CardTokenCreateParams | PixTokenCreateParams | WalletTokenCreateParams;
export type TokenType = "card" | "pix" | "boleto" | "wallet";
export interface TokenWalletParams {
    provider: "apple_pay" | "google_pay";
    /**
     * What the wallet gave you, as it is, at most 16 KiB. Not stored.
     */
    payload: string;
}
/**
 * Where the sale came from. null when nothing was supplied, and always in lists.
 */
export interface Utm {
    utm_source: string | null;
    utm_medium: string | null;
    utm_campaign: string | null;
    utm_term: string | null;
    utm_content: string | null;
    utm_referrer: string | null;
    utm_landing_page: string | null;
    /**
     * The affiliate or partner.
     */
    src: string | null;
    /**
     * The affiliate's sub-campaign.
     */
    sck: string | null;
}
/**
 * Where the sale came from. It is stored with the payment and sent to your marketing integrations.
 */
export interface UtmParams {
    utm_source?: string | null | undefined;
    utm_medium?: string | null | undefined;
    utm_campaign?: string | null | undefined;
    utm_term?: string | null | undefined;
    utm_content?: string | null | undefined;
    utm_referrer?: string | null | undefined;
    utm_landing_page?: string | null | undefined;
    /**
     * The affiliate or partner.
     */
    src?: string | null | undefined;
    /**
     * The affiliate's sub-campaign.
     */
    sck?: string | null | undefined;
}
export interface WalletTokenCreateParams {
    type: "wallet";
    wallet: TokenWalletParams;
}
/**
 * How the last attempt went. null before the first.
 */
export interface WebhookAttempt {
    /**
     * When it ended, Unix seconds; the wait for the next one counts from here.
     */
    at: number;
    /**
     * What your endpoint answered, if it did.
     */
    http_status: number | null;
    /**
     * What went wrong on the way; null where your endpoint answered, whatever its status. `address_refused` (not a public address), `dns_error`,
     * `connection_refused`, `connection_failed`, `tls_error` (no certificate that we trust), `timeout` (30 s in all), `invalid_response`. There
     * may be more in time.
     */
    error: string | null;
    /**
     * How long it took.
     */
    duration_ms: number;
}
export interface WebhookDelivery {
    /**
     * `wd_…`
     */
    id: string;
    object: "webhook_delivery";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * Where it goes (`we_…`).
     */
    webhook_endpoint: string;
    /**
     * What it carries (`evt_…`).
     */
    event: string;
    status: Open<WebhookDeliveryStatus>;
    /**
     * How many have been made, of 7 at most.
     */
    attempts: number;
    /**
     * When the next attempt comes, Unix seconds.
     */
    next_attempt_at: number | null;
    last_attempt: WebhookAttempt | null;
    /**
     * When it was made, Unix seconds.
     */
    created: number;
}
/**
 * `dead_letter`: all seven attempts failed. `canceled`: the endpoint was deleted.
 */
export type WebhookDeliveryStatus = "pending" | "delivered" | "dead_letter" | "canceled";
export interface WebhookEndpoint {
    /**
     * `we_…`
     */
    id: string;
    object: "webhook_endpoint";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * Where events are sent.
     */
    url: string;
    /**
     * The types that are sent.
     */
    enabled_events: Array<Open<WebhookEventSelector>>;
    /**
     * For your own use.
     */
    description: string | null;
    /**
     * When it was registered, Unix seconds.
     */
    created: number;
}
export interface WebhookEndpointCreateParams {
    /**
     * Where to send events: https, without credentials.
     */
    url: string;
    /**
     * Which types to send: their names, or `["*"]` alone for all, also of types to come.
     */
    events: Array<WebhookEventSelector>;
    /**
     * For your own use.
     */
    description?: string | null | undefined;
}
export interface WebhookEndpointDeleted {
    /**
     * `we_…`
     */
    id: string;
    object: "webhook_endpoint";
    deleted: true;
}
export interface WebhookEndpointWithSecret {
    /**
     * `we_…`
     */
    id: string;
    object: "webhook_endpoint";
    /**
     * false in test mode.
     */
    livemode: boolean;
    /**
     * Where events are sent.
     */
    url: string;
    /**
     * The types that are sent.
     */
    enabled_events: Array<Open<WebhookEventSelector>>;
    /**
     * For your own use.
     */
    description: string | null;
    /**
     * The signing secret. Shown on creation and rotation only.
     */
    secret: string;
    /**
     * When it was registered, Unix seconds.
     */
    created: number;
}
/**
 * A type of event, or `*` for all.
 */
export type WebhookEventSelector = "*" | "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled" | "charge.dispute.created";
