// What happens to outcomes when far more attempts end than Postgres stores at once.
import { expect } from "chai"
import pg from "pg"
import { scopeOf } from "../../src/accounts/scope.ts"
import type { Statement } from "../../src/db/statement.ts"
import { recordEvent } from "../../src/events/record.ts"
import { type Ended, settleDeliveries } from "../../src/events/webhooks/attempts.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, deliveriesOf, type Merchant, newEndpoint, newMerchant, until } from "../support/merchants/merchant.ts"
import { trustTestAuthority } from "../support/network/https-sink.ts"
import { sinkStarter, timeoutMs } from "./sinks.ts"

/** How many rows of deliveries the transaction has read so far. */
const rowsRead: Statement<{ rows: string }> = {
  compiled: () => ({
    name: "rows-read",
    sql: `SELECT coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0) AS rows
      FROM pg_stat_xact_user_tables WHERE relname = 'deliveries'`,
    bind: () => [],
  }),
}

describe("Many outcomes of webhook deliveries at once", () => {
  let vintem: Running
  let merchant: Merchant
  let client: pg.Client
  const { closeAll, sinkFor } = sinkStarter()

  before(trustTestAuthority)
  beforeEach(async () => {
    // Without a scheduler, so that nothing but the test looks for due deliveries.
    vintem = await startVintem({ WEBHOOK_ALLOW_CIDRS: "127.0.0.0/8" }, { role: "api" })
    merchant = await newMerchant(vintem)
    client = new pg.Client({ connectionString: vintem.databases.env.TEST_DATABASE_URL! })
    await client.connect()
  })
  afterEach(async () => {
    await client.end()
    await closeAll()
    await vintem.close()
  })

  it("are stored without reading the account's other deliveries, also before Postgres knows how many there are", async () => {
    const { database } = vintem.server.modes.test
    const { id: endpoint } = await newEndpoint(merchant, (await sinkFor()).url)
    await cancelOne(merchant)
    await until(async () => (await deliveriesOf(merchant, endpoint))[0]?.status === "delivered", timeoutMs)
    await client.query("ALTER TABLE deliveries SET (autovacuum_enabled = false)")
    await client.query(
      `INSERT INTO deliveries (id, account, created, target, message, status, due_at_ms, lease_until_ms, version)
       SELECT 'wd_' || n, account, created, target, message, 'pending', 0, 0, version
       FROM deliveries, generate_series(1, 60_000) AS n WHERE target = $1`,
      [endpoint],
    )
    const ended = Array.from({ length: 100 }, (_, i) => delivered(merchant.account, `wd_${i * 600 + 1}`))
    const read = await database.transaction(async (tx) => {
      expect(await settleDeliveries(tx, ended)).to.deep.equal([])
      return Number((await tx.one(rowsRead, {}))!.rows)
    })
    expect(read).to.be.within(100, 1000)
    const { rows } = await client.query("SELECT count(*) FROM deliveries WHERE status = 'delivered' AND id LIKE 'wd\\__%'")
    expect(Number(rows[0].count)).to.equal(101)
  })

  it("stop further attempts while they cannot be stored as fast as they come, so each event arrives once", async () => {
    const events = 1600
    const object = (await cancelOne(merchant)) as never
    const sink = await sinkFor()
    await newEndpoint(merchant, sink.url)
    await client.query("BEGIN")
    await client.query("LOCK TABLE delivery_attempts IN SHARE MODE")
    await record(events, object)
    await until(async () => sink.received.length > 1000, timeoutMs)
    const { outbox } = vintem.server.modes.test
    for (let same = 0, last = 0; same < 20; await outbox!.tick()) {
      same = last === sink.received.length ? same + 1 : 0
      last = sink.received.length
    }
    expect(sink.received.length).to.be.below(1200)
    await client.query("ROLLBACK")
    await until(async () => sink.received.length >= events, timeoutMs)
    await outbox!.close()
    const ids = sink.received.map(({ body }) => JSON.parse(String(body)).id)
    expect([ids.length, new Set(ids).size]).to.deep.equal([events, events])
  })

  async function record(events: number, object: never): Promise<void> {
    const mode = vintem.server.modes.test
    const scope = await scopeOf(mode.database, mode, merchant.account)
    const one = () => mode.database.transaction(async (tx) => recordEvent(tx, scope, "payment_intent.canceled", object))
    for (let recorded = 0; recorded < events; recorded += 50) await Promise.all(Array.from({ length: 50 }, one))
  }
})

function delivered(account: string, delivery: string): Ended {
  const result = { http_status: 200, error: null, duration_ms: 5 }
  const change = { status: "delivered" as const, attempts: 1, due_at_ms: null, last_attempt: { at: 1, ...result } }
  return { account, delivery, madeBefore: 0, endedAtMs: 1000, sent: {}, result, change }
}
