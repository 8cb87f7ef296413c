import { expect } from "chai"
import { scopeOf } from "../../src/accounts/scope.ts"
import { listEvents } from "../../src/events/list/pages.ts"
import { recordEvent } from "../../src/events/record.ts"
import type { Json } from "../support/app/client.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { cancelOne, type Merchant, newMerchant, ONLY_OUTCOMES, until } from "../support/merchants/merchant.ts"
import { expectStatus, newCustomer, newIntent } from "../support/merchants/payments.ts"

const PAYMENTS = 300
const AT_ONCE = 16
const UNREAD = 1200
/** More than a worker keeps up in one transaction. */
const ACCOUNTS = 60

/** Two servers share a database. The clock of one is right, and that of the other is 20 seconds behind. */
describe("The order of events", () => {
  let databases: Databases
  let right: Running
  let behind: Spawned
  let merchant: Merchant
  /** The same merchant at the other server. */
  let elsewhere: Merchant
  before(async () => {
    databases = await freshDatabases()
    right = await startVintem({}, { role: "api", databases })
    behind = await spawnVintem({}, { role: "api", databases, aheadMs: -20_000 })
  })
  after(async () => {
    await behind.close()
    await right.close()
    await databases.remove()
  })
  beforeEach(async () => {
    merchant = await newMerchant(right)
    elsewhere = {
      ...merchant,
      request: (method, path, body, options) => behind.request(method, path, body, { key: merchant.key, ...options }),
    }
  })

  const page = async (at: Merchant, query: string): Promise<Json> =>
    expectStatus(await at.request("GET", `/v1/events?${query}`, undefined, ONLY_OUTCOMES), 200)
  const idsOf = (events: Json[]): string[] => events.map(({ id }) => id)
  const idsOfIntents = (events: Json[]): string[] => events.map(({ data }) => data.object.id)

  /** The whole list, oldest first. */
  async function listAll(at: Merchant, query = "limit=100"): Promise<Json[]> {
    const all: Json[] = []
    for (let cursor = "", more = true; more; cursor = `&starting_after=${all[0].id}`) {
      const { data, has_more } = await page(at, query + cursor)
      if (data.length === 0) return all
      all.unshift(...data.reverse())
      more = has_more
    }
    return all
  }

  /** The ids of the whole list, oldest first. For events that are no API response, as they do not have a whole payment intent. */
  async function listIds(): Promise<string[]> {
    const scope = { mode: right.server.modes.test, account: merchant.account, now: 0 }
    const ids: string[] = []
    for (let more = true; more; ) {
      const { rows, has_more } = await listEvents(scope, { limit: 100, ...(ids[0] && { starting_after: ids[0] }) })
      ids.unshift(...idsOf(rows).reverse())
      more = has_more
    }
    return ids
  }

  /** Polls for what is newer than the last event seen, until nothing is and `isOver`. Returns the ids in the order of their arrival. */
  async function poll(at: Merchant, from: string, query: string, isOver: () => boolean): Promise<string[]> {
    const seen = [from]
    for (;;) {
      const over = isOver()
      const { data } = await page(at, `${query}&ending_before=${seen.at(-1)}`)
      seen.push(...idsOf(data).reverse())
      if (over && data.length === 0) return seen
    }
  }

  it("is the same for everybody who polls while hundreds are made at once, and each poller sees each event once", async () => {
    const first = (await cancelOne(elsewhere)).customer
    const start = (await page(merchant, "limit=1")).data[0].id
    const intents: string[] = []
    for (let i = 0; i < PAYMENTS; i++) intents.push((await newIntent(merchant, { customer: first })).id)
    let over = false
    const queries = ["limit=3", "limit=50", "limit=10&type=payment_intent.canceled", "limit=10&created_gte=1"]
    const polls = queries.map((query, i) => poll(i % 2 ? merchant : elsewhere, start, query, () => over))
    const waiting = [...intents]
    const cancelers = Array.from({ length: AT_ONCE }, async (_, i) => {
      for (let id = waiting.pop(); id; id = waiting.pop()) {
        const at = i % 2 ? merchant : elsewhere
        expectStatus(await at.request("POST", `/v1/payment_intents/${id}/cancel`, {}), 200)
      }
    })
    await Promise.all(cancelers)
    over = true
    const inOrder = idsOf(await listAll(merchant))
    expect(inOrder).to.have.lengthOf(PAYMENTS + 1)
    for (const [i, seen] of (await Promise.all(polls)).entries()) expect(seen, queries[i]).to.deep.equal(inOrder)
    expect(idsOf(await listAll(elsewhere))).to.deep.equal(inOrder)
  })

  it("puts an event after all that came before it, whatever the machines' clocks say", async () => {
    const canceled: string[] = []
    for (const at of [merchant, elsewhere, merchant, elsewhere, elsewhere, merchant]) canceled.push((await cancelOne(at)).id)
    expect(idsOfIntents(await listAll(merchant))).to.deep.equal(canceled)
  })

  it("does not change where the list is filtered by date, and no event of these dates is left out", async () => {
    const { id: customer } = await newCustomer(merchant)
    for (const at of [merchant, merchant, elsewhere, merchant, elsewhere, elsewhere, merchant, elsewhere]) {
      await cancelOne(at, { customer })
      if (at === elsewhere) await page(merchant, "limit=1")
    }
    const all = await listAll(merchant)
    const [early, late] = [Math.min, Math.max].map((most) => most(...all.map(({ created }) => created))) as [number, number]
    expect(late - early).to.be.greaterThan(15)
    const dates = [early, early + 1, early + 10, late, late + 1]
    for (const from of dates) {
      for (const to of dates) {
        const matching = idsOf(all.filter(({ created }) => created >= from && created < to))
        for (const limit of [1, 3, 100]) {
          const query = `limit=${limit}&created_gte=${from}&created_lt=${to}`
          expect(idsOf(await listAll(merchant, query)), query).to.deep.equal(matching)
        }
      }
    }
  })

  it("lets a poller by date see the event of a machine whose clock is behind", async () => {
    await cancelOne(merchant)
    const { created, id } = (await page(merchant, "limit=1")).data[0]
    const { id: late } = await cancelOne(elsewhere)
    const { data } = await page(merchant, `created_gte=${created - 60}&ending_before=${id}`)
    expect(idsOfIntents(data)).to.deep.equal([late])
  })

  it("holds where nobody has read the list for long", async () => {
    const mode = right.server.modes.test
    const written: string[] = []
    await mode.database.transaction(async (tx) => {
      const scope = await scopeOf(tx, mode, merchant.account)
      for (let i = 0; i < UNREAD; i++) written.push(await recordEvent(tx, scope, "payment_intent.canceled", { id: `pi_${i}` }))
    })
    const unread = await Promise.all([listIds(), listIds()])
    for (const ids of unread) expect(ids).to.deep.equal(written)
  })

  it("is kept up by a worker where nobody reads the lists, however many accounts there are", async () => {
    const mode = right.server.modes.test
    for (let i = 0; i < ACCOUNTS; i++) {
      const account = await right.newAccount()
      await mode.database.transaction(async (tx) => {
        await recordEvent(tx, await scopeOf(tx, mode, account), "payment_intent.canceled", { id: `pi_${i}` })
      })
    }
    const worker = await startVintem({}, { role: "worker", databases })
    try {
      for (const at of [merchant, elsewhere, await newMerchant(right)]) await cancelOne(at)
      const unlisted = sql<{ count: number }>("SELECT count(*) AS count FROM events WHERE seq IS NULL")
      await until(async () => (await mode.database.one(unlisted, {}))?.count === 0)
    } finally {
      await worker.close()
    }
  })
})
