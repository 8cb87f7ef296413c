import { expect } from "chai"
import pino from "pino"
import { scopeOf } from "../../src/accounts/scope.ts"
import { recordEvent } from "../../src/events/record.ts"
import { insertDeliveries, newestDeliveries } from "../../src/events/webhooks/deliveries.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { ageLeases } from "../support/databases/leases.ts"
import { refuse } from "../support/databases/refusing.ts"
import {
  cancelOne,
  deliveriesOf,
  type Merchant,
  newEndpoint,
  newMerchant,
  ONLY_OUTCOMES,
  until,
} from "../support/merchants/merchant.ts"
import { newIntent } from "../support/merchants/payments.ts"
import { type Received, type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"

const timeoutMs = 30_000
const eventOf = ({ body }: Received): string => JSON.parse(body.toString()).id

describe("A delivery attempt", () => {
  const settings = { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }
  /** Stands still unless a test advances it, so that nothing falls due by itself on a busy machine. */
  let now = Math.floor(Date.now() / 1000) * 1000
  const clock = { now: () => now }
  /** How long ago the process did something is measured by the monotonic clock, which a test advances too. */
  const { now: elapsed } = performance
  let skippedMs = 0
  let warnings: string[] = []
  const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) })

  let vintem: Running
  let merchant: Merchant
  let sink: Sink
  /** The status that the endpoint returns. "nothing" keeps its requests in `held`. */
  let responseStatus: number | "nothing"
  let held: ((status: number) => void)[]

  before(async () => {
    await trustTestAuthority()
    performance.now = () => elapsed.call(performance) + skippedMs
    // Without a scheduler, whose tick could claim a delivery just when a test advances the clock.
    vintem = await startVintem(settings, { clock, log, role: "api" })
  })
  after(async () => {
    performance.now = elapsed
    await vintem.close()
  })
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    sink = await startSink((_request, response) => {
      const end = (status: number) => response.writeHead(status).end()
      if (responseStatus === "nothing") held.push(end)
      else end(responseStatus)
    })
    responseStatus = "nothing"
    held = []
    warnings = []
  })
  afterEach(() => sink.close())

  const tick = () => vintem.server.modes.test.outbox!.tick()
  async function advance(seconds: number): Promise<void> {
    now += seconds * 1000
    skippedMs += seconds * 1000
    await ageLeases(vintem.server.modes.test.database, seconds * 1000)
    await tick()
  }
  /** From now on the endpoint responds, to held requests too. */
  function respondToAll(status: number): void {
    responseStatus = status
    for (const end of held.splice(0)) end(status)
  }
  const deliveryCount = (event: string) => sink.received.filter((request) => eventOf(request) === event).length
  const arrived = (count: number) => sink.arrived(count, timeoutMs)
  async function replay(endpoint: string, event: string): Promise<void> {
    await merchant.request("POST", `/v1/webhook_endpoints/${endpoint}/deliveries/${event}/replay`)
    await tick()
  }
  /** Waits until earlier outcomes are stored. Outcomes are stored in order, so a delivered replay comes after all of them. */
  async function awaitEarlierOutcomes(endpoint: string, earlier: string): Promise<void> {
    const hanging = held.length
    await replay(endpoint, earlier)
    await until(async () => held.length > hanging, timeoutMs)
    held.pop()!(200)
    await delivered(endpoint, 1)
  }
  /** Returns the statuses of all deliveries to an endpoint, even a deleted one. */
  async function statusesFor(endpoint: string): Promise<string[]> {
    const rows = await newestDeliveries(vintem.server.modes.test.database, { account: merchant.account, limit: 100 })
    return rows.filter(({ target }) => target === endpoint).map(({ status }) => status)
  }
  async function delivered(endpoint: string, count: number): Promise<void> {
    const isDelivered = ({ status }: { status: string }) => status === "delivered"
    await until(async () => (await deliveriesOf(merchant, endpoint)).filter(isDelivered).length === count, timeoutMs)
  }
  /** Waits until `count` attempts are recorded, then returns the event's delivery. */
  const attempted = (endpoint: string, event: string, count: number) =>
    until(async () => {
      const deliveries = await deliveriesOf(merchant, endpoint)
      return deliveries.find((delivery) => delivery.event === event && delivery.attempts >= count)
    }, timeoutMs)
  /** Creates an event before there is any endpoint. */
  async function earlierEvent(): Promise<string> {
    await cancelOne(merchant)
    return (await merchant.request("GET", "/v1/events", undefined, ONLY_OUTCOMES)).body.data[0].id
  }
  /** Writes `count` events in one transaction. */
  async function record(count: number): Promise<void> {
    const mode = vintem.server.modes.test
    const intent = await newIntent(merchant)
    const scope = await scopeOf(mode.database, mode, merchant.account)
    await mode.database.transaction(async (tx) => {
      for (let i = 0; i < count; i++) await recordEvent(tx, scope, "payment_intent.canceled", intent)
    })
  }

  it("is not repeated by another process during its 30 s, but a lost one is repeated within 60 s", async () => {
    const earlier = await earlierEvent()
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const [first] = await arrived(1)
    await advance(30)
    await awaitEarlierOutcomes(id, earlier)
    expect(sink.received.map(eventOf)).to.deep.equal([eventOf(first!), earlier])
    await advance(30)
    await sink.arrived(3, 20_000) // before the first attempt times out
    expect(deliveryCount(eventOf(first!))).to.equal(2)
  })

  it("does not start if it waited so long that another process could have claimed it", async () => {
    const { id } = await newEndpoint(merchant, sink.url)
    await record(20)
    await arrived(8) // the others wait for these
    await advance(40)
    for (const end of held.splice(0)) end(200)
    await delivered(id, 8)
    await advance(20)
    await arrived(9)
    respondToAll(200)
    await delivered(id, 20)
    expect(new Set(sink.received.map(eventOf)).size).to.equal(20)
    expect(sink.received).to.have.length(20)
  })

  it("is made once, even if an endpoint has more deliveries than a process takes", async () => {
    const { id } = await newEndpoint(merchant, sink.url)
    await record(40)
    await arrived(8)
    await record(5)
    respondToAll(200)
    await delivered(id, 45)
    expect(new Set(sink.received.map(eventOf)).size).to.equal(45)
    expect(sink.received).to.have.length(45)
  })

  it("counts once, even if two processes made it and both failed", async () => {
    const earlier = await earlierEvent()
    responseStatus = 500
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const event = eventOf((await arrived(1))[0]!)
    for (const failed of [1, 2]) {
      await attempted(id, event, failed)
      await advance(60)
    }
    await attempted(id, event, 3)
    responseStatus = "nothing"
    await advance(400)
    await arrived(4)
    await advance(60) // the lease of the fourth attempt expires
    await arrived(5)
    const [fourth, fourthAgain] = held
    fourthAgain!(500)
    const delivery = await attempted(id, event, 4)
    expect(delivery).to.include({ status: "pending", attempts: 4 })
    fourth!(500)
    await awaitEarlierOutcomes(id, earlier)
    expect(await attempted(id, event, 4)).to.deep.equal(delivery)
  })

  it("that another process has claimed is not released by the process that lost it", async () => {
    const slow = await startVintem(settings, { clock, log, role: "api", databases: vintem.databases })
    try {
      merchant = await newMerchant(slow)
      const earlier = await earlierEvent()
      const { id } = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      const event = eventOf((await arrived(1))[0]!)
      await advance(60)
      await arrived(2)
      held[1]!(500)
      await attempted(id, event, 1)
      await advance(20)
      await arrived(3) // the second attempt is in progress
      await slow.server.modes.test.outbox!.close(0)
      await awaitEarlierOutcomes(id, earlier)
      expect(deliveryCount(event)).to.equal(3)
    } finally {
      await slow.close()
    }
  })

  it("is retried at next_attempt_at", async () => {
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const event = eventOf((await arrived(1))[0]!)
    held[0]!(500)
    const { next_attempt_at } = await attempted(id, event, 1)
    await advance(next_attempt_at - now / 1000)
    await arrived(2)
  })

  it("is canceled when its endpoint is deleted, whatever its outcome", async () => {
    const earlier = await earlierEvent()
    const { id } = await newEndpoint(merchant, `${sink.url}/deleted`)
    await cancelOne(merchant)
    await arrived(1)
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    expect(await statusesFor(id)).to.deep.equal(["canceled"])
    const other = await newEndpoint(merchant, `${sink.url}/other`)
    held[0]!(500)
    await awaitEarlierOutcomes(other.id, earlier)
    expect(await statusesFor(id)).to.deep.equal(["canceled"])
  })

  it("does not start once its endpoint is deleted", async () => {
    const earlier = await earlierEvent()
    const { id } = await newEndpoint(merchant, `${sink.url}/deleted`)
    await record(12)
    await arrived(8) // the others wait for these
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    const other = await newEndpoint(merchant, `${sink.url}/other`)
    for (const end of held.splice(0)) end(500)
    await awaitEarlierOutcomes(other.id, earlier)
    expect(sink.received.filter(({ path }) => path === "/hooks/deleted")).to.have.length(8)
    expect(await statusesFor(id)).to.deep.equal(Array(12).fill("canceled"))
  })

  it("is canceled if its endpoint was deleted while the event was written", async () => {
    const earlier = await earlierEvent()
    const { id } = await newEndpoint(merchant, sink.url)
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    // Like a transaction that read the endpoints before the deletion.
    await mode.database.transaction((tx) =>
      insertDeliveries(tx, scope, earlier, scope.now * 1000, [{ target: id, version: null, leaseMs: 0 }]),
    )
    await tick()
    await until(async () => (await statusesFor(id))[0] === "canceled", timeoutMs)
    expect(sink.received).to.have.length(0)
  })

  describe("while the database refuses to update deliveries", () => {
    const warned = (text: string) => until(async () => warnings.some((line) => line.includes(text)), timeoutMs)
    const refuseUpdates = () => refuse(vintem.server.modes.test.database, "UPDATE", "deliveries", "disk full")

    it("keeps its outcome until it can be stored, and is not repeated", async () => {
      const { id } = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      const [request] = await arrived(1)
      const allow = await refuseUpdates()
      respondToAll(200)
      await warned("could not store the outcomes of delivery attempts")
      await allow()
      await delivered(id, 1)
      expect((await deliveriesOf(merchant, id))[0]).to.include({ status: "delivered", attempts: 1 })
      expect(sink.received).to.have.length(1)
      // Deliveries work normally again.
      await replay(id, eventOf(request!))
      await delivered(id, 2)
    })

    it("starts as soon as it can be claimed again", async () => {
      const earlier = await earlierEvent()
      const { id } = await newEndpoint(merchant, sink.url)
      responseStatus = 200
      const allow = await refuseUpdates()
      await replay(id, earlier)
      await warned("could not claim deliveries")
      await allow()
      await tick()
      await delivered(id, 1)
      expect(sink.received).to.have.length(1)
    })
  })
})
