// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.
import type { Open, OpenUnion } from "./runtime/types.ts"

/**
 * How the acquirer names the payment in its statements, and to banks and cardholders. null in
 * test mode, until the acquirer has named it, and for payments that were made before references
 * were kept. `query` finds a payment by each of them.
 */
export interface AcquirerReferences {
  /**
   * The acquirer, for example `cielo`.
   */
  name: string
  /**
   * The acquirer's number of the transaction.
   */
  tid: string | null
  /**
   * The number of the receipt (NSU), as it is on a card's statement.
   */
  nsu: string | null
  /**
   * The code with which the card's issuer has approved the payment.
   */
  authorization_code: string | null
  /**
   * The id that the banks have given to a PIX that was paid.
   */
  end_to_end_id: string | null
  /**
   * The number that the bank has given to a boleto.
   */
  our_number: string | null
}

/**
 * A postal address.
 */
export interface Address {
  /**
   * The name of the street.
   */
  line1: string
  /**
   * The street number.
   */
  number: string | null
  /**
   * The apartment, block or floor.
   */
  line2: string | null
  /**
   * The district (bairro).
   */
  district: string | null
  /**
   * The city or town.
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
   * The name of the street. At most 255 characters.
   */
  line1: string
  /**
   * The street number. At most 255 characters.
   */
  number?: string | null | undefined
  /**
   * The apartment, block or floor. At most 255 characters.
   */
  line2?: string | null | undefined
  /**
   * The district (bairro). At most 255 characters.
   */
  district?: string | null | undefined
  /**
   * The city or town. At most 255 characters.
   */
  city: string
  /**
   * The state. In Brazil, its two-letter code. A boleto also takes its full name, such as Paraná, as its code. At most 255 characters.
   */
  state: string
  /**
   * The postal code. In Brazil, the CEP. A boleto needs its eight digits, with or without punctuation. At most 255 characters.
   */
  postal_code: string
  /**
   * The two-letter ISO 3166-1 country code. Default: `"BR"`.
   */
  country?: string | null | undefined
}

/**
 * Your funds by currency.
 */
export interface Balance {
  /**
   * Always `balance`.
   */
  object: "balance"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * Succeeded payments whose money has come, less fees, refunds and disputes. Negative if more went back than came.
   */
  available: Array<BalanceAmount>
  /**
   * Payments that are processing, and what is still to come of succeeded ones. Money comes at once, unless the operator has set other dates.
   */
  pending: Array<BalanceAmount>
}

/**
 * An amount in one currency.
 */
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
  /**
   * Always `boleto_display_details`.
   */
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

/**
 * A token for a boleto.
 */
export interface BoletoTokenCreateParams {
  /**
   * Always `boleto`.
   */
  type: "boleto"
}

/**
 * The brand of the card.
 *
 * - `visa`: A Visa card.
 * - `mastercard`: A Mastercard card.
 * - `amex`: An American Express card.
 * - `elo`: An Elo card.
 * - `hipercard`: A Hipercard card.
 * - `diners`: A Diners Club card.
 * - `discover`: A Discover card.
 * - `jcb`: A JCB card.
 * - `aura`: An Aura card.
 * - `unknown`: A brand that the number does not tell.
 */
export type CardBrand = "visa" | "mastercard" | "amex" | "elo" | "hipercard" | "diners" | "discover" | "jcb" | "aura" | "unknown"

/**
 * A token for a card.
 */
export interface CardTokenCreateParams {
  /**
   * Always `card`.
   */
  type: "card"
  /**
   * The card. It is sealed on arrival and never returned.
   */
  card: TokenCardParams
}

/**
 * The charges at the acquirer.
 */
export interface Charges {
  /**
   * The charge (`ch_…`). null until an acquirer has responded.
   */
  latest: string | null
}

/**
 * A person or company that pays you.
 */
export interface Customer {
  /**
   * The id, `cus_…`.
   */
  id: string
  /**
   * Always `customer`.
   */
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
   * The customer's full name.
   */
  name: string | null
  /**
   * The phone number in E.164 format.
   */
  phone: string | null
  /**
   * A Brazilian taxpayer number.
   */
  document: CustomerDocument | null
  /**
   * A postal address.
   */
  address: Address | null
  /**
   * The language of mails to the customer.
   *
   * - `pt-BR`: Portuguese, as it is written in Brazil.
   * - `en`: English, for payers of every country.
   */
  locale: Open<Locale>
  /**
   * Your own data about the object. `{}` if there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

/**
 * A new customer.
 */
export interface CustomerCreateParams {
  /**
   * `name@host`, with one @, and without spaces, control and invisible characters. Neither part may start or end with a dot, or have two dots in a row. At most 255 characters.
   */
  email: string
  /**
   * The customer's full name, with at least one letter, and without control or invisible characters. At most 255 characters.
   */
  name?: string | null | undefined
  /**
   * Phone number in E.164 format (`+5511987654321`).
   */
  phone?: string | null | undefined
  /**
   * A Brazilian taxpayer number.
   */
  document?: CustomerDocumentParams | null | undefined
  /**
   * A postal address, replaced as a whole on update.
   */
  address?: AddressParams | null | undefined
  /**
   * The language of mails to the customer. A new customer has `pt-BR`.
   *
   * - `pt-BR`: Portuguese, as it is written in Brazil.
   * - `en`: English, for payers of every country.
   */
  locale?: LocaleParam | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * A Brazilian taxpayer number.
 */
export interface CustomerDocument {
  /**
   * The kind of taxpayer number.
   *
   * - `cpf`: The number of a person.
   * - `cnpj`: The number of a company.
   */
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
  /**
   * The kind of taxpayer number.
   *
   * - `cpf`: The number of a person.
   * - `cnpj`: The number of a company.
   */
  type: DocumentTypeParam
  /**
   * With or without punctuation. The check digits are verified. At most 18 characters.
   */
  number: string
}

/**
 * An event about a customer.
 */
export interface CustomerEvent {
  /**
   * The id, `evt_…`.
   */
  id: string
  /**
   * Always `event`.
   */
  object: "event"
  /**
   * What happened to the customer.
   *
   * - `customer.created`: A customer was created.
   * - `customer.updated`: A customer changed.
   */
  type: "customer.created" | "customer.updated"
  /**
   * The API's major version that created the event.
   */
  api_version: Open<"v1">
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * What the event is about.
   */
  data: CustomerEventData
}

/**
 * What the event is about.
 */
export interface CustomerEventData {
  /**
   * A person or company that pays you.
   */
  object: Customer
  /**
   * Only in types that end in `updated`: the members of `object` that changed, with their whole old values.
   */
  previous_attributes?: { [key: string]: any } | undefined
}

/**
 * One customer's subscription to a product.
 */
export interface CustomerSubscription {
  /**
   * The id, `csub_…`.
   */
  id: string
  /**
   * Always `customer_subscription`.
   */
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
  /**
   * The plan, as it was when the subscription started. Later changes to the plan do not affect the subscription.
   */
  plan: CustomerSubscriptionPlan
  /**
   * What each period costs, in the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  /**
   * Where the subscription stands. `CANCELED` is final.
   *
   * - `INCOMPLETE`: The first charge has not succeeded.
   * - `TRIALING`: The free trial runs.
   * - `ACTIVE`: It is billed each interval.
   * - `PAST_DUE`: The last charge failed and is being retried. Keep access for 7 days.
   * - `UNPAID`: The retries are exhausted. Block access.
   * - `CANCELED`: The subscription has ended. This status is final.
   */
  status: Open<CustomerSubscriptionStatus>
  /**
   * The pause in which nothing is charged. null if the subscription is not paused.
   */
  paused: CustomerSubscriptionPause | null
  /**
   * The newest charge (`pi_…`). At first, the charge that started the subscription.
   */
  latest_payment_intent: string
  /**
   * When the trial began, in Unix seconds. null without a trial.
   */
  trial_start: number | null
  /**
   * When the trial ends, in Unix seconds. null without a trial.
   */
  trial_end: number | null
  /**
   * When the current period began, in Unix seconds.
   */
  current_period_start: number
  /**
   * When the current period ends, in Unix seconds.
   */
  current_period_end: number
  /**
   * When the next renewal or retry is due, in Unix seconds. While a charge waits for its payment, this is the renewal that follows if it is
   * paid; if it fails, the retry is shown then. null if none will come: the subscription is `UNPAID` or `CANCELED`, or it is canceled
   * before the next renewal.
   *
   * From 2026-12-01: also null while it is paused without `resumes_at`. With it, a renewal is due then, or at the end of the current period
   * if that is later.
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
   * The saved card that you chose to charge (`pm_…`), or that the payer saved for this subscription after a charge had failed. Without one, the
   * active mandate by PIX Automático. null if there is neither: then the customer's newest card is charged, or by PIX, PIX Automático and boleto each
   * period has a new code.
   */
  payment_method: string | null
  /**
   * Your own data about the object. `{}` if there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

/**
 * When to cancel, and why. Without a time, the subscription is canceled at once.
 */
export interface CustomerSubscriptionCancelParams {
  /**
   * Your reason for canceling. At most 255 characters.
   */
  reason?: string | null | undefined
  /**
   * If true, the subscription runs to the end of its period.
   */
  cancel_at_period_end?: boolean | null | undefined
  /**
   * When to cancel, in Unix seconds. Must be in the future. Cannot be combined with `cancel_at_period_end`. From 0 to 99999999999.
   */
  cancel_at?: number | null | undefined
}

/**
 * An event about a subscription.
 */
export interface CustomerSubscriptionEvent {
  /**
   * The id, `evt_…`.
   */
  id: string
  /**
   * Always `event`.
   */
  object: "event"
  /**
   * What happened to the subscription.
   *
   * - `customer_subscription.created`: A subscription started.
   * - `customer_subscription.updated`: A subscription changed.
   * - `customer_subscription.trial_will_end`: A trial ends in three days, or in less if it is shorter.
   * - `customer_subscription.paused`: A subscription was paused.
   * - `customer_subscription.resumed`: The pause of a subscription has ended.
   * - `customer_subscription.canceled`: A subscription ended.
   */
  type:
    | "customer_subscription.created"
    | "customer_subscription.updated"
    | "customer_subscription.trial_will_end"
    | "customer_subscription.paused"
    | "customer_subscription.resumed"
    | "customer_subscription.canceled"
  /**
   * The API's major version that created the event.
   */
  api_version: Open<"v1">
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * What the event is about.
   */
  data: CustomerSubscriptionEventData
}

/**
 * What the event is about.
 */
export interface CustomerSubscriptionEventData {
  /**
   * One customer's subscription to a product.
   */
  object: CustomerSubscription
  /**
   * Only in types that end in `updated`: the members of `object` that changed, with their whole old values.
   */
  previous_attributes?: { [key: string]: any } | undefined
}

/**
 * The pause in which nothing is charged. null if the subscription is not paused.
 */
export interface CustomerSubscriptionPause {
  /**
   * When it was paused, in Unix seconds.
   */
  since: number
  /**
   * When it resumes by itself, in Unix seconds. null: when you resume it.
   */
  resumes_at: number | null
}

/**
 * How long the pause is. Without a time, it ends when you resume the subscription.
 */
export interface CustomerSubscriptionPauseParams {
  /**
   * When it resumes by itself, in Unix seconds: in the future, and at most five years from now. From 0 to 99999999999.
   */
  resumes_at?: number | null | undefined
}

/**
 * The plan, as it was when the subscription started. Later changes to the plan do not affect the subscription.
 */
export interface CustomerSubscriptionPlan {
  /**
   * The id, `plan_…`.
   */
  id: string
  /**
   * The name of the plan.
   */
  name: string
  /**
   * The unit of a billing period.
   *
   * - `DAY`: A calendar day.
   * - `WEEK`: Seven days.
   * - `MONTH`: A calendar month.
   * - `YEAR`: A calendar year.
   */
  interval: Open<PlanInterval>
  /**
   * The number of intervals in a period: 2 with `WEEK` is a fortnight.
   */
  interval_count: number
}

/**
 * Where the subscription stands. `CANCELED` is final.
 *
 * - `INCOMPLETE`: The first charge has not succeeded.
 * - `TRIALING`: The free trial runs.
 * - `ACTIVE`: It is billed each interval.
 * - `PAST_DUE`: The last charge failed and is being retried. Keep access for 7 days.
 * - `UNPAID`: The retries are exhausted. Block access.
 * - `CANCELED`: The subscription has ended. This status is final.
 */
export type CustomerSubscriptionStatus = "INCOMPLETE" | "TRIALING" | "ACTIVE" | "PAST_DUE" | "UNPAID" | "CANCELED"

/**
 * Where the subscription stands.
 *
 * - `INCOMPLETE`: The first charge has not succeeded.
 * - `TRIALING`: The free trial runs.
 * - `ACTIVE`: It is billed each interval.
 * - `PAST_DUE`: The last charge failed and is being retried. Keep access for 7 days.
 * - `UNPAID`: The retries are exhausted. Block access.
 * - `CANCELED`: The subscription has ended. This status is final.
 */
export type CustomerSubscriptionStatusParam = "INCOMPLETE" | "TRIALING" | "ACTIVE" | "PAST_DUE" | "UNPAID" | "CANCELED"

/**
 * Only the fields that you send change.
 */
export interface CustomerSubscriptionUpdateParams {
  /**
   * The saved card of the customer (`pm_…`) to charge, and no mandate. `null`: the newest one where the subscription is paid by card, and a new code
   * in each period where it is paid by PIX or boleto. Where it is paid by PIX Automático, its active mandate, or else a new code. At most 255 characters.
   */
  payment_method?: string | null | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * Only the fields that you send change. `null` clears a field.
 */
export interface CustomerUpdateParams {
  /**
   * `name@host`, with one @, and without spaces, control and invisible characters. Neither part may start or end with a dot, or have two dots in a row. At most 255 characters.
   */
  email?: string | undefined
  /**
   * The customer's full name, with at least one letter, and without control or invisible characters. At most 255 characters.
   */
  name?: string | null | undefined
  /**
   * Phone number in E.164 format (`+5511987654321`).
   */
  phone?: string | null | undefined
  /**
   * A Brazilian taxpayer number.
   */
  document?: CustomerDocumentParams | null | undefined
  /**
   * A postal address, replaced as a whole on update.
   */
  address?: AddressParams | null | undefined
  /**
   * The language of mails to the customer. A new customer has `pt-BR`.
   *
   * - `pt-BR`: Portuguese, as it is written in Brazil.
   * - `en`: English, for payers of every country.
   */
  locale?: LocaleParam | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * A chargeback. It is handled as a compulsory refund of what the payment had left.
 */
export interface Dispute {
  /**
   * The id, `dp_…`.
   */
  id: string
  /**
   * Always `dispute`.
   */
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
   * The charge (`ch_…`).
   */
  charge: string | null
  /**
   * What the card network took, in the smallest unit of the currency (cents). The refund may have less.
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
   * The compulsory refund (`re_…`). It has failed if the dispute was won. From 2026-12-01: null if the payment had nothing left.
   */
  refund: string | null
  /**
   * When it was opened, in Unix seconds.
   */
  created: number
  /**
   * Where the dispute stands.
   *
   * - `needs_response`: It waits for your answer until `due_by`.
   * - `under_review`: It was refused, and the card network decides.
   * - `won`: The card network gave the money back.
   * - `lost`: It was accepted, was not answered in time, or the card network decided so. A chargeback that nobody can answer begins so.
   */
  status: Open<"needs_response" | "under_review" | "won" | "lost">
  /**
   * Until when it can be answered, in Unix seconds. On the next day, a dispute that was not answered is `lost`.
   */
  due_by: number | null
  /**
   * The reason as the card network gives it: its code or its words.
   */
  network_reason: string | null
}

/**
 * An event about a chargeback.
 */
export interface DisputeEvent {
  /**
   * The id, `evt_…`.
   */
  id: string
  /**
   * Always `event`.
   */
  object: "event"
  /**
   * What happened to the charge.
   *
   * - `charge.dispute.created`: A chargeback was opened and refunded.
   * - `charge.dispute.updated`: A dispute changed.
   * - `charge.dispute.closed`: A dispute was won or lost.
   */
  type: "charge.dispute.created" | "charge.dispute.updated" | "charge.dispute.closed"
  /**
   * The API's major version that created the event.
   */
  api_version: Open<"v1">
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * What the event is about.
   */
  data: DisputeEventData
}

/**
 * What the event is about.
 */
export interface DisputeEventData {
  /**
   * A chargeback. It is handled as a compulsory refund of what the payment had left.
   */
  object: Dispute
  /**
   * Only in types that end in `updated`: the members of `object` that changed, with their whole old values.
   */
  previous_attributes?: { [key: string]: any } | undefined
}

/**
 * The kind of taxpayer number.
 *
 * - `cpf`: The number of a person.
 * - `cnpj`: The number of a company.
 */
export type DocumentType = "cpf" | "cnpj"

/**
 * The kind of taxpayer number.
 *
 * - `cpf`: The number of a person.
 * - `cnpj`: The number of a company.
 */
export type DocumentTypeParam = "cpf" | "cnpj"

/**
 * Expect codes that you do not know yet. Branch on `type` for those.
 *
 * - `parameter_missing`: A required field, parameter or header is absent. `param` names it.
 * - `parameter_invalid`: A field, parameter or header has a value that is not allowed. `param` names it.
 * - `parameter_unknown`: The operation does not know this field or parameter. `param` names it.
 * - `token_unusable`: The token is expired, used up or of another mode, or its card was lost in a crash. Let the payer enter the card again.
 * - `unsupported_token_type`: The operation does not accept a token of this type.
 * - `payment_intent_canceled`: The payment intent is canceled.
 * - `payment_intent_expired`: The payment intent's time to pay ran out.
 * - `payment_intent_unexpected_state`: The payment intent's status does not allow the operation.
 * - `payment_intent_already_refunded`: The payment intent was already refunded.
 * - `limit_reached`: The account already has as many of these as it may have in this mode.
 * - `payment_intent_locked`: Another request works on the payment intent or subscription. Retry.
 * - `subscription_canceled`: The subscription is canceled.
 * - `subscription_unexpected_state`: The subscription's status, or its pause, does not allow the operation.
 * - `method_not_allowed`: The path does not take this method. The header `Allow` lists those that it takes.
 * - `request_too_large`: The body is larger than 64 KiB, or the headers are larger than 16 KiB.
 * - `unsupported_media_type`: The body is not `application/json` in UTF-8, or it is encoded.
 * - `card_declined`: The card's issuer refused the charge.
 * - `insufficient_funds`: The account has too little money.
 * - `expired_card`: The card has expired.
 * - `incorrect_cvc`: The security code is wrong.
 * - `authentication_failed`: The 3DS challenge failed.
 * - `api_key_missing`: The request has no API key.
 * - `api_key_invalid`: The API key does not exist or was revoked.
 * - `api_key_expired`: The API key has expired.
 * - `origin_not_allowed`: The publishable key was used from an origin that is not registered.
 * - `test_mode_only`: The operation needs a test key.
 * - `key_not_allowed`: Keys of this kind may not call the operation.
 * - `scope_missing`: The restricted key does not have the operation's scope.
 * - `route_not_found`: No operation has this path.
 * - `customer_not_found`: No customer has this id in this mode.
 * - `customer_subscription_not_found`: No subscription has this id in this mode.
 * - `event_not_found`: No event has this id in this mode.
 * - `merchant_origin_not_found`: The origin is not registered.
 * - `payment_intent_not_found`: No payment intent has this id in this mode.
 * - `payment_method_not_found`: The saved card does not exist in this mode, is another customer's, or was detached.
 * - `product_not_found`: No product has this id in this mode.
 * - `product_price_not_found`: The product has no price.
 * - `payment_link_not_found`: No payment link has this id in this mode.
 * - `refund_not_found`: No refund has this id in this mode.
 * - `webhook_endpoint_not_found`: No webhook endpoint has this id in this mode.
 * - `idempotency_key_in_use`: The Idempotency-Key belongs to a different request.
 * - `idempotency_request_in_progress`: A request with this Idempotency-Key is still running. Retry.
 * - `rate_limit_exceeded`: The API key made too many requests in this minute, or too many requests of the client's address or too many cards were refused. Wait for `Retry-After`.
 * - `processing_error`: The acquirer could not be reached. Nothing has changed. Retry with the same Idempotency-Key.
 * - `internal_error`: Something failed on the server. Retry with the same Idempotency-Key.
 * - `not_ready`: The service cannot reach its database, its disk is full, or the clock of a host is wrong: retry. Or the live account has no acquirer: retrying does not help until the operator sets one with `vintem acquirer set`.
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
  | "limit_reached"
  | "payment_intent_locked"
  | "subscription_canceled"
  | "subscription_unexpected_state"
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
  | "payment_link_not_found"
  | "refund_not_found"
  | "webhook_endpoint_not_found"
  | "idempotency_key_in_use"
  | "idempotency_request_in_progress"
  | "rate_limit_exceeded"
  | "processing_error"
  | "internal_error"
  | "not_ready"

/**
 * The class of the error.
 *
 * - `invalid_request_error`: The request is malformed or not allowed in this state.
 * - `authentication_error`: The key is missing, unknown or expired.
 * - `permission_error`: The key may not make this request.
 * - `not_found_error`: The resource does not exist in this mode.
 * - `idempotency_error`: The Idempotency-Key belongs to another request.
 * - `rate_limit_error`: The API key made too many requests, or too many requests or cards were refused.
 * - `card_error`: The card was refused.
 * - `api_error`: Something failed on the server. Retry with the same Idempotency-Key.
 */
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
 * Something that happened. Its `type` says what, and what `data.object` is.
 */
export type Event = OpenUnion<
  CustomerEvent | CustomerSubscriptionEvent | DisputeEvent | PaymentIntentEvent | PaymentMethodEvent | PayoutEvent | RefundEvent,
  "type"
>

/**
 * `<resource>.<action>`. Expect types that you do not know yet.
 *
 * - `payment_intent.succeeded`: A charge succeeded, which may be the charge of a subscription.
 * - `payment_intent.payment_failed`: The last attempt was refused, expired or lost.
 * - `payment_intent.canceled`: The intent was canceled on request, or its time ran out.
 * - `charge.dispute.created`: A chargeback was opened and refunded.
 * - `payment_intent.requires_action`: The payer must act: pay a PIX or a boleto, or pass a 3DS challenge.
 * - `payment_intent.processing`: The acquirer has not decided about the payment yet.
 * - `payment_intent.amount_capturable_updated`: The card is authorized, and the payment can be captured.
 * - `customer.created`: A customer was created.
 * - `customer.updated`: A customer changed.
 * - `payment_method.attached`: A card was saved for a customer, or a mandate was made.
 * - `payment_method.updated`: A saved card or a mandate changed.
 * - `payment_method.detached`: A card or a mandate was detached from its customer.
 * - `customer_subscription.created`: A subscription started.
 * - `customer_subscription.updated`: A subscription changed.
 * - `customer_subscription.trial_will_end`: A trial ends in three days, or in less if it is shorter.
 * - `customer_subscription.paused`: A subscription was paused.
 * - `customer_subscription.resumed`: The pause of a subscription has ended.
 * - `customer_subscription.canceled`: A subscription ended.
 * - `refund.created`: A refund was stored.
 * - `refund.updated`: A refund was made.
 * - `refund.failed`: A refund was not made, or its money came back.
 * - `charge.dispute.updated`: A dispute changed.
 * - `charge.dispute.closed`: A dispute was won or lost.
 * - `payout.created`: A payout was made.
 * - `payout.paid`: A payout arrived.
 * - `payout.failed`: A payout failed, or its money came back.
 */
export type EventType =
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "charge.dispute.created"
  | "payment_intent.requires_action"
  | "payment_intent.processing"
  | "payment_intent.amount_capturable_updated"
  | "customer.created"
  | "customer.updated"
  | "payment_method.attached"
  | "payment_method.updated"
  | "payment_method.detached"
  | "customer_subscription.created"
  | "customer_subscription.updated"
  | "customer_subscription.trial_will_end"
  | "customer_subscription.paused"
  | "customer_subscription.resumed"
  | "customer_subscription.canceled"
  | "refund.created"
  | "refund.updated"
  | "refund.failed"
  | "charge.dispute.updated"
  | "charge.dispute.closed"
  | "payout.created"
  | "payout.paid"
  | "payout.failed"

/**
 * A type of event, `<resource>.<action>`.
 *
 * - `payment_intent.succeeded`: A charge succeeded, which may be the charge of a subscription.
 * - `payment_intent.payment_failed`: The last attempt was refused, expired or lost.
 * - `payment_intent.canceled`: The intent was canceled on request, or its time ran out.
 * - `charge.dispute.created`: A chargeback was opened and refunded.
 * - `payment_intent.requires_action`: The payer must act: pay a PIX or a boleto, or pass a 3DS challenge.
 * - `payment_intent.processing`: The acquirer has not decided about the payment yet.
 * - `payment_intent.amount_capturable_updated`: The card is authorized, and the payment can be captured.
 * - `customer.created`: A customer was created.
 * - `customer.updated`: A customer changed.
 * - `payment_method.attached`: A card was saved for a customer, or a mandate was made.
 * - `payment_method.updated`: A saved card or a mandate changed.
 * - `payment_method.detached`: A card or a mandate was detached from its customer.
 * - `customer_subscription.created`: A subscription started.
 * - `customer_subscription.updated`: A subscription changed.
 * - `customer_subscription.trial_will_end`: A trial ends in three days, or in less if it is shorter.
 * - `customer_subscription.paused`: A subscription was paused.
 * - `customer_subscription.resumed`: The pause of a subscription has ended.
 * - `customer_subscription.canceled`: A subscription ended.
 * - `refund.created`: A refund was stored.
 * - `refund.updated`: A refund was made.
 * - `refund.failed`: A refund was not made, or its money came back.
 * - `charge.dispute.updated`: A dispute changed.
 * - `charge.dispute.closed`: A dispute was won or lost.
 * - `payout.created`: A payout was made.
 * - `payout.paid`: A payout arrived.
 * - `payout.failed`: A payout failed, or its money came back.
 */
export type EventTypeParam =
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "charge.dispute.created"
  | "payment_intent.requires_action"
  | "payment_intent.processing"
  | "payment_intent.amount_capturable_updated"
  | "customer.created"
  | "customer.updated"
  | "payment_method.attached"
  | "payment_method.updated"
  | "payment_method.detached"
  | "customer_subscription.created"
  | "customer_subscription.updated"
  | "customer_subscription.trial_will_end"
  | "customer_subscription.paused"
  | "customer_subscription.resumed"
  | "customer_subscription.canceled"
  | "refund.created"
  | "refund.updated"
  | "refund.failed"
  | "charge.dispute.updated"
  | "charge.dispute.closed"
  | "payout.created"
  | "payout.paid"
  | "payout.failed"

/**
 * The language of mails to the customer.
 *
 * - `pt-BR`: Portuguese, as it is written in Brazil.
 * - `en`: English, for payers of every country.
 */
export type Locale = "pt-BR" | "en"

/**
 * The language of mails to the customer. A new customer has `pt-BR`.
 *
 * - `pt-BR`: Portuguese, as it is written in Brazil.
 * - `en`: English, for payers of every country.
 */
export type LocaleParam = "pt-BR" | "en"

/**
 * Where the mandate stands. `rejected`, `canceled` and `expired` are final, and such a mandate is detached.
 *
 * - `pending`: The payer has not decided yet.
 * - `active`: The payer has approved it. The bank pays the charges of its subscription.
 * - `rejected`: The payer or the bank has refused it.
 * - `canceled`: It was active, and the payer or you ended it, or its subscription did. Or its payment was canceled.
 * - `expired`: The payer has not decided in time.
 */
export type MandateStatus = "pending" | "active" | "rejected" | "canceled" | "expired"

/**
 * A web origin that may use your publishable keys.
 */
export interface MerchantOrigin {
  /**
   * Always `merchant_origin`.
   */
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

/**
 * The origin to register.
 */
export interface MerchantOriginCreateParams {
  /**
   * `https://host[:port]`, as browsers send it. With a test key, also http on localhost and 127.0.0.1. At most 255 characters.
   */
  origin: string
}

/**
 * A web origin that was removed.
 */
export interface MerchantOriginDeleted {
  /**
   * Always `merchant_origin`.
   */
  object: "merchant_origin"
  /**
   * The origin in lower case, without the default port.
   */
  origin: string
  /**
   * Always true.
   */
  deleted: true
}

/**
 * What the payer has to do next. A type that is not listed here comes only with a payment method type that you ask for.
 */
export type NextAction = OpenUnion<BoletoDisplayDetails | PixDisplayQrCode | RedirectToUrl, "type">

/**
 * Why the charge failed. null if it did not fail.
 */
export interface PaymentError {
  /**
   * The reason. Expect reasons that you do not know yet.
   *
   * - `card_declined`: The card's issuer refused the charge.
   * - `insufficient_funds`: The account has too little money.
   * - `expired_card`: The card has expired.
   * - `incorrect_cvc`: The security code is wrong.
   * - `authentication_failed`: The 3DS challenge failed.
   * - `processing_error`: The acquirer could not process the charge.
   * - `payment_intent_expired`: The time to pay ran out.
   * - `payment_method_not_found`: The saved card was detached before it was charged.
   * - `capture_expired`: The time to capture ran out.
   */
  code: Open<PaymentErrorCode>
  /**
   * A message for people.
   */
  message: string
}

/**
 * The reason. Expect reasons that you do not know yet.
 *
 * - `card_declined`: The card's issuer refused the charge.
 * - `insufficient_funds`: The account has too little money.
 * - `expired_card`: The card has expired.
 * - `incorrect_cvc`: The security code is wrong.
 * - `authentication_failed`: The 3DS challenge failed.
 * - `processing_error`: The acquirer could not process the charge.
 * - `payment_intent_expired`: The time to pay ran out.
 * - `payment_method_not_found`: The saved card was detached before it was charged.
 * - `capture_expired`: The time to capture ran out.
 */
export type PaymentErrorCode =
  | "card_declined"
  | "insufficient_funds"
  | "expired_card"
  | "incorrect_cvc"
  | "authentication_failed"
  | "processing_error"
  | "payment_intent_expired"
  | "payment_method_not_found"
  | "capture_expired"

/**
 * A payment, from its creation to its final status.
 */
export interface PaymentIntent {
  /**
   * The id, `pi_…`.
   */
  id: string
  /**
   * Always `payment_intent`.
   */
  object: "payment_intent"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * In the smallest unit of the currency (cents). 0 if the payment only begins a trial.
   *
   * From 2026-12-01: of a payment that is captured later, what was authorized. `amount_received` is what was taken.
   */
  amount: number
  /**
   * What was refunded, in the smallest unit of the currency (cents). A pending refund counts. A failed one does not.
   */
  amount_refunded: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  /**
   * Where the payment stands. `succeeded` and `canceled` are final.
   *
   * - `requires_payment_method`: The intent waits for confirm, with a token or a saved card.
   * - `requires_confirmation`: A method is attached, and the intent waits for confirm.
   * - `requires_action`: The payer has to act. `next_action` says how.
   * - `requires_capture`: The card is authorized. Capture the payment or cancel it.
   * - `processing`: The acquirer has not decided yet.
   * - `succeeded`: The payer has paid. Refund it to undo it.
   * - `canceled`: The intent was refused, canceled on request, or its time ran out.
   */
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
   * The text by which the payer recognizes the purchase. Boletos and hosted pages show all of it. A card statement shows its first 13 letters and digits, without accents, spaces and signs: `Café & Cia 77` is `CafeCia77` there. Renewals of a subscription have that of its first payment.
   */
  statement_descriptor: string | null
  /**
   * The payment method types that the customer may use.
   */
  payment_method_types: Array<Open<PaymentMethodType>>
  /**
   * Why the charge failed. null if it did not fail.
   */
  last_payment_error: PaymentError | null
  /**
   * The charges at the acquirer.
   */
  charges: Charges
  /**
   * What the payer paid with, or tried to pay with. null until an acquirer has responded, and
   * if a test helper ended an intent that was not confirmed.
   */
  payment_method_details: PaymentMethodDetails | null
  /**
   * What the payer has to do next. null unless the status is `requires_action`.
   */
  next_action: NextAction | null
  /**
   * The reason for the cancellation, if one was given.
   */
  cancellation_reason: string | null
  /**
   * Where the sale came from. null if you sent none, and always null in lists.
   */
  utm: Utm | null
  /**
   * Your own data about the object. `{}` if there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When the money is taken.
   *
   * - `automatic`: The confirm takes the money.
   * - `manual`: The confirm authorizes the card, and you capture it later.
   */
  capture_method: Open<"automatic" | "manual">
  /**
   * What you can capture now, in cents. 0 unless the status is `requires_capture`.
   */
  amount_capturable: number
  /**
   * What was taken, in cents. 0 until the status is `succeeded`. Refunds do not lower it.
   */
  amount_received: number
  /**
   * Your choices for each payment method. null for a method that the intent does not take, and where you chose nothing.
   */
  payment_method_options: PaymentMethodOptions
  /**
   * Until when you can capture, in Unix seconds. Then the card is released and the intent is `canceled` with `capture_expired`. null
   * unless a capture is possible or open.
   */
  capture_before: number | null
  /**
   * The page on which the payer pays this intent: it offers the intent's methods, and asks the payer only for what the customer lacks. Its
   * link is a secret that needs no key. null once the status is final.
   */
  hosted_url: string | null
  /**
   * The payment link that the intent was made by. null if there is none.
   */
  payment_link: string | null
  /**
   * The canceled intent (`pi_…`) instead of which the payer got this one on the pay page. null if there is none.
   */
  replaces: string | null
  /**
   * The intent (`pi_…`) that the payer got instead of this one on the pay page. null if there is none.
   */
  replaced_by: string | null
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

/**
 * Why the intent is canceled.
 */
export interface PaymentIntentCancelParams {
  /**
   * Your reason. Included in the event. At most 255 characters.
   */
  cancellation_reason?: string | null | undefined
}

/**
 * How much is captured.
 */
export interface PaymentIntentCaptureParams {
  /**
   * In the smallest unit of the currency (cents), at most `amount_capturable`. Default: all of it. From 1 to 99999999999.
   */
  amount_to_capture?: number | null | undefined
}

/**
 * The method to charge.
 */
export interface PaymentIntentConfirmParams {
  /**
   * A token (`tok_…`, single use) or a saved card of the customer (`pm_…`). At most 255 characters.
   */
  payment_method: string
  /**
   * Set to true when the payer is not present. A card that needs 3DS is then refused.
   */
  off_session?: boolean | null | undefined
  /**
   * In how many monthly installments the payer pays. More than 1 needs a card, the currency `brl` and the payer present: it cannot be
   * combined with `off_session`. From 1 to 12. Default: 1.
   */
  installments?: number | null | undefined
  /**
   * The https URL to which the payer returns after a 3DS challenge, or from the page of a PIX or a boleto once it is paid, without a user name
   * or password. With a test key, it can also be http on localhost. `payment_intent` and `redirect_status` are added to it. They do not
   * prove the payment; the event does. At most 2048 characters.
   */
  return_url?: string | null | undefined
}

/**
 * The charge to create.
 */
export interface PaymentIntentCreateParams {
  /**
   * What to charge, in the smallest unit of the currency (cents).
   *
   * From 2026-12-01: 0 begins the trial of a `product` without a charge. It is refused without a price and an active plan with a trial, and for
   * other `payment_method_types` than `card` and `pix_automatico`. From 0 to 99999999999.
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  /**
   * The customer who pays (`cus_…`). At most 255 characters.
   */
  customer: string
  /**
   * The product sold (`prd_…`). A recurring product starts a subscription. At most 255 characters.
   */
  product?: string | null | undefined
  /**
   * The payment method types that the customer may use. Default: `["card"]`.
   */
  payment_method_types?: ReadonlyArray<PaymentMethodTypeParam> | null | undefined
  /**
   * For your own use. The payer never sees it. At most 255 characters.
   */
  description?: string | null | undefined
  /**
   * The text by which the payer recognizes the purchase. Boletos and hosted pages show all of it. A card statement shows its first 13 letters and digits, without accents, spaces and signs: `Café & Cia 77` is `CafeCia77` there. Renewals of a subscription have that of its first payment. At most 22 characters.
   */
  statement_descriptor?: string | null | undefined
  /**
   * Where the sale came from. Stored with the payment and sent to your marketing integrations.
   */
  utm?: UtmParams | null | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
  /**
   * When the money is taken. Without it, `automatic`.
   *
   * - `automatic`: The confirm takes the money.
   * - `manual`: The confirm authorizes the card, and you capture it later.
   */
  capture_method?: "automatic" | "manual" | null | undefined
  /**
   * Choices for the payment methods that the intent takes. Those of another one are refused.
   */
  payment_method_options?: PaymentMethodOptionsParams | null | undefined
  /**
   * Where the payer returns to, as in the confirm. A `return_url` of the confirm comes first. At most 2048 characters.
   */
  return_url?: string | null | undefined
}

/**
 * An event about a payment intent.
 */
export interface PaymentIntentEvent {
  /**
   * The id, `evt_…`.
   */
  id: string
  /**
   * Always `event`.
   */
  object: "event"
  /**
   * What happened to the payment intent.
   *
   * - `payment_intent.succeeded`: A charge succeeded, which may be the charge of a subscription.
   * - `payment_intent.payment_failed`: The last attempt was refused, expired or lost.
   * - `payment_intent.canceled`: The intent was canceled on request, or its time ran out.
   * - `payment_intent.requires_action`: The payer must act: pay a PIX or a boleto, or pass a 3DS challenge.
   * - `payment_intent.processing`: The acquirer has not decided about the payment yet.
   * - `payment_intent.amount_capturable_updated`: The card is authorized, and the payment can be captured.
   */
  type:
    | "payment_intent.succeeded"
    | "payment_intent.payment_failed"
    | "payment_intent.canceled"
    | "payment_intent.requires_action"
    | "payment_intent.processing"
    | "payment_intent.amount_capturable_updated"
  /**
   * The API's major version that created the event.
   */
  api_version: Open<"v1">
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * What the event is about.
   */
  data: PaymentIntentEventData
}

/**
 * What the event is about.
 */
export interface PaymentIntentEventData {
  /**
   * A payment, from its creation to its final status.
   */
  object: PaymentIntent
}

/**
 * How the payment fails.
 */
export interface PaymentIntentFailParams {
  /**
   * The error code to simulate. Default: `card_declined`.
   *
   * - `card_declined`: The card's issuer refused the charge.
   * - `insufficient_funds`: The account has too little money.
   * - `expired_card`: The card has expired.
   * - `incorrect_cvc`: The security code is wrong.
   * - `authentication_failed`: The 3DS challenge failed.
   * - `processing_error`: The acquirer could not process the charge.
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
 * Where the payment stands. `succeeded` and `canceled` are final.
 *
 * - `requires_payment_method`: The intent waits for confirm, with a token or a saved card.
 * - `requires_confirmation`: A method is attached, and the intent waits for confirm.
 * - `requires_action`: The payer has to act. `next_action` says how.
 * - `requires_capture`: The card is authorized. Capture the payment or cancel it.
 * - `processing`: The acquirer has not decided yet.
 * - `succeeded`: The payer has paid. Refund it to undo it.
 * - `canceled`: The intent was refused, canceled on request, or its time ran out.
 */
export type PaymentIntentStatus =
  | "requires_payment_method"
  | "requires_confirmation"
  | "requires_action"
  | "requires_capture"
  | "processing"
  | "succeeded"
  | "canceled"

/**
 * A page on which anybody can buy a product.
 */
export interface PaymentLink {
  /**
   * The id, `plink_…`.
   */
  id: string
  /**
   * Always `payment_link`.
   */
  object: "payment_link"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The page. UTM parameters of its query become the `utm` of the payment intent.
   */
  url: string
  /**
   * Whether payments can be begun.
   */
  active: boolean
  /**
   * The product sold (`prd_…`).
   */
  product: string
  /**
   * The payment method types that payers may use.
   */
  payment_method_types: Array<Open<PaymentMethodType>>
  /**
   * The most installments of a card payment. null if your settings decide.
   */
  max_installments: number | null
  /**
   * How many payments can be made. null if any number can.
   */
  max_payments: number | null
  /**
   * How many payments have succeeded.
   */
  payments: number
  /**
   * When the page closes, in Unix seconds. null if it does not.
   */
  expires_at: number | null
  /**
   * Where the payer goes after the payment.
   */
  after_payment_url: string | null
  /**
   * Your own data about the object. `{}` if there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

/**
 * A new payment link.
 */
export interface PaymentLinkCreateParams {
  /**
   * The product to sell (`prd_…`). It needs a price, and must be `ACTIVE`. At most 255 characters.
   */
  product: string
  /**
   * The payment method types that payers may use. Without it, all that the product's current price takes, but not `pix_automatico`. Only cards pay another currency than `brl`. Only cards and `pix_automatico` begin a trial. `pix_automatico` needs a product with an active plan of a period that it has.
   */
  payment_method_types?: ReadonlyArray<"card" | "pix" | "boleto" | "pix_automatico"> | null | undefined
  /**
   * The most installments of a card payment. Without it, what your settings allow. From 1 to 12.
   */
  max_installments?: number | null | undefined
  /**
   * How many payments can be made. Without it, any number. From 1 to 1000000.
   */
  max_payments?: number | null | undefined
  /**
   * When the page closes, in Unix seconds, at most five years from now. What was begun before can still be paid. From 1 to 253402300799.
   */
  expires_at?: number | null | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
  /**
   * Where the payer goes after the payment. It gets the query parameters `payment_intent` and `redirect_status`. At most 2048 characters.
   */
  after_payment_url?: string | null | undefined
}

/**
 * Only the fields that you send change.
 */
export interface PaymentLinkUpdateParams {
  /**
   * Whether payments can be begun.
   */
  active?: boolean | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * A card saved for a customer.
 *
 * From 2026-12-01: or a payer's mandate for the charges of one subscription (`pix_automatico`). The confirm of a payment by PIX Automático makes it.
 * It is `pending` until the payer has decided in the bank's app, and detached once it is `rejected`, `canceled` or `expired`. Only its subscription
 * uses it.
 */
export interface PaymentMethod {
  /**
   * The id, `pm_…`.
   */
  id: string
  /**
   * Always `payment_method`.
   */
  object: "payment_method"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The customer who owns it (`cus_…`). null once it is detached.
   */
  customer: string | null
  /**
   * The type of payment method. Only cards can be saved.
   *
   * - `card`: A saved card.
   * - `pix_automatico`: A mandate by PIX Automático.
   */
  type: Open<"card" | "pix_automatico">
  /**
   * The card details that may be shown.
   *
   * From 2026-12-01: null for a mandate.
   */
  card: PaymentMethodCard | null
  /**
   * The mandate. null for a card.
   */
  pix_automatico: PaymentMethodPixAutomatico | null
  /**
   * Your own data about the object. `{}` if there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was saved, in Unix seconds.
   */
  created: number
}

/**
 * The card details that may be shown.
 *
 * From 2026-12-01: null for a mandate.
 */
export interface PaymentMethodCard {
  /**
   * The brand of the card.
   *
   * - `visa`: A Visa card.
   * - `mastercard`: A Mastercard card.
   * - `amex`: An American Express card.
   * - `elo`: An Elo card.
   * - `hipercard`: A Hipercard card.
   * - `diners`: A Diners Club card.
   * - `discover`: A Discover card.
   * - `jcb`: A JCB card.
   * - `aura`: An Aura card.
   * - `unknown`: A brand that the number does not tell.
   */
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
   * The year in which the card expires, with four digits.
   */
  exp_year: number
  /**
   * The name on the card.
   */
  holder_name: string | null
  /**
   * As what the card is charged. Only credit cards can be saved so far.
   *
   * - `credit`: As a credit card.
   * - `debit`: As a debit card.
   */
  funding: Open<"credit" | "debit">
}

/**
 * The card to save, and for whom.
 */
export interface PaymentMethodCreateParams {
  /**
   * The token of a card (`tok_…`). At most 255 characters.
   */
  token: string
  /**
   * The customer who owns the card (`cus_…`). At most 255 characters.
   */
  customer: string
}

/**
 * What the payer paid with, or tried to pay with. null until an acquirer has responded, and
 * if a test helper ended an intent that was not confirmed.
 */
export interface PaymentMethodDetails {
  /**
   * A type of payment method.
   *
   * - `card`: A credit card.
   * - `pix`: An instant transfer by PIX.
   * - `boleto`: A boleto, paid at a bank within days.
   * - `pix_automatico`: A PIX with a mandate, by which the bank pays each period of a subscription.
   */
  type: Open<PaymentMethodType>
  /**
   * The card, as it may be printed on a receipt. null for all that is no card.
   */
  card: PaymentMethodDetailsCard | null
  /**
   * The saved card that was charged (`pm_…`). null for a token.
   *
   * From 2026-12-01: of PIX Automático, the mandate (`pm_…`), also with the payment that made it.
   */
  payment_method: string | null
  /**
   * How the acquirer names the payment in its statements, and to banks and cardholders. null in
   * test mode, until the acquirer has named it, and for payments that were made before references
   * were kept. `query` finds a payment by each of them.
   */
  acquirer: AcquirerReferences | null
}

/**
 * The card, as it may be printed on a receipt. null for all that is no card.
 */
export interface PaymentMethodDetailsCard {
  /**
   * The brand of the card.
   *
   * - `visa`: A Visa card.
   * - `mastercard`: A Mastercard card.
   * - `amex`: An American Express card.
   * - `elo`: An Elo card.
   * - `hipercard`: A Hipercard card.
   * - `diners`: A Diners Club card.
   * - `discover`: A Discover card.
   * - `jcb`: A JCB card.
   * - `aura`: An Aura card.
   * - `unknown`: A brand that the number does not tell.
   */
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
  /**
   * How the card was charged.
   *
   * - `credit`: As a credit card.
   * - `debit`: As a debit card.
   */
  funding: Open<"credit" | "debit">
  /**
   * What came of the authentication by 3DS. null if there was none.
   */
  three_d_secure: ThreeDSecure | null
}

/**
 * An event about a saved card or a mandate.
 */
export interface PaymentMethodEvent {
  /**
   * The id, `evt_…`.
   */
  id: string
  /**
   * Always `event`.
   */
  object: "event"
  /**
   * What happened to it.
   *
   * - `payment_method.attached`: A card was saved for a customer, or a mandate was made.
   * - `payment_method.updated`: A saved card or a mandate changed.
   * - `payment_method.detached`: A card or a mandate was detached from its customer.
   */
  type: "payment_method.attached" | "payment_method.updated" | "payment_method.detached"
  /**
   * The API's major version that created the event.
   */
  api_version: Open<"v1">
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * What the event is about.
   */
  data: PaymentMethodEventData
}

/**
 * What the event is about.
 */
export interface PaymentMethodEventData {
  /**
   * A card saved for a customer.
   *
   * From 2026-12-01: or a payer's mandate for the charges of one subscription (`pix_automatico`). The confirm of a payment by PIX Automático makes it.
   * It is `pending` until the payer has decided in the bank's app, and detached once it is `rejected`, `canceled` or `expired`. Only its subscription
   * uses it.
   */
  object: PaymentMethod
  /**
   * Only in types that end in `updated`: the members of `object` that changed, with their whole old values.
   */
  previous_attributes?: { [key: string]: any } | undefined
}

/**
 * Your choices for each payment method. null for a method that the intent does not take, and where you chose nothing.
 */
export interface PaymentMethodOptions {
  /**
   * What you choose for cards.
   */
  card: PaymentMethodOptionsCard | null
  /**
   * What you choose for PIX.
   */
  pix: PaymentMethodOptionsPix | null
  /**
   * What you choose for boletos.
   */
  boleto: PaymentMethodOptionsBoleto | null
}

/**
 * What you choose for boletos.
 */
export interface PaymentMethodOptionsBoleto {
  /**
   * How many calendar days after the confirm the boleto is due.
   */
  expires_after_days: number | null
}

/**
 * What you choose for boletos.
 */
export interface PaymentMethodOptionsBoletoParams {
  /**
   * How many calendar days in São Paulo after the confirm the boleto is due. Without it, the operator's setting counts. From 0 to 60.
   */
  expires_after_days?: number | null | undefined
}

/**
 * What you choose for cards.
 */
export interface PaymentMethodOptionsCard {
  /**
   * Whether the payer is authenticated by 3DS. null is `automatic`.
   *
   * - `automatic`: A payer with a debit card is authenticated. A payer with a credit card is if the account's settings ask for it, in live mode, or if the issuer does.
   * - `any`: The payer is always authenticated. In live mode, this is 503 `not_ready` at the confirm while the account's acquirer has no 3DS.
   * - `never`: The payer is not authenticated. A card whose issuer asks for it is refused, and a debit card is 400 `parameter_invalid` at the confirm.
   */
  request_three_d_secure: Open<"automatic" | "any" | "never"> | null
  /**
   * In how many installments the payer may pay at most. null if you set no limit.
   */
  max_installments: number | null
}

/**
 * What you choose for cards.
 */
export interface PaymentMethodOptionsCardParams {
  /**
   * Whether the payer is authenticated by 3DS. Without it, `automatic`. Has no effect with `off_session`.
   *
   * - `automatic`: A payer with a debit card is authenticated. A payer with a credit card is if the account's settings ask for it, in live mode, or if the issuer does.
   * - `any`: The payer is always authenticated. In live mode, this is 503 `not_ready` at the confirm while the account's acquirer has no 3DS.
   * - `never`: The payer is not authenticated. A card whose issuer asks for it is refused, and a debit card is 400 `parameter_invalid` at the confirm.
   */
  request_three_d_secure?: "automatic" | "any" | "never" | null | undefined
  /**
   * In how many installments the payer may pay at most. A confirm with more is 400 `parameter_invalid` (`installments`). From 1 to 12. Default: 12.
   */
  max_installments?: number | null | undefined
}

/**
 * Choices for the payment methods that the intent takes. Those of another one are refused.
 */
export interface PaymentMethodOptionsParams {
  /**
   * What you choose for cards.
   */
  card?: PaymentMethodOptionsCardParams | null | undefined
  /**
   * What you choose for PIX.
   */
  pix?: PaymentMethodOptionsPixParams | null | undefined
  /**
   * What you choose for boletos.
   */
  boleto?: PaymentMethodOptionsBoletoParams | null | undefined
}

/**
 * What you choose for PIX.
 */
export interface PaymentMethodOptionsPix {
  /**
   * How long the code can be paid, in seconds from the confirm.
   */
  expires_after_seconds: number | null
}

/**
 * What you choose for PIX.
 */
export interface PaymentMethodOptionsPixParams {
  /**
   * How long the code can be paid, in seconds from the confirm. More than 86400 only if the account's acquirer takes it: that is
   * checked here and at the confirm, and test mode does not take it. Without it, the operator's setting counts. From 60 to 2592000.
   */
  expires_after_seconds?: number | null | undefined
}

/**
 * The mandate. null for a card.
 */
export interface PaymentMethodPixAutomatico {
  /**
   * Where the mandate stands. `rejected`, `canceled` and `expired` are final, and such a mandate is detached.
   *
   * - `pending`: The payer has not decided yet.
   * - `active`: The payer has approved it. The bank pays the charges of its subscription.
   * - `rejected`: The payer or the bank has refused it.
   * - `canceled`: It was active, and the payer or you ended it, or its subscription did. Or its payment was canceled.
   * - `expired`: The payer has not decided in time.
   */
  status: Open<MandateStatus>
}

/**
 * A type of payment method.
 *
 * - `card`: A credit card.
 * - `pix`: An instant transfer by PIX.
 * - `boleto`: A boleto, paid at a bank within days.
 * - `pix_automatico`: A PIX with a mandate, by which the bank pays each period of a subscription.
 */
export type PaymentMethodType = "card" | "pix" | "boleto" | "pix_automatico"

/**
 * A type of payment method.
 *
 * - `card`: A credit card.
 * - `pix`: An instant transfer by PIX.
 * - `boleto`: A boleto, paid at a bank within days.
 * - `pix_automatico`: A PIX with a mandate, by which the bank pays each period of a subscription.
 */
export type PaymentMethodTypeParam = "card" | "pix" | "boleto" | "pix_automatico"

/**
 * Only the fields that you send change.
 */
export interface PaymentMethodUpdateParams {
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * Money of the balance that is sent to your bank account. Events tell of it.
 */
export interface Payout {
  /**
   * The id, `po_…`.
   */
  id: string
  /**
   * Always `payout`.
   */
  object: "payout"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * What arrives, in the smallest unit of the currency (cents).
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
  /**
   * Where the payout stands.
   *
   * - `pending`: It was made, and is not sent yet.
   * - `in_transit`: The bank has it.
   * - `paid`: The money arrived.
   * - `failed`: The money was not paid, or came back.
   * - `canceled`: It was canceled before it was sent.
   */
  status: Open<"pending" | "in_transit" | "paid" | "failed" | "canceled">
  /**
   * How the money is sent.
   *
   * - `pix`: By PIX.
   * - `transfer`: To the numbers of a bank account.
   * - `acquirer`: The acquirer pays it itself.
   */
  method: Open<"pix" | "transfer" | "acquirer">
  /**
   * Where the money goes: a PIX key, or the numbers of a bank account. Of each, all but the last two characters are replaced by `*`. What the type does not have is `null`.
   */
  destination: PayoutDestination
  /**
   * The day on which the money is expected, or on which it arrived: its 00:00 in São Paulo, in Unix seconds.
   */
  arrival_date: number
  /**
   * Whether a schedule has made it.
   */
  automatic: boolean
  /**
   * Why it failed. `null` if it did not.
   *
   * - `account_closed`: The bank account is closed.
   * - `invalid_account`: There is no such bank account.
   * - `invalid_key`: There is no such PIX key.
   * - `holder_mismatch`: The bank account is of another holder.
   * - `rejected`: The bank did not take it.
   * - `other`: Another reason.
   */
  failure_code: Open<"account_closed" | "invalid_account" | "invalid_key" | "holder_mismatch" | "rejected" | "other"> | null
  /**
   * The bank's own name for the transfer, once it has paid or refused it.
   */
  reference: string | null
  /**
   * When it was made, in Unix seconds.
   */
  created: number
}

/**
 * Where the money goes: a PIX key, or the numbers of a bank account. Of each, all but the last two characters are replaced by `*`. What the type does not have is `null`.
 */
export interface PayoutDestination {
  /**
   * Which members it has.
   *
   * - `pix`: It has `pix_key`.
   * - `transfer`: It has `bank`, `branch` and `account`.
   * - `acquirer`: The bank account that the acquirer knows.
   */
  type: Open<"pix" | "transfer" | "acquirer">
  /**
   * The PIX key.
   */
  pix_key: string | null
  /**
   * The code of the bank.
   */
  bank: string | null
  /**
   * The branch.
   */
  branch: string | null
  /**
   * The account with its check digit.
   */
  account: string | null
  /**
   * The CPF or CNPJ of the holder.
   */
  holder: string | null
}

/**
 * An event about a payout.
 */
export interface PayoutEvent {
  /**
   * The id, `evt_…`.
   */
  id: string
  /**
   * Always `event`.
   */
  object: "event"
  /**
   * What happened to the payout.
   *
   * - `payout.created`: A payout was made.
   * - `payout.paid`: A payout arrived.
   * - `payout.failed`: A payout failed, or its money came back.
   */
  type: "payout.created" | "payout.paid" | "payout.failed"
  /**
   * The API's major version that created the event.
   */
  api_version: Open<"v1">
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * What the event is about.
   */
  data: PayoutEventData
}

/**
 * What the event is about.
 */
export interface PayoutEventData {
  /**
   * Money of the balance that is sent to your bank account. Events tell of it.
   */
  object: Payout
}

/**
 * A token for PIX Automático.
 */
export interface PixAutomaticoTokenCreateParams {
  /**
   * Always `pix_automatico`.
   */
  type: "pix_automatico"
}

/**
 * A PIX that the payer has not paid yet. Show the code as text to copy and as an image.
 */
export interface PixDisplayQrCode {
  /**
   * Always `pix_display_qr_code`.
   */
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

/**
 * A token for PIX.
 */
export interface PixTokenCreateParams {
  /**
   * Always `pix`.
   */
  type: "pix"
}

/**
 * The unit of a billing period.
 *
 * - `DAY`: A calendar day.
 * - `WEEK`: Seven days.
 * - `MONTH`: A calendar month.
 * - `YEAR`: A calendar year.
 */
export type PlanInterval = "DAY" | "WEEK" | "MONTH" | "YEAR"

/**
 * Something that you sell.
 */
export interface Product {
  /**
   * The id, `prd_…`.
   */
  id: string
  /**
   * Always `product`.
   */
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
  /**
   * Whether the product can be sold.
   *
   * - `ACTIVE`: The product can be sold.
   * - `INACTIVE`: The product cannot be sold. Running subscriptions go on.
   */
  status: Open<ProductStatus>
  /**
   * Whether the product has an active plan and is therefore sold by subscription.
   */
  recurring: boolean
  /**
   * Your own data about the object. `{}` if there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

/**
 * A new product.
 */
export interface ProductCreateParams {
  /**
   * The name that customers see. At most 255 characters.
   */
  name: string
  /**
   * For your own use. At most 255 characters.
   */
  description?: string | null | undefined
  /**
   * Whether the product can be sold. Default: `ACTIVE`.
   *
   * - `ACTIVE`: The product can be sold.
   * - `INACTIVE`: The product cannot be sold. Running subscriptions go on.
   */
  status?: "ACTIVE" | "INACTIVE" | null | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * A price of a product.
 */
export interface ProductPrice {
  /**
   * The id, `ppr_…`.
   */
  id: string
  /**
   * Always `product_price`.
   */
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

/**
 * The new price.
 */
export interface ProductPriceSetParams {
  /**
   * The price, in the smallest unit of the currency (cents). From 1 to 99999999999.
   */
  amount: number
  /**
   * The ISO 4217 code, in lower case.
   */
  currency: string
}

/**
 * Whether the product can be sold.
 *
 * - `ACTIVE`: The product can be sold.
 * - `INACTIVE`: The product cannot be sold. Running subscriptions go on.
 */
export type ProductStatus = "ACTIVE" | "INACTIVE"

/**
 * Only the fields that you send change. `null` clears a field.
 */
export interface ProductUpdateParams {
  /**
   * The name that customers see. At most 255 characters.
   */
  name?: string | undefined
  /**
   * For your own use. At most 255 characters.
   */
  description?: string | null | undefined
  /**
   * Whether the product can be sold.
   *
   * - `ACTIVE`: The product can be sold.
   * - `INACTIVE`: The product cannot be sold. Running subscriptions go on.
   */
  status?: "ACTIVE" | "INACTIVE" | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * Send the payer to `url`, for a 3DS challenge or to a bank.
 */
export interface RedirectToUrl {
  /**
   * Always `redirect_to_url`.
   */
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

/**
 * Money returned to the payer.
 */
export interface Refund {
  /**
   * The id, `re_…`.
   */
  id: string
  /**
   * Always `refund`.
   */
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
   * The reason for the refund. null if none was given.
   *
   * - `duplicate`: The payer was charged twice.
   * - `fraudulent`: The payer did not make the payment.
   * - `requested_by_customer`: The customer asked for the money back.
   * - `dispute`: The compulsory refund of a chargeback.
   */
  reason: Open<"duplicate" | "fraudulent" | "requested_by_customer" | "dispute"> | null
  /**
   * Where the refund stands.
   *
   * - `pending`: The acquirer has not confirmed the refund yet.
   * - `succeeded`: The money went back to the payer.
   * - `failed`: The acquirer refused the refund. The payer has no money back.
   */
  status: Open<RefundStatus>
  /**
   * Your own data about the object. `{}` if there is none.
   */
  metadata: { [key: string]: string }
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

/**
 * What to refund, and why.
 */
export interface RefundCreateParams {
  /**
   * The payment intent to refund (`pi_…`). At most 255 characters.
   */
  payment_intent: string
  /**
   * In cents. Default: what is left of the payment. That is `amount` of the payment intent, or less where the operator has accepted a payment of less, without what has gone back already. From 1 to 99999999999.
   */
  amount?: number | null | undefined
  /**
   * The reason for the refund.
   *
   * - `duplicate`: The payer was charged twice.
   * - `fraudulent`: The payer did not make the payment.
   * - `requested_by_customer`: The customer asked for the money back.
   */
  reason?: "duplicate" | "fraudulent" | "requested_by_customer" | null | undefined
  /**
   * Your own data about the object, such as an order number: up to 50 names of 1 to 40 characters, with strings of 1 to 500. Case matters in
   * names. If the object can be updated, the update merges: fields that you do not send stay, and a field that is `null` is removed.
   * `null` instead of the object removes all. Do not store card numbers or passwords here.
   */
  metadata?: { [key: string]: string | null } | null | undefined
}

/**
 * An event about a refund.
 */
export interface RefundEvent {
  /**
   * The id, `evt_…`.
   */
  id: string
  /**
   * Always `event`.
   */
  object: "event"
  /**
   * What happened to the refund.
   *
   * - `refund.created`: A refund was stored.
   * - `refund.updated`: A refund was made.
   * - `refund.failed`: A refund was not made, or its money came back.
   */
  type: "refund.created" | "refund.updated" | "refund.failed"
  /**
   * The API's major version that created the event.
   */
  api_version: Open<"v1">
  /**
   * When it happened, in Unix seconds.
   */
  created: number
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * What the event is about.
   */
  data: RefundEventData
}

/**
 * What the event is about.
 */
export interface RefundEventData {
  /**
   * Money returned to the payer.
   */
  object: Refund
  /**
   * Only in types that end in `updated`: the members of `object` that changed, with their whole old values.
   */
  previous_attributes?: { [key: string]: any } | undefined
}

/**
 * Where the refund stands.
 *
 * - `pending`: The acquirer has not confirmed the refund yet.
 * - `succeeded`: The money went back to the payer.
 * - `failed`: The acquirer refused the refund. The payer has no money back.
 */
export type RefundStatus = "pending" | "succeeded" | "failed"

/**
 * The clock of your account's test mode.
 */
export interface TestClock {
  /**
   * Always `test_clock`.
   */
  object: "test_clock"
  /**
   * The account's time in test mode, in Unix seconds.
   */
  now: number
  /**
   * Always false: live mode has no test clock.
   */
  livemode: false
}

/**
 * Send either `to` or `seconds`. `null` means absent.
 */
export interface TestClockAdvanceParams {
  /**
   * The time to move to, in Unix seconds. From 0 to 99999999999.
   */
  to?: number | null | undefined
  /**
   * How many seconds to move forward. From 1 to 99999999999.
   */
  seconds?: number | null | undefined
}

/**
 * What came of the authentication by 3DS. null if there was none.
 */
export interface ThreeDSecure {
  /**
   * The result. Expect results that you do not know yet.
   *
   * - `authenticated`: The issuer has authenticated the payer, with or without a challenge.
   * - `attempted`: The issuer could not authenticate the payer, and the card network has noted the attempt.
   * - `data_only`: The issuer was told about the payment, and did not authenticate the payer.
   * - `failed`: The payer was not authenticated.
   * - `not_enrolled`: The card's issuer has no 3DS.
   * - `unavailable`: 3DS could not be reached.
   */
  result: Open<"authenticated" | "attempted" | "data_only" | "failed" | "not_enrolled" | "unavailable">
  /**
   * The electronic commerce indicator of the card network, for example `05`.
   */
  eci: string | null
  /**
   * The version of the protocol, for example `2.2.0`.
   */
  version: string | null
  /**
   * Whether the issuer bears the loss if the payment turns out to be a fraud.
   */
  liability_shifted: boolean
}

/**
 * A payment method on its way from the browser to a payment. It can be used once.
 */
export interface Token {
  /**
   * The id, `tok_…`.
   */
  id: string
  /**
   * Always `token`.
   */
  object: "token"
  /**
   * false in test mode.
   */
  livemode: boolean
  /**
   * The payment method that the token carries.
   *
   * - `card`: A card.
   * - `pix`: PIX. It carries no data.
   * - `boleto`: A boleto. It carries no data.
   * - `wallet`: A mobile wallet.
   * - `pix_automatico`: PIX Automático. It carries no data.
   */
  type: Open<TokenType>
  /**
   * The card details that may be shown. null for other types of token.
   */
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
  /**
   * The brand of the card.
   *
   * - `visa`: A Visa card.
   * - `mastercard`: A Mastercard card.
   * - `amex`: An American Express card.
   * - `elo`: An Elo card.
   * - `hipercard`: A Hipercard card.
   * - `diners`: A Diners Club card.
   * - `discover`: A Discover card.
   * - `jcb`: A JCB card.
   * - `aura`: An Aura card.
   * - `unknown`: A brand that the number does not tell.
   */
  brand: Open<CardBrand>
  /**
   * The last four digits.
   */
  last4: string
  /**
   * The month in which the card expires.
   */
  expMonth: number
  /**
   * The year in which the card expires, with four digits.
   */
  expYear: number
  /**
   * The name on the card.
   */
  holderName: string | null
  /**
   * As what the card is charged.
   *
   * - `credit`: As a credit card.
   * - `debit`: As a debit card.
   */
  funding: Open<"credit" | "debit">
}

/**
 * The card. It is sealed on arrival and never returned.
 */
export interface TokenCardParams {
  /**
   * The card number. Spaces are allowed. At most 50 characters.
   */
  number: string
  /**
   * The month in which the card expires. From 1 to 12.
   */
  expMonth: number
  /**
   * The year in which the card expires, with four digits. From 1000 to 9999.
   */
  expYear: number
  /**
   * The security code: three digits, or four on amex. At most 4 characters.
   */
  cvc: string
  /**
   * The name on the card, with at least one letter, and without control or invisible characters. At most 255 characters.
   */
  holderName?: string | null | undefined
  /**
   * As what the card is charged. Of a card with both functions, the payer chooses one. Without it, `credit`. A debit card is always
   * authenticated by 3DS.
   *
   * - `credit`: As a credit card.
   * - `debit`: As a debit card.
   */
  funding?: "credit" | "debit" | null | undefined
}

/**
 * The payment method to turn into a token.
 */
export type TokenCreateParams =
  | BoletoTokenCreateParams
  | CardTokenCreateParams
  | PixAutomaticoTokenCreateParams
  | PixTokenCreateParams
  | WalletTokenCreateParams

/**
 * The payment method that the token carries.
 *
 * - `card`: A card.
 * - `pix`: PIX. It carries no data.
 * - `boleto`: A boleto. It carries no data.
 * - `wallet`: A mobile wallet.
 * - `pix_automatico`: PIX Automático. It carries no data.
 */
export type TokenType = "card" | "pix" | "boleto" | "wallet" | "pix_automatico"

/**
 * The wallet and its payload.
 */
export interface TokenWalletParams {
  /**
   * Whose wallet it is.
   *
   * - `apple_pay`: A token of Apple Pay.
   * - `google_pay`: A token of Google Pay.
   */
  provider: "apple_pay" | "google_pay"
  /**
   * The payload from the wallet, unchanged, at most 16 KiB. Not stored. At most 16384 characters.
   */
  payload: string
}

/**
 * Where the sale came from. null if you sent none, and always null in lists.
 */
export interface Utm {
  /**
   * The site or app that sent the payer, for example `instagram`.
   */
  utm_source: string | null
  /**
   * The kind of traffic, for example `cpc` or `email`.
   */
  utm_medium: string | null
  /**
   * The campaign.
   */
  utm_campaign: string | null
  /**
   * The search term that was paid for.
   */
  utm_term: string | null
  /**
   * The advertisement or link that was followed.
   */
  utm_content: string | null
  /**
   * The page that the payer came from.
   */
  utm_referrer: string | null
  /**
   * The page on which the payer arrived.
   */
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
  /**
   * The site or app that sent the payer, for example `instagram`. At most 500 characters.
   */
  utm_source?: string | null | undefined
  /**
   * The kind of traffic, for example `cpc` or `email`. At most 500 characters.
   */
  utm_medium?: string | null | undefined
  /**
   * The campaign. At most 500 characters.
   */
  utm_campaign?: string | null | undefined
  /**
   * The search term that was paid for. At most 500 characters.
   */
  utm_term?: string | null | undefined
  /**
   * The advertisement or link that was followed. At most 500 characters.
   */
  utm_content?: string | null | undefined
  /**
   * The page that the payer came from. At most 500 characters.
   */
  utm_referrer?: string | null | undefined
  /**
   * The page on which the payer arrived. At most 500 characters.
   */
  utm_landing_page?: string | null | undefined
  /**
   * The affiliate or partner. At most 500 characters.
   */
  src?: string | null | undefined
  /**
   * The affiliate's sub-campaign. At most 500 characters.
   */
  sck?: string | null | undefined
}

/**
 * A token for a mobile wallet.
 */
export interface WalletTokenCreateParams {
  /**
   * Always `wallet`.
   */
  type: "wallet"
  /**
   * The wallet and its payload.
   */
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
   * Why the attempt got no valid response. null if your endpoint responded, whatever the status.
   *
   * - `address_refused`: The host has no public address.
   * - `dns_error`: The host name could not be resolved.
   * - `connection_refused`: Nothing listens at the address.
   * - `connection_failed`: The connection could not be made or broke.
   * - `tls_error`: The host has no certificate that is trusted.
   * - `timeout`: The attempt took more than 30 seconds in all.
   * - `invalid_response`: The response was not valid HTTP, or its headers had more than 16 KiB.
   */
  error: Open<
    "address_refused" | "dns_error" | "connection_refused" | "connection_failed" | "tls_error" | "timeout" | "invalid_response"
  > | null
  /**
   * How long the attempt took, in milliseconds.
   */
  duration_ms: number
}

/**
 * The delivery of one event to one endpoint.
 */
export interface WebhookDelivery {
  /**
   * The id, `wd_…`.
   */
  id: string
  /**
   * Always `webhook_delivery`.
   */
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
  /**
   * Where the delivery stands.
   *
   * - `pending`: Another attempt is due.
   * - `delivered`: Your endpoint responded with a 2xx.
   * - `dead_letter`: All seven attempts failed. Replay the event to send it again.
   * - `canceled`: The endpoint was deleted.
   */
  status: Open<WebhookDeliveryStatus>
  /**
   * The number of attempts made, at most 7.
   */
  attempts: number
  /**
   * When the next attempt is due, in Unix seconds.
   */
  next_attempt_at: number | null
  /**
   * The outcome of the last attempt. null before the first attempt.
   */
  last_attempt: WebhookAttempt | null
  /**
   * When it was created, in Unix seconds.
   */
  created: number
}

/**
 * Where the delivery stands.
 *
 * - `pending`: Another attempt is due.
 * - `delivered`: Your endpoint responded with a 2xx.
 * - `dead_letter`: All seven attempts failed. Replay the event to send it again.
 * - `canceled`: The endpoint was deleted.
 */
export type WebhookDeliveryStatus = "pending" | "delivered" | "dead_letter" | "canceled"

/**
 * A URL that receives events.
 */
export interface WebhookEndpoint {
  /**
   * The id, `we_…`.
   */
  id: string
  /**
   * Always `webhook_endpoint`.
   */
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
   * The version by which events are shown: that of the request that registered the endpoint, until you update it.
   *
   * - `2026-12-01`: Cards can be authorized first and captured later. Webhook endpoints have a version of their own, and can be changed. Subscriptions can be paused, charge a chosen card, and have `metadata`, as saved cards do. A payment can be refunded several times, and has options for each payment method. A trial can begin without a charge. Disputes have a status and a deadline. Customers have a language. A payment intent has a page on which it is paid, and payment links sell without a shop. Subscriptions can be paid by PIX Automático.
   * - `2026-04-27`: Adds `next_action`, saved cards at confirm, and idempotency on every operation that changes something.
   * - `2026-04-25`: The first version.
   */
  service_version: Open<"2026-12-01" | "2026-04-27" | "2026-04-25">
  /**
   * When it was registered, in Unix seconds.
   */
  created: number
}

/**
 * A new endpoint for webhooks.
 */
export interface WebhookEndpointCreateParams {
  /**
   * Where to send events. Must be https, without a user name or password. In test mode, `vintem listen` brings events to your own machine. At most 2048 characters. At most 2048 characters.
   */
  url: string
  /**
   * The event types to send: their names, or `["*"]` alone for all types of every version, including types added later.
   */
  events: ReadonlyArray<
    | "*"
    | "payment_intent.succeeded"
    | "payment_intent.payment_failed"
    | "payment_intent.canceled"
    | "charge.dispute.created"
    | "payment_intent.requires_action"
    | "payment_intent.processing"
    | "payment_intent.amount_capturable_updated"
    | "customer.created"
    | "customer.updated"
    | "payment_method.attached"
    | "payment_method.updated"
    | "payment_method.detached"
    | "customer_subscription.created"
    | "customer_subscription.updated"
    | "customer_subscription.trial_will_end"
    | "customer_subscription.paused"
    | "customer_subscription.resumed"
    | "customer_subscription.canceled"
    | "refund.created"
    | "refund.updated"
    | "refund.failed"
    | "charge.dispute.updated"
    | "charge.dispute.closed"
    | "payout.created"
    | "payout.paid"
    | "payout.failed"
  >
  /**
   * For your own use. At most 255 characters. At most 255 characters.
   */
  description?: string | null | undefined
}

/**
 * A webhook endpoint that was deleted.
 */
export interface WebhookEndpointDeleted {
  /**
   * The id, `we_…`.
   */
  id: string
  /**
   * Always `webhook_endpoint`.
   */
  object: "webhook_endpoint"
  /**
   * Always true.
   */
  deleted: true
}

/**
 * How long the old secret still signs.
 */
export interface WebhookEndpointRotateSecretParams {
  /**
   * For how many seconds the old secret signs too. At most a day. From 0 to 86400. Default: 0.
   */
  expire_old_in?: number | null | undefined
}

/**
 * Only the fields that you send change. `null` clears the `description`.
 */
export interface WebhookEndpointUpdateParams {
  /**
   * Where to send events. Must be https, without a user name or password. In test mode, `vintem listen` brings events to your own machine. At most 2048 characters. At most 2048 characters.
   */
  url?: string | undefined
  /**
   * The event types to send: their names, or `["*"]` alone for all types of every version, including types added later.
   */
  events?:
    | ReadonlyArray<
        | "*"
        | "payment_intent.succeeded"
        | "payment_intent.payment_failed"
        | "payment_intent.canceled"
        | "charge.dispute.created"
        | "payment_intent.requires_action"
        | "payment_intent.processing"
        | "payment_intent.amount_capturable_updated"
        | "customer.created"
        | "customer.updated"
        | "payment_method.attached"
        | "payment_method.updated"
        | "payment_method.detached"
        | "customer_subscription.created"
        | "customer_subscription.updated"
        | "customer_subscription.trial_will_end"
        | "customer_subscription.paused"
        | "customer_subscription.resumed"
        | "customer_subscription.canceled"
        | "refund.created"
        | "refund.updated"
        | "refund.failed"
        | "charge.dispute.updated"
        | "charge.dispute.closed"
        | "payout.created"
        | "payout.paid"
        | "payout.failed"
      >
    | undefined
  /**
   * For your own use. At most 255 characters. At most 255 characters.
   */
  description?: string | null | undefined
  /**
   * The version by which events are shown from now on. It must have every type that the endpoint names, unless `events` is sent too.
   *
   * - `2026-12-01`: Cards can be authorized first and captured later. Webhook endpoints have a version of their own, and can be changed. Subscriptions can be paused, charge a chosen card, and have `metadata`, as saved cards do. A payment can be refunded several times, and has options for each payment method. A trial can begin without a charge. Disputes have a status and a deadline. Customers have a language. A payment intent has a page on which it is paid, and payment links sell without a shop. Subscriptions can be paid by PIX Automático.
   * - `2026-04-27`: Adds `next_action`, saved cards at confirm, and idempotency on every operation that changes something.
   * - `2026-04-25`: The first version.
   */
  service_version?: "2026-12-01" | "2026-04-27" | "2026-04-25" | undefined
}

/**
 * A webhook endpoint with its signing secret.
 */
export interface WebhookEndpointWithSecret {
  /**
   * The id, `we_…`.
   */
  id: string
  /**
   * Always `webhook_endpoint`.
   */
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
   * The version by which events are shown: that of the request that registered the endpoint, until you update it.
   *
   * - `2026-12-01`: Cards can be authorized first and captured later. Webhook endpoints have a version of their own, and can be changed. Subscriptions can be paused, charge a chosen card, and have `metadata`, as saved cards do. A payment can be refunded several times, and has options for each payment method. A trial can begin without a charge. Disputes have a status and a deadline. Customers have a language. A payment intent has a page on which it is paid, and payment links sell without a shop. Subscriptions can be paid by PIX Automático.
   * - `2026-04-27`: Adds `next_action`, saved cards at confirm, and idempotency on every operation that changes something.
   * - `2026-04-25`: The first version.
   */
  service_version: Open<"2026-12-01" | "2026-04-27" | "2026-04-25">
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
 *
 * - `*`: All types of every version, including types added later.
 * - `payment_intent.succeeded`: A charge succeeded, which may be the charge of a subscription.
 * - `payment_intent.payment_failed`: The last attempt was refused, expired or lost.
 * - `payment_intent.canceled`: The intent was canceled on request, or its time ran out.
 * - `charge.dispute.created`: A chargeback was opened and refunded.
 * - `payment_intent.requires_action`: The payer must act: pay a PIX or a boleto, or pass a 3DS challenge.
 * - `payment_intent.processing`: The acquirer has not decided about the payment yet.
 * - `payment_intent.amount_capturable_updated`: The card is authorized, and the payment can be captured.
 * - `customer.created`: A customer was created.
 * - `customer.updated`: A customer changed.
 * - `payment_method.attached`: A card was saved for a customer, or a mandate was made.
 * - `payment_method.updated`: A saved card or a mandate changed.
 * - `payment_method.detached`: A card or a mandate was detached from its customer.
 * - `customer_subscription.created`: A subscription started.
 * - `customer_subscription.updated`: A subscription changed.
 * - `customer_subscription.trial_will_end`: A trial ends in three days, or in less if it is shorter.
 * - `customer_subscription.paused`: A subscription was paused.
 * - `customer_subscription.resumed`: The pause of a subscription has ended.
 * - `customer_subscription.canceled`: A subscription ended.
 * - `refund.created`: A refund was stored.
 * - `refund.updated`: A refund was made.
 * - `refund.failed`: A refund was not made, or its money came back.
 * - `charge.dispute.updated`: A dispute changed.
 * - `charge.dispute.closed`: A dispute was won or lost.
 * - `payout.created`: A payout was made.
 * - `payout.paid`: A payout arrived.
 * - `payout.failed`: A payout failed, or its money came back.
 */
export type WebhookEventSelector =
  | "*"
  | "payment_intent.succeeded"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "charge.dispute.created"
  | "payment_intent.requires_action"
  | "payment_intent.processing"
  | "payment_intent.amount_capturable_updated"
  | "customer.created"
  | "customer.updated"
  | "payment_method.attached"
  | "payment_method.updated"
  | "payment_method.detached"
  | "customer_subscription.created"
  | "customer_subscription.updated"
  | "customer_subscription.trial_will_end"
  | "customer_subscription.paused"
  | "customer_subscription.resumed"
  | "customer_subscription.canceled"
  | "refund.created"
  | "refund.updated"
  | "refund.failed"
  | "charge.dispute.updated"
  | "charge.dispute.closed"
  | "payout.created"
  | "payout.paid"
  | "payout.failed"
