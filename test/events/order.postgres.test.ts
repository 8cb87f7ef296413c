import { expect } from "chai"
import type { Json } from "../support/app/client.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { type Line, openLine } from "../support/databases/postgres-line.ts"
import { sql } from "../support/databases/sql.ts"
import { cancelOne, type Merchant, newMerchant, ONLY_OUTCOMES, until } from "../support/merchants/merchant.ts"
import { expectStatus, newIntent } from "../support/merchants/payments.ts"

/** A transaction that has written all that it writes, and only has to commit. */
const waiting = sql<{ pid: number }>(
  `SELECT pid FROM pg_stat_activity
   WHERE datname = current_database() AND state = 'idle in transaction' AND state_change < now() - interval '200 ms'`,
)

/** On Postgres, a transaction that began earlier can commit later. */
describe("Whoever polls for events", () => {
  let databases: Databases
  let line: Line
  let slow: Running
  let fast: Running
  let merchant: Merchant
  before(async () => {
    databases = await freshDatabases()
    line = await openLine(databases.env.TEST_DATABASE_URL!)
    slow = await startVintem({ TEST_DATABASE_URL: line.url }, { role: "api", databases })
    fast = await startVintem({}, { role: "api", databases })
  })
  after(async () => {
    await slow.close()
    await fast.close()
    await line.close()
    await databases.remove()
  })
  beforeEach(async () => {
    merchant = await newMerchant(fast)
  })

  const newest = async (query = ""): Promise<Json[]> =>
    expectStatus(await merchant.request("GET", `/v1/events?limit=100${query}`, undefined, ONLY_OUTCOMES), 200).data
  const idsOfIntents = (events: Json[]): string[] => events.map(({ data }) => data.object.id)

  /** Cancels a payment at the slow server, whose commit waits until `meanwhile` is over. Returns the id of the payment. */
  async function cancelDuring(meanwhile: () => Promise<void>): Promise<string> {
    const { id } = await newIntent(merchant)
    const { promise, resolve } = Promise.withResolvers<void>()
    line.commits = promise
    const canceling = slow.request("POST", `/v1/payment_intents/${id}/cancel`, {}, { key: merchant.key })
    try {
      await until(async () => (await fast.server.modes.test.database.all(waiting, {})).length > 0)
      await meanwhile()
    } finally {
      line.commits = "pass"
      resolve()
    }
    expectStatus(await canceling, 200)
    return id
  }

  it("sees an event that was written before the last one seen, and committed after it", async () => {
    let last: Json
    const quick: string[] = []
    const late = await cancelDuring(async () => {
      for (let i = 0; i < 3; i++) quick.unshift((await cancelOne(merchant)).id)
      const seen = await newest()
      expect(idsOfIntents(seen), "what is committed is listed at once").to.deep.equal(quick)
      last = seen[0]
    })
    for (const filter of ["", "&type=payment_intent.canceled", `&created_gte=${last.created - 60}`]) {
      expect(idsOfIntents(await newest(`&ending_before=${last.id}${filter}`)), filter).to.deep.equal([late])
    }
    expect(idsOfIntents(await newest()), "the order of what was seen stays").to.deep.equal([late, ...quick])
  })

  it("keeps nobody waiting, and waits for nobody", async () => {
    await cancelDuring(async () => {
      await Promise.all(Array.from({ length: 20 }, async (_, i) => (i % 2 ? newest() : cancelOne(merchant))))
      expect(await newest()).to.have.lengthOf(10)
    })
    expect(await newest()).to.have.lengthOf(11)
  })
})
