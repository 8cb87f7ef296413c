import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import type { Database } from "../../src/db/database.ts"
import { deleteOldEvents, deleteOldMessages } from "../../src/events/delete-old.ts"
import { createIntegration, createUtmify } from "../../src/events/webhooks/integrations.ts"
import { replayEvent } from "../../src/events/webhooks/replay.ts"
import { MAX_ROWS } from "../../src/jobs/sweep.ts"
import type { Json } from "../support/app/client.ts"
import { database as kind, type Running, startVintem } from "../support/app/vintem.ts"
import { makeOld } from "../support/databases/aging.ts"
import { sql } from "../support/databases/sql.ts"
import {
  cancelOne,
  deliveriesOf,
  type Merchant,
  newEndpoint,
  newMerchant,
  ONLY_OUTCOMES,
  payOne,
  until,
} from "../support/merchants/merchant.ts"
import { expectStatus } from "../support/merchants/payments.ts"
import { DAY } from "../support/merchants/subscriptions.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { deliveriesSeenBy, sinkStarter } from "../webhooks/sinks.ts"

const DAYS = 30
const NO_DEADLINE = Number.POSITIVE_INFINITY
/** No UTMify listens there. */
const NOBODY = "http://127.0.0.1:9"

describe("An event that was kept for RETAIN_EVENTS_DAYS", () => {
  let vintem: Running
  let merchant: Merchant
  const { closeAll, sinkFor, sinkReturning } = sinkStarter()
  const { attempted, advance } = deliveriesSeenBy(() => merchant)
  before(async () => {
    await trustTestAuthority()
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8", RETAIN_EVENTS_DAYS: String(DAYS), UTMIFY_URL: NOBODY })
  })
  after(() => vintem.close())
  beforeEach(async () => {
    merchant = await newMerchant(vintem)
  })
  afterEach(closeAll)

  const list = async (query = "") => merchant.request("GET", `/v1/events?limit=100${query}`, undefined, ONLY_OUTCOMES)
  const eventIds = async (): Promise<string[]> => expectStatus(await list(), 200).data.map(({ id }: Json) => id)
  const newEvent = async () => {
    await cancelOne(merchant)
    return (await eventIds())[0]!
  }
  const statusOf = async (event: string) => {
    const { status, body } = await merchant.request("GET", `/v1/events/${event}`)
    return status === 200 ? 200 : `${status} ${body.error.code}`
  }
  const database = () => vintem.server.modes.test.database
  const write = (text: string) => database().transaction((tx) => tx.run(sql(text), {}))
  const count = async (table: string, where: string) =>
    (await database().one(sql<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`), {}))!.n
  const sweep = (deadline = NO_DEADLINE) => deleteOldEvents(vintem.server.modes.test, deadline)

  it("is gone by the account's clock, and its deliveries with it; before, it can be read and sent again", async () => {
    const { url } = await sinkFor()
    const { id: endpoint } = await newEndpoint(merchant, url)
    const replay = (event: string) => merchant.request("POST", `/v1/webhook_endpoints/${endpoint}/deliveries/${event}/replay`)
    const old = [await newEvent(), await newEvent()]
    await advance((DAYS - 1) * DAY)
    expect(await Promise.all(old.map(statusOf))).to.deep.equal([200, 200])
    expectStatus(await replay(old[0]!), 201)
    const recent = await newEvent()
    await attempted(endpoint, 1)
    await advance(2 * DAY)
    expect(await eventIds()).to.deep.equal([recent])
    expect(await Promise.all([...old, recent].map(statusOf))).to.deep.equal(["404 event_not_found", "404 event_not_found", 200])
    expect((await deliveriesOf(merchant, endpoint)).map(({ event }) => event)).to.deep.equal([recent])
    expect((await replay(old[0]!)).body.error.code).to.equal("event_not_found")
    expect(await count("deliveries", `target = '${endpoint}'`)).to.equal(1)
  })

  it("is no cursor any more, and the error says why", async () => {
    const old = await newEvent()
    await newEvent()
    await advance((DAYS + 1) * DAY)
    for (const cursor of ["starting_after", "ending_before"]) {
      const { status, body } = await list(`&${cursor}=${old}`)
      expect([status, body.error.code, body.error.param]).to.deep.equal([400, "parameter_invalid", cursor])
      expect(body.error.message).to.contain(`Events are kept for ${DAYS} days`)
    }
  })

  it("stays while it is the newest, so that polling goes on after any time in which nothing happened", async () => {
    const seen = await newEvent()
    await advance(10 * DAYS * DAY)
    expect(expectStatus(await list(`&ending_before=${seen}`), 200).data).to.deep.equal([])
    const next = await newEvent()
    expect(expectStatus(await list(`&ending_before=${seen}`), 200).data).to.have.length(1)
    await advance(DAY)
    expect(await eventIds()).to.deep.equal([next])
  })

  it("stays with its delivery until that is done, as when no worker has run for long", async () => {
    const { url } = await sinkFor()
    const { id: endpoint } = await newEndpoint(merchant, url)
    const old = await newEvent()
    await newEvent()
    await until(async () => (await count("deliveries", `target = '${endpoint}' AND status = 'delivered'`)) === 2)
    const later = 4e12
    await write(`UPDATE deliveries SET status = 'pending', due_at_ms = ${later} WHERE message = '${old}'`)
    await advance((DAYS + 1) * DAY)
    expect(await statusOf(old)).to.equal(200)
    expect((await deliveriesOf(merchant, endpoint)).find(({ event }) => event === old)).to.include({ status: "pending" })
    await write(`UPDATE deliveries SET due_at_ms = 0 WHERE message = '${old}'`)
    await until(async () => (await count("deliveries", `message = '${old}' AND status = 'delivered'`)) === 1)
    await advance(DAY)
    expect(await statusOf(old)).to.equal("404 event_not_found")
    expect(await count("deliveries", `message = '${old}'`)).to.equal(0)
  })

  it("is not deleted while it is being sent again", async () => {
    const { url } = await sinkFor()
    const { id: endpoint } = await newEndpoint(merchant, url)
    const old = await newEvent()
    await newEvent()
    await until(async () => (await count("deliveries", `target = '${endpoint}' AND status = 'delivered'`)) === 2)
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    await write(`UPDATE events SET latest = 1 WHERE id = '${old}'`)
    let sweeping: Promise<boolean> | undefined
    await mode.database.transaction(async (tx) => {
      await replayEvent(tx, scope, endpoint, old)
      sweeping = sweep()
      // On SQLite it waits for this transaction.
      if (kind === "postgres") await sweeping
    })
    await sweeping
    expect(await statusOf(old)).to.equal(200)
    await until(async () => (await count("deliveries", `message = '${old}' AND status = 'pending'`)) === 0)
    expect(await count("deliveries", `message = '${old}' AND status = 'delivered'`)).to.be.at.least(1)
  })

  it("is deleted in small transactions, and a pass that is interrupted is taken up by the next", async () => {
    const [events, each] = [3000, 4]
    const numbers = (upTo: number) =>
      kind === "sqlite"
        ? `(WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ${upTo}) SELECT n FROM number) AS number`
        : `generate_series(1, ${upTo}) AS number(n)`
    const newest = await newEvent()
    const { account } = merchant
    await write(`INSERT INTO events (id, account, created, type, body, seq, latest)
      SELECT '${account}' || n, '${account}', 1, 'payment_intent.canceled', '{}', n - ${events} - 1, 1 FROM ${numbers(events)}`)
    await write(`INSERT INTO deliveries (id, account, created, target, message, status)
      SELECT 'wd_${account}' || n, '${account}', 1, 'we_gone', '${account}' || (1 + n % ${events}), 'dead_letter'
      FROM ${numbers(events * each)}`)
    const deleted: number[] = []
    const watched: Database = {
      ...database(),
      transaction: (work) =>
        database().transaction((tx) =>
          work({
            ...tx,
            run: async (...statement) => {
              const rows = await tx.run(...statement)
              deleted.push(rows)
              return rows
            },
          }),
        ),
    }
    const mode = { ...vintem.server.modes.test, database: watched }
    expect(await deleteOldEvents(mode, performance.now() + 50)).to.equal(false)
    const left = await count("events", `account = '${account}'`)
    // The customer of the newest event has one too.
    expect(left).to.be.within(1, events + 2)
    // Two workers at once.
    const passes = [deleteOldEvents(mode, NO_DEADLINE), deleteOldEvents(mode, NO_DEADLINE)]
    expect(await Promise.all(passes)).to.deep.equal([true, true])
    expect(Math.max(...deleted)).to.be.at.most(MAX_ROWS)
    expect(deleted.reduce((sum, rows) => sum + rows)).to.be.at.least(events + events * each)
    expect(await eventIds()).to.deep.equal([newest])
    expect(await count("deliveries", `account = '${account}'`)).to.equal(0)
  })

  it("takes the messages to integrations with it, unless they are still to be sent", async () => {
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    const { url } = await sinkReturning(500)
    await mode.database.transaction(async (tx) => {
      await createIntegration(tx, scope, url)
      await createUtmify(tx, scope, { token: "token" })
    })
    await payOne(merchant)
    const mine = `account = '${merchant.account}'`
    await until(async () => (await count("deliveries", `${mine} AND attempts > 0`)) === 2)
    const tables = ["purchase_messages", "order_messages", "deliveries"]
    const stored = () => Promise.all(tables.map((table) => count(table, mine)))
    expect(await deleteOldMessages(mode, NO_DEADLINE)).to.equal(true)
    expect(await stored()).to.deep.equal([1, 1, 2])
    await makeOld(mode.database, "purchase_messages")
    await makeOld(mode.database, "order_messages")
    await deleteOldMessages(mode, NO_DEADLINE)
    expect(await stored()).to.deep.equal([1, 1, 2])
    await write(`UPDATE deliveries SET status = 'dead_letter', due_at_ms = NULL WHERE ${mine}`)
    await deleteOldMessages(mode, NO_DEADLINE)
    expect(await stored()).to.deep.equal([0, 0, 0])
  })
})

describe("Events on a host whose clock is a year ahead", () => {
  it("are not deleted by it", async () => {
    const vintem = await startVintem({ RETAIN_EVENTS_DAYS: String(DAYS) }, { role: "api" })
    const merchant = await newMerchant(vintem)
    await cancelOne(merchant)
    await cancelOne(merchant)
    const list = async () => expectStatus(await merchant.request("GET", "/v1/events", undefined, ONLY_OUTCOMES), 200).data
    expect(await list()).to.have.length(2)
    const clock = { now: () => Date.now() + 365 * DAY * 1000 }
    const ahead = await startVintem({ RETAIN_EVENTS_DAYS: String(DAYS) }, { role: "worker", databases: vintem.databases, clock })
    await ahead.server.tick()
    await ahead.server.close()
    expect(await list()).to.have.length(2)
    await vintem.close()
  })
})

describe("With RETAIN_EVENTS_DAYS=0, events", () => {
  it("are kept for ever", async () => {
    const vintem = await startVintem({ RETAIN_EVENTS_DAYS: "0" }, { role: "api" })
    const merchant = await newMerchant(vintem)
    await cancelOne(merchant)
    await cancelOne(merchant)
    for (let year = 0; year < 3; year++)
      expectStatus(await merchant.request("POST", "/v1/test_helpers/clock/advance", { seconds: 365 * DAY }), 200)
    expect((await merchant.request("GET", "/v1/events", undefined, ONLY_OUTCOMES)).body.data).to.have.length(2)
    await vintem.close()
  })
})
