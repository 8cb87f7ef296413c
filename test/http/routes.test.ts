import { connect } from "node:net"
import { expect } from "chai"
import { startVintem, type Vintem } from "../support/app/vintem.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { sendBytes } from "../support/network/raw-http.ts"

describe("Routes, queries and errors", () => {
  let vintem: Vintem
  before(async () => {
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("an unknown route is 404 with any key and uses no quota", async () => {
    for (const path of [
      "/v1",
      "/v1/",
      "/v1/nowhere",
      "/v1/customers/",
      "/v1/payment_intents/pi_1/",
      "/v2/customers",
      "/V1/customers",
      "/",
    ]) {
      for (const key of [null, vintem.key, "zsk_test_unknown"]) {
        const response = await vintem.request("GET", path, undefined, { key })
        expect(expectStatus(response, 404).error).to.include({ type: "not_found_error", code: "route_not_found" })
        expect(response.headers).not.to.have.property("ratelimit-remaining")
      }
    }
  })

  it("a wrong method is 405 with Allow, HEAD included", async () => {
    const cases: [string, string, string][] = [
      ["DELETE", "/v1/customers", "GET, POST"],
      ["PUT", "/v1/customers/cus_1", "GET, POST"],
      ["HEAD", "/v1/customers", "GET, POST"],
      ["HEAD", "/v1/openapi.json", "GET"],
      ["POST", "/v1/balance", "GET"],
      ["OPTIONS", "/v1/customers", "GET, POST"],
      ["GET", "/v1/tokens", "POST"],
      ["POST", "/healthz", "GET, HEAD"],
      ["POST", "/readyz", "GET, HEAD"],
    ]
    for (const [method, path, allow] of cases) {
      const response = await vintem.request(method, path, undefined, { key: null }).catch((error) => error)
      if (method === "HEAD") {
        // A HEAD response has no body to check against the contract.
        expect(String(response)).not.to.match(/returned (?!405)/)
        continue
      }
      expect(expectStatus(response, 405).error).to.include({ type: "invalid_request_error", code: "method_not_allowed" })
      expect(response.headers.allow?.split(", ").sort().join(", ")).to.equal(allow)
    }
  })

  it("an id in another format is that resource's 404", async () => {
    const ids = [
      "cus_1",
      "pi_00000000000000000000000000",
      "x",
      "%00",
      "%ff",
      "..%2f..",
      "cus_%F0%9F%98%80",
      "a".repeat(500),
      "%",
      "cus_'--",
    ]
    for (const id of ids) {
      const response = await vintem.request("GET", `/v1/customers/${id}`)
      expect([id, response.status, response.body.error?.code]).to.deep.equal([id, 404, "customer_not_found"])
      expect(response.body.error.message).to.not.contain("'_'")
    }
    for (const [path, code] of [
      ["/v1/payment_intents/pi_x", "payment_intent_not_found"],
      ["/v1/products/prd_x", "product_not_found"],
      ["/v1/products/prd_x/price", "product_not_found"],
    ]) {
      expect(expectStatus(await vintem.request("GET", path as string), 404).error.code).to.equal(code)
    }
  })

  it("a query accepts only documented parameters, once each, with plain digits for numbers", async () => {
    const unknown = ["limits=1", "Limit=1", "offset=1", "limit[]=1", "__proto__=1"]
    for (const query of unknown) {
      const { error } = expectStatus(await vintem.request("GET", `/v1/customers?${query}`), 400)
      expect([query, error.code]).to.deep.equal([query, "parameter_unknown"])
    }
    const invalid = [
      "limit=0",
      "limit=101",
      "limit=1e1",
      "limit=%201",
      "limit=+5",
      "limit=-1",
      "limit=5.0",
      "limit=0x5",
      "limit=",
      "limit=1&limit=1",
    ]
    for (const query of [...invalid, "email=", "starting_after=", "starting_after=%00", "email=%ff"]) {
      const { error } = expectStatus(await vintem.request("GET", `/v1/customers?${query}`), 400)
      expect([query, error.code]).to.deep.equal([query, "parameter_invalid"])
      expect(error.param).to.equal(query.split("=")[0])
    }
    for (const query of ["limit=1", "limit=100", ""]) expectStatus(await vintem.request("GET", `/v1/customers?${query}`), 200)
    expect(expectStatus(await vintem.request("GET", "/v1/products?status=SOLD"), 400).error.code).to.equal("parameter_invalid")
  })

  it("a filter on an unknown id returns an empty list", async () => {
    const { body } = await vintem.request("GET", "/v1/payment_intents?customer=cus_nobody")
    expect(body).to.deep.equal({ object: "list", url: "/v1/payment_intents", has_more: false, data: [] })
  })

  it("every response has its own Request-Id, which errors repeat", async () => {
    const responses = await Promise.all(
      ["/v1/customers", "/v1/nowhere", "/v1/customers/x", "/healthz", "/v1/openapi.json"].flatMap((path) => [
        vintem.request("GET", path),
        vintem.request("GET", path, undefined, { headers: { "request-id": "mine", "x-request-id": "mine" } }),
      ]),
    )
    const ids = responses.map(({ headers }) => headers["request-id"])
    expect(new Set(ids)).to.have.lengthOf(responses.length)
    expect(ids).not.to.include("mine")
    for (const { body, headers } of responses) if (body?.error) expect(body.error.request_id).to.equal(headers["request-id"])
  })

  it("the contract needs no key and uses no quota", async () => {
    const response = await vintem.request("GET", "/v1/openapi.json", undefined, { key: null })
    expect(expectStatus(response, 200).openapi).to.equal("3.0.3")
    expect(response.headers).not.to.have.property("ratelimit-remaining")
  })

  it("a malformed HTTP request gets an error like any other", async () => {
    const cases: [string, number, string][] = [
      ["no HTTP\r\n\r\n", 400, "parameter_invalid"],
      ["GET /v1/customers HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", 400, "parameter_invalid"],
      ["GET /v1/customers HTTP/1.1\r\nConnection: close\r\n\r\n", 400, "parameter_invalid"],
      [`GET /v1/customers HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(20_000)}\r\n\r\n`, 413, "request_too_large"],
      ["GET /v1/customers HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n", 401, "api_key_missing"],
    ]
    for (const [bytes, status, code] of cases) {
      const response = await sendBytes(vintem.url, bytes)
      const [head, body] = response.split("\r\n\r\n") as [string, string]
      expect(head).to.match(new RegExp(`^HTTP/1.1 ${status} `))
      expect(head).to.match(/^Content-Type: application\/json; charset=utf-8$/m)
      expect(head).to.match(/^Service-Should-Retry: false$/m)
      const { error } = JSON.parse(body)
      expect(error).to.include({ code, request_id: /^Request-Id: (req_\w+)$/m.exec(head)?.[1] })
    }
  })

  it("the service survives connections that do not speak HTTP", async () => {
    const { port } = new URL(vintem.url)
    for (const bytes of [
      "GET\r\n\r\n",
      "GET / HTTP/9\r\n\r\n",
      "\0\0\0\r\n\r\n",
      `GET /${"a".repeat(70_000)} HTTP/1.1\r\n\r\n`,
    ]) {
      await new Promise<void>((done, fail) => {
        const socket = connect(Number(port), "127.0.0.1", () => socket.end(bytes))
        socket
          .on("error", () => done())
          .on("close", () => done())
          .resume()
        socket.setTimeout(5000, () => fail(new Error("the connection stays open")))
      })
    }
    expectStatus(await vintem.request("GET", "/healthz", undefined, { key: null }), 200)
  })
})
