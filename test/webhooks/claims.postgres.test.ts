import { setTimeout as pause } from "node:timers/promises"
import { expect } from "chai"
import type { Statement } from "../../src/db/statement.ts"
import { claimDue } from "../../src/events/webhooks/claims.ts"
import { type Running, startVintem } from "../support/app/vintem.ts"
import { cancelOne, newEndpoint, newMerchant, ONLY_OUTCOMES } from "../support/merchants/merchant.ts"

const leaseAll: Statement<void> = {
  compiled: () => ({
    name: "lease-all",
    sql: "UPDATE deliveries SET lease_until_ms = $1",
    bind: ({ until }) => [until],
  }),
}

describe("Two processes that claim the same delivery at once", () => {
  let vintem: Running
  before(async () => {
    vintem = await startVintem({}, { role: "api" }) // no worker, so replays stay pending
  })
  after(() => vintem.close())

  it("the second gets nothing and does not wait for the first", async () => {
    const merchant = await newMerchant(vintem)
    await cancelOne(merchant)
    const event = (await merchant.request("GET", "/v1/events", undefined, ONLY_OUTCOMES)).body.data[0].id
    const { id: target } = await newEndpoint(merchant, "https://shop.example/hooks")
    const replay = await merchant.request("POST", `/v1/webhook_endpoints/${target}/deliveries/${event}/replay`)
    const { database } = vintem.server.modes.test
    const nowMs = Date.now() + 1000
    const claim = () => claimDue(database, { target, account: merchant.account, nowMs, limit: 10, leaseMs: 45_000 })

    const { second, waited } = await database.transaction(async (tx) => {
      await tx.run(leaseAll, { until: nowMs + 45_000 })
      const second = claim()
      const waited = await Promise.race([second.then(() => false), pause(10_000, true)])
      return { second: { rows: second }, waited } // wrapped in an object, so that the transaction does not await it
    })
    expect(await second.rows).to.deep.equal([])
    expect(waited).to.equal(false)

    await database.transaction((tx) => tx.run(leaseAll, { until: 0 }))
    expect((await claim()).map(({ id }) => id)).to.deep.equal([replay.body.id])
  })
})
