import { expect } from "chai"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Sink, startSink } from "../support/network/https-sink.ts"
import { allDelivered, arrivals, atOnce, patienceMs, recoveryMs, type Shop, shopOn } from "./webhook-shop.ts"

describe("After kill -9 during a webhook delivery", function () {
  this.timeout(2 * patienceMs)
  let databases: Databases
  let sink: Sink
  let shop: Shop
  before(async () => {
    databases = await freshDatabases()
    sink = await startSink((_request, response) => void setTimeout(() => response.end(), 5))
    shop = await shopOn(databases, sink)
  })
  after(async () => {
    await shop.close()
    await sink.close()
    await databases.remove()
  })

  for (const step of ["written", "committed", "begun", "posted", "stored", "claimed"]) {
    it(`at "${step}": every event arrives, at most twice`, async () => {
      const earlier = await shop.everyEvent()
      // First attempts are claimed in the transaction that writes them. Ticks claim the others, such as replays.
      const replayed = step === "claimed" ? earlier.slice(0, atOnce) : []
      sink.received.length = 0
      await shop.server().ask("dieAt", `delivery: ${step}`)
      // From now on the server can die at any moment, so requests run while it is being replaced.
      const [intents] = await Promise.all([shop.payMany(2 * atOnce), shop.replace(recoveryMs), ...replayed.map(shop.replay)])
      const events = await shop.everyEvent()
      const made = events.slice(0, events.length - earlier.length)
      // A payment whose process dies is processing first.
      const paid = made.filter(({ type }) => type === "payment_intent.succeeded")
      expect(paid.map(({ data }) => data.object.id)).to.have.members(intents)
      await allDelivered(shop, sink, [...made, ...replayed])
      const counts = arrivals(sink)
      for (const { id } of [...made, ...replayed]) expect(counts.get(id), id).to.be.within(1, 2)
    })
  }
})
