export { Client } from "./client.ts"
export * from "./errors.ts"
export type { AutoPaging, List, ListQuery, Page, PagePromise, ToArrayOptions } from "./page.ts"
export type * from "./types.ts"
export {
  type EventOf,
  type SignatureHeader,
  type WebhookPayload,
  type WebhookSecret,
  type Webhooks,
  webhooks,
} from "./webhooks.ts"
