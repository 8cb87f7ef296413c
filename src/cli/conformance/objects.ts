// Creates the objects that the checks need, through the API alone.
import { randomUUID } from "node:crypto"
import type { SendRequest } from "./client.ts"
import type { Json } from "./contract/document.ts"
import { eventually } from "./eventually.ts"
import { expectEqual, expectError, expectStatus, NotTried, type Reply } from "./expect.ts"
import type { Makers } from "./requests.ts"

/** Test cards. Any other number succeeds too. */
export const CARDS = {
  approved: "4242424242424242",
  declined: "4000000000000002",
  insufficientFunds: "4000000000009995",
  expired: "4000000000000069",
  wrongCvc: "4000000000000127",
  unreachable: "4000000000000119",
  challenge: "4000000000003220",
  frictionless: "4000000000003121",
  disputed: "4000000000000259",
  declinedWhenCharged: "4000000000000341",
  processing: "4000000000000036",
  declinedAtCapture: "4000000000000408",
} as const

/** In cents. */
export const AMOUNT = 4990

/** The customer data that payment methods need. */
const PAYER = {
  email: "conformance@example.com",
  name: "Maria da Silva",
  document: { type: "cpf", number: "52998224725" },
  address: { line1: "Rua das Flores", number: "1", city: "Recife", state: "PE", postal_code: "50000000" },
}

type By = { request: SendRequest; timeoutMs: number }

/** Sends a POST and returns the body. Throws a Deviation if the response has another status. */
export async function post(
  { request }: Pick<By, "request">,
  path: string,
  body: object | undefined,
  status: 200 | 201,
): Promise<Json> {
  return expectStatus(await request("POST", path, body), status)
}

/** Sends a GET and returns the body. Throws a Deviation if the status is not 200. */
export async function get({ request }: Pick<By, "request">, path: string): Promise<Json> {
  return expectStatus(await request("GET", path), 200)
}

/** Creates a customer who can use every payment method. */
export function newPayer(by: By, details: object = {}): Promise<Json> {
  return post(by, "/v1/customers", { ...PAYER, ...details }, 201)
}

export function cardBody(number: string, more: object = {}): { type: "card"; card: object } {
  return { type: "card", card: { number, expMonth: 12, expYear: new Date().getUTCFullYear() + 5, cvc: "737", ...more } }
}

/** Creates a token of a card number, or of another type such as `pix`. `card`: more members of the card. Returns its id. */
export async function newToken(by: By, method: string = CARDS.approved, card: object = {}): Promise<string> {
  const body = /^\d/.test(method) ? cardBody(method, card) : { type: method }
  return (await post(by, "/v1/tokens", body, 201)).id
}

/** Creates a payment intent that accepts every method. Its customer is new unless `details` names one. */
export async function newIntent(by: By, details: Json = {}): Promise<Json> {
  const customer = details.customer ?? (await newPayer(by)).id
  const payment_method_types = ["card", "pix", "boleto"]
  return post(by, "/v1/payment_intents", { amount: AMOUNT, currency: "brl", payment_method_types, ...details, customer }, 201)
}

/** Confirms a payment intent with a new token of a card number, or of another type such as `pix`. */
export async function confirmWith(by: By, intent: string, method: string): Promise<Reply> {
  return by.request("POST", `/v1/payment_intents/${intent}/confirm`, { payment_method: await newToken(by, method) })
}

/** Creates a payment intent whose card is authorized, and captured later. */
export async function authorized(by: By, card: string = CARDS.approved): Promise<Json> {
  return payWith(by, card, { payment_method_types: ["card"], capture_method: "manual" })
}

/** Creates a payment intent and confirms it. Returns the response of the confirm. */
export async function payWith(by: By, method: string, details: object = {}): Promise<Json> {
  return expectStatus(await confirmWith(by, (await newIntent(by, details)).id, method), 200)
}

/** Pays with a card that succeeds. */
export async function paid(by: By, details: object = {}): Promise<Json> {
  const reply = await confirmWith(by, (await newIntent(by, details)).id, CARDS.approved)
  expectEqual(reply, "status", expectStatus(reply, 200).status, "succeeded")
  return reply.body
}

/** Ends a payment as the payer or the passage of time would. */
export function help(by: By, { id }: Json, what: "succeed" | "fail" | "expire", body?: object): Promise<Reply> {
  return by.request("POST", `/v1/test_helpers/payment_intents/${id}/${what}`, body)
}

/** Saves a card for a customer. Returns the payment method. */
export async function savedCard(by: By, customer: string, card?: string): Promise<Json> {
  return post(by, "/v1/payment_methods", { token: await newToken(by, card), customer }, 201)
}

/** The products with an active plan among the newest 100 active ones, newest first. */
export async function recurringProducts(by: By): Promise<Json[]> {
  const products: Json[] = (await get(by, "/v1/products?status=ACTIVE&limit=100")).data
  return products.filter(({ recurring }) => recurring)
}

/** Finds a product with an active plan, which the API cannot create. Throws NotTried if the account has none. */
export async function recurringProduct(by: By): Promise<Json> {
  const [found] = await recurringProducts(by)
  if (!found) throw new NotTried("none of the account's newest 100 active products has an active plan")
  return found
}

/** Creates a payment for the newest product with an active plan that can be sold like this. Throws NotTried with `missing` if the account has none. */
export async function newPaymentWithPlan(by: By, details: object, missing: string): Promise<Json> {
  for (const { id: product } of await recurringProducts(by)) {
    const created = await by.request("POST", "/v1/payment_intents", { amount: AMOUNT, ...details, product })
    if (created.status === 201) return created.body
    expectError(created, 400, "parameter_invalid")
  }
  throw new NotTried(missing)
}

/** Creates the first payment of a subscription by PIX Automático. Throws NotTried if the account has no product that it can sell. */
export function newPaymentByMandate(by: By, details: { customer: string; amount?: 0 }): Promise<Json> {
  const missing = `none of the account's newest 100 active products can be sold by PIX Automático${details.amount === 0 ? " with a trial" : ""}`
  return newPaymentWithPlan(by, { currency: "brl", payment_method_types: ["pix_automatico"], ...details }, missing)
}

/** Pays for a product with a plan. Returns the new subscription, which is that of a new customer unless one is named. */
export async function newSubscription(by: By, payer?: string): Promise<Json> {
  const { id: product } = await recurringProduct(by)
  const customer = payer ?? (await newPayer(by)).id
  const first = await paid(by, { customer, product })
  const list = await by.request("GET", `/v1/customer_subscriptions?customer=${customer}`)
  const [newest] = expectStatus(list, 200).data
  expectEqual(list, "first payment of the customer's newest subscription", newest?.latest_payment_intent, first.id)
  return newest
}

/** Creates a product with a price, and returns its id. */
export async function newProduct(by: By): Promise<string> {
  const { id } = await post(by, "/v1/products", { name: "Conformance" }, 201)
  await post(by, `/v1/products/${id}/price`, { amount: AMOUNT, currency: "brl" }, 201)
  return id
}

export function newEndpoint(by: By, url = "https://shop.example/conformance", events = ["*"]): Promise<Json> {
  return post(by, "/v1/webhook_endpoints", { url, events }, 201)
}

/** Cancels a new payment intent. Returns its event, once it is listed. */
export async function newEvent(by: By): Promise<Json> {
  const { id } = await newIntent(by)
  await post(by, `/v1/payment_intents/${id}/cancel`, {}, 200)
  return eventually(by, async () => {
    const reply = await by.request("GET", "/v1/events?limit=1&type=payment_intent.canceled")
    const [event] = expectStatus(reply, 200).data
    expectEqual(reply, "the newest event's payment intent", event?.data.object.id, id)
    return event
  })
}

/** Returns the account's time, in Unix seconds. */
export async function timeOf(by: By): Promise<number> {
  return (await get(by, "/v1/test_helpers/clock")).now
}

/** An address that no other check uses. */
export const uniqueEmail = (): string => `${randomUUID()}@example.com`

/** For the examples of the contract. */
export function makers(by: By) {
  let payer: string | undefined
  const customer = async (): Promise<string> => {
    payer ??= (await newPayer(by)).id as string
    return payer
  }
  const refund = async () => post(by, "/v1/refunds", { payment_intent: (await paid(by)).id }, 201)
  return {
    cus: customer,
    prd: async (_, body) => {
      if (!body?.payment_method_types?.includes("pix_automatico")) return newProduct(by)
      return (await newPaymentByMandate(by, { customer: await customer() })).product
    },
    plink: async () => (await post(by, "/v1/payment_links", { product: await newProduct(by) }, 201)).id,
    tok: () => newToken(by),
    pm: async () => (await savedCard(by, await customer())).id,
    pi: async ({ id }) => {
      if (id === "createRefund") return (await paid(by)).id
      if (id === "capturePaymentIntent") return (await authorized(by)).id
      if (id === "listRefunds") return (await refund()).payment_intent
      return (await newIntent(by, { customer: await customer() })).id
    },
    re: async () => (await refund()).id,
    csub: async ({ id: operation }) => {
      const { id } = await newSubscription(by, await customer())
      if (operation === "resumeCustomerSubscription") await post(by, `/v1/customer_subscriptions/${id}/pause`, {}, 200)
      return id
    },
    evt: async () => (await newEvent(by)).id,
    we: async () => (await newEndpoint(by)).id,
  } satisfies Makers
}
