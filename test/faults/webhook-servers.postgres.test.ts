import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { migrateDatabase } from "../../src/db/migrations/migrate.ts"
import { spawnVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { administer, databaseUrl, startPostgres } from "../support/databases/postgres.ts"
import { startSink } from "../support/network/https-sink.ts"
import { allDelivered, arrivals, patienceMs, recoveryMs, shopOn } from "./webhook-shop.ts"

describe("Several servers on one database", function () {
  this.timeout(2 * patienceMs)

  it("make each attempt once, including retries and replays", async () => {
    const payments = 24
    const databases = await freshDatabases()
    const seen = new Set<string>()
    const sink = await startSink(({ body }, response, count) => {
      const isRetry = seen.has(String(body))
      seen.add(String(body))
      response.writeHead(!isRetry && count % 3 === 0 ? 500 : 200).end()
    })
    const shop = await shopOn(databases, sink)
    const others = await Promise.all([spawnVintem(shop.env, { databases }), spawnVintem(shop.env, { databases, role: "worker" })])
    try {
      await shop.payMany(payments)
      const events = await shop.everyEvent()
      for (const event of events) await shop.replay(event)
      await allDelivered(shop, sink, events)
      const deliveries = await shop.deliveries()
      expect(deliveries).to.have.length(2 * payments)
      const made = deliveries.reduce((sum, { attempts }) => sum + attempts, 0)
      expect(made).to.be.above(2 * payments)
      expect(sink.received).to.have.length(made)
    } finally {
      for (const other of others) await other.close()
      await shop.close()
      await sink.close()
      await databases.remove()
    }
  })
})

describe("A server that is told to stop", function () {
  this.timeout(2 * patienceMs)

  it("finishes its webhook attempts, and hands over those that hang to the next server at once", async () => {
    const databases = await freshDatabases()
    let hanging = true
    const sink = await startSink((request, response) => {
      if (!hanging) response.end()
      else if (sink.received.indexOf(request) === 0) setTimeout(() => response.end(), 1000)
    })
    const shop = await shopOn(databases, sink)
    try {
      await shop.payMany(12) // more than run at once, so that some attempts have not started
      await sink.arrived(2)
      expect(await shop.server().stop()).to.equal(0)
      hanging = false
      await shop.replace()
      const events = await shop.everyEvent()
      await allDelivered(shop, sink, events, 30_000) // before the leases of the stopped server lapse
      const counts = arrivals(sink)
      const first = JSON.parse(sink.received[0]!.body.toString()).id
      expect(counts.get(first)).to.equal(1)
      for (const { id } of events) expect(counts.get(id)).to.be.within(1, 2)
      for (const delivery of await shop.deliveries()) expect(delivery).to.include({ status: "delivered", attempts: 1 })
    } finally {
      await shop.close()
      await sink.close()
      await databases.remove()
    }
  })
})

describe("A Postgres that restarts under load", function () {
  this.timeout(3 * patienceMs)

  it("loses no event, and delivers each at most three times", async () => {
    const postgres = await startPostgres()
    await administer(postgres.url, "CREATE DATABASE vintem_restarted")
    const directory = await mkdtemp(join(tmpdir(), "vintem-test-"))
    const url = databaseUrl(postgres.url, "vintem_restarted")
    await migrateDatabase(url, false)
    const env = { DATA_DIR: directory, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"), TEST_DATABASE_URL: url }
    const databases: Databases = { directory, env, remove: () => rm(directory, { recursive: true }) }
    const sink = await startSink((_request, response) => void setTimeout(() => response.end(), 5))
    const shop = await shopOn(databases, sink)
    try {
      const restart = async () => {
        await sink.arrived(5)
        await postgres.restart()
        await pause(1000)
        await postgres.restart()
      }
      const [intents] = await Promise.all([shop.payMany(24), restart()])
      const events = await shop.everyEvent()
      await allDelivered(shop, sink, events, recoveryMs + patienceMs)
      expect(events.map(({ data }) => data.object.id)).to.have.members(intents)
      const counts = arrivals(sink)
      for (const { id } of events) expect(counts.get(id), id).to.be.within(1, 3)
    } finally {
      await shop.close()
      await sink.close()
      await databases.remove()
      await postgres.stop()
    }
  })
})
