import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import { connect } from "../../src/db/connect.ts"
import { migrateDatabase } from "../../src/db/migrate.ts"
import type { Json } from "../support/client.ts"
import { type Databases, freshDatabases } from "../support/databases.ts"
import { authorityFile, type Sink, startSink } from "../support/https-sink.ts"
import { ageLeases } from "../support/leases.ts"
import { until } from "../support/merchant.ts"
import { cardBody } from "../support/payments.ts"
import { administer, databaseUrl, startPostgres } from "../support/postgres.ts"
import { database, type Spawned, spawnVintem } from "../support/vintem.ts"

const atOnce = 6
/** An attempt whose process died is made again within 60 s (docs/webhooks.md). */
const recoveryMs = 60_000
/** A server can be slow on a busy machine. */
const patienceMs = 60_000

/** A merchant with one endpoint, on a server that can be killed and replaced. Requests are retried until a server responds. */
async function shopOn(databases: Databases, sink: Sink) {
  const env = { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: await authorityFile(databases.directory) }
  let aheadMs = 0
  const spawn = () => spawnVintem(env, { databases, aheadMs })
  let server = await spawn()
  const { key } = server

  async function send(method: string, path: string, body?: object): Promise<Json> {
    const idempotencyKey = method === "GET" ? undefined : randomUUID()
    return until(async () => {
      const response = await server.request(method, path, body, { key, idempotencyKey }).catch(() => undefined)
      if (!response || response.status >= 500 || response.status === 409) return undefined
      if (response.status >= 400) throw new Error(`${method} ${path}: ${response.text}`)
      return response.body
    }, patienceMs)
  }
  async function pay(customer: string): Promise<string> {
    const { id } = await send("POST", "/v1/payment_intents", { amount: 100, currency: "brl", customer })
    const token = await send("POST", "/v1/tokens", cardBody())
    const { status } = await send("POST", `/v1/payment_intents/${id}/confirm`, { payment_method: token.id })
    expect(status).to.equal("succeeded")
    return id
  }
  async function everyEvent(): Promise<Json[]> {
    const events: Json[] = []
    for (let after = ""; ; ) {
      const { data, has_more } = await send("GET", `/v1/events?limit=100${after}`)
      events.push(...data)
      if (!has_more) return events
      after = `&starting_after=${data.at(-1).id}`
    }
  }

  const { id: customer } = await send("POST", "/v1/customers", { email: "ana@example.com" })
  const { id: endpoint } = await send("POST", "/v1/webhook_endpoints", { url: sink.url, events: ["*"] })
  return {
    endpoint,
    send,
    everyEvent,
    server: (): Spawned => server,
    /** Waits until the server is dead, then starts another on the same data, as if `passedMs` had passed. */
    replace: async (passedMs = 0) => {
      await server.exited
      if (passedMs > 0) {
        const open = connect(databases.env.TEST_DATABASE_URL!, false)
        await ageLeases(open, passedMs)
        await open.close()
      }
      aheadMs += passedMs
      server = await spawn()
    },
    /** Makes `payments` payments, `atOnce` at a time. Returns the ids of the payment intents. */
    payMany: async (payments: number) => {
      const ids: string[] = []
      let left = payments
      const worker = async () => {
        while (left-- > 0) ids.push(await pay(customer))
      }
      await Promise.all(Array.from({ length: atOnce }, worker))
      return ids
    },
    close: () => server.close(),
  }
}

type Shop = Awaited<ReturnType<typeof shopOn>>

/** The number of times that each event arrived, by event id. */
function arrivals(sink: Sink): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { body } of sink.received) {
    const { id } = JSON.parse(body.toString())
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Waits until these events have arrived and every delivery has status `delivered`. */
async function allDelivered(shop: Shop, sink: Sink, events: Json[], withinMs = patienceMs): Promise<void> {
  await until(async () => {
    const arrived = arrivals(sink)
    if (!events.every(({ id }) => arrived.has(id))) return undefined
    const { data } = await shop.send("GET", `/v1/webhook_endpoints/${shop.endpoint}/deliveries?limit=100`)
    return data.every(({ status }: Json) => status === "delivered")
  }, withinMs)
}

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

  const replay = ({ id }: Json) => shop.send("POST", `/v1/webhook_endpoints/${shop.endpoint}/deliveries/${id}/replay`)

  for (const step of ["written", "committed", "begun", "posted", "stored", "claimed"]) {
    it(`at "${step}": every event arrives, at most twice`, async () => {
      const earlier = await shop.everyEvent()
      // First attempts are claimed in the transaction that writes them. Ticks claim the others, such as replays.
      const replayed = step === "claimed" ? earlier.slice(0, atOnce) : []
      sink.received.length = 0
      await shop.server().ask("dieAt", `delivery: ${step}`)
      // From now on the server can die at any moment, so requests run while it is being replaced.
      const [intents] = await Promise.all([shop.payMany(2 * atOnce), shop.replace(recoveryMs), ...replayed.map(replay)])
      const events = await shop.everyEvent()
      const made = events.slice(0, events.length - earlier.length)
      expect(made.map(({ data }) => data.object.id)).to.have.members(intents)
      await allDelivered(shop, sink, [...made, ...replayed])
      const counts = arrivals(sink)
      for (const { id } of [...made, ...replayed]) expect(counts.get(id), id).to.be.within(1, 2)
    })
  }
})

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
    const env = { WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", NODE_EXTRA_CA_CERTS: join(databases.directory, "test-ca.pem") }
    const others = await Promise.all([spawnVintem(env, { databases }), spawnVintem(env, { databases, role: "worker" })])
    try {
      await shop.payMany(payments)
      const events = await shop.everyEvent()
      for (const { id } of events) await shop.send("POST", `/v1/webhook_endpoints/${shop.endpoint}/deliveries/${id}/replay`)
      await allDelivered(shop, sink, events)
      const { data } = await shop.send("GET", `/v1/webhook_endpoints/${shop.endpoint}/deliveries?limit=100`)
      expect(data).to.have.length(2 * payments)
      const made = data.reduce((sum: number, { attempts }: Json) => sum + attempts, 0)
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
      const { data } = await shop.send("GET", `/v1/webhook_endpoints/${shop.endpoint}/deliveries?limit=100`)
      for (const delivery of data) expect(delivery).to.include({ status: "delivered", attempts: 1 })
    } finally {
      await shop.close()
      await sink.close()
      await databases.remove()
    }
  })
})

if (database === "postgres") {
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
}
