import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { type EventType, recordEvent } from "../../src/events/record.ts"
import { insertDeliveries } from "../../src/events/webhooks/deliveries.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Merchant, newMerchant } from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter, timeoutMs, verified } from "./sinks.ts"

const DATES = ["2026-04-25", "2026-04-27", "2026-12-01"]
const PATH = "/v1/webhook_endpoints"
/** An object with a member that 2026-12-01 added. */
const OBJECT = { id: "we_1", object: "webhook_endpoint", service_version: "2026-12-01", url: "https://shop.example/" }

describe("The version of a delivery", () => {
  let vintem: Running
  let merchant: Merchant
  const { closeAll, sinkFor, sinkReturning } = sinkStarter()
  const { attempted, advance } = deliveriesSeenBy(() => merchant)

  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(closeAll)

  const at = (version: string) => ({ headers: { "service-version": version } })
  const newEndpoint = async (version: string, url: string, events = ["*"]) =>
    expectStatus(await merchant.request("POST", PATH, { url, events }, at(version)), 201)
  const update = async (id: string, change: object) => expectStatus(await merchant.request("POST", `${PATH}/${id}`, change), 200)
  const replay = (id: string, event: string) => merchant.request("POST", `${PATH}/${id}/deliveries/${event}/replay`)
  const scope = () => scopeOf(vintem.server.modes.test.database, vintem.server.modes.test, merchant.account)
  /** Records an event about OBJECT, also one of a type that no version has. Returns its id. */
  async function happens(type: string): Promise<string> {
    const own = await scope()
    return vintem.server.modes.test.database.transaction(async (tx) => recordEvent(tx, own, type as EventType, OBJECT))
  }
  const objectIn = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).data.object

  it("is that of its endpoint: each gets the bytes that GET /v1/events shows to its version", async () => {
    const sinks = await Promise.all(DATES.map(() => sinkFor()))
    const endpoints = await Promise.all(DATES.map((date, i) => newEndpoint(date, sinks[i]!.url)))
    const event = await happens("payment_intent.canceled")
    for (const [i, date] of DATES.entries()) {
      const [request] = await sinks[i]!.arrived(1, timeoutMs)
      verified(request!, endpoints[i]!.secret)
      const shown = await merchant.request("GET", `/v1/events/${event}`, undefined, { ...at(date), url: vintem.url })
      expect(request!.body.toString(), date).to.equal(shown.text)
      expect("service_version" in objectIn(request!), date).to.equal(date === "2026-12-01")
    }
  })

  it("stays at every attempt, while the next one goes to a new URL with the same secret. A replay has the new version", async () => {
    const dead = await sinkReturning(500)
    const alive = await sinkFor()
    const { id, secret } = await newEndpoint("2026-04-27", dead.url)
    const event = await happens("payment_intent.canceled")
    await attempted(id, 1)
    await update(id, { url: alive.url, service_version: "2026-12-01" })
    await advance(5)
    const [first] = await dead.arrived(1)
    const [retry] = await alive.arrived(1, timeoutMs)
    expect(verified(retry!, secret).id).to.equal(event)
    expect(retry!.body.equals(first!.body)).to.equal(true)
    expect(objectIn(retry!)).not.to.have.property("service_version")
    expectStatus(await replay(id, event), 201)
    const [, again] = await alive.arrived(2, timeoutMs)
    expect(objectIn(again!)).to.deep.equal(OBJECT)
    expect(dead.received).to.have.length(1)
  })

  it("is none for a delivery of an older release, which sends what was recorded", async () => {
    const sink = await sinkFor()
    const { id } = await newEndpoint("2026-04-25", sink.url, ["charge.dispute.created"])
    const event = await happens("payment_intent.canceled")
    const own = await scope()
    await vintem.server.modes.test.database.transaction((tx) =>
      insertDeliveries(tx, own, event, own.now * 1000, [{ target: id, version: null, leaseMs: 0 }]),
    )
    const [request] = await sink.arrived(1, timeoutMs)
    expect(objectIn(request!)).to.deep.equal(OBJECT)
  })

  it("lets endpoints for all types have those that it lacks, and no others", async () => {
    const [all, named] = await Promise.all([sinkFor(), sinkFor()])
    const everything = await newEndpoint("2026-04-25", all.url)
    const some = await newEndpoint("2026-04-25", named.url, ["payment_intent.canceled"])
    const event = await happens("order.packed")
    await all.arrived(1, timeoutMs)
    expect(expectStatus(await replay(some.id, event), 404).error.code).to.equal("event_not_found")
    expectStatus(await replay(everything.id, event), 201)
    const [first, again] = await all.arrived(2, timeoutMs)
    expect(again!.body.equals(first!.body)).to.equal(true)
    expect(objectIn(first!)).not.to.have.property("service_version")
    expect(named.received).to.have.length(0)
    const retrieve = (date: string) => merchant.request("GET", `/v1/events/${event}`, undefined, { ...at(date), url: vintem.url })
    expect((await Promise.all(DATES.map(retrieve))).map(({ status }) => status)).to.deep.equal([404, 404, 200])
  })
})
