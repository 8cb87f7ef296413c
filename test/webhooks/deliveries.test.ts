import { expect } from "chai"
import Stripe from "stripe"
import { scopeOf } from "../../src/accounts/scope.ts"
import { recordEvent } from "../../src/events/record.ts"
import type { Json } from "../support/client.ts"
import {
  type Received,
  type Sink,
  selfSignedCertificate,
  startSink,
  testCertificate,
  trustTestAuthority,
} from "../support/https-sink.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchant.ts"
import { CARDS, newIntent } from "../support/payments.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const timeoutMs = 30_000
/** The signature's timestamp, in Unix seconds. */
const signedAt = ({ headers }: Received) => Number(/^t=(\d+),/.exec(String(headers["service-signature"]))?.[1])

const { webhooks } = new Stripe("sk_test_not_used")
const verified = ({ body, headers }: Received, secret: string) =>
  webhooks.constructEvent(body, String(headers["service-signature"]), secret) as unknown as {
    id: string
    type: string
    data: { object: object }
  }

describe("webhook deliveries", () => {
  let vintem: Running
  let merchant: Merchant
  const sinks: Sink[] = []

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(async () => {
    for (const sink of sinks.splice(0)) await sink.close()
  })

  async function sinkFor(...args: Parameters<typeof startSink>): Promise<Sink> {
    const sink = await startSink(...args)
    sinks.push(sink)
    return sink
  }
  const sinkReturning = (status: number) => sinkFor((_request, response) => response.writeHead(status).end())
  const lastDelivery = async (endpoint: string) => (await deliveriesOf(merchant, endpoint))[0]
  /** Waits until `count` attempts are recorded, then returns the delivery. */
  const attempted = (endpoint: string, count: number) =>
    until(async () => {
      const delivery = await lastDelivery(endpoint)
      return delivery?.attempts >= count && delivery
    })
  const advance = async (seconds: number) => {
    const { status } = await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds })
    expect(status).to.equal(200)
  }

  it("arrive right after the change, signed and equal to the event in the API", async () => {
    const sink = await sinkFor()
    const endpoint = await newEndpoint(merchant, sink.url)
    const intent = await payOne(merchant)
    const [request] = await sink.arrived(1)
    const event = verified(request!, endpoint.secret)
    expect(request!.headers["content-type"]).to.equal("application/json")
    expect(event.type).to.equal("payment_intent.succeeded")
    expect(event.data.object).to.deep.equal(intent)
    const shown = await merchant.request("GET", `/v1/events/${event.id}`)
    expect(shown.body).to.deep.equal(event)
    const delivery = await attempted(endpoint.id, 1)
    expect(delivery).to.include({
      status: "delivered",
      attempts: 1,
      event: event.id,
      webhook_endpoint: endpoint.id,
      next_attempt_at: null,
    })
    expect(delivery.last_attempt).to.include({ http_status: 200, error: null })
  })

  it("go only to the account's endpoints that subscribed to the type before the event", async () => {
    const [all, canceled, succeeded, late, stranger] = await Promise.all([sinkFor(), sinkFor(), sinkFor(), sinkFor(), sinkFor()])
    await newEndpoint(merchant, all.url, ["*"])
    await newEndpoint(merchant, canceled.url, ["payment_intent.canceled", "charge.dispute.created"])
    await newEndpoint(merchant, succeeded.url, ["payment_intent.succeeded"])
    await newEndpoint(await newMerchant(vintem), stranger.url)
    await cancelOne(merchant)
    const { id } = await newEndpoint(merchant, late.url)
    await Promise.all([all.arrived(1), canceled.arrived(1)])
    await payOne(merchant)
    await Promise.all([all.arrived(2), succeeded.arrived(1), late.arrived(1)])
    expect([all, canceled, succeeded, late, stranger].map((sink) => sink.received.length)).to.deep.equal([2, 1, 1, 1, 0])
    expect(await deliveriesOf(merchant, id)).to.have.length(1)
  })

  it("do not report a change that was rolled back", async () => {
    const sink = await sinkFor()
    const { id } = await newEndpoint(merchant, sink.url)
    const intent = await newIntent(merchant)
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    const undone = mode.database.transaction(async (tx) => {
      await recordEvent(tx, scope, "payment_intent.canceled", intent)
      throw new Error("undone")
    })
    await undone.catch((error) => expect(error.message).to.equal("undone"))
    for (let i = 1; i <= 2; i++) {
      await cancelOne(merchant)
      await sink.arrived(i)
    }
    const ids = sink.received.map(({ body }) => JSON.parse(body.toString()).data.object.id)
    expect(ids).not.to.include(intent.id)
    expect(await deliveriesOf(merchant, id)).to.have.length(2)
  })

  it("report a refusal only as payment_intent.payment_failed", async () => {
    const sink = await sinkFor()
    const endpoint = await newEndpoint(merchant, sink.url)
    await payOne(merchant, CARDS.declined)
    await cancelOne(merchant)
    const requests = await sink.arrived(2)
    expect(requests.map((request) => verified(request, endpoint.secret).type)).to.deep.equal([
      "payment_intent.payment_failed",
      "payment_intent.canceled",
    ])
  })

  it("are retried after 5 s, 30 s, 5 min, 1 h, 6 h and 24 h with a new signature, then become dead letters", async () => {
    const sink = await sinkReturning(500)
    const endpoint = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    let delivery = await attempted(endpoint.id, 1)
    for (const [i, wait] of [5, 30, 300, 3600, 21_600, 86_400].entries()) {
      expect(delivery).to.include({ status: "pending", attempts: i + 1 })
      expect(delivery.last_attempt).to.include({ http_status: 500, error: null })
      expect(delivery.next_attempt_at - delivery.last_attempt.at).to.be.within(wait, wait * 1.1 + 1)
      const clock = await merchant.request("GET", "/v1/test_helpers/clock")
      await advance(delivery.next_attempt_at - clock.body.now - 2)
      expect(sink.received).to.have.length(i + 1)
      await advance(2)
      delivery = await lastDelivery(endpoint.id)
    }
    expect(delivery).to.include({ status: "dead_letter", attempts: 7, next_attempt_at: null })
    await advance(7 * 86_400)
    expect(sink.received).to.have.length(7)
    for (const request of sink.received) {
      expect(request.body.equals(sink.received[0]!.body)).to.equal(true)
      verified(request, endpoint.secret)
      // The receiver compares the timestamp with its own clock, which the test clock does not move.
      expect(signedAt(request)).to.be.within(request.at / 1000 - timeoutMs / 1000, request.at / 1000)
    }
    const listed = await vintem.cli("deliveries", "list", "--mode", "test", "--status", "dead_letter", "--json")
    expect(listed.json.find(({ id }: { id: string }) => id === delivery.id)).to.deep.equal(delivery)
  })

  it("are all attempted, in order, when the test clock advances past them at once", async () => {
    const sink = await sinkReturning(503)
    const endpoint = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    await advance(40 * 3600)
    expect(await lastDelivery(endpoint.id)).to.include({ status: "dead_letter", attempts: 7 })
    expect(sink.received).to.have.length(7)
  })

  it("are retried in real time, 5 s after the first attempt ended, each signed with its own time", async () => {
    const tookMs = 1500
    const sink = await sinkFor((_request, response, count) => {
      if (count === 1) setTimeout(() => response.writeHead(500).end(), tookMs)
      else response.writeHead(204).end()
    })
    const endpoint = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    await sink.arrived(1)
    const { last_attempt } = await attempted(endpoint.id, 1)
    const [first, second] = await sink.arrived(2, timeoutMs)
    expect(last_attempt.at).to.be.at.least(Math.floor((first!.at + tookMs - 50) / 1000))
    expect(second!.at - first!.at).to.be.at.least(tookMs + 4950)
    expect(signedAt(second!) - signedAt(first!)).to.be.at.least(5)
    expect(await attempted(endpoint.id, 2)).to.include({ status: "delivered", attempts: 2 })
  })

  it("are signed with the new secret as soon as it is rotated", async () => {
    const sink = await sinkReturning(500)
    const { id, secret } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    await attempted(id, 1)
    const rotated = (await merchant.request("POST", `/v1/webhook_endpoints/${id}/rotate_secret`)).body.secret
    await advance(60)
    const [before, ...afterwards] = sink.received
    expect(afterwards).to.have.length(2)
    verified(before!, secret)
    for (const request of afterwards) {
      verified(request, rotated)
      expect(() => verified(request, secret)).to.throw(/No signatures found/)
    }
  })

  it("are canceled when their endpoint is deleted, except those delivered or to other endpoints", async () => {
    const another = await newEndpoint(merchant, (await sinkReturning(500)).url)
    const sink = await sinkFor((_request, response, count) => response.writeHead(count === 1 ? 200 : 500).end())
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const { id: delivered } = await attempted(id, 1)
    await cancelOne(merchant)
    const { id: pending } = await attempted(id, 1)
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    const { json } = await vintem.cli("deliveries", "list", "--mode", "test", "--json")
    const statuses = json.filter((each: Json) => each.webhook_endpoint === id).map((each: Json) => [each.id, each.status])
    expect(statuses).to.deep.equal([
      [pending, "canceled"],
      [delivered, "delivered"],
    ])
    expect(await deliveriesOf(merchant, another.id)).to.have.length(2)
    for (const { status } of await deliveriesOf(merchant, another.id)) expect(status).to.equal("pending")
    await advance(3600)
    expect(sink.received).to.have.length(2)
  })

  it("fail on a redirect and do not follow it", async () => {
    const elsewhere = await sinkFor()
    const sink = await sinkFor((_request, response) => response.writeHead(307, { location: elsewhere.url }).end())
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    expect((await attempted(id, 1)).last_attempt).to.include({ http_status: 307, error: null })
    expect(elsewhere.received).to.have.length(0)
  })

  it("fail on a certificate that is self-signed or expired", async () => {
    for (const certificate of [await selfSignedCertificate(), await testCertificate(undefined, { days: -1 })]) {
      const sink = await sinkFor(undefined, certificate)
      const { id } = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      expect((await attempted(id, 1)).last_attempt).to.include({ http_status: null, error: "tls_error" })
      expect(sink.received).to.have.length(0)
    }
  })

  it("report why an endpoint is unreachable", async () => {
    const gone = await startSink()
    await gone.close()
    const { id } = await newEndpoint(merchant, gone.url)
    await cancelOne(merchant)
    expect((await attempted(id, 1)).last_attempt).to.include({ http_status: null, error: "connection_refused" })
  })

  it("do not wait for an endpoint that hangs", async () => {
    const hangs = await sinkFor(() => {})
    const sink = await sinkFor()
    const { id } = await newEndpoint(merchant, hangs.url)
    await newEndpoint(merchant, sink.url)
    for (let i = 0; i < 30; i++) await cancelOne(merchant)
    await sink.arrived(30, timeoutMs)
    expect(await lastDelivery(id)).to.include({ status: "pending", attempts: 0, last_attempt: null })
    expect(hangs.received.length).to.be.within(1, 16)
  })

  it("go to every endpoint, however many there are", async () => {
    const sink = await sinkFor()
    for (let i = 0; i < 45; i++) await newEndpoint(merchant, `${sink.url}/${i}`)
    await cancelOne(merchant)
    const requests = await sink.arrived(45, timeoutMs)
    expect(new Set(requests.map(({ path }) => path)).size).to.equal(45)
  })

  describe("a replay", () => {
    const replay = (endpoint: string, event: string, idempotencyKey?: string) =>
      merchant.request("POST", `/v1/webhook_endpoints/${endpoint}/deliveries/${event}/replay`, undefined, { idempotencyKey })

    it("is a new delivery of the same bytes at the next tick", async () => {
      const sink = await sinkFor()
      const endpoint = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      const [first] = await sink.arrived(1)
      const event = verified(first!, endpoint.secret)
      const { status, body } = await replay(endpoint.id, event.id)
      expect(status).to.equal(201)
      expect(body).to.include({ object: "webhook_delivery", event: event.id, status: "pending", attempts: 0, last_attempt: null })
      expect(body.next_attempt_at).to.equal(body.created)
      const [, second] = await sink.arrived(2)
      expect(second!.body.equals(first!.body)).to.equal(true)
      verified(second!, endpoint.secret)
      expect((await deliveriesOf(merchant, endpoint.id)).map(({ id }) => id))
        .to.include(body.id)
        .and.have.length(2)
    })

    it("is sent at the next tick even if the test clock is ahead", async () => {
      const sink = await sinkFor()
      const endpoint = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      const [first] = await sink.arrived(1)
      await advance(86_400)
      await replay(endpoint.id, verified(first!, endpoint.secret).id)
      const [, second] = await sink.arrived(2)
      expect(second!.body.equals(first!.body)).to.equal(true)
    })

    it("is created once per Idempotency-Key", async () => {
      const sink = await sinkFor()
      const endpoint = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      const [first] = await sink.arrived(1)
      const event = verified(first!, endpoint.secret).id
      const key = crypto.randomUUID()
      const responses = [await replay(endpoint.id, event, key), await replay(endpoint.id, event, key)]
      expect(responses[1]!.body).to.deep.equal(responses[0]!.body)
      expect(responses[1]!.headers["idempotent-replayed"]).to.equal("true")
      expect(await deliveriesOf(merchant, endpoint.id)).to.have.length(2)
    })

    it("reaches an endpoint that did not subscribe to the type or was created later", async () => {
      const sink = await sinkFor()
      await cancelOne(merchant)
      const { data } = (await merchant.request("GET", "/v1/events")).body
      const endpoint = await newEndpoint(merchant, sink.url, ["charge.dispute.created"])
      await replay(endpoint.id, data[0].id)
      const [request] = await sink.arrived(1)
      expect(verified(request!, endpoint.secret)).to.deep.equal(data[0])
    })

    it("is refused for an unknown event or another account's event", async () => {
      const endpoint = await newEndpoint(merchant, "https://shop.example/")
      const stranger = await newMerchant(vintem)
      await cancelOne(stranger)
      const foreign = (await stranger.request("GET", "/v1/events")).body.data[0].id
      for (const event of [foreign, "evt_0000000000000000000000000", "pi_1"]) {
        const { status, body } = await replay(endpoint.id, event)
        expect([status, body.error.code]).to.deep.equal([404, "event_not_found"])
      }
    })

    it("can be made by the operator with vintem deliveries replay", async () => {
      const sink = await sinkFor((_request, response, count) => response.writeHead(count === 1 ? 500 : 200).end())
      const endpoint = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      const failed = await attempted(endpoint.id, 1)
      const { json, status } = await vintem.cli("deliveries", "replay", failed.id, "--json")
      expect(status).to.equal(0)
      expect(json).to.include({
        object: "webhook_delivery",
        status: "pending",
        event: failed.event,
        webhook_endpoint: endpoint.id,
      })
      const [first, second] = await sink.arrived(2)
      expect(second!.body.equals(first!.body)).to.equal(true)
      expect((await vintem.cli("deliveries", "replay", "wd_none", "--json")).status).to.equal(1)
    })

    it("is refused to the operator once the endpoint is deleted", async () => {
      const sink = await sinkFor()
      const endpoint = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      await sink.arrived(1)
      const { id } = await lastDelivery(endpoint.id)
      await merchant.request("DELETE", `/v1/webhook_endpoints/${endpoint.id}`)
      const { status, stdout, stderr } = await vintem.cli("deliveries", "replay", id, "--json")
      expect([status, stdout]).to.deep.equal([1, ""])
      expect(stderr).to.contain(endpoint.id)
    })
  })

  it("are counted in the metrics", async () => {
    const metrics = async () => (await (await fetch(vintem.metricsUrl)).text()).split("\n")
    const value = (lines: string[], name: string) =>
      Number(
        lines
          .find((line) => line.startsWith(name))
          ?.split(" ")
          .at(-1) ?? 0,
      )
    const delivered = 'vintem_webhook_attempts_total{mode="test",outcome="delivered"}'
    const before = await metrics()
    const [good, bad] = [await sinkFor(), await sinkReturning(500)]
    const endpoint = await newEndpoint(merchant, bad.url)
    await newEndpoint(merchant, good.url)
    await cancelOne(merchant)
    await attempted(endpoint.id, 1)
    await until(async () => value(await metrics(), delivered) > value(before, delivered))
    const lines = await metrics()
    expect(value(lines, 'vintem_webhook_attempts_total{mode="test",outcome="pending"}')).to.be.at.least(1)
    expect(value(lines, 'vintem_webhook_attempt_duration_seconds_count{mode="test"}')).to.be.at.least(2)
    expect(value(lines, 'vintem_webhook_oldest_pending_seconds{mode="test"}')).to.be.above(0)
  })
})

describe("webhook deliveries with separate API and worker processes", () => {
  it("are sent by the API right after the commit, and replays at the worker's next tick", async () => {
    await trustTestAuthority()
    const settings = { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }
    const api = await startVintem(settings, { role: "api" })
    const sink = await startSink()
    try {
      const merchant = await newMerchant(api)
      const { id } = await newEndpoint(merchant, sink.url)
      const eventIdOf = ({ body }: Received) => JSON.parse(body.toString()).id
      await cancelOne(merchant)
      const event = eventIdOf((await sink.arrived(1, timeoutMs))[0]!)
      const { body: replay } = await merchant.request("POST", `/v1/webhook_endpoints/${id}/deliveries/${event}/replay`)
      await cancelOne(merchant)
      await sink.arrived(2, timeoutMs)
      expect((await deliveriesOf(merchant, id)).find((each) => each.id === replay.id)).to.deep.equal(replay)
      const metrics = await (await fetch(api.metricsUrl)).text()
      const age = Number(/^vintem_webhook_oldest_pending_seconds\{mode="test"\} (\S+)$/m.exec(metrics)?.[1])
      expect(age).to.be.within(0, 300)
      const worker = await startVintem(settings, { role: "worker", databases: api.databases })
      await sink.arrived(3, timeoutMs)
      await worker.close()
      expect(eventIdOf(sink.received[2]!)).to.equal(event)
    } finally {
      await api.close()
      await sink.close()
    }
  })
})

describe("webhook deliveries without WEBHOOK_ALLOW_CIDRS", () => {
  let vintem: Running
  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem()
  })
  after(() => vintem.close())

  it("never reach a non-public address, however the URL spells it", async () => {
    const sink = await startSink()
    const merchant = await newMerchant(vintem)
    const hosts = [
      "127.0.0.1",
      "localhost",
      "2130706433",
      "0x7f.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "10.0.0.1",
      "169.254.169.254",
      "0.0.0.0",
    ]
    const ids = []
    for (const host of hosts) ids.push((await newEndpoint(merchant, `https://${host}:${sink.port}/`)).id)
    await cancelOne(merchant)
    for (const [i, id] of ids.entries()) {
      const delivery = await until(async () => (await deliveriesOf(merchant, id)).find(({ attempts }) => attempts === 1))
      expect(delivery.last_attempt, hosts[i]).to.include({ http_status: null, error: "address_refused" })
    }
    expect(sink.connections()).to.equal(0)
    await sink.close()
  })
})

if (process.env.TEST_POSTGRES_URL) {
  describe("webhook deliveries in live mode", () => {
    it("have livemode true and a live secret, and contain nothing from test mode", async function () {
      this.timeout(60_000)
      await trustTestAuthority()
      const vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { live: true })
      const sink = await startSink()
      try {
        const live = await newMerchant(vintem, "live")
        const { key } = await vintem.newKey({ account: live.account, mode: "test" })
        const endpoint = await newEndpoint(live, sink.url)
        expect(endpoint).to.include({ livemode: true })
        expect(endpoint.secret).to.match(/^whsec_(?!test_)/)
        await cancelOne({ ...live, key, request: (method, path, body) => vintem.request(method, path, body, { key }) })
        await cancelOne(live)
        const [request] = await sink.arrived(1)
        expect(verified(request!, endpoint.secret)).to.include({ livemode: true, type: "payment_intent.canceled" })
        expect(await deliveriesOf(live, endpoint.id)).to.have.length(1)
        const crossed = await vintem.request("GET", `/v1/webhook_endpoints/${endpoint.id}`, undefined, { key })
        expect([crossed.status, crossed.body.error.code]).to.deep.equal([404, "webhook_endpoint_not_found"])
        expect(sink.received).to.have.length(1)
      } finally {
        await vintem.close()
        await sink.close()
      }
    })
  })
}
