// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.
import type { Open, OpenUnion } from "./runtime/types.ts"

/**
 * A postal address.
 */
export interface Address {
  /**
   * Street.
   */
  line1: string
  /**
   * The street number.
   */
  number: string | null
  /**
   * Apartment or block.
   */
  line2: string | null
  /**
   * The district (bairro).
   */
  district: string | null
  /**
   * City.
   */
  city: string
  /**
   * The state. In Brazil, its two-letter code.
   */
  state: string
  /**
   * The postal code. In Brazil, the CEP.
   */
  postal_code: string
  /**
   * The two-letter ISO 3166-1 country code.
   */
  country: string
}

/**
 * A postal address, replaced as a whole on update.
 */
export interface AddressParams {
  /**
   * Street.
   */
  line1: string
  /**
   * The street number.
   */
  number?: string | null | undefined
  /**
   * Apartment or block.
   */
  line2?: string | null | undefined
  /**
   * The district (bairro).
   */
  district?: string | null | undefined
  /**
   * City.
   */
  city: string
  /**
   * The state. In Brazil, its two-letter code.
   */
  state: string
  /**
   * The postal code. In Brazil, the CEP.
   */
  postal_code: string
  /**
   * The two-letter ISO 3166-1 country code.
   */
  country?: string | null | undefined
}

export interface Balance {
  object: "balance"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Succeeded payments, less refunds and disputes.
   */
  available: Array<BalanceAmount>
  /**
   * Payments that are processing.
   */
  pending: Array<BalanceAmount>
}

export interface BalanceAmount {
  /**
   * In the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
}

/**
 * A boleto that the payer has not paid yet.
 */
export interface BoletoDisplayDetails {
  type: "boleto_display_details"
  /**
   * The 47 digits that the payer types.
   */
  line_code: string
  /**
   * The URL of the boleto as a PDF. It needs no key.
   */
  pdf_url: string | null
  /**
   * The URL of an image of the bar code. It needs no key.
   */
  barcode_url: string | null
  /**
   * Until when the payer can pay, in Unix seconds.
   */
  expires_at: number
}

export interface BoletoTokenCreateParams {
  type: "boleto"
}

export type CardBrand = "visa" | "mastercard" | "amex" | "elo" | "hipercard" | "diners" | "discover" | "jcb" | "aura" | "unknown"

export interface CardTokenCreateParams {
  type: "card"
  card: TokenCardParams
}

export interface Charges {
  /**
   * The acquirer's charge (`ch_…`). null until an acquirer has responded.
   */
  latest: string | null
}

export interface Customer {
  /**
   * `cus_…`
   */
  id: string
  object: "customer"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The email address.
   */
  email: string
  /**
   * Full name.
   */
  name: string | null
  /**
   * The phone number in E.164 format.
   */
  phone: string | null
  document: CustomerDocument | null
  address: Address | null
  /**
   * Your own data about the object. `{}` where there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

export interface CustomerCreateParams {
  /**
   * An email address. Neither of its parts may start or end with a dot, or have two dots in a row.
   */
  email: string
  /**
   * Full name.
   */
  name?: string | null | undefined
  /**
   * Phone number in E.164 format (`+5511987654321`).
   */
  phone?: string | null | undefined
  document?: CustomerDocumentParams | null | undefined
  address?: AddressParams | null | undefined
  /**
   * Your own data about the object, such as an order number. The names have 1 to 40 characters, and case matters. An update merges: it adds and
   * changes the members that you send, and keeps the others. `null` removes a member, and `null` instead of the object removes all. At most
   * 50 members are kept. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * A Brazilian taxpayer number.
 */
export interface CustomerDocument {
  type: Open<DocumentType>
  /**
   * The number without punctuation, in upper case.
   */
  number: string
}

/**
 * A Brazilian taxpayer number.
 */
export interface CustomerDocumentParams {
  type: DocumentType
  /**
   * With or without punctuation. The check digits are verified.
   */
  number: string
}

export interface CustomerSubscription {
  /**
   * `csub_…`
   */
  id: string
  object: "customer_subscription"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The customer who subscribes (`cus_…`).
   */
  customer: string
  /**
   * The product subscribed to (`prd_…`).
   */
  product: string
  plan: CustomerSubscriptionPlan
  /**
   * What each period costs, in the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  status: Open<CustomerSubscriptionStatus>
  /**
   * The newest charge (`pi_…`). At first, the charge that started the subscription.
   */
  latest_payment_intent: string
  /**
   * Unix seconds. null without a trial.
   */
  trial_start: number | null
  /**
   * Unix seconds. null without a trial.
   */
  trial_end: number | null
  /**
   * Unix seconds.
   */
  current_period_start: number
  /**
   * Unix seconds.
   */
  current_period_end: number
  /**
   * When the next renewal or retry is due, in Unix seconds. While a charge waits for its payment, this is the renewal that follows if it is
   * paid. null if none will come: the subscription is `UNPAID` or `CANCELED`, or its cancellation comes first.
   */
  next_charge_at: number | null
  /**
   * When it will be canceled, in Unix seconds.
   */
  cancel_at: number | null
  /**
   * Whether the subscription will be canceled at the end of the period.
   */
  cancel_at_period_end: boolean
  /**
   * When it was canceled, in Unix seconds.
   */
  canceled_at: number | null
  /**
   * Your reason for canceling.
   */
  cancellation_reason: string | null
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

export interface CustomerSubscriptionCancelParams {
  /**
   * Your reason for canceling.
   */
  reason?: string | null | undefined
  /**
   * If true, the subscription runs to the end of its period.
   */
  cancel_at_period_end?: boolean | null | undefined
  /**
   * When to cancel, in Unix seconds. Must be in the future. Cannot be combined with `cancel_at_period_end`.
   */
  cancel_at?: number | null | undefined
}

/**
 * The plan, as it was when the subscription started. Later changes to the plan do not affect the subscription.
 */
export interface CustomerSubscriptionPlan {
  /**
   * `plan_…`
   */
  id: string
  /**
   * The name of the plan.
   */
  name: string
  interval: Open<PlanInterval>
  /**
   * The number of intervals in a period: 2 with `WEEK` is a fortnight.
   */
  interval_count: number
}

/**
 * `TRIALING`: a free trial. `ACTIVE`: normal billing. `INCOMPLETE`: the first charge has not succeeded. `PAST_DUE`: the last charge failed
 * and is being retried; keep access for 7 days. `UNPAID`: the retries are exhausted; block access. `CANCELED` is final.
 */
export type CustomerSubscriptionStatus = "INCOMPLETE" | "TRIALING" | "ACTIVE" | "PAST_DUE" | "UNPAID" | "CANCELED"

/**
 * Only the fields that you send change. `null` clears a field.
 */
export interface CustomerUpdateParams {
  /**
   * An email address. Neither of its parts may start or end with a dot, or have two dots in a row.
   */
  email?: string | undefined
  /**
   * Full name.
   */
  name?: string | null | undefined
  /**
   * Phone number in E.164 format (`+5511987654321`).
   */
  phone?: string | null | undefined
  document?: CustomerDocumentParams | null | undefined
  address?: AddressParams | null | undefined
  /**
   * Your own data about the object, such as an order number. The names have 1 to 40 characters, and case matters. An update merges: it adds and
   * changes the members that you send, and keeps the others. `null` removes a member, and `null` instead of the object removes all. At most
   * 50 members are kept. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * A chargeback. It is handled as a compulsory refund.
 */
export interface Dispute {
  /**
   * `dp_…`
   */
  id: string
  object: "dispute"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The disputed payment intent (`pi_…`).
   */
  payment_intent: string
  /**
   * The acquirer's charge (`ch_…`).
   */
  charge: string | null
  /**
   * In the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  /**
   * The reason given by the payer's bank.
   */
  reason: string | null
  /**
   * The compulsory refund (`re_…`).
   */
  refund: string
  /**
   * When it was opened, in Unix seconds.
   */
  created: number
}

/**
 * An event about a chargeback.
 */
export interface DisputeEvent {
  /**
   * `evt_…`
   */
  id: string
  object: "event"
  type: "charge.dispute.created"
  api_version: "v1"
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  data: DisputeEventData
}

export interface DisputeEventData {
  object: Dispute
}

export type DocumentType = "cpf" | "cnpj"

/**
 * Expect codes that you do not know yet. Branch on `type` for those.
 */
export type ErrorCode =
  | "parameter_missing"
  | "parameter_invalid"
  | "parameter_unknown"
  | "token_unusable"
  | "unsupported_token_type"
  | "payment_intent_canceled"
  | "payment_intent_expired"
  | "payment_intent_unexpected_state"
  | "payment_intent_already_refunded"
  | "payment_intent_locked"
  | "subscription_canceled"
  | "method_not_allowed"
  | "request_too_large"
  | "unsupported_media_type"
  | "card_declined"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "authentication_failed"
  | "api_key_missing"
  | "api_key_invalid"
  | "api_key_expired"
  | "origin_not_allowed"
  | "test_mode_only"
  | "key_not_allowed"
  | "scope_missing"
  | "route_not_found"
  | "customer_not_found"
  | "customer_subscription_not_found"
  | "event_not_found"
  | "merchant_origin_not_found"
  | "payment_intent_not_found"
  | "payment_method_not_found"
  | "product_not_found"
  | "product_price_not_found"
  | "refund_not_found"
  | "webhook_endpoint_not_found"
  | "idempotency_key_in_use"
  | "idempotency_request_in_progress"
  | "rate_limit_exceeded"
  | "processing_error"
  | "internal_error"
  | "not_ready"

export type ErrorType =
  | "invalid_request_error"
  | "authentication_error"
  | "permission_error"
  | "not_found_error"
  | "idempotency_error"
  | "rate_limit_error"
  | "card_error"
  | "api_error"

/**
 * An event. Its `type` determines the type of `data.object`.
 */
export type Event = OpenUnion<DisputeEvent | PaymentIntentEvent, "type">

/**
 * `<resource>.<action>`. Expect types that you do not know yet.
 */
export type EventType =
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "charge.dispute.created"

export interface MerchantOrigin {
  object: "merchant_origin"
  /**
   * The origin in lower case, without the default port.
   */
  origin: string
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * When it was registered, in Unix seconds.
   */
  created: number
}

export interface MerchantOriginCreateParams {
  /**
   * `https://host[:port]`, as browsers send it. With a test key, also http on localhost and 127.0.0.1.
   */
  origin: string
}

export interface MerchantOriginDeleted {
  object: "merchant_origin"
  origin: string
  deleted: true
}

/**
 * What the payer has to do next. null unless the status is `requires_action`.
 */
export type NextAction = OpenUnion<BoletoDisplayDetails | PixDisplayQrCode | RedirectToUrl, "type">

/**
 * Why the charge failed. null if it did not fail.
 */
export interface PaymentError {
  code: Open<PaymentErrorCode>
  /**
   * A message for people.
   */
  message: string
}

export type PaymentErrorCode =
  | "card_declined"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "authentication_failed"
  | "processing_error"
  | "payment_intent_expired"
  | "payment_method_not_found"

export interface PaymentIntent {
  /**
   * `pi_…`
   */
  id: string
  object: "payment_intent"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * In the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * What was refunded, in cents. A pending refund counts, a failed one does not.
   */
  amount_refunded: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  status: Open<PaymentIntentStatus>
  /**
   * The customer who pays (`cus_…`).
   */
  customer: string
  /**
   * The product sold (`prd_…`).
   */
  product: string | null
  /**
   * The subscription that this charge pays for (`csub_…`).
   */
  subscription: string | null
  /**
   * For your own use. The payer never sees it.
   */
  description: string | null
  /**
   * The text by which the payer recognizes the purchase: on the card statement, on boletos and on hosted pages.
   */
  statement_descriptor: string | null
  /**
   * The payment method types that the customer may use.
   */
  payment_method_types: Array<Open<PaymentMethodType>>
  last_payment_error: PaymentError | null
  charges: Charges
  payment_method_details: PaymentMethodDetails | null
  next_action: NextAction | null
  /**
   * The reason for the cancellation, if one was given.
   */
  cancellation_reason: string | null
  utm: Utm | null
  /**
   * Your own data about the object. `{}` where there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

export interface PaymentIntentCancelParams {
  /**
   * Your reason. Included in the event.
   */
  cancellation_reason?: string | null | undefined
}

export interface PaymentIntentConfirmParams {
  /**
   * A token (`tok_…`, single use) or a saved card of the customer (`pm_…`).
   */
  payment_method: string
  /**
   * Set to true when the payer is not present. A card that needs 3DS is then refused.
   */
  off_session?: boolean | null | undefined
  /**
   * In how many monthly installments the payer pays. More than 1 needs a card, the currency `brl` and the payer present: it cannot be
   * combined with `off_session`.
   */
  installments?: number | null | undefined
  /**
   * Where the payer returns after a 3DS challenge. `payment_intent` and `redirect_status` are added to the URL. Must be https, without a
   * user name or password. With a test key, http on localhost is also allowed.
   */
  return_url?: string | null | undefined
}

export interface PaymentIntentCreateParams {
  /**
   * What to charge, in the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  /**
   * The customer who pays (`cus_…`).
   */
  customer: string
  /**
   * The product sold (`prd_…`). A recurring product starts a subscription.
   */
  product?: string | null | undefined
  /**
   * The payment method types that the customer may use.
   */
  payment_method_types?: Array<PaymentMethodType> | null | undefined
  /**
   * For your own use. The payer never sees it.
   */
  description?: string | null | undefined
  /**
   * The text by which the payer recognizes the purchase: on the card statement, on boletos and on hosted pages.
   */
  statement_descriptor?: string | null | undefined
  utm?: UtmParams | null | undefined
  /**
   * Your own data about the object, such as an order number. The names have 1 to 40 characters, and case matters. An update merges: it adds and
   * changes the members that you send, and keeps the others. `null` removes a member, and `null` instead of the object removes all. At most
   * 50 members are kept. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * An event about a payment intent.
 */
export interface PaymentIntentEvent {
  /**
   * `evt_…`
   */
  id: string
  object: "event"
  type: "payment_intent.succeeded" | "payment_intent.payment_failed" | "payment_intent.canceled"
  api_version: "v1"
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  data: PaymentIntentEventData
}

export interface PaymentIntentEventData {
  object: PaymentIntent
}

export interface PaymentIntentFailParams {
  /**
   * The error code to simulate. Default: `card_declined`.
   */
  code?:
    | "card_declined"
    | "insufficient_funds"
    | "expired_card"
    | "incorrect_cvc"
    | "authentication_failed"
    | "processing_error"
    | null
    | undefined
}

/**
 * `succeeded` and `canceled` are final.
 */
export type PaymentIntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "processing"
  | "succeeded"
  | "canceled"

export interface PaymentMethod {
  /**
   * `pm_…`
   */
  id: string
  object: "payment_method"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The customer who owns the card (`cus_…`). null once the card is detached.
   */
  customer: string | null
  type: "card"
  card: PaymentMethodCard
  /**
   * When it was saved, in Unix seconds.
   */
  created: number
}

export interface PaymentMethodCard {
  brand: Open<CardBrand>
  /**
   * The last four digits.
   */
  last4: string
  exp_month: number
  exp_year: number
  /**
   * The name on the card.
   */
  holder_name: string | null
}

export interface PaymentMethodCreateParams {
  /**
   * The token of a card (`tok_…`).
   */
  token: string
  /**
   * The customer who owns the card (`cus_…`).
   */
  customer: string
}

/**
 * What the payer paid with, or tried to pay with. null until an acquirer has responded, and where a test helper ended an intent that was not
 * confirmed.
 */
export interface PaymentMethodDetails {
  type: Open<PaymentMethodType>
  card: PaymentMethodDetailsCard | null
  /**
   * The saved card that was charged (`pm_…`). null for a token.
   */
  payment_method: string | null
}

/**
 * The card, as it may be printed on a receipt. null for PIX and boleto.
 */
export interface PaymentMethodDetailsCard {
  brand: Open<CardBrand>
  /**
   * The last four digits.
   */
  last4: string
  /**
   * The month in which the card expires.
   */
  exp_month: number
  /**
   * The year in which the card expires.
   */
  exp_year: number
  /**
   * In how many monthly installments the payer pays.
   */
  installments: number
}

export type PaymentMethodType = "card" | "pix" | "boleto"

/**
 * A PIX that the payer has not paid yet. Show the code as text to copy and as an image.
 */
export interface PixDisplayQrCode {
  type: "pix_display_qr_code"
  /**
   * The BR Code.
   */
  qr_code_data: string
  /**
   * The URL of an image of the code. It needs no key.
   */
  qr_code_url: string | null
  /**
   * Until when the payer can pay, in Unix seconds.
   */
  expires_at: number
}

export interface PixTokenCreateParams {
  type: "pix"
}

/**
 * The unit of a billing period.
 */
export type PlanInterval = "DAY" | "WEEK" | "MONTH" | "YEAR"

export interface Product {
  /**
   * `prd_…`
   */
  id: string
  object: "product"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The name that customers see.
   */
  name: string
  /**
   * For your own use.
   */
  description: string | null
  status: Open<ProductStatus>
  /**
   * Whether the product has an active plan and is therefore sold by subscription.
   */
  recurring: boolean
  /**
   * Your own data about the object. `{}` where there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

export interface ProductCreateParams {
  /**
   * The name that customers see.
   */
  name: string
  /**
   * For your own use.
   */
  description?: string | null | undefined
  /**
   * Whether the product can be sold. Default: `ACTIVE`.
   */
  status?: "ACTIVE" | "INACTIVE" | null | undefined
  /**
   * Your own data about the object, such as an order number. The names have 1 to 40 characters, and case matters. An update merges: it adds and
   * changes the members that you send, and keeps the others. `null` removes a member, and `null` instead of the object removes all. At most
   * 50 members are kept. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

export interface ProductPrice {
  /**
   * `ppr_…`
   */
  id: string
  object: "product_price"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The product (`prd_…`).
   */
  product: string
  /**
   * In the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  /**
   * When it was set, in Unix seconds.
   */
  created: number
}

export interface ProductPriceSetParams {
  /**
   * The price, in the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
}

/**
 * Whether the product can be sold.
 */
export type ProductStatus = "ACTIVE" | "INACTIVE"

/**
 * Only the fields that you send change. `null` clears a field.
 */
export interface ProductUpdateParams {
  /**
   * The name that customers see.
   */
  name?: string | undefined
  /**
   * For your own use.
   */
  description?: string | null | undefined
  status?: ProductStatus | undefined
  /**
   * Your own data about the object, such as an order number. The names have 1 to 40 characters, and case matters. An update merges: it adds and
   * changes the members that you send, and keeps the others. `null` removes a member, and `null` instead of the object removes all. At most
   * 50 members are kept. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * Send the payer to `url`, for a 3DS challenge or to a bank.
 */
export interface RedirectToUrl {
  type: "redirect_to_url"
  /**
   * Where to send the payer.
   */
  url: string
  /**
   * Where the payer returns to.
   */
  return_url: string | null
}

export interface Refund {
  /**
   * `re_…`
   */
  id: string
  object: "refund"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The refunded payment intent (`pi_…`).
   */
  payment_intent: string
  /**
   * In the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  /**
   * The reason for the refund. `dispute` is the compulsory refund of a chargeback.
   */
  reason: Open<"duplicate" | "fraudulent" | "requested_by_customer" | "dispute"> | null
  status: Open<RefundStatus>
  /**
   * Your own data about the object. `{}` where there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

export interface RefundCreateParams {
  /**
   * The payment intent to refund (`pi_…`).
   */
  payment_intent: string
  /**
   * In cents. Default: the full amount.
   */
  amount?: number | null | undefined
  /**
   * The reason for the refund.
   */
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | null | undefined
  /**
   * Your own data about the object, such as an order number. The names have 1 to 40 characters, and case matters. An update merges: it adds and
   * changes the members that you send, and keeps the others. `null` removes a member, and `null` instead of the object removes all. At most
   * 50 members are kept. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

export type RefundStatus = "pending" | "succeeded" | "failed"

export interface TestClock {
  object: "test_clock"
  /**
   * The account's time in test mode, in Unix seconds.
   */
  now: number
  livemode: false
}

/**
 * Send either `to` or `seconds`. `null` means absent.
 */
export interface TestClockAdvanceParams {
  /**
   * The time to move to, in Unix seconds.
   */
  to?: number | null | undefined
  /**
   * How many seconds to move forward.
   */
  seconds?: number | null | undefined
}

export interface Token {
  /**
   * `tok_…`
   */
  id: string
  object: "token"
  /**
   * false in test mode.
   */
  livemode: boolean
  type: Open<TokenType>
  card: TokenCard | null
  /**
   * Whether the token has been used up.
   */
  used: boolean
  /**
   * When the token expires, in ISO 8601.
   */
  expiresAt: string
  /**
   * When the token was created, in ISO 8601.
   */
  createdAt: string
}

/**
 * The card details that may be shown. null for other types of token.
 */
export interface TokenCard {
  brand: Open<CardBrand>
  /**
   * The last four digits.
   */
  last4: string
  expMonth: number
  expYear: number
  /**
   * The name on the card.
   */
  holderName: string | null
}

export interface TokenCardParams {
  /**
   * The card number. Spaces are allowed.
   */
  number: string
  /**
   * The month in which the card expires.
   */
  expMonth: number
  /**
   * The year in which the card expires, with four digits.
   */
  expYear: number
  /**
   * The security code: three digits, or four on amex.
   */
  cvc: string
  /**
   * The name on the card.
   */
  holderName?: string | null | undefined
}

/**
 * The payment method to turn into a token.
 */
export type TokenCreateParams = BoletoTokenCreateParams | CardTokenCreateParams | PixTokenCreateParams | WalletTokenCreateParams

export type TokenType = "card" | "pix" | "boleto" | "wallet"

export interface TokenWalletParams {
  provider: "apple_pay" | "google_pay"
  /**
   * The payload from the wallet, unchanged, at most 16 KiB. Not stored.
   */
  payload: string
}

/**
 * Where the sale came from. null if you sent none, and always null in lists.
 */
export interface Utm {
  utm_source: string | null
  utm_medium: string | null
  utm_campaign: string | null
  utm_term: string | null
  utm_content: string | null
  utm_referrer: string | null
  utm_landing_page: string | null
  /**
   * The affiliate or partner.
   */
  src: string | null
  /**
   * The affiliate's sub-campaign.
   */
  sck: string | null
}

/**
 * Where the sale came from. Stored with the payment and sent to your marketing integrations.
 */
export interface UtmParams {
  utm_source?: string | null | undefined
  utm_medium?: string | null | undefined
  utm_campaign?: string | null | undefined
  utm_term?: string | null | undefined
  utm_content?: string | null | undefined
  utm_referrer?: string | null | undefined
  utm_landing_page?: string | null | undefined
  /**
   * The affiliate or partner.
   */
  src?: string | null | undefined
  /**
   * The affiliate's sub-campaign.
   */
  sck?: string | null | undefined
}

export interface WalletTokenCreateParams {
  type: "wallet"
  wallet: TokenWalletParams
}

/**
 * The outcome of the last attempt. null before the first attempt.
 */
export interface WebhookAttempt {
  /**
   * When the attempt ended, in Unix seconds. The wait for the next attempt starts then.
   */
  at: number
  /**
   * The HTTP status of your endpoint's response, if it responded.
   */
  http_status: number | null
  /**
   * Why the attempt got no valid response. null if your endpoint responded, whatever the status. `address_refused` (not a public address),
   * `dns_error`, `connection_refused`, `connection_failed`, `tls_error` (no trusted certificate), `timeout` (30 s in all),
   * `invalid_response`. More values may be added.
   */
  error: string | null
  /**
   * How long the attempt took, in milliseconds.
   */
  duration_ms: number
}

export interface WebhookDelivery {
  /**
   * `wd_…`
   */
  id: string
  object: "webhook_delivery"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The endpoint that receives the event (`we_…`).
   */
  webhook_endpoint: string
  /**
   * The event that is delivered (`evt_…`).
   */
  event: string
  status: Open<WebhookDeliveryStatus>
  /**
   * The number of attempts made, at most 7.
   */
  attempts: number
  /**
   * When the next attempt is due, in Unix seconds.
   */
  next_attempt_at: number | null
  last_attempt: WebhookAttempt | null
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

/**
 * `dead_letter`: all seven attempts failed. `canceled`: the endpoint was deleted.
 */
export type WebhookDeliveryStatus = "pending" | "delivered" | "dead_letter" | "canceled"

export interface WebhookEndpoint {
  /**
   * `we_…`
   */
  id: string
  object: "webhook_endpoint"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Where events are sent.
   */
  url: string
  /**
   * The event types that are sent.
   */
  enabled_events: Array<Open<WebhookEventSelector>>
  /**
   * For your own use.
   */
  description: string | null
  /**
   * When it was registered, in Unix seconds.
   */
  created: number
}

export interface WebhookEndpointCreateParams {
  /**
   * Where to send events. Must be https, without a user name or password.
   */
  url: string
  /**
   * The event types to send: their names, or `["*"]` alone for all types, including types added later.
   */
  events: Array<WebhookEventSelector>
  /**
   * For your own use.
   */
  description?: string | null | undefined
}

export interface WebhookEndpointDeleted {
  /**
   * `we_…`
   */
  id: string
  object: "webhook_endpoint"
  deleted: true
}

export interface WebhookEndpointRotateSecretParams {
  /**
   * For how many seconds the old secret signs too. At most a day.
   */
  expire_old_in?: number | null | undefined
}

export interface WebhookEndpointWithSecret {
  /**
   * `we_…`
   */
  id: string
  object: "webhook_endpoint"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Where events are sent.
   */
  url: string
  /**
   * The event types that are sent.
   */
  enabled_events: Array<Open<WebhookEventSelector>>
  /**
   * For your own use.
   */
  description: string | null
  /**
   * The signing secret. Returned only on creation and rotation.
   */
  secret: string
  /**
   * When it was registered, in Unix seconds.
   */
  created: number
}

/**
 * An event type, or `*` for all types.
 */
export type WebhookEventSelector =
  | "*"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "charge.dispute.created"
