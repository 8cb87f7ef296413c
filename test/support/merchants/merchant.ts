// A merchant for one test, with an account that no other test uses.
import type { Client, Json } from "../app/client.ts"
import type { Vintem } from "../app/vintem.ts"
import { cardBody, expectStatus, newIntent } from "./payments.ts"

/** Checks cost processor time, which the awaited work needs too. */
const LONGEST_PAUSE_MS = 250

export type Merchant = { account: string; key: string; request: Client["request"] }

export async function newMerchant(vintem: Vintem, mode: "test" | "live" = "test"): Promise<Merchant> {
  const account = await vintem.newAccount()
  const { key } = await vintem.newKey({ account, mode })
  const request: Client["request"] = (method, path, body, options) => vintem.request(method, path, body, { key, ...options })
  return { account, key, request }
}

/** The types of the first versions: those that tell what became of a payment. */
export const OUTCOMES = [
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.dispute.created",
]

/** For requests for events: lists those of the first versions, whatever else has happened. */
export const ONLY_OUTCOMES = { headers: { "service-version": "2026-04-27" } }

/** Registers an endpoint for the outcomes of payments, or for other events. Returns it with its secret. */
export async function newEndpoint(merchant: Merchant, url: string, events: string[] = OUTCOMES): Promise<Json> {
  return expectStatus(await merchant.request("POST", "/v1/webhook_endpoints", { url, events }), 201)
}

/** Creates and cancels a payment intent: the fastest way to an event. Returns the payment intent. */
export async function cancelOne(merchant: Merchant, details: object = {}): Promise<Json> {
  const intent = await newIntent(merchant, details)
  return expectStatus(await merchant.request("POST", `/v1/payment_intents/${intent.id}/cancel`, {}), 200)
}

/** Pays with a card. Returns the response of confirm. */
export async function payOne(merchant: Merchant, card?: string, details: object = {}): Promise<Json> {
  const intent = await newIntent(merchant, details)
  const token = expectStatus(await merchant.request("POST", "/v1/tokens", cardBody(card)), 201)
  const confirmed = await merchant.request("POST", `/v1/payment_intents/${intent.id}/confirm`, { payment_method: token.id })
  return expectStatus(confirmed, 200)
}

export async function deliveriesOf(merchant: Merchant, endpoint: string): Promise<Json[]> {
  const page = await merchant.request("GET", `/v1/webhook_endpoints/${endpoint}/deliveries?limit=100`)
  return expectStatus(page, 200).data
}

/**
 * Checks `condition` every 20 ms, then at growing intervals, and returns its value. Throws if it is not met within `withinMs`, which allows
 * for a busy machine.
 */
export async function until<T>(condition: () => Promise<T | undefined | false>, withinMs = 45_000): Promise<T> {
  const deadline = Date.now() + withinMs
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.3, LONGEST_PAUSE_MS)) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
    if (Date.now() > deadline) throw new Error(`this did not happen within ${withinMs} ms: ${condition}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
