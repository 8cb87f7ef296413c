import { expect } from "chai"
import { create, failure, KEY, retrieve, serving } from "./local-client.ts"
import { json } from "./local-server.ts"
import { Client, type ClientOptions, errors } from "./runtime.ts"

const UUID_V4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

let close: (() => Promise<void>) | undefined
const serve = serving((started) => (close = started))

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

  it("is not sent if the base URL has a password, which the error does not show", () => {
    const baseUrl = "https://ana:hush@pay.example.com"
    expect(() => new Client(KEY, { baseUrl }))
      .to.throw('"https://…@pay.example.com" is invalid')
      .and.not.to.match(/hush/)
  })

  it("is not sent if options come where the key belongs", () => {
    expect(() => new Client({ apiKey: KEY } as never)).to.throw("The API key must be a string. It is the first argument")
  })

  it("is not sent without a key, or if the key contains a line end", async () => {
    const error = await failure(new Client(undefined).request(retrieve))
    expect(error).to.be.instanceOf(errors.AuthenticationError)
    expect(error.code).to.equal("api_key_missing")
    expect(() => new Client("zsk_test_a\n")).to.throw(errors.VintemError, "line break")
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
