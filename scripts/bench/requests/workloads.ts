// The requests to Vintém. Each workload sends them with a secret key, like the SDK.
import { randomUUID } from "node:crypto"
import { request } from "undici"

export const WORKLOADS = ["retrieve", "list", "create", "confirm"] as const
export type WorkloadName = (typeof WORKLOADS)[number]

export const TITLES: Record<WorkloadName, string> = {
  retrieve: "retrieve a payment intent",
  list: "list ten payment intents",
  create: "create a payment intent",
  confirm: "confirm with a card token",
}

export type Sent = { method: "GET" | "POST"; path: string; headers: Record<string, string>; body?: string }

export type Workload = {
  name: WorkloadName
  /** The same request each time. */
  same?: Sent
  /** A new request each time. */
  each?: () => Sent
  /** Prepares this many requests. Each of them can be sent only once. */
  once?: (count: number) => Promise<Sent[]>
}

/** A merchant of the measured service: how to send its requests, and its paying customer. */
export type Merchant = { headers: Record<string, string>; url: string; customer: string }

const LISTED = 10
const PREPARED_AT_ONCE = 50
const CARD = { number: "4242424242424242", expMonth: 12, expYear: 2034, cvc: "123" }

export async function newMerchant(url: string, key: string): Promise<Merchant> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const merchant = { headers, url, customer: "" }
  const { id } = await postJson(merchant, "/v1/customers", { email: "bench@example.com" })
  return { ...merchant, customer: id }
}

/** Returns the workloads of a merchant. Creates the objects that they read. */
export async function workloadsOf(merchant: Merchant): Promise<Workload[]> {
  const { headers } = merchant
  const ids: string[] = []
  while (ids.length < LISTED) ids.push((await send(merchant, createOf(merchant))).id)
  return [
    { name: "retrieve", same: { method: "GET", path: `/v1/payment_intents/${ids[0]}`, headers } },
    { name: "list", same: { method: "GET", path: `/v1/payment_intents?limit=${LISTED}`, headers } },
    { name: "create", each: () => createOf(merchant) },
    { name: "confirm", once: (count) => confirmsOf(merchant, count) },
  ]
}

/** Each create has its own idempotency key, as in the SDK. */
export function createOf({ headers, customer }: Merchant): Sent {
  const body = JSON.stringify({ amount: 4990, currency: "brl", customer })
  return { method: "POST", path: "/v1/payment_intents", headers: { ...headers, "idempotency-key": randomUUID() }, body }
}

/** Creates this many payment intents, each with a card token. Returns the requests that confirm them. */
async function confirmsOf(merchant: Merchant, count: number): Promise<Sent[]> {
  const confirms: Sent[] = []
  while (confirms.length < count) {
    const batch = Math.min(PREPARED_AT_ONCE, count - confirms.length)
    confirms.push(...(await Promise.all(Array.from({ length: batch }, () => confirmOf(merchant)))))
  }
  return confirms
}

async function confirmOf(merchant: Merchant): Promise<Sent> {
  const [intent, token] = await Promise.all([
    send(merchant, createOf(merchant)),
    postJson(merchant, "/v1/tokens", { type: "card", card: CARD }),
  ])
  const headers = { ...merchant.headers, "idempotency-key": randomUUID() }
  const body = JSON.stringify({ payment_method: token.id })
  return { method: "POST", path: `/v1/payment_intents/${intent.id}/confirm`, headers, body }
}

function postJson(merchant: Merchant, path: string, body: object): Promise<{ id: string }> {
  return send(merchant, { method: "POST", path, headers: merchant.headers, body: JSON.stringify(body) })
}

/** Sends one request and returns the response's body. Throws if the response is not 2xx. */
export async function send({ url }: { url: string }, { path, ...options }: Sent): Promise<{ id: string }> {
  const response = await request(url + path, options)
  if (response.statusCode > 299) throw new Error(`${options.method} ${path}: ${await response.body.text()}`)
  return (await response.body.json()) as { id: string }
}
