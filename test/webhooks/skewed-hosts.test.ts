import { expect } from "chai"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/https-sink.ts"
import { cancelOne, newEndpoint, newMerchant } from "../support/merchant.ts"
import { type Running, startVintem } from "../support/vintem.ts"

/** Longer than a process holds a delivery that it attempts. */
const SKEW_MS = 120_000

describe("A server whose clock differs from another's by two minutes", function () {
  this.timeout(60_000)
  let databases: Databases
  let servers: { behind: Running; exact: Running; ahead: Running }
  let sink: Sink
  before(async () => {
    await trustTestAuthority()
    databases = await freshDatabases()
    const start = (skewMs: number) =>
      startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { databases, role: "api", clock: { now: () => Date.now() + skewMs } })
    servers = { behind: await start(-SKEW_MS), exact: await start(0), ahead: await start(SKEW_MS) }
    sink = await startSink(() => {})
  })
  after(async () => {
    await sink.close()
    for (const server of Object.values(servers)) await server.close()
    await databases.remove()
  })

  for (const [first, second] of [
    ["exact", "ahead"],
    ["behind", "exact"],
  ] as const) {
    it(`does not make an attempt again that the other one is making (${second} of ${first})`, async () => {
      const merchant = await newMerchant(servers[first])
      await newEndpoint(merchant, sink.url)
      sink.received.length = 0
      const cancelOn = (server: Running) =>
        cancelOne({
          ...merchant,
          request: (method, path, body, options) => server.request(method, path, body, { key: merchant.key, ...options }),
        })
      await cancelOn(servers[first])
      await sink.arrived(1)
      const { modes } = servers[second].server
      await modes.test.outbox!.tick()
      // Its own event leaves after what it has claimed so far.
      await cancelOn(servers[second])
      await sink.arrived(2)
      const ids = sink.received.map(({ body }) => JSON.parse(body.toString()).id)
      expect(new Set(ids)).to.have.property("size", 2)
      expect(ids).to.have.lengthOf(2)
    })
  }
})
