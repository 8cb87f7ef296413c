// The numbers that the prose of openapi.yaml and of docs/guides gives, and where each comes from.
import { readFileSync } from "node:fs"
import { maxHeaderSize } from "node:http"
import { specified } from "../../scripts/spec/specified.ts"
import { WINDOW_MS } from "../../src/accounts/card-tests.ts"
import { MAX_MEMBERS, MAX_NAME_LENGTH } from "../../src/accounts/metadata.ts"
import { MAX_PIX_SECONDS } from "../../src/acquirers/cielo/requests.ts"
import { MAX_LENGTH as STATEMENT_LETTERS } from "../../src/acquirers/statement-text.ts"
import { MAX_OF_ACCOUNT, MAX_WAITING } from "../../src/base/bounds.ts"
import { MAX_DIGITS, MIN_DIGITS, ON_A_CARD } from "../../src/base/card-numbers.ts"
import { decimalsOf } from "../../src/base/currency.ts"
import { RETRY_SECONDS } from "../../src/billing/subscriptions/charge.ts"
import { MAX_PAUSE_YEARS } from "../../src/billing/subscriptions/pause.ts"
import { RETRY_DAYS } from "../../src/billing/subscriptions/retries.ts"
import { TRIAL_TOLD_SECONDS } from "../../src/billing/subscriptions/schedule.ts"
import { PIX_SECONDS as LINK_PIX_SECONDS } from "../../src/checkout/payment-links/buy.ts"
import { MAX_LIFE_SECONDS } from "../../src/checkout/payment-links/links.ts"
import { REPLACEABLE_SECONDS } from "../../src/checkout/successors.ts"
import { readConfig } from "../../src/config/config.ts"
import { DEFAULT_LIMIT } from "../../src/db/page.ts"
import { MAX_GRACE_SECONDS } from "../../src/events/webhooks/endpoints.ts"
import { TIMEOUT_MS as WEBHOOK_MS } from "../../src/events/webhooks/post.ts"
import { MAX_ATTEMPTS, WAITS_MS } from "../../src/events/webhooks/schedule.ts"
import { MAX_BYTES, MAX_DEPTH } from "../../src/http/body.ts"
import { WINDOW_SECONDS } from "../../src/http/limiter.ts"
import { TIMEOUT_MS as BUSY_MS } from "../../src/http/retry-while-busy.ts"
import { RETENTION_SECONDS } from "../../src/idempotency/claims.ts"
import { MAX_INSTALLMENTS } from "../../src/ledger/terms/terms.ts"
import { GIVE_UP_AFTER_SECONDS } from "../../src/payments/attempts/poll-schedule.ts"
import { CARD_SECONDS } from "../../src/payments/intents/authenticate.ts"
import { CYCLE_PIX_SECONDS } from "../../src/payments/intents/terms.ts"
import { KEPT_SECONDS } from "../../src/payments/links/links.ts"
import { LIFETIME_SECONDS } from "../../src/payments/tokens/tokens.ts"
import { WAITING_SECONDS } from "../../src/payouts/bank-accounts.ts"
import { MAX_ADVANCE_SECONDS, MAX_AHEAD_SECONDS } from "../../src/test-clock/advance.ts"
import { MAX_WAIT_MS } from "../../src/test-clock/pass-time.ts"

/** A quantity in the form of test/support/contract/quantities.ts, and the places that give it, a place once for each time. */
export type Held = [quantity: string, ...places: string[]]
type Other = [quantity: string, why: string, ...places: string[]]
const BANK_FAILS = "pix-automatico.md: 5. When the bank does not pay"

const s = (seconds: number) => `${seconds} s`
const ms = (milliseconds: number) => s(milliseconds / 1000)
const days = (count: number) => s(count * 86_400)
const times = (count: number, place: string): string[] => Array(count).fill(place)
const years = (seconds: number) => `${Math.round(seconds / 86_400 / 365.25)} year`
const config = readConfig({})
const fewestDaysOfEvents = [...Array(100).keys()].find((count) => count > 0 && accepted({ RETAIN_EVENTS_DAYS: String(count) }))!
const runtime = readFileSync(new URL("../../src/sdk/runtime/webhooks.ts", import.meta.url), "utf8")
const tolerance = Number(/^const TOLERANCE = (\d+)$/m.exec(runtime)![1])
const pages = (keyword: string): number => specified(`listEvents query limit ${keyword}`)

const digitsOf = (number: number) => String(number).length

function accepted(environment: Record<string, string>): boolean {
  try {
    readConfig(environment)
    return true
  } catch {
    return false
  }
}

const LIFETIMES: Held[] = [
  [s(WAITING_SECONDS), "money.md: 5. Get paid out"],
  [s(LIFETIME_SECONDS), "info: Lifetimes", "tag Tokens", "createToken"],
  [s(LIFETIME_SECONDS), "index.md: The model", "cards.md: What can go wrong", "first-payment.md: What can go wrong"],
  [s(config.pixTtlSeconds), "info: Lifetimes", "pix.md: When the payer does not pay"],
  [s(CYCLE_PIX_SECONDS), "info: Lifetimes", "pix.md: When the payer does not pay", "subscriptions.md: What can go wrong"],
  [String(MAX_PIX_SECONDS), "PaymentMethodOptionsPixParams expires_after_seconds"],
  [days(config.boletoDays), "info: Lifetimes", "boleto.md", "boleto.md"],
  [s(config.threedsTtlSeconds), "info: Lifetimes", "three-d-secure.md: What can go wrong"],
  [s(CARD_SECONDS), "three-d-secure.md: What can go wrong"],
  [s(KEPT_SECONDS), "info: Lifetimes", "boleto.md: 3. Give it to the payer"],
  [days(config.retainEventsDays), "info: Lists", "info: Lifetimes", "listEvents", "retrieveEvent"],
  [days(fewestDaysOfEvents), "info: Lifetimes"],
  [s(RETENTION_SECONDS), "info: Idempotency", "parameters IdempotencyKey", "idempotency.md: What is kept"],
]

const OF_REQUESTS: Held[] = [
  [`${MAX_BYTES} bytes`, "info: Requests", "responses RequestTooLarge", "ErrorCode x-errors request_too_large"],
  [`${MAX_BYTES} bytes`, "requests.md: Limits", "requests.md: What can go wrong"],
  [`${maxHeaderSize} bytes`, "ErrorCode x-errors request_too_large", "WebhookAttempt error invalid_response"],
  [`${specified("createToken body wallet.payload maxLength")} bytes`, "TokenWalletParams payload"],
  [`${MAX_DEPTH} level`, "info: Requests"],
  ...["brl", "jpy", "kwd"].map((currency): Held => [`${decimalsOf(currency)}`, "info: Requests"]),
  [`${specified("createCustomer body name maxLength")}`, "info: Requests"],
  [ms(BUSY_MS), "info: Idempotency", "responses RequestInProgress", "responses PaymentIntentLocked"],
  [ms(BUSY_MS), "idempotency.md: What can go wrong"],
  [`${DEFAULT_LIMIT} per page`, "info: Lists"],
  [`${pages("default")} item`, "lists.md: 2. Read page by page"],
  [`${pages("minimum")}`, "info: Lists", "lists.md: 2. Read page by page", "lists.md: What can go wrong"],
  [`${pages("maximum")}`, "info: Lists", "lists.md: 2. Read page by page", "lists.md: What can go wrong"],
  [`${pages("maximum")} item`, "lists.md: 2. Read page by page", "requests.md: Limits"],
  [`${config.rateLimit} request`, "info: Limits"],
  [`${config.rateLimit}`, "requests.md: Limits"],
  [`${config.rateLimitTokens} time`, "info: Limits"],
  [`${config.rateLimitTokens}`, ...times(3, "requests.md: Limits")],
  [s(WINDOW_SECONDS), ...times(4, "info: Limits"), ...times(2, "requests.md: Limits")],
  [ms(WINDOW_MS), ...times(2, "info: Limits"), "requests.md: What can go wrong"],
  [`${MAX_OF_ACCOUNT.webhook_endpoints} webhook endpoint`, "info: Limits"],
  [`${MAX_OF_ACCOUNT.origins} origin`, "info: Limits"],
  [`${MAX_OF_ACCOUNT.keys} active API key`, "info: Limits"],
  [String(MAX_OF_ACCOUNT.payment_links), "info: Limits", "createPaymentLink", "pay-page.md: What can go wrong"],
  [s(REPLACEABLE_SECONDS), "pay-page.md: 2. Find the order of a second try"],
  [String(MAX_INSTALLMENTS), "pay-page.md: What payers see"],
  [s(LINK_PIX_SECONDS), "createPaymentLink"],
  [years(MAX_LIFE_SECONDS), "PaymentLinkCreateParams expires_at"],
  [`${MAX_OF_ACCOUNT.webhook_endpoints}`, "requests.md: Limits", "requests.md: Limits"],
  [`${MAX_OF_ACCOUNT.webhook_endpoints} endpoint`, "requests.md: What can go wrong"],
]

/** The first text that a specified pattern must accept. */
const taken = (place: string): string => specified(`${place} pattern`).takes[0]
const digitsIn = (place: string) => `${taken(place).length} digit`
/** The lengths of security codes. */
const CODES: string[] = specified("createToken body card.cvc pattern").takes.map((code: string) => `${code.length} digit`)

const VALUES: Held[] = [
  [`${MAX_MEMBERS} name`, "MetadataParams", "lists.md: 4. Metadata"],
  ["1 character", "MetadataParams", "lists.md: 4. Metadata"],
  [`${MAX_NAME_LENGTH} character`, "MetadataParams", "lists.md: 4. Metadata"],
  [`${specified("createCustomer body metadata.* minLength")}`, "MetadataParams"],
  [`${specified("createCustomer body metadata.* minLength")} character`, "lists.md: 4. Metadata"],
  [`${specified("createCustomer body metadata.* maxLength")}`, "MetadataParams"],
  [`${specified("createCustomer body metadata.* maxLength")} character`, "lists.md: 4. Metadata"],
  ...CODES.map((digits): Held => [digits, ...times(2, "TokenCardParams cvc")]),
  [CODES.at(-1)!, "info: Test cards", "testing.md: Test cards"],
  [`${digitsOf(specified("createToken body card.expYear maximum"))} digit`, "TokenCardParams expYear", "TokenCard expYear"],
  [`${digitsOf(specified("createToken body card.expYear maximum"))} digit`, "PaymentMethodCard exp_year"],
  [CODES[0]!, "cards.md: 3. The server"],
  [
    digitsIn("retrievePaymentMethod 200 card.last4"),
    "TokenCard last4",
    "PaymentMethodDetailsCard last4",
    "PaymentMethodCard last4",
  ],
  [digitsIn("confirmPaymentIntent 200 next_action.line_code"), "BoletoDisplayDetails line_code"],
  [`${taken("createCustomer body address.country").length} letter`, "Address country", ...times(2, "AddressParams country")],
  [`${STATEMENT_LETTERS} letter`, "PaymentIntentCreateParams statement_descriptor", "PaymentIntent statement_descriptor"],
  [`${STATEMENT_LETTERS} letter`, "going-live.md: 3. The list"],
  [`${MIN_DIGITS} digit`, "info: Requests"],
  [`${MAX_DIGITS} digit`, "info: Requests"],
  ...ON_A_CARD.map(
    (groups): Held => [`${groups.split("-").reduce((sum, group) => sum + Number(group), 0)} digit`, "info: Requests"],
  ),
  [ms(MAX_WAIT_MS), "advanceTestClock", "testing.md: Let time pass"],
  [`${MAX_PAUSE_YEARS} year`, "CustomerSubscriptionPauseParams resumes_at"],
  [years(MAX_ADVANCE_SECONDS), "advanceTestClock"],
  [years(MAX_AHEAD_SECONDS), "advanceTestClock"],
  [`${MAX_WAITING.advances}`, "advanceTestClock"],
  [`${MAX_WAITING.advances} advance`, "responses TooManyAdvances"],
]

const RETRIES: Held[] = [
  [s(GIVE_UP_AFTER_SECONDS), "capturePaymentIntent"],
  ...RETRY_DAYS.map((day): Held => [days(day), "info: Subscriptions", "subscriptions.md: 4. A charge that fails", BANK_FAILS]),
  // The last ones are those after which a weekly charge has codes.
  ...RETRY_DAYS.slice(2).map((day): Held => [String(day), "info: Subscriptions", BANK_FAILS]),
  [days(RETRY_DAYS.at(-1)!), "CustomerSubscriptionStatusParam PAST_DUE", "CustomerSubscriptionStatus PAST_DUE"],
  [days(RETRY_DAYS.at(-1)!), "subscriptions.md: Which status gives access"],
  [s(RETRY_SECONDS), "info: Subscriptions"],
]

const SUCCEEDED = "x-webhooks payment_intent.succeeded"
const TRIAL_ENDS = "customer_subscription.trial_will_end"
const OF_WEBHOOKS: Held[] = [
  [s(TRIAL_TOLD_SECONDS), `x-webhooks ${TRIAL_ENDS}`, "webhooks.md"],
  [
    s(TRIAL_TOLD_SECONDS),
    ...["EventTypeParam", "EventType", "CustomerSubscriptionEvent type"].map((type) => `${type} ${TRIAL_ENDS}`),
  ],
  [s(TRIAL_TOLD_SECONDS), ...["Create", "Update"].map((which) => `WebhookEndpoint${which}Params events items ${TRIAL_ENDS}`)],
  [s(TRIAL_TOLD_SECONDS), `WebhookEventSelector ${TRIAL_ENDS}`],
  [s(tolerance), "info: Webhooks", SUCCEEDED, "webhooks.md: 1. Write the receiver", "webhooks.md: What can go wrong"],
  [ms(WEBHOOK_MS), "info: Webhooks", SUCCEEDED, "responses WebhookReceived", "WebhookAttempt error timeout"],
  [ms(WEBHOOK_MS), "webhooks.md: 1. Write the receiver"],
  ...WAITS_MS.slice(1).map((wait): Held => [ms(wait), "info: Webhooks", SUCCEEDED, "webhooks.md: When your server is away"]),
  [`${MAX_ATTEMPTS} failure`, "info: Webhooks", SUCCEEDED],
  [`${MAX_ATTEMPTS} attempt`, "WebhookDeliveryStatus dead_letter"],
  [`${MAX_ATTEMPTS} time`, "tag Webhook endpoints", "webhooks.md: When your server is away"],
  [`${MAX_ATTEMPTS}`, "WebhookDelivery attempts"],
  [s(3600 * Math.round(WAITS_MS.reduce((sum, wait) => sum + wait, 0) / 3_600_000)), "tag Webhook endpoints"],
  [s(MAX_GRACE_SECONDS), "WebhookEndpointRotateSecretParams expire_old_in"],
]

/** test/ledger holds the arithmetic of terms. */
const EXAMPLE = "an example of terms, of a sale and of its days"

const DECIDING = "how long a payer may take to approve a mandate alone"
const PLAYED = "what test mode plays for a price"
const ARRANGED = "the retries of the arrangement"
const PIX_AUTOMATICO: Other[] = [
  ["432000 s", "how far ahead banks are told", "info: Subscriptions"],
  ...["86400 s", "259200 s", "604800 s"].map((days): Other => [days, ARRANGED, "info: Subscriptions", BANK_FAILS]),
  ...["86400 s", "259200 s"].map((days): Other => [days, ARRANGED, "info: Subscriptions", BANK_FAILS]),
  ["86400 s", DECIDING, "createPaymentIntent", "pix-automatico.md: A trial without a charge"],
  ...["1", "1", "3", "6", "12", "1 year"].map(
    (count): Other => [count, "the periods of the arrangement", "pix-automatico.md: 1. A product, a price, a plan"],
  ),
  ["3600 s", "how long a subscription waits for its mandate", "pix-automatico.md: 3. The mandate"],
  ...["51", "61", "13", "2 digit", "86400 s", "259200 s"].map((number): Other => [number, PLAYED, BANK_FAILS]),
  ["1209600 s", "the trial of the sample", "pix-automatico.md: A trial without a charge"],
  ["0", "a trial without a charge", "pix-automatico.md: A trial without a charge", "pix-automatico.md: What can go wrong"],
]

/** Numbers that follow from nothing in the code, and why they need not. */
export const OTHERS: Other[] = [
  ["0", "nothing is left", "retrieveBalance"],
  ["0", "nothing is available", "money.md: 1. Read the balance"],
  ["66.67", EXAMPLE, "money.md: 3. What a refund takes"],
  ["0.39", EXAMPLE, "money.md: 2. See what comes when"],
  ["1", EXAMPLE, ...times(4, "money.md: 2. See what comes when")],
  ["1000", EXAMPLE, "money.md: 2. See what comes when"],
  ["11.76", EXAMPLE, ...times(2, "money.md: 2. See what comes when")],
  ["11.77", EXAMPLE, "money.md: 2. See what comes when"],
  ["12", EXAMPLE, "money.md: 2. See what comes when"],
  ["2", EXAMPLE, ...times(2, "money.md: 2. See what comes when")],
  ["2026", EXAMPLE, ...times(2, "money.md: 2. See what comes when")],
  ["2027", EXAMPLE, ...times(3, "money.md: 2. See what comes when")],
  ["2592000 s", EXAMPLE, "money.md: 2. See what comes when"],
  ["3", EXAMPLE, ...times(5, "money.md: 2. See what comes when")],
  ["3.49", EXAMPLE, "money.md: 2. See what comes when"],
  ["30", EXAMPLE, "money.md: 2. See what comes when"],
  ["31", EXAMPLE, "money.md: 2. See what comes when"],
  ["321.57", EXAMPLE, ...times(3, "money.md: 2. See what comes when")],
  ["333.33", EXAMPLE, ...times(2, "money.md: 2. See what comes when")],
  ["333.34", EXAMPLE, "money.md: 2. See what comes when"],
  ["35.29", EXAMPLE, "money.md: 2. See what comes when"],
  ["86400 s", "a manner of speaking", "money.md: 4. Take it into your books"],
  ["0", "a trial without a charge", "createPaymentIntent", "PaymentIntentCreateParams amount", "PaymentIntent amount"],
  ["0", "a trial without a charge", "subscriptions.md: A trial without a charge", "subscriptions.md: What can go wrong"],
  ["0", "nothing can be captured, or was taken", "PaymentIntent amount_capturable", "PaymentIntent amount_received"],
  ["86400 s", "how much earlier than the acquirer", "capture.md: 1. Authorize"],
  ...PIX_AUTOMATICO,
  ["1", "more than one", "PaymentIntentConfirmParams installments"],
  ["1", "the number of a step", "first-payment.md: What can go wrong"],
  ["2", "an example of an interval", "CustomerSubscriptionPlan interval_count"],
  [
    "1 letter",
    "a name that is not empty",
    ...["TokenCardParams holderName", "CustomerCreateParams name", "CustomerUpdateParams name"].flatMap((place) =>
      times(2, place),
    ),
  ],
  ["2 letter", "Brazil's states", "AddressParams state", "Address state", "boleto.md: 1. Create the intent"],
  ["4 digit", "what cards are shown by", "listPaymentIntents parameters 2", "lists.md: 3. Filter"],
  ["8 digit", "Brazil's postal codes", "AddressParams postal_code", "boleto.md: 1. Create the intent"],
  ["204", "one of the statuses 2xx", "webhooks.md: 1. Write the receiver"],
  ["24", "the oldest Node.js of the sample", "testing.md: A test of your own", "index.md: How to read the samples"],
  ["60 s", "the SDK's own limit, which its README describes", "requests.md: Limits"],
  ["60 s", "a manner of speaking", "subscriptions.md"],
  ["300 s", "how long a first payment takes a person", "index.md: Next"],
  ["3600 s", "an example of a PIX", "webhooks.md"],
  ["3600 s", "what the sample sends as expire_old_in", "webhooks.md: Change the secret"],
  ["20", "the seats of the sample", "pay-page.md: 3. Sell by a payment link"],
  ["86400 s", "a manner of speaking", "pay-page.md: 2. Find the order of a second try"],
  ["86400 s", "what the sample filters by", ...times(2, "lists.md: 3. Filter")],
  ["432000 s", "how far ahead the codes of the sample are", "subscriptions.md: 1. A product, a price, a plan"],
  ["604800 s", "how far the sample advances the clock", "subscriptions.md: 4. A charge that fails"],
  [
    "1209600 s",
    "the trial of the sample",
    "subscriptions.md: 1. A product, a price, a plan",
    "subscriptions.md: 3. Move the clock",
  ],
  ["1 year", "how far the reader may advance the clock", "subscriptions.md", "testing.md"],
]

export const NUMBERS: Held[] = [...LIFETIMES, ...OF_REQUESTS, ...VALUES, ...RETRIES, ...OF_WEBHOOKS]
