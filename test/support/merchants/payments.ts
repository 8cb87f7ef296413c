// Common steps of tests that take payments.
import { randomUUID } from "node:crypto"
import { MOCK_CARDS } from "../../../src/acquirers/mock/cards.ts"
import type { Json, Response } from "../app/client.ts"
import type { Vintem } from "../app/vintem.ts"

/** The mock acquirer's card numbers by name. */
export const CARDS = Object.fromEntries(MOCK_CARDS.map(({ name, number }) => [name, number])) as Record<
  (typeof MOCK_CARDS)[number]["name"],
  string
>

/** The form of a charge id in the API, whatever the acquirer's own id looks like. */
export const CHARGE = /^ch_[0-9A-Za-z]{25}$/

export const newIdempotencyKey = (): string => randomUUID()

/** Returns the body. Throws with the response if it has another status. */
export function expectStatus(response: Response, status: number): Json {
  if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}: ${response.text}`)
  return response.body
}

/** Sends a POST with its own idempotency key. Returns the body. Throws with the response if it has another status. */
export async function postOnce(vintem: Pick<Vintem, "request">, path: string, body: object, status = 201): Promise<Json> {
  return expectStatus(await vintem.request("POST", path, body, { idempotencyKey: newIdempotencyKey() }), status)
}

export async function newCustomer(vintem: Pick<Vintem, "request">, details: object = {}): Promise<Json> {
  const body = { email: "ana@example.com", name: "Ana Souza", ...details }
  return expectStatus(await vintem.request("POST", "/v1/customers", body), 201)
}

export function cardBody(number: string = CARDS.approved, card: object = {}): object {
  return { type: "card", card: { number, expMonth: 12, expYear: 2034, cvc: "123", ...card } }
}

export async function newToken(vintem: Pick<Vintem, "request">, number?: string): Promise<Json> {
  return expectStatus(await vintem.request("POST", "/v1/tokens", cardBody(number)), 201)
}

/** Creates a payment intent, with a new customer unless `details` names one. */
export async function newIntent(vintem: Pick<Vintem, "request">, details: Json = {}): Promise<Json> {
  const customer = details.customer ?? (await newCustomer(vintem)).id
  const body = { amount: 4990, currency: "brl", ...details, customer }
  return expectStatus(await vintem.request("POST", "/v1/payment_intents", body), 201)
}
