import { createHmac } from "node:crypto"
import type { Json } from "../support/contract/json.ts"
import type { Deviation, Request, Response } from "./wrong-server.ts"

const NOBODY = "cus_0000000000000000000000000"

/** The responses that the checks of paging see. */
const isList = ({ body }: Response) => body?.object === "list"
const query = ({ path }: Request) => new URL(path, "http://x").searchParams
/** Changes what one operation creates. */
export const created =
  (path: string, change: (body: Json) => void) =>
  (response: Response, request: Request): void => {
    if (request.method === "POST" && request.path === path && response.status === 201) change(response.body)
  }
const onError = (response: Response, code: string) => response.body?.error?.code === code

function become(response: Response, status: number, body: Json): void {
  Object.assign(response, { status, body })
  delete response.headers["service-should-retry"]
}

/** 35 ways in which a server can be wrong, by what it does. */
export const DEVIATIONS: Record<string, Deviation> = {
  "leaves Request-Id out": {
    caughtBy: "operations.retrieveBalance",
    says: /header request-id is missing/,
    returns: ({ headers }) => void delete headers["request-id"],
  },
  "answers a create with 200": {
    caughtBy: "operations.createProduct",
    says: /does not document the status 200/,
    returns: (response) => {
      if (response.status === 201) response.status = 200
    },
  },
  "wraps responses in an envelope": {
    caughtBy: "operations.retrieveBalance",
    says: /required property 'available'/,
    returns: (response) => {
      response.body = { data: response.body }
    },
  },
  "charges a debit card as a credit card": {
    caughtBy: "options.debit",
    says: /payment_method_details\.card/,
    returns: ({ body }, { path }) => {
      if (path.endsWith("/confirm") && body?.payment_method_details?.card) body.payment_method_details.card.funding = "credit"
    },
  },
  "writes cents as a string": {
    caughtBy: "operations.createPaymentIntent",
    says: /\/amount must be integer/,
    returns: created("/v1/payment_intents", (intent) => {
      intent.amount = String(intent.amount)
    }),
  },
  "leaves a member out where it is null": {
    caughtBy: "operations.createPaymentIntent",
    says: /required property 'last_payment_error'/,
    returns: created("/v1/payment_intents", (intent) => void delete intent.last_payment_error),
  },
  "has numbers for ids": {
    caughtBy: "operations.createCustomer",
    says: /\/id must be string/,
    returns: created("/v1/customers", (customer) => {
      customer.id = 42
    }),
  },
  "returns the currency in upper case": {
    caughtBy: "operations.createPaymentIntent",
    says: /\/currency must match/,
    returns: created("/v1/payment_intents", (intent) => {
      intent.currency = intent.currency.toUpperCase()
    }),
  },
  "writes times in milliseconds": {
    caughtBy: "operations.createCustomer",
    says: /created: \d{13}/,
    returns: created("/v1/customers", (customer) => {
      customer.created *= 1000
    }),
  },
  "lists customers without a key": {
    caughtBy: "errors.listCustomers.no-key",
    says: /^200$/,
    returns: (response) => {
      if (!onError(response, "api_key_missing")) return
      become(response, 200, { object: "list", data: [], has_more: false, url: "/v1/customers" })
      Object.assign(response.headers, { "ratelimit-remaining": "499", "ratelimit-reset": "1777300860" })
    },
  },
  "returns errors without a code": {
    caughtBy: "errors.retrieveRefund.unknown-id",
    says: /required property 'code'/,
    returns: ({ body }) => void delete body.error?.code,
  },
  "answers 400 for an id that does not exist": {
    caughtBy: "errors.retrieveRefund.unknown-id",
    says: /status 400|^400/,
    returns: (response) => {
      if (response.status === 404) response.status = 400
    },
  },
  "takes members that it does not know": {
    caughtBy: "errors.createProduct.unknown-member",
    says: /^201$/,
    asks: ({ body }) => void delete body?.colour,
  },
  "takes an amount of 0": {
    caughtBy: "errors.setProductPrice.members",
    says: /^404 product_not_found$/,
    asks: ({ body }) => {
      if (body?.amount === 0) body.amount = 1
    },
  },
  "takes a limit of 101": {
    caughtBy: "errors.listProducts.query",
    says: /^200$/,
    asks: (request) => {
      request.path = request.path.replace("limit=101", "limit=100")
    },
  },
  "makes a second object for the same idempotency key": {
    caughtBy: "idempotency.createProduct",
    says: /prd_/,
    asks: ({ headers }) => void delete headers["idempotency-key"],
  },
  "replays a response to a request with another body": {
    caughtBy: "idempotency.same-request",
    says: /^201$/,
    returns: replayForAll(),
  },
  "repeats the last item of a page on the next one": {
    caughtBy: "paging.listProducts",
    says: /^ids/,
    returns: async (response, request, ask) => {
      const last = query(request).get("starting_after")
      if (!last || !isList(response)) return
      const { body } = await ask("GET", `/v1/products/${last}`)
      response.body.data = [body, ...response.body.data.slice(0, -1)]
    },
  },
  "lists the oldest items first": {
    caughtBy: "paging.listProducts",
    says: /newest first/,
    returns: (response) => {
      if (isList(response)) response.body.data.reverse()
    },
  },
  "says that no page has another one": {
    caughtBy: "paging.listProducts",
    says: /has_more: false/,
    returns: (response) => {
      if (isList(response)) response.body.has_more = false
    },
  },
  "ignores a cursor that does not exist": {
    caughtBy: "paging.listProducts.cursors",
    says: /^200$/,
    asks: (request) => {
      request.path = request.path.replace(`starting_after=${NOBODY}`, "limit=10")
    },
  },
  "says that a declined card has paid": {
    caughtBy: "payments.card.declined",
    says: /status: succeeded/,
    returns: ({ body }, { path }) => {
      if (path.endsWith("/confirm")) Object.assign(body, { status: "succeeded", last_payment_error: null })
    },
  },
  "registers a boleto at an address that does not exist": {
    caughtBy: "boleto.address",
    says: /^200$/,
    asks: ({ body }) => {
      if (body?.address?.state === "XX") body.address.state = "PE"
    },
  },
  "takes a name with invisible characters": {
    caughtBy: "rails.names",
    says: /^201$/,
    asks: ({ body }) => {
      if (body?.name === "Maria\u200b") body.name = "Maria"
    },
  },
  "returns the security code of a card": {
    caughtBy: "operations.createToken",
    says: /one of them/,
    returns: (response, { body }) => {
      if (response.body?.card) response.body.card.cvc = body.card.cvc
    },
  },
  "charges a payment intent that was canceled": {
    caughtBy: "payments.canceled",
    says: /^200$/,
    returns: async (response, { path }, ask) => {
      if (!path.endsWith("/confirm") || !onError(response, "payment_intent_canceled")) return
      const { body } = await ask("GET", path.replace("/confirm", ""))
      become(response, 200, { ...body, status: "succeeded" })
    },
  },
  "refunds more than was paid": {
    caughtBy: "refunds.too-much",
    says: /^201$/,
    asks: ({ path, body }) => {
      if (path === "/v1/refunds") body.amount = Math.min(body.amount, 4990)
    },
  },
  "says that a mandate is active before its payer has decided": {
    caughtBy: "mandates.subscribe",
    says: /"status":"active"/,
    returns: ({ body }) => {
      if (body?.pix_automatico?.status === "pending") body.pix_automatico.status = "active"
    },
  },
  "keeps the mandate of a canceled subscription": {
    caughtBy: "mandates.cancel",
    says: /"status":"active"/,
    returns: ({ body }, { path }) => {
      if (path.startsWith("/v1/payment_methods/") && body?.pix_automatico?.status === "canceled")
        body.pix_automatico.status = "active"
    },
  },
  "lets no page read its description": {
    caughtBy: "cors.document",
    says: /undefined|nothing/,
    returns: ({ headers }) => void delete headers["access-control-allow-origin"],
  },
  "answers 404 for a wrong method": {
    caughtBy: "routing./v1/balance",
    says: /^404/,
    returns: (response) => {
      if (response.status !== 405) return
      response.status = 404
      Object.assign(response.body.error ?? {}, { type: "not_found_error", code: "route_not_found" })
    },
  },
  "does not say how long to wait for the rate limit": {
    caughtBy: "limits.quota",
    says: /header retry-after is missing/,
    returns: (response) => {
      response.status = 429
      response.headers["service-should-retry"] = "true"
      const request_id = response.headers["request-id"]
      response.body = { error: { type: "rate_limit_error", code: "rate_limit_exceeded", message: "Later.", request_id } }
    },
  },
  "signs webhooks with another secret": {
    caughtBy: "webhooks.signature",
    says: /^t=/,
    delivers: ({ headers, body }) => {
      const t = headers["service-signature"]!.match(/t=(\d+)/)![1]
      const v1 = createHmac("sha256", "whsec_test_other")
        .update(`${t}.${JSON.stringify(body)}`)
        .digest("hex")
      return [{ headers: { ...headers, "service-signature": `t=${t},v1=${v1}` }, body }]
    },
  },
  "signs webhooks without a timestamp": {
    caughtBy: "webhooks.event",
    says: /header Service-Signature: v1=/,
    delivers: ({ headers, body }) => {
      const signature = headers["service-signature"]!.replace(/^t=\d+,/, "")
      return [{ headers: { ...headers, "service-signature": signature }, body }]
    },
  },
  "sends an event twice, with another id": {
    caughtBy: "webhooks.event",
    says: /404 event_not_found/,
    delivers: ({ headers, body }) => [
      { headers, body: { ...body, id: `${body.id.slice(0, -3)}xyz` } },
      { headers, body },
    ],
  },
}

/** Keeps the first response to each idempotency key, whatever else is sent with it. */
function replayForAll(): Deviation["returns"] {
  const kept = new Map<string, Json>()
  return (response, { headers }) => {
    const key = headers["idempotency-key"]
    if (!key) return
    if (!kept.has(key)) kept.set(key, structuredClone(response))
    else if (response.status === 422) {
      become(response, kept.get(key).status, kept.get(key).body)
      response.headers["idempotent-replayed"] = "true"
    }
  }
}
