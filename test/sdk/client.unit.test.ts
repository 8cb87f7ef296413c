import { expect } from "chai"
import { json, type Respond, startServer } from "./local-server.ts"
import { Client, type ClientOptions, errors, type VintemError } from "./runtime.ts"

const KEY = "zsk_test_0123456789abcdefghijklmnopqrstuv"
const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const create = { method: "POST", path: "/v1/customers", body: { email: "ana@example.com" } } as const
const retrieve = { method: "GET", path: "/v1/customers/cus_1" } as const
const errorBody = (type: string, more: object = {}) => ({
  error: { type, code: "some_code", message: "What went wrong.", ...more },
})

let close: (() => Promise<void>) | undefined
const serve = async (respond: Respond, options: ClientOptions = {}) => {
  const server = await startServer(respond)
  close = server.close
  return { ...server, client: new Client(KEY, { baseUrl: server.url, ...options }) }
}
const failure = async (promise: PromiseLike<unknown>): Promise<VintemError> => {
  try {
    await promise
  } catch (error) {
    return error as VintemError
  }
  throw new Error("The promise was fulfilled.")
}

afterEach(async () => {
  await close?.()
  close = undefined
})

describe("A request of the SDK", () => {
  it("sends the key, the version and a User-Agent, and its result carries the response", async () => {
    const { client, requests } = await serve((_, response) => json(response, 201, { id: "cus_1", object: "customer" }))
    const customer = await client.request<{ id: string }>(create)
    expect(customer).to.deep.equal({ id: "cus_1", object: "customer" })
    expect(JSON.stringify(customer)).to.equal('{"id":"cus_1","object":"customer"}')
    expect(Object.keys(customer)).not.to.include("lastResponse")
    expect(customer.lastResponse.status).to.equal(201)
    expect(customer.lastResponse.requestId).to.equal("req_1")
    expect(customer.lastResponse.headers.get("Content-Type")).to.equal("application/json")
    const [seen] = requests
    expect(seen!.headers.authorization).to.equal(`Bearer ${KEY}`)
    expect(seen!.headers["service-version"]).to.match(/^\d{4}-\d{2}-\d{2}$/)
    expect(seen!.headers["user-agent"]).to.match(/^vintem-typescript\/\d+\.\d+\.\d+ node\/\d+/)
    expect(seen!.headers["content-type"]).to.equal("application/json")
    expect(seen!.headers["idempotency-key"]).to.match(UUID_V4)
    expect(JSON.parse(seen!.body)).to.deep.equal({ email: "ana@example.com" })
  })

  it("has its own idempotency key if it is a POST or DELETE, and none if it is a GET", async () => {
    const { client, requests } = await serve((_, response) => json(response, 200, {}))
    await client.request(create)
    await client.request(create)
    await client.request({ method: "DELETE", path: "/v1/webhook_endpoints/we_1" })
    await client.request(retrieve)
    const keys = requests.map(({ headers }) => headers["idempotency-key"])
    expect(keys.slice(0, 3)).to.satisfy((generated: string[]) => generated.every((key) => UUID_V4.test(key)))
    expect(new Set(keys.slice(0, 3)).size).to.equal(3)
    expect(keys[3]).to.equal(undefined)
    const types = requests.map(({ headers }) => headers["content-type"])
    expect(types).to.deep.equal(["application/json", "application/json", undefined, undefined])
  })

  it("can override the key, idempotency key, version and headers", async () => {
    const { client, requests } = await serve((_, response) => json(response, 200, {}), {
      version: "2026-04-25",
      headers: { "X-Shop": "centre", "X-Till": "3" },
    })
    const idempotencyKey = "3f2b8a52-0d43-4c39-9f70-0b36ab1a8f10"
    await client.request({
      ...create,
      options: {
        apiKey: "zsk_test_other",
        idempotencyKey,
        version: "2026-04-27",
        headers: { "x-shop": "north", "X-TILL": null },
      },
    })
    await client.request(create)
    expect(requests[0]!.headers).to.include({
      authorization: "Bearer zsk_test_other",
      "idempotency-key": idempotencyKey,
      "service-version": "2026-04-27",
      "x-shop": "north",
    })
    expect(requests[0]!.headers).not.to.have.property("x-till")
    expect(requests[1]!.headers).to.include({ "service-version": "2026-04-25", "x-shop": "centre", "x-till": "3" })
  })

  it("leaves null and undefined out of the query and encodes the rest", async () => {
    const { client, requests } = await serve((_, response) => json(response, 200, {}))
    await client.request({
      method: "GET",
      path: "/v1/customers",
      query: { email: "a+b&c@d.e", limit: 3, starting_after: null, x: undefined },
    })
    expect(requests[0]!.url).to.equal("/v1/customers?email=a%2Bb%26c%40d.e&limit=3")
  })

  it("uses the given fetch and the base URL's path", async () => {
    const urls: string[] = []
    const client = new Client(KEY, {
      baseUrl: "https://pay.example.com/api/",
      fetch: async (url, init) => {
        urls.push(url)
        expect(init.headers.authorization).to.equal(`Bearer ${KEY}`)
        return new Response("{}", { status: 200 })
      },
    })
    await client.request(retrieve)
    expect(urls).to.deep.equal(["https://pay.example.com/api/v1/customers/cus_1"])
  })

  it("uses the current global fetch, and calls a given fetch without a receiver, as browsers require", async () => {
    const { client } = await serve((_, response) => json(response, 200, {}))
    const calls: unknown[] = []
    const givenFetch = async function (this: unknown) {
      calls.push(this)
      return new Response("{}")
    }
    const original = globalThis.fetch
    globalThis.fetch = givenFetch
    try {
      await client.request(retrieve)
    } finally {
      globalThis.fetch = original
    }
    await new Client(KEY, { fetch: givenFetch }).request(retrieve)
    expect(calls).to.deep.equal([globalThis, undefined])
  })

  it("names Bun or Deno in its User-Agent", async () => {
    const { client, requests } = await serve((_, response) => json(response, 200, {}))
    const versions = Object.getOwnPropertyDescriptor(process, "versions")!
    for (const runtime of ["bun", "deno"]) {
      Object.defineProperty(process, "versions", { ...versions, value: { ...process.versions, [runtime]: "1.2.3" } })
      try {
        await client.request(retrieve)
      } finally {
        Object.defineProperty(process, "versions", versions)
      }
    }
    const agents = requests.map(({ headers }) => headers["user-agent"]?.split(" ")[1])
    expect(agents).to.deep.equal(["bun/1.2.3", "deno/1.2.3"])
  })

  it("takes the key and the base URL from the environment unless they are given", async () => {
    const { url, requests } = await serve((_, response) => json(response, 200, {}))
    process.env.VINTEM_KEY = "zsk_test_environment"
    process.env.VINTEM_BASE_URL = url
    try {
      await new Client().request(retrieve)
      process.env.VINTEM_BASE_URL = "http://127.0.0.1:9"
      await new Client("zsk_test_given", { baseUrl: url }).request(retrieve)
      process.env.VINTEM_BASE_URL = ""
      const fetch: ClientOptions["fetch"] = async (url) => {
        expect(url).to.match(/^http:\/\/127\.0\.0\.1:3000\//)
        return new Response("{}")
      }
      await new Client(KEY, { fetch }).request(retrieve)
    } finally {
      delete process.env.VINTEM_KEY
      delete process.env.VINTEM_BASE_URL
    }
    expect(requests.map(({ headers }) => headers.authorization)).to.deep.equal([
      "Bearer zsk_test_environment",
      "Bearer zsk_test_given",
    ])
  })

  it("is not sent if the base URL is invalid", () => {
    for (const baseUrl of ["pay.example.com", "ftp://pay.example.com", "https://pay.example.com/?a=b", "https://", ""]) {
      expect(() => new Client(KEY, { baseUrl }), baseUrl).to.throw(errors.VintemError, "base URL")
    }
  })

  it("is not sent without a key, or if the key contains a line end", async () => {
    const error = await failure(new Client(undefined).request(retrieve))
    expect(error).to.be.instanceOf(errors.AuthenticationError)
    expect(error.code).to.equal("api_key_missing")
    expect(() => new Client("zsk_test_a\n")).to.throw(errors.VintemError, "line break")
  })

  it("is refused in a browser with a secret key, and sends no User-Agent there", async () => {
    const { client, url, requests } = await serve((_, response) => json(response, 200, {}))
    const scope = globalThis as { document?: object }
    scope.document = {}
    try {
      expect(() => new Client(KEY)).to.throw(errors.VintemError, "browser")
      expect(await failure(client.request({ ...create, options: { apiKey: "zrk_test_a" } }))).to.be.instanceOf(errors.VintemError)
      await new Client("zk_test_a", { baseUrl: url }).request(create)
    } finally {
      delete scope.document
    }
    expect(requests).to.have.length(1)
    expect(requests[0]!.headers["user-agent"]).not.to.include("vintem")
  })

  it("does not reveal the key when the client is printed", async () => {
    const { inspect } = await import("node:util")
    expect(inspect(new Client(KEY), { depth: 9, showHidden: true })).not.to.include("zsk_test")
  })

  it("does not follow a redirect", async () => {
    const { client, requests } = await serve((_, response) => json(response, 301, {}, { location: "/elsewhere" }))
    const error = await failure(client.request(create))
    expect(error).to.be.instanceOf(errors.APIError)
    expect(error.status).to.equal(301)
    expect(requests).to.have.length(1)
  })
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

  it("is printed without the response headers", async () => {
    const { inspect } = await import("node:util")
    const { client } = await serve((_, response) => json(response, 404, errorBody("not_found_error"), { "x-noise": "noise" }))
    const error = await failure(client.request(retrieve))
    expect(inspect(error)).to.include("What went wrong.").and.not.to.include("noise")
    expect(error.headers!.get("x-noise")).to.equal("noise")
  })

  it("is a ConnectionError with its cause when nothing listens", async () => {
    const { client, close: stop } = await serve(() => {}, { maxRetries: 0 })
    await stop()
    close = undefined
    const error = await failure(client.request(create))
    expect(error).to.be.instanceOf(errors.ConnectionError)
    expect(error.cause).to.be.instanceOf(Error)
    expect(error.status).to.equal(undefined)
  })
})

describe("Retries of the SDK after a broken response", function () {
  this.timeout(30_000)

  it("follow a cut connection, with one idempotency key and body", async () => {
    const { client, requests } = await serve((_, response, count) => {
      if (count === 1) response.destroy()
      else json(response, 201, { id: "cus_1" })
    })
    expect(await client.request<{ id: string }>(create)).to.deep.equal({ id: "cus_1" })
    expect(requests).to.have.length(2)
    expect(new Set(requests.map(({ headers }) => headers["idempotency-key"])).size).to.equal(1)
    expect(new Set(requests.map(({ body }) => body)).size).to.equal(1)
  })

  it("end with the last error", async () => {
    const { client, requests } = await serve((_, response) => json(response, 500, errorBody("api_error")), { maxRetries: 1 })
    expect(await failure(client.request(create))).to.be.instanceOf(errors.APIError)
    expect(requests).to.have.length(2)
  })

  it("follow a truncated response", async () => {
    const { client, requests } = await serve((_, response, count) => {
      if (count > 1) return json(response, 200, { id: "cus_1" })
      response.writeHead(200, { "content-type": "application/json", "content-length": "100" })
      response.write('{"id":')
      setTimeout(() => response.destroy(), 20)
    })
    expect(await client.request<{ id: string }>(create)).to.deep.equal({ id: "cus_1" })
    expect(requests).to.have.length(2)
  })

  it("follow a response that is not JSON, such as a proxy's page", async () => {
    const { client, requests } = await serve((_, response, count) => {
      if (count > 1) return json(response, 200, { id: "cus_1" })
      response.writeHead(200, { "content-type": "text/html" })
      response.end("<h1>Welcome to the Wi-Fi</h1>")
    })
    expect(await client.request<{ id: string }>(create)).to.deep.equal({ id: "cus_1" })
    expect(requests).to.have.length(2)
    const error = await failure(new Client(KEY, { maxRetries: 0, fetch: async () => new Response("null") }).request(create))
    expect(error).to.be.instanceOf(errors.ConnectionError)
  })
})

describe("Time limits and signals of the SDK", () => {
  it("a response that stops midway is a TimeoutError", async () => {
    const { client } = await serve((_, response) => {
      response.writeHead(200)
      response.write("{")
    })
    expect(await failure(client.request({ ...create, options: { timeout: 80, maxRetries: 0 } }))).to.be.instanceOf(
      errors.TimeoutError,
    )
  })

  for (const maxRetries of [0, 2]) {
    it(`a signal stops the request with its reason and without a retry, with maxRetries ${maxRetries}`, async () => {
      const { client, requests } = await serve(() => {})
      const controller = new AbortController()
      const promise = failure(client.request({ ...create, options: { signal: controller.signal, maxRetries } }))
      while (requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      const reason = new Error("the buyer left")
      controller.abort(reason)
      expect(await promise).to.equal(reason)
      expect(requests).to.have.length(1)
    })
  }

  it("a request whose signal is already aborted is not sent", async () => {
    const { client, requests } = await serve((_, response) => json(response, 200, {}))
    const error = await failure(client.request({ ...create, options: { signal: AbortSignal.abort() } }))
    expect(error.name).to.equal("AbortError")
    expect(requests).to.have.length(0)
  })
})

describe("The debug logger of the SDK", () => {
  it("reports requests, responses and retries, but no key, card, CVC or secret", async () => {
    const lines: string[] = []
    const levels = new Set<string>()
    const log = (level: string) => (message: string, details?: object) => {
      levels.add(level)
      lines.push(`${level} ${message} ${JSON.stringify(details)}`)
    }
    const logger = { debug: log("debug"), info: log("info"), warn: log("warn"), error: log("error") }
    const { client } = await serve(
      (_, response, count) => {
        if (count === 1) json(response, 503, errorBody("api_error", { message: `no ${KEY}` }))
        else
          json(response, 201, { id: "we_1", secret: "whsec_test_abcdefgh", note: "whsec_test_abcdefgh", sub: [{ cvc: "937" }] })
      },
      { logger, headers: { "X-Api-Key": "hush", Cookie: "hush" } },
    )
    await client.request({
      method: "POST",
      path: "/v1/tokens",
      query: { mistaken: KEY },
      body: {
        type: "card",
        card: { number: "4242 4242 4242 4242", expMonth: 12, cvc: "937", holderName: "4242424242424242" },
        wallet: { payload: "opaque" },
      },
    })
    await close?.()
    close = undefined
    await failure(client.request({ ...retrieve, query: { mistaken: KEY }, options: { maxRetries: 0 } }))
    expect(lines.at(-1)).to.match(/^warn no response .*"error":"ConnectionError"/)
    const all = lines.join("\n")
    expect(all).to.include("/v1/tokens").and.to.include("201").and.to.include("req_1").and.to.include("retrying the request")
    expect([...levels]).to.have.members(["debug", "warn", "info", "error"])
    for (const hidden of [KEY, KEY.slice(12), "4242", "937", "abcdefgh", "hush", "opaque"]) expect(all).not.to.include(hidden)
  })
})
