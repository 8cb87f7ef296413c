import { expect } from "chai"
import { create, errorBody, failure, KEY, retrieve, serving } from "./local-client.ts"
import { json } from "./local-server.ts"
import { Client, errors, type Operation } from "./runtime.ts"

let close: (() => Promise<void>) | undefined
const serve = serving((started) => (close = started))

afterEach(async () => {
  await close?.()
  close = undefined
})

describe("An error of the SDK", () => {
  const types = [
    [400, "invalid_request_error", "InvalidRequestError"],
    [401, "authentication_error", "AuthenticationError"],
    [404, "invalid_request_error", "InvalidRequestError"],
    [403, "permission_error", "PermissionError"],
    [404, "not_found_error", "NotFoundError"],
    [422, "idempotency_error", "IdempotencyError"],
    [409, "idempotency_error", "IdempotencyError"],
    [409, "invalid_request_error", "InvalidRequestError"],
    [429, "rate_limit_error", "RateLimitError"],
    [402, "card_error", "CardError"],
    [500, "api_error", "APIError"],
  ] as const
  for (const [status, type, name] of types) {
    it(`is a ${name} for ${status} ${type}, with the service's details`, async () => {
      const { client } = await serve((_, response) => json(response, status, errorBody(type, { param: "card.number" })), {
        maxRetries: 0,
      })
      const error = await failure(client.request(create))
      expect(error).to.be.instanceOf(errors[name])
      expect(error).to.be.instanceOf(errors.VintemError)
      expect(error).to.be.instanceOf(Error)
      expect(error).to.include({
        name,
        type,
        status,
        code: "some_code",
        param: "card.number",
        message: "What went wrong.",
        requestId: "req_1",
      })
      expect(error.headers!.get("request-id")).to.equal("req_1")
    })
  }

  const gateways = [
    [400, "InvalidRequestError"],
    [401, "AuthenticationError"],
    [402, "CardError"],
    [403, "PermissionError"],
    [404, "NotFoundError"],
    [418, "InvalidRequestError"],
    [422, "IdempotencyError"],
    [429, "RateLimitError"],
    [502, "APIError"],
  ] as const
  for (const [status, name] of gateways) {
    it(`has a class for the status when a gateway returns ${status}`, async () => {
      const page = async () => new Response("<h1>Nope</h1>", { status })
      const error = await failure(new Client(KEY, { fetch: page, maxRetries: 0 }).request(create))
      expect(error).to.be.instanceOf(errors[name])
      expect(error.message).to.include(String(status))
      expect([error.type, error.code, error.requestId]).to.deep.equal([undefined, undefined, undefined])
    })
  }

  it("has a class for the status if its type is unknown", async () => {
    for (const type of ["weather_error", "constructor", "toString", 5]) {
      const respond = async () => Response.json({ error: { type, message: "Rain." } }, { status: 404 })
      const error = await failure(new Client(KEY, { fetch: respond }).request(retrieve))
      expect(error).to.be.instanceOf(errors.NotFoundError)
      expect(error.message).to.equal("Rain.")
    }
  })

  it("takes the Request-Id from the body if the page cannot read the header", async () => {
    const respond = async () => Response.json(errorBody("not_found_error", { request_id: "req_body" }), { status: 404 })
    expect((await failure(new Client(KEY, { fetch: respond }).request(retrieve))).requestId).to.equal("req_body")
  })

  it("is printed without the response headers and without what it does not have", async () => {
    const { inspect } = await import("node:util")
    const { client } = await serve((_, response) => json(response, 404, errorBody("not_found_error"), { "x-noise": "noise" }))
    const error = await failure(client.request(retrieve))
    expect(inspect(error)).to.include("What went wrong.").and.not.to.include("noise")
    expect(inspect(error)).to.include("code: 'some_code'").and.not.to.include("undefined")
    expect(error.headers!.get("x-noise")).to.equal("noise")
    expect(error).to.have.property("param", undefined)
  })

  const loop: { self?: object } = {}
  loop.self = loop
  const unsendable: Record<string, Partial<Operation>> = {
    "a BigInt amount": { body: { amount: 4990n } },
    "parameters that contain themselves": { body: loop },
    "a query that is not text": { query: { email: Object.create(null) } },
    "a header with a line break": { options: { headers: { "x-shop": "hush\r\nx: y" } } },
    "an idempotency key with a line break": { options: { idempotencyKey: "hush\n\nx" } },
    "a version that no header can carry": { options: { version: "2026–04–27" } },
    "the name of a header with a space": { options: { headers: { "x shop": null } } },
    "a signal that is an AbortController": { options: { signal: new AbortController() as never } },
    "an id with half a character": { path: "/v1/customers/{id}", ids: ["cus_\udfff"] },
  }
  for (const [what, wrong] of Object.entries(unsendable)) {
    it(`is a VintemError for ${what}, and nothing is sent`, async () => {
      const { client, requests } = await serve((_, response) => json(response, 200, {}))
      const error = await failure(client.request({ ...create, ...wrong }))
      expect(error).to.be.instanceOf(errors.VintemError)
      expect(`${error.message} ${error.cause}`).not.to.include("hush")
      expect(requests).to.have.length(0)
    })
  }

  it("is not caused by options that are null", async () => {
    const { url } = await serve((_, response) => json(response, 200, { id: "cus_1" }))
    process.env.VINTEM_BASE_URL = url
    try {
      const client = new Client(KEY, null as never)
      expect(await client.request({ ...create, options: null as never })).to.deep.equal({ id: "cus_1" })
    } finally {
      delete process.env.VINTEM_BASE_URL
    }
  })

  it("is a ConnectionError with its cause when nothing listens", async () => {
    const { client, close: stop } = await serve(() => {}, { maxRetries: 0 })
    await stop()
    close = undefined
    const error = await failure(client.request(create))
    expect(error).to.be.instanceOf(errors.ConnectionError)
    expect(error.cause).to.be.instanceOf(Error)
    expect(error.message).to.match(
      /^http:\/\/127\.0\.0\.1:\d+ could not be reached, or its response was cut off \(ECONNREFUSED\)\.$/,
    )
    expect(error.status).to.equal(undefined)
  })

  it("says which setting has the URL of the service if none was set and nothing listens", async () => {
    const fetch = async () => {
      throw new TypeError("fetch failed")
    }
    const error = await failure(new Client(KEY, { fetch, maxRetries: 0 }).request(create))
    expect(error.message).to.equal(
      "http://127.0.0.1:3000 could not be reached, or its response was cut off. If the service is elsewhere, set baseUrl or VINTEM_BASE_URL.",
    )
  })
})
