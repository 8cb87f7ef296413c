import { expect } from "chai"
import { callAcquirers } from "../../src/payments/call-acquirers.ts"
import { type Running, type Spawned, spawnVintem, startVintem } from "../support/app/vintem.ts"
import { type Databases, freshDatabases } from "../support/databases/databases.ts"
import { sql } from "../support/databases/sql.ts"
import { type Merchant, newMerchant, until } from "../support/merchants/merchant.ts"
import { eventsOf, newPayer, payWith, retrieve } from "../support/merchants/rails.ts"

const WORKERS = 3
const MERCHANTS = 3
const PAYMENTS = 20
const AN_HOUR_MS = 3_601_000
const LEASE_MS = 8000

type Payment = { merchant: Merchant; id: string }

describe("Several workers", () => {
  let databases: Databases
  let api: Running
  const workers: Spawned[] = []
  const payments: Payment[] = []
  let claimed: Payment
  let claimedAt: number

  before(async () => {
    databases = await freshDatabases()
    api = await startVintem({}, { databases, role: "api" })
    for (let i = 0; i < MERCHANTS; i++) {
      const merchant = await newMerchant(api)
      const customer = (await newPayer(merchant)).id
      for (let n = 0; n < PAYMENTS; n++) payments.push({ merchant, id: (await payWith(merchant, "pix", { customer })).id })
    }
    claimed = payments.shift()!
    claimedAt = Date.now()
    await claim(claimed)
    // For the workers it is an hour later, when each PIX has expired.
    for (let i = 0; i < WORKERS; i++) workers.push(await spawnVintem({}, { databases, role: "worker", laterMs: AN_HOUR_MS }))
  })
  after(async () => {
    for (const vintem of [...workers, api]) await vintem.close()
    await databases.remove()
  })

  /** Claims a payment, as a worker does that dies then. */
  async function claim({ merchant, id }: Payment): Promise<void> {
    const { database } = api.server.modes.test
    const due = await callAcquirers.queue.ofAccount(
      database,
      merchant.account,
      Math.floor((Date.now() + AN_HOUR_MS) / 1000),
      1000,
    )
    const attempt = await database.one(
      sql<{ latest_attempt: string }>(`SELECT latest_attempt FROM payment_intents WHERE id = '${id}'`),
      {},
    )
    const items = due.filter((item) => item.id === attempt!.latest_attempt)
    expect(await callAcquirers.queue.claim(database, items, LEASE_MS)).to.have.length(1)
    expect(await callAcquirers.queue.claim(database, items, LEASE_MS)).to.deep.equal([])
  }

  const hasExpired = async ({ merchant, id }: Payment) => (await retrieve(merchant, id)).status === "canceled"
  const expectOneExpiry = async ({ merchant, id }: Payment) =>
    expect(await eventsOf(merchant, id)).to.deep.equal(["payment_intent.payment_failed", "payment_intent.canceled"])

  it("share what is due, and each item is done once", async () => {
    for (const payment of payments) {
      await until(() => hasExpired(payment))
      await expectOneExpiry(payment)
    }
  })

  it("do what a dead worker had claimed, once its claim has lapsed", async () => {
    await until(() => hasExpired(claimed), LEASE_MS + 5000)
    expect(Date.now() - claimedAt).to.be.at.least(LEASE_MS)
    await expectOneExpiry(claimed)
    // A worker counts a call after the commit that the merchant sees.
    await until(async () => {
      const done = await Promise.all(workers.map(callsBy))
      return done.reduce((sum, each) => sum + each) >= payments.length + 1
    })
  })
})

async function callsBy({ metricsUrl }: Spawned): Promise<number> {
  const text = await (await fetch(metricsUrl)).text()
  return Number(/^vintem_work_done_total\{mode="test",kind="call_acquirer",result="done"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}
