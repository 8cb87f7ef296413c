// Finds in openapi.yaml where a request can name an existing object, so tests can name objects of other accounts.
import { randomBytes } from "node:crypto"
import type { Json, Response } from "../app/client.ts"
import type { Running } from "../app/vintem.ts"
import { cancelOne, type Merchant, newEndpoint, until } from "../merchants/merchant.ts"
import { newPaymentLink, newPricedProduct } from "../merchants/payment-links.ts"
import { expectStatus, newCustomer, newIntent, newToken } from "../merchants/payments.ts"
import { newPayer } from "../merchants/subscriptions.ts"
import { listedItem, type OpenText, openTexts } from "./contract.ts"
import { EXAMPLE_ID, fillIn, type Makers, makersInTestMode, type Operation } from "./examples.ts"

/** A text in a request that names an object. `kind` is the prefix of its id, `email` or `origin`. */
export type Place = { in: "path" | "query" | "body"; name: string; kind: string }
export type Request = { method: string; path: string; body?: Json }

const CURSORS = ["starting_after", "ending_before"]
const FOUND_BY = ["email", "origin"]

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
const ADDRESS = ["line1", "number", "line2", "district", "city", "state", "postal_code"]
/** Free texts. For all other texts, the contract says what they name, as in (`cus_…`). */
const FREE = [
  ...["name", "description", "statement_descriptor", "cancellation_reason", "reason", "return_url", "after_payment_url"],
  // It finds among the account's own payments (test/payments/search.test.ts).
  "query",
  ...["card.holderName", "wallet.payload"],
  ...UTM.map((name) => `utm.${name}`),
  ...ADDRESS.map((name) => `address.${name}`),
]

/** Returns the GET operations without required parameters. The test clock has its own tests. */
export function showingOf(operations: Operation[]): Operation[] {
  const isNeeded = ({ in: place, required }: Json) => place !== "header" && required
  const showing = operations.filter(({ method, parameters }) => method === "GET" && !parameters.some(isNeeded))
  return showing.filter(({ id }) => id !== "retrieveTestClock")
}

/** Returns the places where a request of this operation can name an object. */
export function placesOf({ id }: Pick<Operation, "id">): Place[] {
  return openTexts(id).flatMap((text) => kindsOf(id, text).map((kind) => ({ in: text.in, name: text.name, kind })))
}

/** Returns the texts that are not free and for which the contract does not say what they name. */
export function unclearTexts({ id }: Pick<Operation, "id">): string[] {
  const unclear = openTexts(id).filter((text) => kindsOf(id, text).length === 0 && !FREE.includes(text.name))
  return unclear.map(({ name }) => `${id}: ${name}`)
}

function kindsOf(operationId: string, { name, description }: OpenText): string[] {
  if (FOUND_BY.includes(name)) return [name]
  return kindsIn(CURSORS.includes(name) ? (listedItem(operationId)?.properties.id.description ?? "") : description)
}

function kindsIn(description: string): string[] {
  return [...new Set([/`([a-z]+)_…`/g, EXAMPLE_ID].flatMap((id) => [...description.matchAll(id)].map(([, prefix]) => prefix!)))]
}

/** Returns the request with another name in a place. */
export function withName(request: Request, operation: Operation, place: Place, value: string): Request {
  const [path, search] = request.path.split("?")
  if (place.in === "query") {
    const query = new URLSearchParams(search)
    query.set(place.name, value)
    return { ...request, path: `${path}?${query}` }
  }
  if (place.in === "body") return { ...request, body: withMember(request.body ?? {}, place.name.split("."), value) }
  const at = operation.path.split("/").indexOf(`{${place.name}}`)
  return { ...request, path: [path!.split("/").with(at, value).join("/"), search].filter(Boolean).join("?") }
}

function withMember(body: Json, [first, ...rest]: string[], value: string): Json {
  return { ...body, [first!]: rest.length > 0 ? withMember(body[first!] ?? {}, rest, value) : value }
}

/** Returns a name of the same form that does not exist. */
export function unusedName(name: string): string {
  return name.replace(/[0-9A-Za-z]{25}/, randomId())
}

/** Without digits, because some of them look like a card number, which answers mask. */
const randomId = () => Array.from(randomBytes(25), (byte) => String.fromCharCode(97 + (byte % 26))).join("")

/** Returns a response without the requested name and without the parts that differ between requests, such as ids and times. */
export function withoutNames({ status, headers, text }: Response, name: string): object {
  const body = text
    .replaceAll(name, "…")
    .replace(/\b([a-z]+)_[0-9A-Za-z]{25}\b/g, "$1_…")
    .replace(/"created":\d+/g, '"created":0')
  return { status, retry: headers["service-should-retry"], replayed: headers["idempotent-replayed"], body }
}

/** A merchant with a key of one mode. `make` creates objects. `fill` returns a request that the operation accepts. */
export type Party = {
  make: Makers
  fill(operation: Operation): Promise<Request>
  send(request: Request, idempotencyKey?: string): Promise<Response>
}

export async function newParty(vintem: Running, merchant: Merchant, mode: "test" | "live"): Promise<Party> {
  const { key } = await vintem.newKey({ account: merchant.account, mode })
  const request: Merchant["request"] = (method, path, body, options) => vintem.request(method, path, body, { key, ...options })
  const self = { ...merchant, key, request }
  const make = makers(vintem, self, mode)
  const fill = fillIn(vintem, self, make)
  return {
    make,
    fill: (operation) => fill(operation, operation.examples[0]?.body),
    send: ({ method, path, body }, idempotencyKey) => request(method, path, body, { idempotencyKey }),
  }
}

/** Returns the items of a list or the amounts of a balance. Throws if the response has neither. */
export function contentsOf({ status, body, text }: Response): Json[] {
  const lists = Object.values(body).filter(Array.isArray)
  if (status !== 200 || lists.length === 0) throw new Error(`The response is not a list: ${status} ${text}`)
  return lists.flat()
}

/** Live mode has no acquirer yet, so these objects cannot be created. */
export const NOT_IN_LIVE_MODE = ["pm", "re", "csub"]

/** Creates an object of each kind that a request can name. */
function makers(vintem: Running, merchant: Merchant, mode: "test" | "live"): Makers {
  return {
    ...(mode === "test" ? makersInTestMode(vintem, merchant) : makersInLiveMode(merchant)),
    ...makersInBothModes(merchant),
  }
}

function makersInBothModes(merchant: Merchant): Makers {
  const link = async () => newPaymentLink(merchant, await newPricedProduct(merchant))
  // Attempts to reach this endpoint fail at once, without a DNS look-up.
  const endpoint = async () => (await newEndpoint(merchant, "https://127.0.0.1/webhooks")).id
  return {
    plink: link,
    we: endpoint,
    wd: async () => {
      const deliveries = `/v1/webhook_endpoints/${await endpoint()}/deliveries`
      await cancelOne(merchant)
      const attempted = async () =>
        (await merchant.request("GET", deliveries)).body.data.find(({ attempts }: Json) => attempts > 0)
      return (await until<Json>(attempted)).id
    },
    email: async () => (await newCustomer(merchant, { email: `${randomId()}@example.com` })).email,
    origin: async () => {
      const origin = `https://${randomId()}.example`
      return expectStatus(await merchant.request("POST", "/merchant-origins", { origin }), 201).origin
    },
  }
}

function makersInLiveMode(merchant: Merchant): Makers {
  let payer: Promise<string> | undefined
  const customer = () => (payer ??= newPayer(merchant))
  const nothing = Object.fromEntries(NOT_IN_LIVE_MODE.map((kind) => [kind, async () => unusedName(`${kind}_${"0".repeat(25)}`)]))
  return {
    ...nothing,
    cus: customer,
    prd: () => newPricedProduct(merchant),
    tok: async () => (await newToken(merchant)).id,
    pi: async () => (await newIntent(merchant, { customer: await customer() })).id,
    evt: async () => {
      await cancelOne(merchant)
      return (await merchant.request("GET", "/v1/events?limit=1")).body.data[0].id
    },
  }
}
