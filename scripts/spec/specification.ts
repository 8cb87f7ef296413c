// The numbers, names and lists of the API's specification, and their places in the contract. `make spec` and the tests compare the two.
// Each value is repeated here, so an edit of the contract alone fails. Other tests take values from here.
import type { Row } from "./shared/document.ts"
import { ERRORS } from "./specified-errors.ts"
import { EVENT_TYPES } from "./specified-events.ts"

const UTM = [
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_term",
  "utm_content",
  "utm_referrer",
  "utm_landing_page",
  "src",
  "sck",
]
const CUSTOMER_TEXTS = ["name", "address.line1", "address.number", "address.line2", "address.district", "address.city"]
const LISTS =
  "listPaymentIntents listPaymentMethods listRefunds listCustomers listProducts listCustomerSubscriptions listEvents".split(" ")

const AMOUNTS: Row[] = [
  [
    "Amounts are integers in the smallest unit of the currency, never decimal.",
    "integer",
    "createPaymentIntent body amount type",
    "retrievePaymentIntent 200 amount type",
    "createRefund body amount type",
    "retrieveRefund 200 amount type",
    "setProductPrice body amount type",
    "retrieveBalance 200 available[].amount type",
  ],
  // At older versions, the smallest amount of a payment is 1 cent too.
  ["An amount of 0 begins a trial.", 0, "createPaymentIntent body amount minimum", "retrievePaymentIntent 200 amount minimum"],
  [
    "The smallest amount is 1 cent.",
    1,
    "createRefund body amount minimum",
    "retrieveRefund 200 amount minimum",
    "setProductPrice body amount minimum",
    "retrieveProductPrice 200 amount minimum",
    "webhook charge.dispute.created body data.object.amount minimum",
  ],
  [
    "The largest amount is 99999999999 cents.",
    99_999_999_999,
    "createPaymentIntent body amount maximum",
    "retrievePaymentIntent 200 amount maximum",
    "createRefund body amount maximum",
    "retrieveRefund 200 amount maximum",
    "setProductPrice body amount maximum",
    "retrieveProductPrice 200 amount maximum",
    "webhook charge.dispute.created body data.object.amount maximum",
  ],
  [
    "A currency is three lower-case letters of ISO 4217.",
    { takes: ["brl"], refuses: ["BRL", "br", "real"] },
    "createPaymentIntent body currency pattern",
    "setProductPrice body currency pattern",
    "retrievePaymentIntent 200 currency pattern",
  ],
]

const PAYMENTS: Row[] = [
  [
    "A payment intent needs amount, currency and customer.",
    ["amount", "currency", "customer"],
    "createPaymentIntent body required",
  ],
  [
    "payment_method_types has each of card, pix, boleto and pix_automatico.",
    ["card", "pix", "boleto", "pix_automatico"],
    "createPaymentIntent body payment_method_types[] enum",
    "retrievePaymentIntent 200 payment_method_types[] enum",
  ],
  ["payment_method_types is [card] by default.", ["card"], "createPaymentIntent body payment_method_types default"],
  [
    "The description of a payment intent has up to 255 characters.",
    255,
    "createPaymentIntent body description maxLength",
    "retrievePaymentIntent 200 description maxLength",
  ],
  [
    "statement_descriptor has up to 22 characters; it appears on the card statement.",
    22,
    "createPaymentIntent body statement_descriptor maxLength",
    "retrievePaymentIntent 200 statement_descriptor maxLength",
  ],
  [
    "The cancellation_reason of a payment intent has up to 255 characters.",
    255,
    "cancelPaymentIntent body cancellation_reason maxLength",
    "retrievePaymentIntent 200 cancellation_reason maxLength",
  ],
  [
    "The reason for canceling a subscription has up to 255 characters.",
    255,
    "cancelCustomerSubscription body reason maxLength",
    "retrieveCustomerSubscription 200 cancellation_reason maxLength",
  ],
  ["A value of utm has up to 500 characters.", 500, ...UTM.map((name) => `createPaymentIntent body utm.${name} maxLength`)],
  ["In a response, utm has all nine keys.", UTM, "retrievePaymentIntent 200 utm required"],
  [
    "The states of a payment intent.",
    "requires_payment_method requires_confirmation requires_action requires_capture processing succeeded canceled".split(" "),
    "retrievePaymentIntent 200 status enum",
  ],
  ["A confirmation needs only payment_method.", ["payment_method"], "confirmPaymentIntent body required"],
  [
    "A boleto's line_code has 47 digits.",
    { takes: ["1".repeat(47)], refuses: ["1".repeat(46), "1".repeat(48)] },
    "confirmPaymentIntent 200 next_action.line_code pattern",
  ],
  ["A refund needs only payment_intent.", ["payment_intent"], "createRefund body required"],
  ["A merchant's reasons for a refund.", ["duplicate", "fraudulent", "requested_by_customer"], "createRefund body reason enum"],
  [
    "A refund's reasons include dispute, which only a chargeback sets.",
    ["duplicate", "fraudulent", "requested_by_customer", "dispute"],
    "retrieveRefund 200 reason enum",
  ],
  ["A refund is pending, succeeded or failed.", ["pending", "succeeded", "failed"], "retrieveRefund 200 status enum"],
  ["The list of payment methods needs the customer.", true, "listPaymentMethods query customer required"],
]

const RESOURCES = ["Customer", "Product", "PaymentIntent", "Refund"]
const UPDATED = ["Customer", "Product"]
const METADATA: Row[] = [
  ["metadata has at most 50 members.", 50, ...RESOURCES.map((name) => `retrieve${name} 200 metadata maxProperties`)],
  [
    "A value of metadata has 1 to 500 characters.",
    1,
    ...RESOURCES.map((name) => `create${name} body metadata.* minLength`),
    ...UPDATED.map((name) => `update${name} body metadata.* minLength`),
  ],
  [
    "A value of metadata has 1 to 500 characters.",
    500,
    ...RESOURCES.map((name) => `create${name} body metadata.* maxLength`),
    ...UPDATED.map((name) => `update${name} body metadata.* maxLength`),
  ],
]

const CARDS: Row[] = [
  [
    "A month is from 1 to 12.",
    1,
    "createToken body card.expMonth minimum",
    "createToken 201 card.expMonth minimum",
    "retrievePaymentMethod 200 card.exp_month minimum",
  ],
  [
    "A month is from 1 to 12.",
    12,
    "createToken body card.expMonth maximum",
    "createToken 201 card.expMonth maximum",
    "retrievePaymentMethod 200 card.exp_month maximum",
  ],
  [
    "A year has four digits, from 1000 to 9999.",
    1000,
    "createToken body card.expYear minimum",
    "createToken 201 card.expYear minimum",
    "retrievePaymentMethod 200 card.exp_year minimum",
  ],
  [
    "A year has four digits, from 1000 to 9999.",
    9999,
    "createToken body card.expYear maximum",
    "createToken 201 card.expYear maximum",
    "retrievePaymentMethod 200 card.exp_year maximum",
  ],
  [
    "A security code has three digits, or four on amex.",
    { takes: ["123", "1234"], refuses: ["12", "12345", "12a"] },
    "createToken body card.cvc pattern",
  ],
  [
    "A card shows its last four digits.",
    { takes: ["4242"], refuses: ["424", "42424", "424a"] },
    "createToken 201 card.last4 pattern",
    "retrievePaymentMethod 200 card.last4 pattern",
    "retrievePaymentIntent 200 payment_method_details.card.last4 pattern",
  ],
  ["A wallet's payload has at most 16 KiB.", 16 * 1024, "createToken body wallet.payload maxLength"],
  [
    "The brands of cards.",
    ["visa", "mastercard", "amex", "elo", "hipercard", "diners", "discover", "jcb", "aura", "unknown"],
    "createToken 201 card.brand enum",
  ],
]

const CUSTOMERS: Row[] = [
  ["A customer needs only an email address.", ["email"], "createCustomer body required"],
  [
    "A text with no limit of its own has up to 255 characters.",
    255,
    ...CUSTOMER_TEXTS.flatMap((name) => [`createCustomer body ${name} maxLength`, `updateCustomer body ${name} maxLength`]),
  ],
  [
    "A phone number is in E.164 format.",
    { takes: ["+5511987654321"], refuses: ["5511987654321", "+55 11 9876", `+${"1".repeat(16)}`] },
    "createCustomer body phone pattern",
    "updateCustomer body phone pattern",
  ],
  [
    "A country is two capital letters of ISO 3166-1.",
    { takes: ["BR"], refuses: ["br", "BRA", "B"] },
    "createCustomer body address.country pattern",
    "updateCustomer body address.country pattern",
  ],
  [
    "A document is a CPF or a CNPJ.",
    ["cpf", "cnpj"],
    "createCustomer body document.type enum",
    "updateCustomer body document.type enum",
    "retrieveCustomer 200 document.type enum",
  ],
  [
    "A product is ACTIVE or INACTIVE.",
    ["ACTIVE", "INACTIVE"],
    "retrieveProduct 200 status enum",
    "listProducts query status enum",
  ],
  [
    "The states of a subscription.",
    ["INCOMPLETE", "TRIALING", "ACTIVE", "PAST_DUE", "UNPAID", "CANCELED"],
    "retrieveCustomerSubscription 200 status enum",
    "listCustomerSubscriptions query status enum",
  ],
]

const WEBHOOKS: Row[] = [
  ["The types of events.", EVENT_TYPES, "retrieveEvent 200 type enum", "listEvents query type enum"],
  ["An endpoint registers types of events, or * for all.", ["*", ...EVENT_TYPES], "createWebhookEndpoint body events[] enum"],
  [
    "The URL of an endpoint is https.",
    { takes: ["https://loja.example/hooks"], refuses: ["http://loja.example/hooks", "loja.example"] },
    "createWebhookEndpoint body url pattern",
  ],
  ["An endpoint needs url and events.", ["url", "events"], "createWebhookEndpoint body required"],
  ["Events carry api_version v1.", ["v1"], ...EVENT_TYPES.map((type) => `webhook ${type} body api_version enum`)],
  [
    "Service-Signature is t=<unix timestamp>,v1=<hex hmac>.",
    { takes: [`t=1777300812,v1=${"a".repeat(64)}`], refuses: [`v1=${"a".repeat(64)}`, "t=1777300812,v1=abc"] },
    ...EVENT_TYPES.map((type) => `webhook ${type} header Service-Signature pattern`),
  ],
  [
    "The states of a delivery.",
    ["pending", "delivered", "dead_letter", "canceled"],
    "listWebhookDeliveries 200 data[].status enum",
  ],
]

const LIST: Row[] = [
  ["A page has 1 to 100 items, 10 by default.", 1, ...LISTS.map((id) => `${id} query limit minimum`)],
  ["A page has 1 to 100 items, 10 by default.", 100, ...LISTS.map((id) => `${id} query limit maximum`)],
  ["A page has 1 to 100 items, 10 by default.", 10, ...LISTS.map((id) => `${id} query limit default`)],
  [
    "A list has object, data, has_more and url.",
    ["object", "data", "has_more", "url"],
    ...LISTS.map((id) => `${id} 200 required`),
  ],
]

const REQUESTS: Row[] = [
  [
    "Idempotency-Key is a UUIDv4.",
    { takes: ["6f1c1f3e-8d7b-4c55-9c57-6f0f1b0a2c11"], refuses: ["6f1c1f3e-8d7b-1c55-9c57-6f0f1b0a2c11", "order-1042"] },
    "createPaymentIntent header Idempotency-Key pattern",
  ],
  ["The dated versions.", ["2026-04-25", "2026-04-27", "2026-12-01"], "createPaymentIntent header Service-Version enum"],
  ["A publishable key may create tokens.", true, "createToken x-publishable"],
  [
    "A publishable key may call nothing else.",
    undefined,
    "createPaymentIntent x-publishable",
    "createPaymentMethod x-publishable",
  ],
  ...["succeedPaymentIntent", "failPaymentIntent", "expirePaymentIntent"].map(
    (id): Row => ["Test helpers need a test secret key.", true, `${id} x-test-only`],
  ),
  ["The description of the API needs no key.", [], "retrieveOpenapi security"],
]

export const SPECIFICATION: Row[] = [
  ...AMOUNTS,
  ...PAYMENTS,
  ...METADATA,
  ...CARDS,
  ...CUSTOMERS,
  ...WEBHOOKS,
  ...LIST,
  ...REQUESTS,
  ...ERRORS,
]
