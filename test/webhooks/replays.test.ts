import { expect } from "chai"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, ONLY_OUTCOMES } from "../support/merchants/merchant.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter, verified } from "./sinks.ts"

describe("Webhook deliveries", () => {
  let vintem: Running
  let merchant: Merchant
  const { closeAll, sinkFor } = sinkStarter()
  const { lastDelivery, attempted, advance } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(closeAll)

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
      const { data } = (await merchant.request("GET", "/v1/events?type=payment_intent.canceled")).body
      const endpoint = await newEndpoint(merchant, sink.url, ["charge.dispute.created"])
      await replay(endpoint.id, data[0].id)
      const [request] = await sink.arrived(1)
      expect(verified(request!, endpoint.secret)).to.deep.equal(data[0])
    })

    it("is refused for an unknown event or another account's event", async () => {
      const endpoint = await newEndpoint(merchant, "https://shop.example/")
      const stranger = await newMerchant(vintem)
      await cancelOne(stranger)
      const foreign = (await stranger.request("GET", "/v1/events", undefined, ONLY_OUTCOMES)).body.data[0].id
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
})
