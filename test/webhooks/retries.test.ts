import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { type Received, trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter, timeoutMs, verified } from "./sinks.ts"

const signedAt = ({ headers }: Received) => Number(/^t=(\d+),/.exec(String(headers["service-signature"]))?.[1])

describe("Webhook deliveries", () => {
  let vintem: Running
  let merchant: Merchant
  /** Stands still unless a test needs real time, so that a busy machine makes no attempt due by itself. */
  let standing: number | undefined
  const clock = { now: () => standing ?? Date.now() }
  const { closeAll, sinkFor, sinkReturning } = sinkStarter()
  const { lastDelivery, attempted, advance } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { clock })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    standing = Math.floor(Date.now() / 1000) * 1000
    merchant = await newMerchant(vintem)
  })
  afterEach(closeAll)

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
      expect(signedAt(request)).to.equal(clock.now() / 1000)
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

  it("of two events are each retried at their own time when the test clock advances past both at once", async () => {
    const endpoint = await newEndpoint(merchant, (await sinkReturning(500)).url)
    await cancelOne(merchant)
    const { id: first, next_attempt_at: firstDue } = await attempted(endpoint.id, 1)
    await advance(3)
    await cancelOne(merchant)
    const { id: second, next_attempt_at: secondDue } = await attempted(endpoint.id, 1)
    await advance(20)
    const after = await deliveriesOf(merchant, endpoint.id)
    for (const [id, due] of [
      [first, firstDue],
      [second, secondDue],
    ]) {
      const delivery = after.find((each) => each.id === id)!
      expect(delivery.attempts).to.equal(2)
      // The attempt itself takes a moment.
      expect(delivery.last_attempt.at - due).to.be.within(0, 1)
    }
  })

  it("are retried in real time, 5 s after the first attempt ended, each signed with its own time", async () => {
    standing = undefined
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
    const newest = await vintem.cli("deliveries", "list", "--mode", "test", "--limit", "1", "--json")
    expect([newest.json.length, newest.stderr]).to.deep.equal([
      1,
      "There may be more: these are the 1 newest. See older ones with a larger --limit.\n",
    ])
    expect(await deliveriesOf(merchant, another.id)).to.have.length(2)
    for (const { status } of await deliveriesOf(merchant, another.id)) expect(status).to.equal("pending")
    await advance(3600)
    expect(sink.received).to.have.length(2)
  })
})
