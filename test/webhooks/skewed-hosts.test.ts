import { expect } from "chai"
import { PAIRS, type Skewed, startSkewed } from "../support/app/skewed.ts"
import type { Running } from "../support/app/vintem.ts"
import { cancelOne, newEndpoint, newMerchant } from "../support/merchants/merchant.ts"
import { type Sink, startSink, trustTestAuthority } from "../support/network/https-sink.ts"

/** Longer than a process holds a delivery that it attempts. */
const SKEW_MS = 120_000

describe("A server whose clock differs from another's by two minutes", function () {
  this.timeout(60_000)
  let servers: Skewed
  let close: () => Promise<void>
  let sink: Sink
  before(async () => {
    await trustTestAuthority()
    ;({ servers, close } = await startSkewed(SKEW_MS, { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }))
    sink = await startSink(() => {})
  })
  after(async () => {
    await sink.close()
    await close()
  })

  for (const [first, second] of PAIRS) {
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
