import { expect } from "chai"
import pino from "pino"
import { scopeOf } from "../../src/accounts/scope.ts"
import type { Statement } from "../../src/db/statement.ts"
import { recordEvent } from "../../src/events/record.ts"
import { insertDeliveries, newestDeliveries } from "../../src/events/webhooks/deliveries.ts"
import { type Received, type Sink, startSink, trustTestAuthority } from "../support/https-sink.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, until } from "../support/merchant.ts"
import { newIntent } from "../support/payments.ts"
import { type Running, startVintem } from "../support/vintem.ts"

const patienceMs = 30_000
const eventOf = ({ body }: Received): string => JSON.parse(body.toString()).id

describe("an attempt to deliver", () => {
  const settings = { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }
  /** Stands still, unless a test lets time pass: however busy the machine is, no lease ends by itself. */
  let now = Math.floor(Date.now() / 1000) * 1000
  const clock = { now: () => now }
  let complaints: string[] = []
  const log = pino({ level: "warn" }, { write: (line: string) => void complaints.push(line) })

  let vintem: Running
  let merchant: Merchant
  let sink: Sink
  /** What the endpoint answers; "nothing" keeps its requests in `held`. */
  let answering: number | "nothing"
  let held: ((status: number) => void)[]

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem(settings, { clock, log })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
    sink = await startSink((_request, response) => {
      const end = (status: number) => response.writeHead(status).end()
      if (answering === "nothing") held.push(end)
      else end(answering)
    })
    answering = "nothing"
    held = []
    complaints = []
  })
  afterEach(() => sink.close())

  async function pass(seconds: number): Promise<void> {
    now += seconds * 1000
    await vintem.server.tick()
  }
  /** From now on the endpoint answers, also what it has kept waiting. */
  function answerAll(status: number): void {
    answering = status
    for (const end of held.splice(0)) end(status)
  }
  const timesTold = (event: string) => sink.received.filter((request) => eventOf(request) === event).length
  const arrived = (count: number) => sink.arrived(count, patienceMs)
  const replay = (endpoint: string, event: string) =>
    merchant.request("POST", `/v1/webhook_endpoints/${endpoint}/deliveries/${event}/replay`)
  /** Outcomes are stored in their order, and a tick takes all that is due: a replay that has been delivered ends what came before. */
  async function afterwards(endpoint: string, earlier: string): Promise<void> {
    const hanging = held.length
    await replay(endpoint, earlier)
    await until(async () => held.length > hanging, patienceMs)
    held.pop()!(200)
    await delivered(endpoint, 1)
  }
  /** Of all deliveries to an endpoint, also a deleted one. */
  async function statusesFor(endpoint: string): Promise<string[]> {
    const rows = await newestDeliveries(vintem.server.modes.test.database, { account: merchant.account, limit: 100 })
    return rows.filter(({ target }) => target === endpoint).map(({ status }) => status)
  }
  async function delivered(endpoint: string, count: number): Promise<void> {
    const isDelivered = ({ status }: { status: string }) => status === "delivered"
    await until(async () => (await deliveriesOf(merchant, endpoint)).filter(isDelivered).length === count, patienceMs)
  }
  /** The delivery of an event, once so many of its attempts have been recorded. */
  const attempted = (endpoint: string, event: string, count: number) =>
    until(async () => {
      const deliveries = await deliveriesOf(merchant, endpoint)
      return deliveries.find((delivery) => delivery.event === event && delivery.attempts >= count)
    }, patienceMs)
  /** An event from before there was any endpoint. */
  async function earlierEvent(): Promise<string> {
    await cancelOne(merchant)
    return (await merchant.request("GET", "/v1/events")).body.data[0].id
  }
  /** Writes so many events at once. */
  async function record(count: number): Promise<void> {
    const mode = vintem.server.modes.test
    const intent = await newIntent(merchant)
    const scope = await scopeOf(mode.database, mode, merchant.account)
    await mode.database.transaction(async (tx) => {
      for (let i = 0; i < count; i++) await recordEvent(tx, scope, "payment_intent.canceled", intent)
    })
  }

  it("that takes its 30 s is made by nobody else meanwhile; one that was lost is made again within 60 s", async () => {
    const earlier = await earlierEvent()
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const [first] = await arrived(1)
    await pass(40) // it may have begun 10 s after it was claimed
    await afterwards(id, earlier)
    expect(sink.received.map(eventOf)).to.deep.equal([eventOf(first!), earlier])
    await pass(20)
    await sink.arrived(3, 20_000) // before the first one ends by itself
    expect(timesTold(eventOf(first!))).to.equal(2)
  })

  it("is not begun when it has waited so long that somebody else could make it too", async () => {
    const { id } = await newEndpoint(merchant, sink.url)
    await record(20)
    await arrived(8) // the others wait for those
    await pass(40)
    for (const end of held.splice(0)) end(200)
    await delivered(id, 8)
    await pass(20)
    await arrived(9)
    answerAll(200)
    await delivered(id, 20)
    expect(new Set(sink.received.map(eventOf)).size).to.equal(20)
    expect(sink.received).to.have.length(20)
  })

  it("is made once, also where there are more for an endpoint than a process takes on", async () => {
    const { id } = await newEndpoint(merchant, sink.url)
    await record(40)
    await arrived(8)
    await record(5)
    answerAll(200)
    await delivered(id, 45)
    expect(new Set(sink.received.map(eventOf)).size).to.equal(45)
    expect(sink.received).to.have.length(45)
  })

  it("counts once, also where two processes made it and both failed", async () => {
    const earlier = await earlierEvent()
    answering = 500
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const event = eventOf((await arrived(1))[0]!)
    for (const failed of [1, 2]) {
      await attempted(id, event, failed)
      await pass(60)
    }
    await attempted(id, event, 3)
    answering = "nothing"
    await pass(400)
    await arrived(4)
    await pass(60) // whoever makes the fourth is taken for dead
    await arrived(5)
    const [fourth, fourthAgain] = held
    fourthAgain!(500)
    const delivery = await attempted(id, event, 4)
    expect(delivery).to.include({ status: "pending", attempts: 4 })
    fourth!(500)
    await afterwards(id, earlier)
    expect(await attempted(id, event, 4)).to.deep.equal(delivery)
  })

  it("that another process has taken over is not given back by the one that lost it", async () => {
    const slow = await startVintem(settings, { clock, log, role: "api", databases: vintem.databases })
    try {
      merchant = await newMerchant(slow)
      const earlier = await earlierEvent()
      const { id } = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      const event = eventOf((await arrived(1))[0]!)
      await pass(60)
      await arrived(2)
      held[1]!(500)
      await attempted(id, event, 1)
      await pass(20)
      await arrived(3) // the second attempt is under way
      await slow.server.modes.test.outbox!.close(0)
      await afterwards(id, earlier)
      expect(timesTold(event)).to.equal(3)
    } finally {
      await slow.close()
    }
  })

  it("is made again in the second that next_attempt_at names", async () => {
    const { id } = await newEndpoint(merchant, sink.url)
    await cancelOne(merchant)
    const event = eventOf((await arrived(1))[0]!)
    held[0]!(500)
    const { next_attempt_at } = await attempted(id, event, 1)
    await pass(next_attempt_at - now / 1000)
    await arrived(2)
  })

  it("is canceled as its endpoint is deleted, and how it ends then changes nothing", async () => {
    const earlier = await earlierEvent()
    const { id } = await newEndpoint(merchant, `${sink.url}/deleted`)
    await cancelOne(merchant)
    await arrived(1)
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    expect(await statusesFor(id)).to.deep.equal(["canceled"])
    const other = await newEndpoint(merchant, `${sink.url}/other`)
    held[0]!(500)
    await afterwards(other.id, earlier)
    expect(await statusesFor(id)).to.deep.equal(["canceled"])
  })

  it("is not begun any more once its endpoint was deleted", async () => {
    const earlier = await earlierEvent()
    const { id } = await newEndpoint(merchant, `${sink.url}/deleted`)
    await record(12)
    await arrived(8) // the others wait for those
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    const other = await newEndpoint(merchant, `${sink.url}/other`)
    for (const end of held.splice(0)) end(500)
    await afterwards(other.id, earlier)
    expect(sink.received.filter(({ path }) => path === "/hooks/deleted")).to.have.length(8)
    expect(await statusesFor(id)).to.deep.equal(Array(12).fill("canceled"))
  })

  it("is not made where the endpoint was deleted while the event was being written: it is canceled", async () => {
    const earlier = await earlierEvent()
    const { id } = await newEndpoint(merchant, sink.url)
    await merchant.request("DELETE", `/v1/webhook_endpoints/${id}`)
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    // As a transaction does that read the endpoints before.
    await mode.database.transaction((tx) =>
      insertDeliveries(tx, scope, earlier, scope.now * 1000, [{ target: id, leaseUntilMs: 0 }]),
    )
    await until(async () => (await statusesFor(id))[0] === "canceled", patienceMs)
    expect(sink.received).to.have.length(0)
  })

  describe("while the database takes no changes of deliveries", () => {
    const complaint = (text: string) => until(async () => complaints.some((line) => line.includes(text)), patienceMs)
    let statements = 0
    const run = (sql: string) => {
      const name = `by-hand-${++statements}`
      const statement: Statement<void> = { compiled: () => ({ name, sql, bind: () => [] }) }
      return vintem.server.modes.test.database.transaction((tx) => tx.run(statement, {}))
    }
    async function refuse(): Promise<void> {
      if (vintem.server.modes.test.database.dialect === "sqlite") {
        await run("CREATE TRIGGER refuse BEFORE UPDATE ON deliveries BEGIN SELECT RAISE(ABORT, 'disk full'); END")
        return
      }
      await run("CREATE FUNCTION refuse() RETURNS trigger AS 'BEGIN RAISE ''disk full''; END' LANGUAGE plpgsql")
      await run("CREATE TRIGGER refuse BEFORE UPDATE ON deliveries FOR EACH ROW EXECUTE FUNCTION refuse()")
    }
    async function allow(): Promise<void> {
      if (vintem.server.modes.test.database.dialect === "sqlite") return void (await run("DROP TRIGGER refuse"))
      await run("DROP FUNCTION refuse CASCADE")
    }

    it("keeps its outcome until it can be stored, and is not made again", async () => {
      const { id } = await newEndpoint(merchant, sink.url)
      await cancelOne(merchant)
      const [request] = await arrived(1)
      await refuse()
      answerAll(200)
      await complaint("cannot store how attempts to deliver ended")
      await allow()
      await delivered(id, 1)
      expect((await deliveriesOf(merchant, id))[0]).to.include({ status: "delivered", attempts: 1 })
      expect(sink.received).to.have.length(1)
      // Afterwards all goes on as ever.
      await replay(id, eventOf(request!))
      await delivered(id, 2)
    })

    it("is made as soon as it can be claimed again", async () => {
      const earlier = await earlierEvent()
      const { id } = await newEndpoint(merchant, sink.url)
      answering = 200
      await refuse()
      await replay(id, earlier)
      await complaint("could not claim deliveries")
      await allow()
      await delivered(id, 1)
      expect(sink.received).to.have.length(1)
    })
  })
})
