import { getEventListeners } from "node:events"
import { expect } from "chai"
import { Client, type ClientOptions, errors, type VintemError } from "./runtime.ts"
import { inVirtualTime } from "./virtual-time.ts"

const create = { method: "POST", path: "/v1/customers", body: { email: "ana@example.com" } } as const
const retrieve = { method: "GET", path: "/v1/customers/cus_1" } as const
/** The test clock moves in steps of ten milliseconds. */
const STEP = 10

type Sent = { at: number; idempotencyKey: string | undefined; signal: AbortSignal }
type Responder = (count: number, sent: Sent) => Response | Promise<Response>
const reply = (status: number, headers: Record<string, string> = {}) => new Response("{}", { status, headers })

/** Creates a client whose requests get the test's responses, and records when each was sent. */
const clientOf = (respond: Responder, options: ClientOptions = {}) => {
  const sent: Sent[] = []
  const fetch: ClientOptions["fetch"] = async (_, { headers, signal }) => {
    const one = { at: Date.now(), idempotencyKey: headers["idempotency-key"], signal }
    sent.push(one)
    return respond(sent.length, one)
  }
  const waits = () => sent.slice(1).map(({ at }, i) => at - sent[i]!.at)
  return { client: new Client("zsk_test_a", { fetch, ...options }), sent, waits }
}

const hanging: Responder = (_, { signal }) =>
  new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)))

const failure = (promise: PromiseLike<unknown>): Promise<VintemError> =>
  Promise.resolve(promise).then(
    () => {
      throw new Error("The promise was fulfilled.")
    },
    (error) => error,
  )

describe("Retries of the SDK", () => {
  it("wait 0.5, 4, then 8 seconds, each with 25 % jitter", async () => {
    const clients = Array.from({ length: 20 }, () => clientOf(() => reply(503), { maxRetries: 4 }))
    await inVirtualTime(() => Promise.all(clients.map(({ client }) => failure(client.request(create)))))
    for (const { waits } of clients) {
      for (const [i, about] of [500, 4000, 8000, 8000].entries()) {
        expect(waits()[i]).to.be.within(about * 0.75, about * 1.25 + STEP)
      }
    }
    // Clients that failed together do not retry together.
    expect(new Set(clients.map(({ waits }) => waits()[0])).size).to.be.above(5)
  })

  it("wait for Retry-After, in seconds or until a date", async () => {
    const { client, waits } = clientOf((count) => {
      if (count === 1) return reply(429, { "retry-after": "2" })
      if (count === 2) return reply(503, { "retry-after": new Date(Date.now() + 30_000).toUTCString() })
      return reply(200)
    })
    await inVirtualTime(() => client.request(create))
    expect(waits()[0]).to.be.within(2000, 2000 + STEP)
    expect(waits()[1]).to.be.within(29_000, 30_000 + STEP)
  })

  it("wait at least the usual time if Retry-After is shorter or unreadable", async () => {
    for (const retryAfter of ["0", "soon", new Date(Date.now() - 60_000).toUTCString()]) {
      const { client, waits } = clientOf((count) => (count < 3 ? reply(503, { "retry-after": retryAfter }) : reply(200)))
      await inVirtualTime(() => client.request(create))
      expect(waits()[0], retryAfter).to.be.within(375, 625 + STEP)
      expect(waits()[1], retryAfter).to.be.within(3000, 5000 + STEP)
    }
  })

  it("stop if Retry-After is longer than a minute", async () => {
    const minute = clientOf((count) => (count === 1 ? reply(503, { "retry-after": "60" }) : reply(200)))
    await inVirtualTime(() => minute.client.request(create))
    expect(minute.waits()[0]).to.be.within(60_000, 60_000 + STEP)
    const longer = clientOf(() => reply(503, { "retry-after": "61" }))
    const error = await inVirtualTime(() => failure(longer.client.request(create)))
    expect(error.headers!.get("retry-after")).to.equal("61")
    expect(longer.sent).to.have.length(1)
  })

  for (const request of [create, retrieve, { method: "DELETE", path: "/v1/webhook_endpoints/we_1" } as const]) {
    it(`of a ${request.method} are two by default, with the first request's idempotency key`, async () => {
      const { client, sent } = clientOf(() => reply(503))
      await inVirtualTime(() => failure(client.request(request)))
      expect(sent).to.have.length(3)
      expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).to.equal(1)
      expect(typeof sent[0]!.idempotencyKey).to.equal(request.method === "GET" ? "undefined" : "string")
    })
  }

  for (const status of [409, 429, 500, 502, 503, 504]) {
    it(`follow a ${status}`, async () => {
      const { client, sent } = clientOf((count) => reply(count === 1 ? status : 200))
      await inVirtualTime(() => client.request(create))
      expect(sent).to.have.length(2)
    })
  }

  for (const status of [301, 400, 401, 402, 403, 404, 408, 413, 415, 422]) {
    it(`do not follow a ${status}`, async () => {
      const { client, sent } = clientOf(() => reply(status))
      await inVirtualTime(() => failure(client.request(create)))
      expect(sent).to.have.length(1)
    })
  }

  it("follow Service-Should-Retry, whatever the status", async () => {
    const { client, sent } = clientOf((count) =>
      count === 1 ? reply(400, { "service-should-retry": "true" }) : reply(503, { "service-should-retry": "false" }),
    )
    expect((await inVirtualTime(() => failure(client.request(create)))).status).to.equal(503)
    expect(sent).to.have.length(2)
  })

  it("do not happen for a POST without an idempotency key", async () => {
    const { client, sent } = clientOf(() => reply(503))
    const options = { headers: { "Idempotency-Key": null } }
    await inVirtualTime(() => failure(client.request({ ...create, options })))
    expect(sent.map(({ idempotencyKey }) => idempotencyKey)).to.deep.equal([undefined])
  })

  it("are limited by the request's maxRetries, or else the client's", async () => {
    const { client, sent } = clientOf(() => reply(503), { maxRetries: 1 })
    await inVirtualTime(() => failure(client.request(create)))
    expect(sent).to.have.length(2)
    await inVirtualTime(() => failure(client.request({ ...create, options: { maxRetries: 0 } })))
    expect(sent).to.have.length(3)
    for (const maxRetries of [-1, 1.5]) expect(() => new Client("zsk_test_a", { maxRetries })).to.throw(errors.VintemError)
  })

  it("end immediately if the signal aborts the wait", async () => {
    const controller = new AbortController()
    const { client, sent } = clientOf(() => reply(503, { "retry-after": "30" }))
    const error = await inVirtualTime(async () => {
      const started = Date.now()
      setTimeout(() => controller.abort(), 1000)
      const reason = await failure(client.request({ ...create, options: { signal: controller.signal } }))
      expect(Date.now() - started).to.be.within(1000, 1000 + STEP)
      return reason
    })
    expect(error.name).to.equal("AbortError")
    expect(sent).to.have.length(1)
  })
})

describe("Time limits of the SDK", () => {
  for (const [limits, limit] of [
    [{}, 80_000],
    [{ client: 5000 }, 5000],
    [{ client: 5000, request: 700 }, 700],
  ] as [{ client?: number; request?: number }, number][]) {
    it(`an attempt times out after ${limit} ms with ${JSON.stringify(limits)} and is retried`, async () => {
      const { client, sent } = clientOf(hanging, { maxRetries: 1, timeout: limits.client })
      const error = await inVirtualTime(async () => {
        const started = Date.now()
        const late = await failure(client.request({ ...create, options: { timeout: limits.request } }))
        expect(Date.now() - started).to.be.within(2 * limit + 375, 2 * limit + 625 + 4 * STEP)
        return late
      })
      expect(error).to.be.instanceOf(errors.TimeoutError)
      expect(sent).to.have.length(2)
    })
  }

  it("cover the whole response, not only its headers", async () => {
    const slow: Responder = (_, { signal }) => {
      const body = new ReadableStream({ start: (stream) => signal.addEventListener("abort", () => stream.error(signal.reason)) })
      return new Response(body)
    }
    const { client } = clientOf(slow, { maxRetries: 0 })
    expect(await inVirtualTime(() => failure(client.request(create)))).to.be.instanceOf(errors.TimeoutError)
  })

  it("must be above 0 ms, and an infinite one does not fire", async () => {
    for (const timeout of [0, -1, Number.NaN]) expect(() => new Client("zsk_test_a", { timeout })).to.throw(errors.VintemError)
    const soon: Responder = (_, { signal }) =>
      new Promise((resolve, reject) => {
        setTimeout(() => resolve(reply(200)), 50)
        signal.addEventListener("abort", () => reject(signal.reason))
      })
    const { client } = clientOf(soon, { timeout: Number.POSITIVE_INFINITY, maxRetries: 0 })
    expect((await client.request(create)).lastResponse.status).to.equal(200)
  })

  it("leave no timer and no listener on the signal", async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
    const { signal } = new AbortController()
    const { client } = clientOf((count) => reply(count === 1 ? 503 : 200))
    await new Promise(setImmediate) // lets the test runner start its own timer first
    const before = timers()
    await client.request({ ...create, options: { signal } })
    expect(timers()).to.equal(before)
    expect(getEventListeners(signal, "abort")).to.deep.equal([])
  })
})
