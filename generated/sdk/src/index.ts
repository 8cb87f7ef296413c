// Generated from openapi.yaml. Edit that file or the templates, then run `make generate`.

export type * from "./models.ts"
export type * from "./resources/balance.ts"
export type * from "./resources/customer-subscriptions.ts"
export type * from "./resources/customers.ts"
export type * from "./resources/events.ts"
export type * from "./resources/merchant-origins.ts"
export type * from "./resources/payment-intents.ts"
export type * from "./resources/payment-links.ts"
export type * from "./resources/payment-methods.ts"
export type * from "./resources/products.ts"
export type * from "./resources/refunds.ts"
export type * from "./resources/test-helpers-clock.ts"
export type * from "./resources/test-helpers-payment-intents.ts"
export type * from "./resources/tokens.ts"
export type * from "./resources/webhook-endpoints.ts"
export * from "./runtime/errors.ts"
export type { AutoPaging, List, Page, PagePromise, ToArrayOptions } from "./runtime/page.ts"
export type * from "./runtime/types.ts"
export {
  type EventOf,
  type SignatureHeader,
  type WebhookPayload,
  type WebhookSecret,
  type Webhooks,
  webhooks,
} from "./runtime/webhooks.ts"
export { Vintem, Vintem as default } from "./vintem.ts"
