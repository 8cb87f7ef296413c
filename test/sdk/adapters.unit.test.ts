import { once } from "node:events"
import { connect } from "node:net"
import { getRequestListener } from "@hono/node-server"
import { expect } from "chai"
import express from "express"
import { Hono } from "hono"
import type { Event } from "../../generated/sdk/src/models.ts"
import * as fetchAdapter from "../../generated/sdk/src/runtime/adapters/fetch.ts"
import * as honoAdapter from "../../generated/sdk/src/runtime/adapters/hono.ts"
import * as nodeAdapter from "../../generated/sdk/src/runtime/adapters/node.ts"
import { until } from "../support/merchants/merchant.ts"
import { listen, RECEIVERS, type Receiver } from "./receivers.ts"
import { webhooks } from "./runtime.ts"

const SECRET = "whsec_test_0123456789abcdefghij"
// JSON.stringify would write it without the spaces.
const PAYLOAD = '{ "id": "evt_1", "object": "event", "type": "payment_intent.succeeded", "data": { "object": { "note": "é" } } }'

const signed = (payload: string, secret = SECRET) => ({
  "content-type": "application/json",
  "service-signature": webhooks.generateTestHeader({ payload, secret }),
})
const post = (url: string, payload = PAYLOAD, secret = SECRET) =>
  fetch(url, { method: "POST", body: payload, headers: signed(payload, secret) })

let receiver: Receiver
let seen: Event[]
let complaints: unknown[]
const keep = (event: Event) => void seen.push(event)
const options = { onError: (error: unknown) => void complaints.push(error) }

beforeEach(() => {
  seen = []
  complaints = []
})
afterEach(() => receiver?.close())

/** What a shop prints to the console meanwhile. */
const printedDuring = async (task: () => Promise<unknown>): Promise<string> => {
  const original = console.error
  const lines: string[] = []
  console.error = (...parts: unknown[]) => void lines.push(parts.map(String).join(" "))
  try {
    await task()
  } finally {
    console.error = original
  }
  return lines.join("\n")
}

for (const [name, application] of Object.entries(RECEIVERS)) {
  describe(`webhook of ${name}`, () => {
    it("hands over a signed event and responds with 204", async () => {
      receiver = await listen(application(SECRET, keep, options))
      const response = await post(receiver.url)
      expect(response.status).to.equal(204)
      expect(await response.text()).to.equal("")
      expect(seen).to.deep.equal([JSON.parse(PAYLOAD)])
    })

    it("refuses a wrong signature, a missing one and an empty body with 400, and says why", async () => {
      receiver = await listen(application(SECRET, keep, options))
      const wrong = await post(receiver.url, PAYLOAD, "whsec_other")
      expect(wrong.status).to.equal(400)
      expect(wrong.headers.get("content-type")).to.equal("text/plain; charset=utf-8")
      expect(await wrong.text())
        .to.include("No signature matches")
        .and.not.to.include(SECRET)
      const missing = await fetch(receiver.url, { method: "POST", body: PAYLOAD })
      expect(missing.status).to.equal(400)
      expect(await missing.text()).to.include("Service-Signature is missing")
      expect((await fetch(receiver.url, { method: "POST" })).status).to.equal(400)
      expect(seen).to.deep.equal([])
      expect(complaints).to.have.length(3)
    })

    it("responds with 405 to everything but POST", async () => {
      receiver = await listen(application(SECRET, keep, options))
      for (const method of ["GET", "HEAD", "PUT", "DELETE"]) {
        const response = await fetch(receiver.url, { method })
        expect([response.status, response.headers.get("allow")], method).to.deep.equal([405, "POST"])
      }
    })

    it("responds with 413 to a body above the limit, whether its length is announced or not", async () => {
      receiver = await listen(application(SECRET, keep, { ...options, maxBytes: 200 }))
      expect((await post(receiver.url)).status).to.equal(204)
      expect((await post(receiver.url, `${PAYLOAD}${" ".repeat(200)}`)).status).to.equal(413)
      const { port, hostname } = new URL(receiver.url)
      const socket = connect(Number(port), hostname)
      const chunk = `64\r\n${"x".repeat(100)}\r\n`
      socket.write(`POST /hooks HTTP/1.1\r\nHost: shop\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(3)}`)
      const [start] = (await once(socket, "data")) as [Buffer]
      expect(start.toString()).to.match(/^HTTP\/1\.1 413 /)
      if (name === "vintem/express") expect(start.toString()).to.match(/^connection: close\r$/im)
      socket.destroy()
      expect(seen).to.have.length(1)
    })

    it("is told of a body that is cut off, and does not handle it", async () => {
      receiver = await listen(application(SECRET, keep, options))
      const { port, hostname } = new URL(receiver.url)
      const socket = connect(Number(port), hostname)
      socket.write("POST /hooks HTTP/1.1\r\nHost: shop\r\nContent-Length: 100\r\n\r\n{", () => socket.destroy())
      await until(async () => complaints.length > 0)
      expect(seen).to.deep.equal([])
    })

    it("calls the function of the event's type only", async () => {
      const types: string[] = []
      const handlers = {
        "payment_intent.succeeded": async ({ type }: Event) => void types.push(type),
        "payment_intent.canceled": ({ type }: Event) => void types.push(type),
      }
      receiver = await listen(application(SECRET, handlers, options))
      for (const type of ["payment_intent.canceled", "charge.dispute.created", "__defineGetter__", "payment_intent.succeeded"]) {
        expect((await post(receiver.url, JSON.stringify({ id: "evt_1", type }))).status).to.equal(204)
      }
      expect(types).to.deep.equal(["payment_intent.canceled", "payment_intent.succeeded"])
    })

    it("responds with 500 when the handler throws, whatever it throws, and prints it", async () => {
      const { SignatureVerificationError } = await import("../../generated/sdk/src/runtime/errors.ts")
      const failing = () => {
        throw new SignatureVerificationError("of something else")
      }
      receiver = await listen(application(SECRET, failing))
      const printed = await printedDuring(async () => expect((await post(receiver.url)).status).to.equal(500))
      expect(printed).to.include("the handler of evt_1, payment_intent.succeeded, failed").and.to.include("of something else")
    })

    it("responds with 500 also when onError fails, and prints both errors", async () => {
      const failing = async () => Promise.reject(new Error("first"))
      const onError = async () => Promise.reject(new Error("second"))
      receiver = await listen(application(SECRET, failing, { onError }))
      const printed = await printedDuring(async () => expect((await post(receiver.url)).status).to.equal(500))
      expect(printed).to.include("Error: first").and.to.include("Error: second")
    })

    it("refuses a signed body that is not JSON with 500, because it is the service's fault", async () => {
      receiver = await listen(application(SECRET, keep, options))
      expect((await post(receiver.url, "{")).status).to.equal(500)
    })

    it("is refused without a secret, a handler or sensible limits when the application starts", () => {
      for (const secret of [undefined, "", [], [SECRET, ""]])
        expect(() => application(secret, keep), String(secret)).to.throw("The signing secret is missing")
      expect(() => application(SECRET, undefined as never)).to.throw("Pass a function")
      expect(() => application(SECRET, { "payment_intent.succeeded": 5 as never })).to.throw("must be a function")
      expect(() => application(SECRET, keep, { maxBytes: 0 })).to.throw("maxBytes")
      expect(() => application(SECRET, keep, { tolerance: -1 })).to.throw("tolerance")
    })
  })
}

describe("webhook of vintem/express and body parsers", () => {
  const behind = (parser: express.RequestHandler) =>
    express()
      .use(parser)
      .post("/hooks", nodeAdapter.webhook(SECRET, keep, options))

  it("says how to order them when express.json() was first", async () => {
    receiver = await listen(behind(express.json()))
    const response = await post(receiver.url)
    expect(response.status).to.equal(500)
    const advice = 'Put app.post("/webhooks", webhook(…)) above app.use(express.json())'
    expect(await response.text()).to.include(advice)
    expect(String(complaints[0])).to.include(advice)
    expect(seen).to.deep.equal([])
  })

  for (const [name, parser] of Object.entries({
    "express.raw()": express.raw({ type: "*/*" }),
    "express.text()": express.text({ type: "*/*" }),
    "express.json() that keeps the raw body": express.json({
      verify: (request, _, raw) => Object.assign(request, { rawBody: raw }),
    }),
    "express.json() for another type": express.json({ type: "text/csv" }),
  })) {
    it(`works behind ${name}`, async () => {
      receiver = await listen(behind(parser))
      expect((await post(receiver.url)).status).to.equal(204)
      expect(seen).to.deep.equal([JSON.parse(PAYLOAD)])
    })
  }

  it("keeps its limit behind body parsers", async () => {
    const limited = nodeAdapter.webhook(SECRET, keep, { ...options, maxBytes: 10 })
    receiver = await listen(
      express()
        .use(express.raw({ type: "*/*" }))
        .post("/hooks", limited),
    )
    expect((await post(receiver.url)).status).to.equal(413)
  })
})

describe("webhook of vintem/hono and vintem/fetch, and a body that was read before", () => {
  const reading = (read: (request: { json(): Promise<unknown>; text(): Promise<string> }) => Promise<unknown>) =>
    getRequestListener(
      new Hono()
        .use(async (c, next) => {
          await read(c.req)
          await next()
        })
        .post("/hooks", honoAdapter.webhook(SECRET, keep, { ...options, maxBytes: 200 })).fetch,
    )

  it("works when a middleware of Hono has read the body, as text or as JSON", async () => {
    for (const application of [reading((request) => request.text()), reading((request) => request.json())]) {
      receiver = await listen(application)
      expect((await post(receiver.url)).status).to.equal(204)
      expect((await post(receiver.url, `${PAYLOAD}${" ".repeat(200)}`)).status).to.equal(413)
      await receiver.close()
    }
    receiver = await listen(() => {})
    expect(seen).to.have.length(2)
  })

  it("says so when a Request has none any more", async () => {
    receiver = await listen(() => {})
    const request = new Request("https://shop.example/hooks", { method: "POST", body: PAYLOAD, headers: signed(PAYLOAD) })
    await request.json()
    const response = await fetchAdapter.webhook(SECRET, keep, options)(request)
    expect(response.status).to.equal(500)
    expect(await response.text()).to.include("before anything calls request.json()")
  })
})
