import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { recordEvent } from "../../src/events/record.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, payOne, until } from "../support/merchants/merchant.ts"
import { CARDS, newIntent } from "../support/merchants/payments.ts"
import { type Received, startSink, trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter, timeoutMs, verified } from "./sinks.ts"

describe("Webhook deliveries", () => {
  let vintem: Running
  let merchant: Merchant
  const { closeAll, sinkFor, sinkReturning } = sinkStarter()
  const { attempted } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(closeAll)

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
    await newEndpoint(merchant, all.url)
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

  it("go to every endpoint, however many there are", async () => {
    const sink = await sinkFor()
    for (let i = 0; i < 45; i++) await newEndpoint(merchant, `${sink.url}/${i}`)
    await cancelOne(merchant)
    const requests = await sink.arrived(45, timeoutMs)
    expect(new Set(requests.map(({ path }) => path)).size).to.equal(45)
  })

  it("are listed newest first, page by page in both directions, from a cursor of the own account", async () => {
    const sink = await sinkFor()
    const { id } = await newEndpoint(merchant, sink.url)
    for (let i = 0; i < 5; i++) await cancelOne(merchant)
    await sink.arrived(5, timeoutMs)
    const all = (await deliveriesOf(merchant, id)).map((delivery) => delivery.id)
    expect(all)
      .to.deep.equal([...all].sort().reverse())
      .and.have.length(5)
    const page = async (query: string) => {
      const { body } = await merchant.request("GET", `/v1/webhook_endpoints/${id}/deliveries?limit=2&${query}`)
      return { ids: body.data.map((delivery: Json) => delivery.id), has_more: body.has_more }
    }
    expect(await page("")).to.deep.equal({ ids: all.slice(0, 2), has_more: true })
    expect(await page(`starting_after=${all[1]}`)).to.deep.equal({ ids: all.slice(2, 4), has_more: true })
    expect(await page(`starting_after=${all[3]}`)).to.deep.equal({ ids: all.slice(4), has_more: false })
    expect(await page(`ending_before=${all[4]}`)).to.deep.equal({ ids: all.slice(2, 4), has_more: true })
    expect(await page(`ending_before=${all[2]}`)).to.deep.equal({ ids: all.slice(0, 2), has_more: false })
    const stranger = await newMerchant(vintem)
    const theirs = await newEndpoint(stranger, sink.url)
    await cancelOne(stranger)
    const [foreign] = await deliveriesOf(stranger, theirs.id)
    for (const cursor of [foreign!.id, "wd_none"]) {
      const { status, body } = await merchant.request("GET", `/v1/webhook_endpoints/${id}/deliveries?starting_after=${cursor}`)
      expect([status, body.error?.param], cursor).to.deep.equal([400, "starting_after"])
    }
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

describe("Webhook deliveries with separate API and worker processes", () => {
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

if (process.env.TEST_POSTGRES_URL) {
  describe("Webhook deliveries in live mode", () => {
    it("have livemode true and a live secret, and contain nothing from test mode", async () => {
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
